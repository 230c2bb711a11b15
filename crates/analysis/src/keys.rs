//! Which frames are the same thing: the merge keys of trees and tables.
//!
//! A key is a function, or an address where nothing is symbolised. pprof's text reports merge
//! all addresses of a binary into one `[binary]` row; the page shows each address.

use std::borrow::Cow;

use hashbrown::HashMap;
use profile::{FrameId, Profile, StringId, Strings};

/// How frames are told apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Naming {
    /// By function name alone; addresses without a name by their binary, as
    /// `go tool pprof -top` does at its default granularity.
    Pprof,
    /// By function name alone; addresses without a name each by itself.
    Functions,
    /// By function name and file; addresses without a name each by itself. Two functions of one
    /// name in different files stay two.
    FileFunctions,
}

/// The keys of a profile's frames, as parallel columns by key number.
#[derive(Clone, Default)]
pub struct Keys {
    /// Key of each frame of the profile.
    pub of_frame: Vec<u32>,
    /// Names of the keys.
    pub names: Strings,
    /// Name of each key, in `names`.
    pub name: Vec<StringId>,
    /// Source file of each key, in `names`; empty if unknown.
    pub file: Vec<StringId>,
    /// Line where the function starts, else the smallest line seen in it, else 0.
    pub line: Vec<i64>,
    /// Binary of each key, in `names`; empty if unknown.
    pub module: Vec<StringId>,
    /// True where the key is a function and not an address.
    pub symbolized: Vec<bool>,
}

#[derive(PartialEq, Eq, Hash)]
enum Identity {
    Function(StringId, StringId),
    Binary(StringId),
    Address(u32, u64),
}

impl Keys {
    /// Finds the keys of all frames.
    pub fn of(profile: &Profile, naming: Naming) -> Self {
        let mut keys = Self {
            names: Strings::new(),
            ..Self::default()
        };
        let mut known: HashMap<Identity, u32> = HashMap::new();
        keys.of_frame.reserve(profile.frames.len());
        for frame in 0..profile.frames.len() as u32 {
            let frame = FrameId(frame);
            let identity = identity(profile, frame, naming);
            let next = keys.name.len() as u32;
            let key = *known.entry(identity).or_insert(next);
            if key == next {
                keys.push(profile, frame, naming);
            } else {
                keys.refine_line(profile, frame, key);
            }
            keys.of_frame.push(key);
        }
        keys
    }

    /// How many keys there are.
    pub fn len(&self) -> usize {
        self.name.len()
    }

    /// True for a profile without frames.
    pub fn is_empty(&self) -> bool {
        self.name.is_empty()
    }

    /// Name of a key as text.
    pub fn text(&self, key: u32) -> Cow<'_, str> {
        self.names.text(self.name[key as usize])
    }

    fn push(&mut self, profile: &Profile, frame: FrameId, naming: Naming) {
        let function = profile.function_of(frame);
        let name = profile.function_name(function);
        let mapping = profile.mapping_of(frame);
        let module = mapping.map_or(&b""[..], |m| profile.strings.bytes(m.file));
        let symbolized = name != StringId::default();
        let name = if symbolized {
            self.names.intern(profile.strings.bytes(name))
        } else {
            let text = unnamed(profile, frame, naming);
            self.names.intern(text.as_bytes())
        };
        self.name.push(name);
        let file = profile.strings.bytes(profile.function_file(function));
        let (file, module) = (self.names.intern(file), self.names.intern(module));
        self.file.push(file);
        self.module.push(module);
        self.symbolized.push(symbolized);
        self.line.push(line_of(profile, frame));
    }

    fn refine_line(&mut self, profile: &Profile, frame: FrameId, key: u32) {
        let line = line_of(profile, frame);
        let had = &mut self.line[key as usize];
        if line > 0 && (*had == 0 || line < *had) {
            *had = line;
        }
    }
}

fn line_of(profile: &Profile, frame: FrameId) -> i64 {
    let function = profile.function_of(frame);
    let start = profile
        .functions
        .start_line
        .get(function.index())
        .copied()
        .unwrap_or(0);
    match start {
        0 => profile.frames.line.get(frame.index()).copied().unwrap_or(0),
        start => start,
    }
}

