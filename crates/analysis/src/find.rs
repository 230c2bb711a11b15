//! Search: which functions match, and what share of the profile they cover.

use profile::Strings;

use crate::rx::Rx;
use crate::{Keys, Tree, fuzzy};

/// How a search text is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// The text stands in the name.
    Contains,
    /// `~…`: its letters stand in the name, in their order.
    Fuzzy,
    /// `/…/`: a regular expression.
    Regex,
}

impl Mode {
    /// All modes, in the order of the button that changes them.
    pub const ALL: [Self; 3] = [Self::Contains, Self::Fuzzy, Self::Regex];

    /// Takes a search text apart: how it is meant, and what is looked for.
    pub fn split(text: &str) -> (Self, &str) {
        if let Some(letters) = text.strip_prefix('~') {
            return (Self::Fuzzy, letters);
        }
        match text.strip_prefix('/').and_then(|t| t.strip_suffix('/')) {
            Some(body) => (Self::Regex, body),
            None => (Self::Contains, text),
        }
    }

    /// A search text that is meant so.
    pub fn join(self, body: &str) -> String {
        match self {
            Self::Contains => body.to_owned(),
            Self::Fuzzy => format!("~{body}"),
            Self::Regex => format!("/{body}/"),
        }
    }
}

/// A search text, ready to be matched.
pub enum Pattern {
    /// Finds the text anywhere in a name.
    Text {
        /// What is looked for; lower-case when `any_case`.
        needle: Vec<u8>,
        /// Letters match in either case: the text has no capital letter.
        any_case: bool,
    },
    /// `~…`: finds the letters in their order, with anything between.
    Fuzzy {
        /// What is looked for; lower-case when `any_case`.
        needle: Vec<u8>,
        /// Letters match in either case.
        any_case: bool,
    },
    /// `/…/`: a regular expression.
    Regex(Rx),
}

impl Pattern {
    /// Reads a search text. `/…/` is a regular expression by the rules of filters, where case
    /// matters unless `(?i)` says otherwise: a search and a focus of one expression mean the same
    /// functions, but for those whose binary alone matches, which a search does not look at. `~…` are letters with anything between, anything else is found as it stands;
    /// of these two, case does not matter without a capital letter.
    ///
    /// # Errors
    /// The regular expression's fault as a sentence.
    pub fn parse(text: &str) -> Result<Self, String> {
        let any_case = fuzzy::any_case(text);
        let folded = |text: &str| match any_case {
            true => text.to_lowercase().into_bytes(),
            false => text.as_bytes().to_vec(),
        };
        let (mode, body) = Mode::split(text);
        Ok(match mode {
            Mode::Contains => Self::Text {
                needle: folded(body),
                any_case,
            },
            Mode::Fuzzy => Self::Fuzzy {
                needle: folded(&body.replace(char::is_whitespace, "")),
                any_case,
            },
            Mode::Regex => Self::Regex(Rx::new(body).map_err(|why| format!("{why}."))?),
        })
    }

    /// True if the name matches. An empty text matches nothing.
    pub fn matches(&self, name: &[u8]) -> bool {
        match self {
            Self::Text { needle, .. } if needle.is_empty() => false,
            Self::Text {
                needle,
                any_case: false,
            } => contains(name, needle),
            Self::Text {
                needle,
                any_case: true,
            } => match name.is_ascii() {
                true => contains_ascii_any_case(name, needle),
                false => {
                    let lower = String::from_utf8_lossy(name).to_lowercase();
                    contains(lower.as_bytes(), needle)
                }
            },
            Self::Fuzzy { needle, any_case } => fuzzy::is_in(needle, *any_case, name),
            Self::Regex(regex) => regex.is_match(name),
        }
    }
}

fn contains(haystack: &[u8], needle: &[u8]) -> bool {
    haystack
        .windows(needle.len())
        .any(|window| window == needle)
}

fn contains_ascii_any_case(haystack: &[u8], lower: &[u8]) -> bool {
    haystack
        .windows(lower.len())
        .any(|window| window.eq_ignore_ascii_case(lower))
}

/// What a search found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// For each key of the tree, whether it matches.
    pub keys: Vec<bool>,
    /// How many keys match.
    pub count: usize,
    /// Value of all samples that pass through a match, each counted once.
    pub covered: i64,
}

