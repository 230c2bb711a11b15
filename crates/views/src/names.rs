//! The names a view shows, as one page of bytes with the ends of each name.
//!
//! Only keys that the view mentions are in it, numbered anew, so that a picture of ten functions
//! of a huge binary stays small.

use std::borrow::Cow;

use analysis::Keys;
use analysis::keys::{base, package_len};
use profile::{StringId, Strings};

use crate::columns::{BadColumns, Blob, Packed, Take};

/// What names are grouped by, for colours and legends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// The package; the binary or the name itself where the name tells none.
    Package,
    /// The binary, without its folder.
    Module,
    /// The source file.
    File,
}

/// Kinds of groups.
const KINDS: usize = 3;

/// Names and places of the keys a view shows, as parallel columns.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Names {
    /// Text of all names, then of all groups, UTF-8.
    bytes: Vec<u8>,
    /// End of each text in `bytes`; a text starts where the one before ends.
    text_end: Vec<u32>,
    /// Line where the function starts, 0 if unknown.
    line: Vec<i64>,
    /// Length of the package part of each name.
    package: Vec<u32>,
    /// For each kind [`By`], the group of each key: an index into the texts of that kind, which
    /// follow those of the kind before. Group 0 of each kind is the unknown.
    group: [Vec<u32>; KINDS],
    /// The number of each key in the tree the view was made from: what search answers name.
    pub key: Vec<u32>,
    /// For each kind, where its texts begin among the texts. Worked out from the columns above,
    /// as is `hue`; neither travels.
    base: [usize; KINDS],
    /// Hue of each group, all kinds in turn; `None` is grey.
    hue: Vec<Option<u8>>,
}

impl Names {
    /// Gathers the names of some keys, in the order given.
    pub fn of(keys: &Keys, wanted: &[u32]) -> Self {
        let mut names = Self::default();
        let mut groups: [Strings; KINDS] = std::array::from_fn(|_| Strings::new());
        for &key in wanted {
            let slot = key as usize;
            let text = keys.text(key);
            names.push_text(&text);
            names.line.push(keys.line[slot]);
            let package = package_len(&text);
            names.package.push(package as u32);
            names.key.push(key);
            let module = keys.names.text(keys.module[slot]);
            let module = base(&module);
            let file = keys.names.text(keys.file[slot]);
            let package = match (keys.symbolized[slot], &text[..package], module) {
                (false, ..) => "",
                (true, "", "") => &text,
                (true, "", module) => module,
                (true, package, _) => package,
            };
            let of = [package, module, &file];
            for ((groups, column), of) in groups.iter_mut().zip(&mut names.group).zip(of) {
                column.push(groups.intern(of.as_bytes()).0);
            }
        }
        for groups in &groups {
            for group in 0..groups.len() as u32 {
                names.push_text(&groups.text(StringId(group)));
            }
        }
        names.settle();
        names
    }

    fn push_text(&mut self, text: &str) {
        self.bytes.extend_from_slice(text.as_bytes());
        self.text_end.push(self.bytes.len() as u32);
    }

    /// Works out what does not travel. Answers how many texts there must be.
    fn settle(&mut self) -> usize {
        let mut next = self.len();
        for (base, column) in self.base.iter_mut().zip(&self.group) {
            *base = next;
            next += column.iter().max().copied().unwrap_or(0) as usize + 1;
        }
        // Damaged columns may name more groups than there are texts.
        let end = next.min(self.text_end.len());
        let hues = (self.len()..end)
            .map(|at| hue(at < self.base[By::Module as usize], self.slice(at)))
            .collect();
        self.hue = hues;
        next
    }

    /// How many keys there are.
    pub fn len(&self) -> usize {
        self.key.len()
    }

    /// True when there are none.
    pub fn is_empty(&self) -> bool {
        self.key.is_empty()
    }

    /// Name of a key.
    pub fn name(&self, at: usize) -> &str {
        self.slice(at)
    }

    /// File of a key; empty if unknown.
    pub fn file(&self, at: usize) -> &str {
        self.group(By::File, at)
            .map_or("", |group| self.group_text(By::File, group))
    }

