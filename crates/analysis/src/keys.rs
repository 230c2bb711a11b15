//! Which frames are the same thing: the merge keys of trees, tables and graphs.
//!
//! A key is what a granularity leaves of a frame: a function, a file, a line, an address. Where
//! nothing is symbolised, pprof's text reports merge all addresses of a binary into one
//! `[binary]` row; the page shows each address as `binary+0xoffset`.

use std::borrow::Cow;

use hashbrown::HashMap;
use profile::{FrameId, Profile, StringId, Strings};

use crate::lens::{Granularity, Lens};

/// How frames are told apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Naming {
    /// What is left of a frame.
    pub granularity: Granularity,
    /// Columns tell frames apart, where lines do.
    pub columns: bool,
    /// Binaries tell functions apart.
    pub binaries: bool,
    /// Addresses without a name are each shown by itself; else one row a binary.
    pub each_address: bool,
}

impl Naming {
    /// By function name alone; addresses without a name by their binary, as
    /// `go tool pprof -top` does at its default granularity.
    pub const PPROF: Self = Self::page(Granularity::Functions).as_report();
    /// By function name alone; addresses without a name each by itself.
    pub const FUNCTIONS: Self = Self::page(Granularity::Functions);
    /// By function name and file; addresses without a name each by itself. Two functions of one
    /// name in different files stay two.
    pub const FILE_FUNCTIONS: Self = Self::page(Granularity::FileFunctions);

    /// For views of the page.
    pub const fn page(granularity: Granularity) -> Self {
        Self {
            granularity,
            columns: false,
            binaries: false,
            each_address: true,
        }
    }

    /// For pprof's reports.
    #[must_use]
    pub const fn as_report(self) -> Self {
        Self {
            each_address: false,
            ..self
        }
    }

    /// With what a lens says instead of the default.
    #[must_use]
    pub fn under(self, lens: &Lens) -> Self {
        let granularity = match lens.granularity {
            Granularity::Default => self.granularity,
            chosen => chosen,
        };
        Self {
            granularity,
            columns: lens.showcolumns || granularity == Granularity::Addresses && !lens.noinlines,
            ..self
        }
    }
}

/// What is left of a frame: two frames with equal remains are one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Info {
    /// Function name.
    pub name: StringId,
    /// Source file.
    pub file: StringId,
    /// Line, 0 if it does not matter.
    pub line: i64,
    /// Column, 0 if it does not matter.
    pub column: i64,
    /// Address, 0 if it does not matter.
    pub address: u64,
    /// Binary, where it matters.
    pub binary: StringId,
    /// Line where the function starts, where it matters.
    pub start_line: i64,
}

/// The keys of a profile's frames, as parallel columns by key number.
#[derive(Clone, Default)]
pub struct Keys {
    /// Key of each frame of the profile.
    pub of_frame: Vec<u32>,
    /// Names of the keys.
    pub names: Strings,
    /// What the frames of each key have in common; strings are in `names`.
    pub info: Vec<Info>,
    /// Name of each key for people, in `names`.
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

impl Keys {
    /// Finds the keys of all frames.
    pub fn of(profile: &Profile, naming: Naming) -> Self {
        let mut keys = Self {
            names: Strings::new(),
            ..Self::default()
        };
        let mut known: HashMap<(Info, u32), u32> = HashMap::new();
        keys.of_frame.reserve(profile.frames.len());
        for frame in 0..profile.frames.len() as u32 {
            let frame = FrameId(frame);
            let identity = identity(profile, frame, naming);
            let next = keys.name.len() as u32;
            let key = *known.entry(identity).or_insert(next);
            if key == next {
                keys.push(profile, frame, identity.0, naming);
            } else {
                keys.refine_line(profile, frame, key);
            }
            keys.of_frame.push(key);
        }
        keys.merge_cleaned(naming);
        match naming.granularity {
            Granularity::Modules => keys.grouped(Self::module_of),
            Granularity::Packages => keys.grouped(|keys, key| {
                let text = keys.text(key);
                match package_of(&text) {
                    // The name of an address is no name of a function.
                    _ if !keys.symbolized[key as usize] => keys.module_of(key),
                    "" => keys.module_of(key),
                    package => package.to_owned(),
                }
            }),
            _ => keys,
        }
    }

    /// Adds a key that no frame has: what frames become together.
    pub(crate) fn add(&mut self, name: &[u8]) -> u32 {
        let name = self.names.intern(name);
        let none = self.names.intern(b"");
        self.info.push(Info {
            name,
            file: none,
            binary: none,
            ..Info::default()
        });
        self.name.push(name);
        self.file.push(none);
        self.module.push(none);
        self.symbolized.push(true);
        self.line.push(0);
        self.name.len() as u32 - 1
    }

