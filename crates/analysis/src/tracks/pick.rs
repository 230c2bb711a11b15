//! Picked tracks as text: their names with commas between. A comma or a backslash in a name, and
//! a blank at its ends, has a backslash before it; a lone minus picks nothing.

/// What is picked of the tracks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Pick {
    /// All of them.
    #[default]
    All,
    /// Those with these names, or of processes with these names; an empty list is none.
    Only(Vec<String>),
}

/// Picks nothing.
const NONE: &str = "-";

impl Pick {
    /// Reads the text.
    pub fn read(text: &str) -> Self {
        match text.trim() {
            "" => return Self::All,
            NONE => return Self::Only(Vec::new()),
            _ => {}
        }
        let mut names = Vec::new();
        let mut name = String::new();
        // Blanks at the end that no backslash stands before; they do not count.
        let mut loose = 0;
        let mut letters = text.chars();
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
        Self::Only(names)
    }

    /// Writes what reads as the same.
    pub fn write(&self) -> String {
        match self {
            Self::All => String::new(),
            Self::Only(names) if names.is_empty() => NONE.to_owned(),
            Self::Only(names) => {
                let names: Vec<_> = names.iter().map(|name| escaped(name)).collect();
                names.join(",")
            }
        }
    }

    /// True if it picks something of this name.
    pub fn names(&self, name: &str) -> bool {
        match self {
            Self::All => true,
            Self::Only(names) => names.iter().any(|known| known == name),
        }
    }
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
        let at_ends = letter == ' ' && (at < before || at >= before + inner.len());
        if at_ends || matches!(letter, ',' | '\\') {
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

    fn only(names: &[&str]) -> Pick {
        Pick::Only(names.iter().map(|name| (*name).to_owned()).collect())
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
        ] {
            assert_eq!(Pick::read(text), pick, "{text}");
        }
    }

    proptest! {
        #[test]
        fn what_is_written_is_read(names in proptest::collection::hash_set("[-a, \\\\ü]{1,4}", 0..5)) {
            let pick = Pick::Only(names.into_iter().collect());
            prop_assert_eq!(Pick::read(&pick.write()), pick);
        }
    }
}