    /// The group a key is in.
    pub fn group(&self, by: By, at: usize) -> Option<usize> {
        self.group[by as usize].get(at).map(|&group| group as usize)
    }

    /// How many groups of a kind there are.
    pub fn groups(&self, by: By) -> usize {
        let next = self.base.get(by as usize + 1).copied();
        next.unwrap_or(self.text_end.len()) - self.base[by as usize]
    }

    /// Text of a group: a package with its separator, a module, a file; empty if unknown.
    pub fn group_text(&self, by: By, group: usize) -> &str {
        self.slice(self.base[by as usize] + group)
    }

    /// Hue of a group; `None` for grey: what is not a program's own, or unknown.
    pub fn group_hue(&self, by: By, group: usize) -> Option<u8> {
        let at = self.base[by as usize] - self.len() + group;
        self.hue.get(at).copied().flatten()
    }

    /// Binary of a key, without its folder; empty if unknown.
    pub fn module(&self, at: usize) -> &str {
        let group = self.group(By::Module, at);
        group.map_or("", |group| self.group_text(By::Module, group))
    }

    /// `file:line` as far as known; empty if not.
    pub fn place(&self, at: usize) -> Cow<'_, str> {
        match (self.file(at), self.line.get(at).copied().unwrap_or(0)) {
            (file, 0) => Cow::Borrowed(file),
            ("", _) => Cow::Borrowed(""),
            (file, line) => Cow::Owned(format!("{file}:{line}")),
        }
    }

    /// Line where a function starts, 0 if unknown.
    pub fn line_of(&self, at: usize) -> i64 {
        self.line.get(at).copied().unwrap_or(0)
    }

    /// Length of the package part of a name.
    pub fn package_len(&self, at: usize) -> usize {
        self.package.get(at).map_or(0, |&len| len as usize)
    }

    /// Hue of a key's group; `None` for grey.
    pub fn hue(&self, by: By, at: usize) -> Option<u8> {
        self.group_hue(by, self.group(by, at)?)
    }

    /// The first key with this name.
    pub fn find(&self, name: &str) -> Option<usize> {
        (0..self.len()).find(|&at| self.name(at) == name)
    }

    fn slice(&self, at: usize) -> &str {
        let start = match at {
            0 => 0,
            _ => self.text_end.get(at - 1).map_or(0, |&end| end as usize),
        };
        let end = self.text_end.get(at).map_or(start, |&end| end as usize);
        self.bytes
            .get(start..end)
            .and_then(|b| std::str::from_utf8(b).ok())
            .unwrap_or("")
    }

    /// Adds the columns to what travels.
    pub fn pack(self, to: Packed) -> Packed {
        let to = to
            .with(Blob::U8(self.bytes))
            .with(Blob::U32(self.text_end))
            .with(Blob::I64(self.line))
            .with(Blob::U32(self.package))
            .with(Blob::U32(self.key));
        let groups = self.group.into_iter();
        groups.fold(to, |to, column| to.with(Blob::U32(column)))
    }

    /// Takes the columns back.
    pub fn unpack(take: &mut Take) -> Result<Self, BadColumns> {
        let mut names = Self {
            bytes: take.u8()?,
            text_end: take.u32()?,
            line: take.i64()?,
            package: take.u32()?,
            key: take.u32()?,
            group: [take.u32()?, take.u32()?, take.u32()?],
            ..Self::default()
        };
        let count = names.key.len();
        let parallel = [names.line.len(), names.package.len()];
        let groups = names.group.iter().map(Vec::len);
        let parallel = parallel.into_iter().chain(groups).all(|len| len == count);
        match parallel && names.settle() == names.text_end.len() {
            true => Ok(names),
            false => Err(BadColumns("names")),
        }
    }
}