    /// Name of a key's binary, without its folder; the key's own name where it is not known.
    fn module_of(&self, key: u32) -> String {
        let module = self.names.text(self.module[key as usize]);
        match base(&module) {
            "" => self.text(key).into_owned(),
            module => module.to_owned(),
        }
    }

    /// Keys that bear the same text become one.
    fn grouped(&self, text_of: impl Fn(&Self, u32) -> String) -> Self {
        let mut grouped = Self {
            names: Strings::new(),
            ..Self::default()
        };
        let mut known: HashMap<String, u32> = HashMap::new();
        let becomes: Vec<u32> = (0..self.len() as u32)
            .map(|key| {
                let text = text_of(self, key);
                *known.entry(text).or_insert_with_key(|text| {
                    let group = grouped.add(text.as_bytes());
                    let module = self.names.bytes(self.module[key as usize]);
                    grouped.module[group as usize] = grouped.names.intern(module);
                    group
                })
            })
            .collect();
        let of_frame = self.of_frame.iter().map(|&key| becomes[key as usize]);
        grouped.of_frame = of_frame.collect();
        grouped
    }

    /// Keys that tell apart what these do and what others do, named as these; with, for each, its
    /// key among the others.
    pub(crate) fn split_by(&self, others: Self) -> (Self, Vec<u32>, Self) {
        let mut split = Self {
            names: self.names.clone(),
            ..Self::default()
        };
        let mut becomes = Vec::new();
        let mut known: HashMap<(u32, u32), u32> = HashMap::new();
        for (&key, &other) in self.of_frame.iter().zip(&others.of_frame) {
            let next = becomes.len() as u32;
            let number = *known.entry((key, other)).or_insert(next);
            split.of_frame.push(number);
            if number == next {
                let at = key as usize;
                becomes.push(other);
                split.info.push(self.info[at]);
                split.name.push(self.name[at]);
                split.file.push(self.file[at]);
                split.line.push(self.line[at]);
                split.module.push(self.module[at]);
                split.symbolized.push(self.symbolized[at]);
            }
        }
        (split, becomes, others)
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

    fn push(&mut self, profile: &Profile, frame: FrameId, told: Info, naming: Naming) {
        let function = profile.function_of(frame);
        let mapping = profile.mapping_of(frame);
        let name = profile.strings.bytes(told.name);
        let file = cleaned(profile.strings.bytes(told.file));
        let binary = profile.strings.bytes(told.binary);
        let info = Info {
            name: self.names.intern(name),
            file: self.names.intern(&file),
            binary: self.names.intern(binary),
            ..told
        };
        let named = told.name != StringId::default();
        // Functions without a file are one row a binary by files: no address stands for them.
        let has_name = profile.function_name(function) != StringId::default();
        let text = match naming.each_address && (named || !has_name || !file.is_empty()) {
            true => page_name(profile, frame, &info, &self.names),
            false => printable(&info, &self.names),
        };
        let text = self.names.intern(&text);
        self.name.push(text);
        self.info.push(info);
        // The place is told even where it does not tell frames apart.
        let place = cleaned(profile.strings.bytes(profile.function_file(function)));
        let place = self.names.intern(&place);
        self.file.push(place);
        let module = mapping.map_or(&b""[..], |m| profile.strings.bytes(m.file));
        let module = self.names.intern(module);
        self.module.push(module);
        self.symbolized
            .push(named || naming.granularity == Granularity::Files && !file.is_empty());
        self.line.push(line_of(profile, frame, told));
    }

    fn refine_line(&mut self, profile: &Profile, frame: FrameId, key: u32) {
        let line = line_of(profile, frame, self.info[key as usize]);
        let had = &mut self.line[key as usize];
        if line > 0 && (*had == 0 || line < *had) {
            *had = line;
        }
    }

    /// Paths that differ only in their spelling (`./a.c`, `a.c`) are one.
    fn merge_cleaned(&mut self, naming: Naming) {
        if naming.granularity == Granularity::Functions {
            return;
        }
        let mut first: HashMap<(Info, StringId), u32> = HashMap::new();
        let mut becomes: Vec<u32> = Vec::with_capacity(self.len());
        for key in 0..self.len() as u32 {
            let slot = key as usize;
            let same = (self.info[slot], self.name[slot]);
            becomes.push(*first.entry(same).or_insert(key));
        }
        if first.len() < becomes.len() {
            for key in &mut self.of_frame {
                *key = becomes[*key as usize];
            }
        }
    }
}

fn line_of(profile: &Profile, frame: FrameId, info: Info) -> i64 {
    if info.line != 0 {
        return info.line;
    }
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

/// What is left of a frame, in the profile's own strings; the number beside it tells addresses of
/// different binaries apart.
fn identity(profile: &Profile, frame: FrameId, naming: Naming) -> (Info, u32) {
    let function = profile.function_of(frame);
    let at = frame.index();
    // No binary and one without a name are the same.
    let binary = profile
        .mapping_of(frame)
        .map_or(StringId::default(), |m| m.file);
    let at_address = naming.granularity == Granularity::Addresses;
    let address = match at_address {
        true => profile.address_of(frame),
        false => 0,
    };
    let is_function = function.index() < profile.functions.len();
    let name = profile.function_name(function);
    if naming.each_address && name == StringId::default() {
        let file_row = is_function && naming.granularity == Granularity::Files;
        if !(file_row && profile.function_file(function) != StringId::default()) {
            let location = profile.frames.location[at];
            let mapping = profile.locations.mapping[location.index()];
            let info = Info {
                address: profile.address_of(frame),
                binary,
                ..Info::default()
            };
            return (info, mapping.0);
        }
    }
    if !is_function {
        let info = Info {
            address,
            binary,
            ..Info::default()
        };
        return (info, 0);
    }
    let grain = naming.granularity;
    let name = match grain {
        Granularity::Files => StringId::default(),
        _ => name,
    };
    let has_file = matches!(
        grain,
        Granularity::FileFunctions
            | Granularity::Files
            | Granularity::Lines
            | Granularity::Addresses
    );
    let has_line = matches!(grain, Granularity::Lines | Granularity::Addresses);
    let line = profile.frames.line.get(at).copied().unwrap_or(0);
    let column = profile.frames.column.get(at).copied().unwrap_or(0);
    let mut info = Info {
        name,
        address,
        ..Info::default()
    };
    if has_file {
        info.file = profile.function_file(function);
    }
    if has_line {
        info.line = line;
        info.column = if naming.columns { column } else { 0 };
    }
    if naming.each_address {
        if name == StringId::default() && info.file == StringId::default() {
            info.binary = binary;
        }
    } else if naming.binaries || name == StringId::default() {
        info.binary = binary;
        info.start_line = profile
            .functions
            .start_line
            .get(function.index())
            .copied()
            .unwrap_or(0);
    }
    (info, 0)
}

/// The name in pprof's reports: address, function, place, as far as they matter.
fn printable(info: &Info, names: &Strings) -> Vec<u8> {
    name_parts(info, names).join(&b' ')
}

/// The parts of a name in pprof's reports.
pub fn name_parts(info: &Info, names: &Strings) -> Vec<Vec<u8>> {
    let mut parts = Vec::with_capacity(3);
    if info.address != 0 {
        parts.push(format!("{:016x}", info.address).into_bytes());
    }
    let (name, file) = (names.bytes(info.name), names.bytes(info.file));
    let binary = names.bytes(info.binary);
    if !name.is_empty() {
        parts.push(name.to_vec());
    }
    if info.line != 0 {
        parts.push(place(file, info));
    } else if !file.is_empty() {
        parts.push(file.to_vec());
    } else if name.is_empty() && !binary.is_empty() {
        let text = String::from_utf8_lossy(binary);
        parts.push(format!("[{}]", base(&text)).into_bytes());
    } else if name.is_empty() {
        parts.push(b"<unknown>".to_vec());
    }
    parts
}

fn place(file: &[u8], info: &Info) -> Vec<u8> {
    let mut text = file.to_vec();
    text.extend_from_slice(format!(":{}", info.line).as_bytes());
    if info.column != 0 {
        text.extend_from_slice(format!(":{}", info.column).as_bytes());
    }
    text
}

/// The name on the page: function first; what is not symbolised by binary and offset.
fn page_name(profile: &Profile, frame: FrameId, info: &Info, names: &Strings) -> Vec<u8> {
    let (name, file) = (names.bytes(info.name), names.bytes(info.file));
    if name.is_empty() {
        return match file.is_empty() {
            true => unnamed(profile, frame).into_bytes(),
            false => file.to_vec(),
        };
    }
    let mut text = name.to_vec();
    if info.line != 0 {
        let file = String::from_utf8_lossy(file);
        text.push(b' ');
        text.extend_from_slice(&place(base(&file).as_bytes(), info));
    }
    if info.address != 0 {
        text.extend_from_slice(format!(" 0x{:x}", info.address).as_bytes());
    }
    text
}

/// What stands for the name of an address without one.
fn unnamed(profile: &Profile, frame: FrameId) -> String {
    let mapping = profile.mapping_of(frame);
    let module = mapping.map(|m| base(&profile.strings.text(m.file)).to_owned());
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

/// A path without `.`, `..` and doubled slashes, as Go's `path.Clean` writes it, and without the
/// folder that build systems put in front.
fn cleaned(path: &[u8]) -> Cow<'_, [u8]> {
    const SELF: [&[u8]; 2] = [b"/proc/self/cwd/./", b"/proc/self/cwd/"];
    let path = SELF
        .iter()
        .find_map(|prefix| path.strip_prefix(*prefix))
        .unwrap_or(path);
    let odd = |w: &[u8]| w == b"//" || w == b"/.";
    let untidy = path.windows(2).any(odd)
        || path.starts_with(b".")
        || path.len() > 1 && path.ends_with(b"/");
    if path.is_empty() || !untidy {
        return Cow::Borrowed(path);
    }
    let rooted = path.starts_with(b"/");
    let mut parts: Vec<&[u8]> = Vec::new();
    for part in path.split(|&b| b == b'/') {
        match part {
            b"" | b"." => {}
            b".." => match parts.last() {
                Some(&last) if last != b".." => drop(parts.pop()),
                _ if rooted => {}
                _ => parts.push(part),
            },
            part => parts.push(part),
        }
    }
    let mut out = if rooted { b"/".to_vec() } else { Vec::new() };
    out.extend_from_slice(&parts.join(&b'/'));
    if out.is_empty() {
        out.push(b'.');
    }
    Cow::Owned(out)
}

/// The last part of a path, as Go's `path.Base` cuts it.
pub fn base(path: &str) -> &str {
    let trimmed = path.trim_end_matches('/');
    trimmed.rsplit('/').next().unwrap_or(trimmed)
}

/// A function's package without the sign that ends it; empty where there is none.
pub fn package_of(name: &str) -> &str {
    let package = &name[..package_len(name)];
    let package = package.strip_suffix("::").unwrap_or(package);
    package.strip_suffix(['.', '/']).unwrap_or(package)
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
            names(text, Naming::PPROF),
            ["<unknown>", "[libc.so]", "main"]
        );
        assert_eq!(
            names(text, Naming::FUNCTIONS),
            ["0x30", "libc.so+0x10", "libc.so+0x20", "main"]
        );
    }

