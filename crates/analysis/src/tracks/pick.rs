//! Picked tracks as text: their names with commas between, or with `!` before the list the names
//! of those that are not picked. A comma or a backslash in a name, `!` at its beginning and blanks
//! at its ends have a backslash before them; a lone minus picks nothing.

use hashbrown::HashSet;

/// What is picked of the tracks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Pick {
    /// All of them.
    #[default]
    All,
    /// Those with these names, or of processes with these names; an empty list is none.
    Only(Vec<String>),
    /// All but those.
    Except(Vec<String>),
}

/// Picks nothing.
const NONE: &str = "-";

/// Before a list of what is not picked.
const NOT: char = '!';

impl Pick {
    /// Reads the text.
    pub fn read(text: &str) -> Self {
        match text.trim() {
            "" => return Self::All,
            NONE => return Self::Only(Vec::new()),
            _ => {}
        }
        let (body, not) = match text.trim_start().strip_prefix(NOT) {
            Some(rest) => (rest, true),
            None => (text, false),
        };
        let mut names = Vec::new();
        let mut name = String::new();
        // Blanks at the end that no backslash stands before; they do not count.
        let mut loose = 0;
        let mut letters = body.chars();
        let mut end = |name: &mut String, loose: &mut usize| {
            name.truncate(name.len() - *loose);
            *loose = 0;
            let name = std::mem::take(name);
            if !name.is_empty() && !names.contains(&name) {
                names.push(name);
            }
        };
        while let Some(letter) = letters.next() {
            match letter {
                ',' => end(&mut name, &mut loose),
                '\\' => {
                    name.push(letters.next().unwrap_or('\\'));
                    loose = 0;
                }
                ' ' if name.is_empty() => {}
                ' ' => {
                    name.push(' ');
                    loose += 1;
                }
                letter => {
                    name.push(letter);
                    loose = 0;
                }
            }
        }
        end(&mut name, &mut loose);
        match (not, names.is_empty()) {
            (true, true) => Self::All,
            (true, false) => Self::Except(names),
            (false, _) => Self::Only(names),
        }
    }

    /// Writes what reads as the same.
    pub fn write(&self) -> String {
        match self {
            Self::All => String::new(),
            Self::Only(names) if names.is_empty() => NONE.to_owned(),
            Self::Only(names) => list(names),
            Self::Except(names) if names.is_empty() => String::new(),
            Self::Except(names) => format!("{NOT}{}", list(names)),
        }
    }

    /// The names it lists.
    pub fn names(&self) -> &[String] {
        match self {
            Self::All => &[],
            Self::Only(names) | Self::Except(names) => names,
        }
    }

    /// The same as a question that is asked of many tracks.
    pub fn asked(&self) -> Asked<'_> {
        Asked {
            listed: self.names().iter().map(String::as_str).collect(),
            only: matches!(self, Self::Only(_)),
        }
    }
}

/// Which tracks a [`Pick`] picks.
pub struct Asked<'a> {
    listed: HashSet<&'a str>,
    only: bool,
}

impl Asked<'_> {
    /// True if a track is picked, by its name and that of its process (empty if it has none).
    pub fn picks(&self, track: &str, process: &str) -> bool {
        let is_listed =
            self.listed.contains(track) || !process.is_empty() && self.listed.contains(process);
        is_listed == self.only
    }
}

fn list(names: &[String]) -> String {
    let names: Vec<_> = names.iter().map(|name| escaped(name)).collect();
    names.join(",")
}

/// A name as it stands in the list.
pub fn escaped(name: &str) -> String {
    if name == NONE {
        return format!("\\{NONE}");
    }
    let mut out = String::with_capacity(name.len() + 2);
    let inner = name.trim_matches(' ');
    let before = name.len() - name.trim_start_matches(' ').len();
    for (at, letter) in name.char_indices() {
        let is_sign = at == 0 && letter == NOT;
        let at_ends = letter == ' ' && (at < before || at >= before + inner.len());
        if at_ends || is_sign || matches!(letter, ',' | '\\') {
            out.push('\\');
        }
        out.push(letter);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn owned(names: &[&str]) -> Vec<String> {
        names.iter().map(|name| (*name).to_owned()).collect()
    }

    fn only(names: &[&str]) -> Pick {
        Pick::Only(owned(names))
    }

    #[test]
    fn names_stand_between_commas() {
        for (text, pick) in [
            ("", Pick::All),
            (" ", Pick::All),
            ("-", only(&[])),
            ("\\-", only(&["-"])),
            ("main (1), pool 2", only(&["main (1)", "pool 2"])),
            ("a\\,b,a\\,b,,c\\\\", only(&["a,b", "c\\"])),
            ("\\ a\\ ", only(&[" a "])),
            ("a\\", only(&["a\\"])),
            ("!", Pick::All),
            ("!a, b", Pick::Except(owned(&["a", "b"]))),
            ("\\!a,!b", only(&["!a", "!b"])),
        ] {
            assert_eq!(Pick::read(text), pick, "{text}");
        }
    }

    proptest! {
        #[test]
        fn what_is_written_is_read(names in proptest::collection::hash_set("[-!a, \\\\ü]{1,4}", 1..5)) {
            let names: Vec<String> = names.into_iter().collect();
            for pick in [Pick::Only(names.clone()), Pick::Except(names)] {
                prop_assert_eq!(Pick::read(&pick.write()), pick);
            }
        }
    }
}
