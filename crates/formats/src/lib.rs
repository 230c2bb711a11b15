//! How is it written down? Registry of readers and writers, wrappers, limits, warnings.
//!
//! [`open`] takes wrappers off, finds the reader whose signs fit best and lets it fill a
//! [`profile::Profile`]. Every file is an attack until it has been read: limits are claimed
//! before memory is taken, nothing recurses over what a file says, and every fault is either
//! repaired, counted and told as a [`Warning`], or told as an [`ImportError`].

#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::indexing_slicing,
        clippy::panic,
        clippy::arithmetic_side_effects
    )
)]

mod cx;
mod error;
pub mod export;
pub mod import;
mod peel;
mod probe;
pub mod registry;

pub use cx::{Cx, Limits, Step, Warning};
pub use error::ImportError;
pub use probe::{Likeness, Match, Probe};
pub use registry::{EXPORTERS, Exporter, IMPORTERS, Importer};

use profile::Profile;

/// The bytes a reader reads.
#[derive(Clone, Copy, Debug)]
pub struct Input<'a> {
    /// Name of the file, as the user knows it.
    pub name: &'a str,
    /// Everything, wrappers taken off.
    pub bytes: &'a [u8],
}

/// What a reader found.
pub enum Loaded {
    /// Profiles, at least one.
    Profiles(Vec<Profile>),
}

/// An opened file.
pub struct Opened {
    /// Its profiles, at least one.
    pub profiles: Vec<Profile>,
    /// The format it was read as.
    pub format: &'static Importer,
    /// Wrappers taken off, outermost first.
    pub peeled: Vec<&'static str>,
    /// What was repaired or left out.
    pub warnings: Vec<Warning>,
}

/// Reads a file of any known format.
///
/// # Errors
/// A sentence without the file's name, see [`ImportError`].
pub fn open(name: &str, bytes: Vec<u8>, cx: &mut Cx<'_>) -> Result<Opened, ImportError> {
    if bytes.is_empty() {
        return Err(ImportError::Empty);
    }
    cx.claim("bytes", bytes.len() as u64, cx.limits.file_bytes)?;
    let (bytes, peeled) = peel::peel(bytes, cx)?;
    if bytes.is_empty() {
        return Err(ImportError::EmptyInside {
            wrapper: peeled.last().copied().unwrap_or(""),
        });
    }
    let probe = Probe::new(name, &bytes);
    let format = registry::best(&probe).ok_or_else(|| ImportError::Unknown {
        looks_like: probe::looks_like(&bytes),
    })?;
    let total = bytes.len() as u64;
    cx.tick(Step::Parsing, 0, total)?;
    let Loaded::Profiles(profiles) = (format.read)(
        Input {
            name,
            bytes: &bytes,
        },
        cx,
    )?;
    Ok(Opened {
        profiles,
        format,
        peeled,
        warnings: cx.take_warnings(),
    })
}