    #[test]
    fn no_binary_and_one_without_a_name_are_the_same() {
        let mut profile = sketch("!/lib/m+0x1 1\n!+0x2 2");
        profile.mappings[0].file = StringId::default();
        let keys = Keys::of(&profile, Naming::PPROF);
        assert_eq!(
            (keys.of_frame.as_slice(), &*keys.text(0)),
            (&[0, 0][..], "<unknown>")
        );
    }

    #[test]
    fn files_tell_functions_apart_only_when_asked() {
        let text = "init@a.go:1 1\ninit@b.go:7 1";
        assert_eq!(names(text, Naming::FUNCTIONS), ["init"]);
        assert_eq!(names(text, Naming::FILE_FUNCTIONS), ["init", "init"]);
    }

    #[test]
    fn paths_are_cleaned() {
        for (path, clean) in [
            ("a.c", "a.c"),
            ("./a.c", "a.c"),
            ("/x//y/../a.c", "/x/a.c"),
            ("../a.c", "../a.c"),
            ("/../a.c", "/a.c"),
            ("a/..", "."),
            ("/proc/self/cwd/./x/a.c", "x/a.c"),
            (".hidden", ".hidden"),
            ("", ""),
        ] {
            assert_eq!(&*cleaned(path.as_bytes()), clean.as_bytes(), "{path}");
        }
        let text = "f@a.c:1 1\nf@./a.c:1 1";
        let keys = Keys::of(&sketch(text), Naming::FILE_FUNCTIONS);
        assert_eq!(keys.of_frame, [0, 0]);
    }

    #[test]
    fn granularities() {
        let text = "f@a.go:7 1\ng@a.go:9 1\nf@b.go:7 1";
        let of = |granularity| names(text, Naming::page(granularity).as_report());
        assert_eq!(of(Granularity::Functions), ["f", "g"]);
        assert_eq!(
            of(Granularity::FileFunctions),
            ["f a.go", "f b.go", "g a.go"]
        );
        assert_eq!(of(Granularity::Files), ["a.go", "b.go"]);
        assert_eq!(of(Granularity::Lines), ["f a.go:7", "f b.go:7", "g a.go:9"]);
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