fn identity(profile: &Profile, frame: FrameId, naming: Naming) -> Identity {
    let function = profile.function_of(frame);
    let name = profile.function_name(function);
    if name != StringId::default() {
        return match naming {
            Naming::FileFunctions => Identity::Function(name, profile.function_file(function)),
            Naming::Pprof | Naming::Functions => Identity::Function(name, StringId::default()),
        };
    }
    match naming {
        Naming::Pprof => {
            Identity::Binary(profile.mapping_of(frame).map_or(StringId::NONE, |m| m.file))
        }
        Naming::Functions | Naming::FileFunctions => {
            let location = profile.frames.location[frame.index()];
            let mapping = profile.locations.mapping[location.index()];
            Identity::Address(mapping.0, profile.address_of(frame))
        }
    }
}

/// What stands for the name of a frame without one.
fn unnamed(profile: &Profile, frame: FrameId, naming: Naming) -> String {
    let mapping = profile.mapping_of(frame);
    let module = mapping.map(|m| base(&profile.strings.text(m.file)).to_owned());
    if naming == Naming::Pprof {
        return match module.filter(|m| !m.is_empty()) {
            Some(module) => format!("[{module}]"),
            None => "<unknown>".to_owned(),
        };
    }
    let address = profile.address_of(frame);
    match (module.filter(|m| !m.is_empty()), mapping) {
        (Some(module), Some(m)) => {
            let offset = address.wrapping_sub(m.start).wrapping_add(m.offset);
            format!("{module}+0x{offset:x}")
        }
        _ if address != 0 => format!("0x{address:x}"),
        _ => "(unknown)".to_owned(),
    }
}

/// The last part of a path, as Go's `path.Base` cuts it.
pub fn base(path: &str) -> &str {
    let trimmed = path.trim_end_matches('/');
    trimmed.rsplit('/').next().unwrap_or(trimmed)
}

/// How many bytes of a function's name are its package: what gives a frame its colour and is
/// dropped first where room is short. `net/http.(*conn).serve` → `net/http.`,
/// `core::ptr::drop` → `core::`; 0 where there is none.
pub fn package_len(name: &str) -> usize {
    // Arguments and type parameters may hold separators of their own.
    let head = name.find(['(', '<', '[']).map_or(name, |cut| &name[..cut]);
    let slash = head.rfind('/').map_or(0, |at| at + 1);
    let rest = &head[slash..];
    let dot = rest.find('.').map(|at| at + 1);
    let colons = rest.find("::").map(|at| at + 2);
    match (dot, colons) {
        (Some(a), Some(b)) => slash + a.min(b),
        (Some(a), None) | (None, Some(a)) => slash + a,
        (None, None) => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use profile::testing::sketch;

    fn names(text: &str, naming: Naming) -> Vec<String> {
        let keys = Keys::of(&sketch(text), naming);
        let mut names: Vec<_> = (0..keys.len() as u32)
            .map(|key| keys.text(key).into_owned())
            .collect();
        names.sort_unstable();
        names
    }

    #[test]
    fn unnamed_addresses_are_shown_or_merged() {
        let text = "main;!/lib/libc.so+0x10 1\nmain;!/lib/libc.so+0x20 2\nmain;!+0x30 1";
        assert_eq!(
            names(text, Naming::Pprof),
            ["<unknown>", "[libc.so]", "main"]
        );
        assert_eq!(
            names(text, Naming::Functions),
            ["0x30", "libc.so+0x10", "libc.so+0x20", "main"]
        );
    }

    #[test]
    fn files_tell_functions_apart_only_when_asked() {
        let text = "init@a.go:1 1\ninit@b.go:7 1";
        assert_eq!(names(text, Naming::Functions), ["init"]);
        assert_eq!(names(text, Naming::FileFunctions), ["init", "init"]);
    }

    #[test]
    fn packages() {
        for (name, package) in [
            ("net/http.(*conn).serve", "net/http."),
            ("github.com/a/b.v2/c.F", "github.com/a/b.v2/c."),
            ("runtime.mallocgc", "runtime."),
            ("core::ptr::drop_in_place<alloc::vec::Vec<u8>>", "core::"),
            ("std::vector<int>::push_back", "std::"),
            ("main", ""),
            ("(anonymous namespace)::f", ""),
            ("<alloc::vec::Vec<T> as Drop>::drop", ""),
            ("", ""),
        ] {
            assert_eq!(&name[..package_len(name)], package, "{name}");
        }
    }
}