/// Searches a tree's keys by name and file.
pub fn find(tree: &Tree, pattern: &Pattern) -> Found {
    let keys = matching(&tree.keys, pattern);
    // Names that filters left no frame of are in no picture: they count for nothing.
    let mut seen = vec![false; keys.len()];
    let mut inside = vec![false; tree.len()];
    let mut covered = 0_i64;
    for node in 1..tree.len() {
        let above = inside[tree.parent[node] as usize];
        let hit = keys[tree.key[node] as usize];
        if hit && !above {
            covered = covered.saturating_add(tree.weight[node]);
        }
        inside[node] = above || hit;
        seen[tree.key[node] as usize] |= hit;
    }
    let count = seen.into_iter().filter(|&seen| seen).count();
    Found {
        keys,
        count,
        covered,
    }
}

fn matching(keys: &Keys, pattern: &Pattern) -> Vec<bool> {
    let names: &Strings = &keys.names;
    // Each distinct string is matched once, though many keys share a file.
    let mut known: Vec<Option<bool>> = vec![None; names.len()];
    let mut hit = |id: profile::StringId| {
        *known[id.index()].get_or_insert_with(|| pattern.matches(names.bytes(id)))
    };
    (0..keys.len())
        .map(|key| hit(keys.name[key]) || hit(keys.file[key]))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Lens, Naming};
    use profile::testing::sketch;

    fn covered(text: &str) -> (usize, i64) {
        covered_under(&Lens::default(), text)
    }

    fn covered_under(lens: &Lens, text: &str) -> (usize, i64) {
        let profile = sketch("main;json.Decode;json.scan 5\nmain;Json.Other 2\nmain;x@json.go:1 1");
        let tree = Tree::under(&profile, lens, Naming::FUNCTIONS).unwrap();
        let found = find(&tree, &Pattern::parse(text).unwrap());
        (found.count, found.covered)
    }

    #[test]
    fn names_that_filters_leave_nothing_of_are_not_counted() {
        let lens = Lens {
            focus: "Other".into(),
            ..Lens::default()
        };
        assert_eq!(covered_under(&lens, "json"), (1, 2));
        assert_eq!(covered_under(&lens, "scan"), (0, 0));
    }

    #[test]
    fn nested_matches_are_counted_once() {
        assert_eq!(covered("json"), (4, 8));
        assert_eq!(covered("Json"), (1, 2));
        assert_eq!(covered("/^json\\.(scan|Decode)$/"), (2, 5));
        assert_eq!(covered("(*x"), (0, 0));
        assert_eq!(covered(""), (0, 0));
        assert!(Pattern::parse("/(/").is_err());
    }

    #[test]
    fn an_expression_finds_what_it_filters() {
        assert_eq!(covered("/decode/"), (0, 0), "case matters");
        assert_eq!(covered("/(?i)decode/"), (1, 5));
        assert_eq!(covered("/\\Sson/"), (4, 8), "a class is no capital letter");
        for text in ["json", "Json", "(?i)JSON", "^main$", "scan|x", r"\.go"] {
            let focus = Lens {
                focus: text.into(),
                ..Lens::default()
            };
            let profile =
                sketch("main;json.Decode;json.scan 5\nmain;Json.Other 2\nmain;x@json.go:1 1");
            let left = Tree::under(&profile, &focus, Naming::FUNCTIONS).unwrap();
            assert_eq!(covered(&format!("/{text}/")).1, left.total[0], "{text}");
        }
    }

    #[test]
    fn letters_are_found_with_anything_between() {
        assert_eq!(covered("~jsd"), (1, 5), "json.Decode");
        assert_eq!(covered("~js D"), (1, 5), "with a blank and a capital");
        assert_eq!(covered("~JD"), (0, 0), "a capital makes case matter");
        assert_eq!(covered("~"), (0, 0));
    }

    #[test]
    fn modes_are_written_as_they_are_read() {
        for mode in Mode::ALL {
            assert_eq!(Mode::split(&mode.join("a b")), (mode, "a b"));
            assert_eq!(Mode::split(&mode.join("")), (mode, ""));
        }
        assert_eq!(Mode::split("/usr/lib"), (Mode::Contains, "/usr/lib"));
        assert_eq!(Mode::split("/"), (Mode::Contains, "/"));
    }
}
