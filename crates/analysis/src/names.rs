//! Which names functions have: readable ones made of the linker's, by the rule of `go tool pprof`.
//!
//! Names are made before anything else looks at them, so filters, keys and saved profiles see
//! what people see. They are made once per profile and way, and changing the way is one copy of
//! a column. The linker's name stays where it was.

use hashbrown::HashMap;
use profile::{Profile, StringId};
pub use symbols::Style;

use crate::lens::Demangle;

/// Reads a mangled name, or answers `None` where it cannot.
pub type Demangler<'a> = dyn FnMut(&str, Style) -> Option<String> + 'a;

/// The names of a profile's functions, in all ways that were asked for.
pub struct Names {
    /// As they stood in the file.
    recorded: Vec<StringId>,
    made: Vec<(Demangle, Vec<StringId>)>,
    shown: Demangle,
}

impl Names {
    /// Takes down the names of a profile that was read just now.
    pub fn of(profile: &Profile) -> Self {
        Self {
            recorded: profile.functions.name.clone(),
            made: Vec::new(),
            shown: Demangle::Recorded,
        }
    }

    /// Gives the functions their names.
    pub fn show(&mut self, profile: &mut Profile, way: Demangle, demangler: &mut Demangler<'_>) {
        if self.shown == way {
            return;
        }
        self.shown = way;
        if way == Demangle::Recorded {
            profile.functions.name.clone_from(&self.recorded);
            return;
        }
        let known = self.made.iter().find(|(made, _)| *made == way);
        if let Some((_, names)) = known {
            profile.functions.name.clone_from(names);
            return;
        }
        let names = self.make(profile, way, demangler);
        profile.functions.name.clone_from(&names);
        self.made.push((way, names));
    }

    fn make(
        &self,
        profile: &mut Profile,
        way: Demangle,
        demangler: &mut Demangler<'_>,
    ) -> Vec<StringId> {
        let style = match way {
            Demangle::Simple => Some(Style::Simple),
            Demangle::Templates => Some(Style::Templates),
            Demangle::Full => Some(Style::Full),
            Demangle::None | Demangle::Recorded => None,
        };
        let empty = StringId::default();
        let mut known: HashMap<StringId, StringId> = HashMap::new();
        let both = self.recorded.iter().zip(&profile.functions.system_name);
        let mut names = Vec::with_capacity(self.recorded.len());
        for (&recorded, &linker) in both {
            // Only the default leaves names alone that are another one than the linker's.
            let forced = way != Demangle::Simple && recorded != empty && linker != empty;
            let name = if forced { linker } else { recorded };
            let readable = name != empty && name != linker;
            names.push(match style {
                Some(style) if !readable && linker != empty => {
                    *known.entry(linker).or_insert_with(|| {
                        read(&mut profile.strings, linker, style, demangler).unwrap_or(linker)
                    })
                }
                _ => name,
            });
        }
        names
    }
}

/// The readable name, `None` where that is the linker's own.
fn read(
    strings: &mut profile::Strings,
    linker: StringId,
    style: Style,
    demangler: &mut Demangler<'_>,
) -> Option<StringId> {
    let text = std::str::from_utf8(strings.bytes(linker)).ok()?;
    let read = match symbols::is_mangled(text.as_bytes()) {
        true => demangler(text, style),
        false => None,
    };
    let read = match read {
        Some(read) => read,
        None => match symbols::shortened(text, style) {
            short if short.len() == text.len() => return None,
            short => short.into_owned(),
        },
    };
    Some(strings.intern(read.as_bytes()))
}

/// True if a name of the profile may be a mangled one.
pub fn any_mangled(profile: &Profile) -> bool {
    let functions = &profile.functions;
    let mangled = |id: &StringId| symbols::is_mangled(profile.strings.bytes(*id));
    functions.system_name.iter().any(mangled)
}

#[cfg(test)]
mod tests {
    use super::*;
    use profile::testing::sketch;

    fn shown(profile: &Profile) -> Vec<String> {
        let names = profile.functions.name.iter();
        names
            .map(|&name| profile.strings.text(name).into_owned())
            .collect()
    }

