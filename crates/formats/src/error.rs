//! Why a file could not be opened, as sentences: what happened, where, what to do. The caller
//! puts the file's name in front.

use std::fmt;

use profile::units::{grouped, human};

use crate::IMPORTERS;
use crate::probe::Likeness;

/// Why a file could not be opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ImportError {
    /// No bytes.
    Empty,
    /// No bytes once the wrapper is off.
    EmptyInside {
        /// The wrapper.
        wrapper: &'static str,
    },
    /// No reader knows it.
    Unknown {
        /// What it looks like, if that can be told.
        looks_like: Option<Likeness>,
    },
    /// Ends too early.
    Cut {
        /// What ends.
        what: &'static str,
        /// After how many bytes.
        at: u64,
    },
    /// Does not follow its format.
    Damaged {
        /// What is damaged.
        what: &'static str,
        /// At which byte.
        at: u64,
        /// How one sees it.
        why: &'static str,
    },
    /// Asks for more than a browser can hold.
    TooLarge {
        /// Of what.
        what: &'static str,
        /// How much.
        count: u64,
        /// The limit.
        limit: u64,
    },
    /// Grows too much when inflated.
    Bomb {
        /// Inflated bytes so far.
        inflated: u64,
        /// From how many.
        from: u64,
    },
    /// The user has stopped it.
    Cancelled,
}

impl ImportError {
    /// Short and stable.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Empty | Self::EmptyInside { .. } => "empty",
            Self::Unknown { .. } => "unknown-format",
            Self::Cut { .. } => "cut",
            Self::Damaged { .. } => "damaged",
            Self::TooLarge { .. } => "too-large",
            Self::Bomb { .. } => "bomb",
            Self::Cancelled => "cancelled",
        }
    }
}

impl fmt::Display for ImportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str(
                "The file is empty (0 bytes). The program that writes it may still be running, \
                 or was stopped before it wrote anything.",
            ),
            Self::EmptyInside { wrapper } => write!(
                f,
                "The {wrapper} data hold nothing (0 bytes inflated). The program that writes \
                 the profile was stopped before it wrote anything."
            ),
            Self::Unknown {
                looks_like: Some(like),
            } => {
                write!(
                    f,
                    "This looks like {}, which cannot be read here.",
                    like.what
                )?;
                match like.way_out {
                    "" => what_can(f),
                    way_out => write!(f, " {way_out}"),
                }
            }
            Self::Unknown { looks_like: None } => {
                f.write_str("This is not a profile in a format that can be read here.")?;
                what_can(f)
            }
            Self::Cut { what, at } => write!(
                f,
                "The {what} ends too early, after {} bytes: the file was cut while being written \
                 or copied. Get the whole file again.",
                grouped(*at as i64)
            ),
            Self::Damaged { what, at, why } => write!(
                f,
                "The {what} is damaged at byte {}: {why}. Get the file again, or make it again.",
                grouped(*at as i64)
            ),
            Self::TooLarge { what, count, limit } => write!(
                f,
                "The file asks for {} {what}; the most that is read here is {}. Record for a \
                 shorter time, or with a lower rate.",
                grouped(*count as i64),
                grouped(*limit as i64)
            ),
            Self::Bomb { inflated, from } => write!(
                f,
                "{} grow to more than {} when inflated. No profile does that, so reading was \
                 stopped.",
                human(*from as i64, "bytes"),
                human(*inflated as i64, "bytes")
            ),
            Self::Cancelled => f.write_str("Reading was cancelled."),
        }
    }
}

/// The formats that can be read, the first ones by name.
fn what_can(f: &mut fmt::Formatter<'_>) -> fmt::Result {
    const NAMED: usize = 3;
    let names: Vec<_> = IMPORTERS.iter().take(NAMED).map(|i| i.name).collect();
    write!(f, " What can: {}", names.join(", "))?;
    match IMPORTERS.len().saturating_sub(NAMED) {
        0 => f.write_str("."),
        more => write!(f, " and {more} more."),
    }
}

impl std::error::Error for ImportError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_error_is_a_sentence_with_a_way_out() {
        let like = |what, way_out| ImportError::Unknown {
            looks_like: Some(Likeness { what, way_out }),
        };
        for (error, expected) in [
            (
                like("JSON", ""),
                "This looks like JSON, which cannot be read here. What can: pprof, ",
            ),
            (
                like("a zip archive", "Unpack it first."),
                "This looks like a zip archive, which cannot be read here. Unpack it first.",
            ),
            (
                ImportError::Cut {
                    what: "gzip data",
                    at: 12_843,
                },
                "The gzip data ends too early, after 12,843 bytes: the file was cut while being \
                 written or copied. Get the whole file again.",
            ),
            (
                ImportError::TooLarge {
                    what: "inflated bytes",
                    count: 3_000_000_000,
                    limit: 2_147_483_647,
                },
                "The file asks for 3,000,000,000 inflated bytes; the most that is read here is \
                 2,147,483,647. Record for a shorter time, or with a lower rate.",
            ),
            (
                ImportError::Bomb {
                    inflated: 1 << 31,
                    from: 1 << 20,
                },
                "1MB grow to more than 2GB when inflated. No profile does that, so reading was \
                 stopped.",
            ),
        ] {
            let text = error.to_string();
            // The list of formats grows.
            let open = expected.ends_with(", ") && text.starts_with(expected);
            assert!(text == expected || open, "{text}");
        }
    }
}
