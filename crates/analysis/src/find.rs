//! Search: which functions match, and what share of the profile they cover.

use profile::Strings;

use crate::rx::Rx;
use crate::{Keys, Tree};

/// A search text, ready to be matched.
pub enum Pattern {
    /// Finds the text anywhere in a name.
    Text {
        /// What is looked for; lower-case when `any_case`.
        needle: Vec<u8>,
        /// Letters match in either case: the text has no capital letter.
        any_case: bool,
    },
    /// `/…/`: a regular expression.
    Regex(Rx),
}

impl Pattern {
    /// Reads a search text. `/…/` is a regular expression, anything else is found as it
    /// stands; without a capital letter, case does not matter.
    ///
    /// # Errors
    /// The regular expression's fault as a sentence.
    pub fn parse(text: &str) -> Result<Self, String> {
        let any_case = !text.chars().any(char::is_uppercase);
        let Some(body) = text.strip_prefix('/').and_then(|t| t.strip_suffix('/')) else {
            let needle = if any_case {
                text.to_lowercase()
            } else {
                text.to_owned()
            };
            return Ok(Self::Text {
                needle: needle.into_bytes(),
                any_case,
            });
        };
        let rx = match any_case {
            true => Rx::any_case(body),
            false => Rx::new(body),
        };
        rx.map(Self::Regex).map_err(|why| format!("{why}."))
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

/// Searches a tree's keys by name, file and module.
pub fn find(tree: &Tree, pattern: &Pattern) -> Found {
    let keys = matching(&tree.keys, pattern);
    let count = keys.iter().filter(|&&hit| hit).count();
    let mut inside = vec![false; tree.len()];
    let mut covered = 0_i64;
    for node in 1..tree.len() {
        let above = inside[tree.parent[node] as usize];
        let hit = keys[tree.key[node] as usize];
        if hit && !above {
            covered = covered.saturating_add(tree.weight[node]);
        }
        inside[node] = above || hit;
    }
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
        let profile = sketch("main;json.Decode;json.scan 5\nmain;Json.Other 2\nmain;x@json.go:1 1");
        let tree = Tree::under(&profile, &Lens::default(), Naming::FUNCTIONS).unwrap();
        let found = find(&tree, &Pattern::parse(text).unwrap());
        (found.count, found.covered)
    }

    #[test]
    fn nested_matches_are_counted_once() {
        assert_eq!(covered("json"), (4, 8));
        assert_eq!(covered("Json"), (1, 2));
        assert_eq!(covered("/^json\\.(scan|decode)$/"), (2, 5));
        assert_eq!(covered("(*x"), (0, 0));
        assert_eq!(covered(""), (0, 0));
        assert!(Pattern::parse("/(/").is_err());
    }
}