    /// Functions with these names: as recorded, as the linker knows them.
    fn of(names: &[(&str, &str)]) -> Profile {
        let mut profile = sketch("a 1");
        profile.functions = profile::Functions::default();
        for (name, linker) in names {
            let functions = &mut profile.functions;
            functions.name.push(profile.strings.intern(name.as_bytes()));
            let linker = profile.strings.intern(linker.as_bytes());
            functions.system_name.push(linker);
            functions.file.push(StringId::default());
            functions.start_line.push(0);
        }
        profile
    }

    #[test]
    fn names_are_made_as_pprof_makes_them() {
        let mut profile = of(&[
            ("_ZN1aIiE1bEi", "_ZN1aIiE1bEi"),
            ("mine", "_ZN1a1bEi"),
            ("_ZN1a1bEi", ""),
            ("", "_ZN1a1cEi"),
            ("a::b<c>(d)", "a::b<c>(d)"),
            ("main.(*T[...]).M", "main.(*T[...]).M"),
            ("main", "main"),
            ("", ""),
        ]);
        let mut names = Names::of(&profile);
        let mut asked = 0;
        let mut demangler = |name: &str, style| {
            asked += 1;
            symbols::demangle(name, style)
        };
        let simple = [
            "a::b",
            "mine",
            "_ZN1a1bEi",
            "a::c",
            "a::b",
            "main.(*T[...]).M",
            "main",
            "",
        ];
        // The first way once more at the end: what was made is kept.
        for (way, wanted) in [
            (Demangle::Simple, simple),
            (
                Demangle::Templates,
                [
                    "a<int>::b",
                    "a::b",
                    "_ZN1a1bEi",
                    "a::c",
                    "a::b<c>",
                    "main.(*T[...]).M",
                    "main",
                    "",
                ],
            ),
            (
                Demangle::Full,
                [
                    "a<int>::b(int)",
                    "a::b(int)",
                    "_ZN1a1bEi",
                    "a::c(int)",
                    "a::b<c>(d)",
                    "main.(*T[...]).M",
                    "main",
                    "",
                ],
            ),
            (
                Demangle::None,
                [
                    "_ZN1aIiE1bEi",
                    "_ZN1a1bEi",
                    "_ZN1a1bEi",
                    "",
                    "a::b<c>(d)",
                    "main.(*T[...]).M",
                    "main",
                    "",
                ],
            ),
            (
                Demangle::Recorded,
                [
                    "_ZN1aIiE1bEi",
                    "mine",
                    "_ZN1a1bEi",
                    "",
                    "a::b<c>(d)",
                    "main.(*T[...]).M",
                    "main",
                    "",
                ],
            ),
            (Demangle::Simple, simple),
        ] {
            names.show(&mut profile, way, &mut demangler);
            assert_eq!(shown(&profile), wanted, "{way:?}");
        }
        assert_eq!(asked, 2 + 3 + 3, "each name once a way");
    }

    #[test]
    fn without_a_demangler_names_stay() {
        let mut profile = of(&[("_ZN1a1bEv", "_ZN1a1bEv")]);
        assert!(any_mangled(&profile));
        let mut names = Names::of(&profile);
        names.show(&mut profile, Demangle::Simple, &mut |_, _| None);
        assert_eq!(shown(&profile), ["_ZN1a1bEv"]);
        assert!(!any_mangled(&of(&[("main", "main")])));
    }

    #[test]
    fn filters_match_the_names_that_are_shown() {
        let mut profile = sketch("main;_ZN1a1bEv 3\nmain;c 4");
        let mut names = Names::of(&profile);
        names.show(&mut profile, Demangle::Simple, &mut symbols::demangle);
        let lens = crate::Lens {
            focus: "^a::b$".to_owned(),
            relative_percentages: true,
            ..crate::Lens::default()
        };
        let prepared = crate::Prepared::new(&profile, &lens).expect("a lens");
        assert_eq!(prepared.total, 3);
    }
}