/// Hue of a group, from its text alone: the same in every file and session.
///
/// Of packages, runtime, kernel and what has no name are grey: they are not what people look
/// for first.
fn hue(is_package: bool, text: &str) -> Option<u8> {
    let is_grey = match text {
        "" => true,
        "runtime." | "runtime/internal/" | "vmlinux" => is_package,
        text => {
            is_package && (text.starts_with("internal/runtime/") || text.starts_with("[kernel"))
        }
    };
    // Folders before the last one tell where something was built, not what it is. Packages and
    // modules with slashes are told apart by all of theirs.
    let tail = match is_package {
        true => text,
        false => {
            let mut slashes = text.rmatch_indices('/').map(|(at, _)| at + 1);
            &text[slashes.nth(1).unwrap_or(0)..]
        }
    };
    (!is_grey).then(|| scene::hue_of(tail.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use analysis::Naming;

    fn names(text: &str) -> Names {
        let profile = profile::testing::sketch(text);
        let keys = Keys::of(&profile, Naming::FILE_FUNCTIONS);
        let wanted: Vec<u32> = (0..keys.len() as u32).collect();
        let names = Names::of(&keys, &wanted);
        let ((), mut take) = names.clone().pack(Packed::new(&())).open::<()>().unwrap();
        let back = Names::unpack(&mut take).unwrap();
        assert_eq!(back, names, "what is worked out is the same at both ends");
        back
    }

    #[test]
    fn groups_are_packages_modules_and_files() {
        let names = names(
            "net/http.Get@/go/src/net/http/get.go:3;net/http.Put@/go/src/net/http/put.go:9 1\n\
             runtime.main@/go/src/runtime/proc.go:1;!/usr/lib/libz.so.1+0x9;malloc 1",
        );
        let told = |by| -> Vec<(&str, &str, Option<u8>)> {
            let tell = |at| {
                let group = names.group(by, at).unwrap();
                let text = names.group_text(by, group);
                (names.name(at), text, names.hue(by, at))
            };
            let mut told: Vec<_> = (0..names.len()).map(tell).collect();
            told.sort_unstable();
            told
        };
        let hue = |text: &str| Some(scene::hue_of(text.as_bytes()));
        let unnamed = "libz.so.1+0x9";
        assert_eq!(
            told(By::Package),
            [
                (unnamed, "", None),
                ("malloc", "malloc", hue("malloc")),
                ("net/http.Get", "net/http.", hue("net/http.")),
                ("net/http.Put", "net/http.", hue("net/http.")),
                ("runtime.main", "runtime.", None),
            ]
        );
        assert_eq!(
            told(By::Module)[..2],
            [
                (unnamed, "libz.so.1", hue("libz.so.1")),
                ("malloc", "", None),
            ]
        );
        assert_eq!(
            told(By::File)[1..3],
            [
                ("malloc", "", None),
                (
                    "net/http.Get",
                    "/go/src/net/http/get.go",
                    hue("http/get.go")
                )
            ]
        );
        assert_eq!(
            [By::Package, By::Module, By::File].map(|by| names.groups(by)),
            [4, 2, 4]
        );
    }

    #[test]
    fn hues_do_not_hang_on_where_something_was_built() {
        assert_eq!(
            hue(false, "/usr/local/go/src/net/http/get.go"),
            hue(false, "/build/net/http/get.go")
        );
        assert_ne!(hue(false, "a/mod.rs"), hue(false, "b/mod.rs"));
        assert_ne!(hue(true, "a/x/y."), hue(true, "b/x/y."));
        assert_eq!(
            hue(false, "[kernel.kallsyms]"),
            Some(scene::hue_of(b"[kernel.kallsyms]"))
        );
        for grey in [
            "",
            "runtime.",
            "internal/runtime/",
            "vmlinux",
            "[kernel.kallsyms]",
        ] {
            assert_eq!(hue(true, grey), None, "{grey}");
        }
    }

    #[test]
    fn damaged_columns_are_refused() {
        let good = names("a.f@x/a.go:1 1");
        for spoil in [
            |names: &mut Names| names.group[1][0] = 9,
            |names: &mut Names| names.text_end.truncate(1),
            |names: &mut Names| names.package.clear(),
            |names: &mut Names| names.group[2].clear(),
        ] {
            let mut bad = good.clone();
            spoil(&mut bad);
            let ((), mut take) = bad.pack(Packed::new(&())).open::<()>().unwrap();
            assert!(Names::unpack(&mut take).is_err());
        }
    }
}
