//! The names a view shows, as one page of bytes with the ends of each name.
//!
//! Only keys that the view mentions are in it, numbered anew, so that a picture of ten functions
//! of a huge binary stays small.

use std::borrow::Cow;

use analysis::Keys;
use analysis::keys::package_len;

use crate::columns::{BadColumns, Blob, Packed, Take};

/// Names and places of the keys a view shows, as parallel columns.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Names {
    /// Text of all names and files, UTF-8.
    bytes: Vec<u8>,
    /// End of each name in `bytes`; a name starts where the one before ends.
    name_end: Vec<u32>,
    /// Files: index into the distinct files, which follow the names in the same page.
    file: Vec<u32>,
    /// Line where the function starts, 0 if unknown.
    line: Vec<i64>,
    /// Length of the package part of each name.
    package: Vec<u32>,
    /// Hue of the package, or 256 for what is not a program's own: no package, no name.
    hue: Vec<u32>,
    /// The number of each key in the tree the view was made from: what search answers name.
    pub key: Vec<u32>,
}

/// No hue: grey.
pub const NEUTRAL: u32 = 256;

impl Names {
    /// Gathers the names of some keys, in the order given.
    pub fn of(keys: &Keys, wanted: &[u32]) -> Self {
        let mut names = Self::default();
        let mut files: Vec<profile::StringId> = Vec::new();
        let mut file_number = std::collections::BTreeMap::new();
        for &key in wanted {
            let slot = key as usize;
            let text = keys.text(key);
            names.bytes.extend_from_slice(text.as_bytes());
            names.name_end.push(names.bytes.len() as u32);
            let file = keys.file[slot];
            let number = *file_number.entry(file).or_insert_with(|| {
                files.push(file);
                files.len() as u32 - 1
            });
            names.file.push(number);
            names.line.push(keys.line[slot]);
            let package = package_len(&text);
            names.package.push(package as u32);
            names.hue.push(hue(keys, slot, &text, package));
            names.key.push(key);
        }
        for file in files {
            names
                .bytes
                .extend_from_slice(keys.names.text(file).as_bytes());
            names.name_end.push(names.bytes.len() as u32);
        }
        names
    }

    /// How many keys there are.
    pub fn len(&self) -> usize {
        self.file.len()
    }

    /// True when there are none.
    pub fn is_empty(&self) -> bool {
        self.file.is_empty()
    }

    /// Name of a key.
    pub fn name(&self, at: usize) -> &str {
        self.slice(at)
    }

    /// File of a key; empty if unknown.
    pub fn file(&self, at: usize) -> &str {
        self.file
            .get(at)
            .map_or("", |&file| self.slice(self.len() + file as usize))
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

    /// Hue of a key's package; `None` for grey.
    pub fn hue(&self, at: usize) -> Option<u8> {
        self.hue.get(at).and_then(|&hue| u8::try_from(hue).ok())
    }

    /// The first key with this name.
    pub fn find(&self, name: &str) -> Option<usize> {
        (0..self.len()).find(|&at| self.name(at) == name)
    }

    fn slice(&self, at: usize) -> &str {
        let start = match at {
            0 => 0,
            _ => self.name_end.get(at - 1).map_or(0, |&end| end as usize),
        };
        let end = self.name_end.get(at).map_or(start, |&end| end as usize);
        self.bytes
            .get(start..end)
            .and_then(|b| std::str::from_utf8(b).ok())
            .unwrap_or("")
    }

    /// Adds the columns to what travels.
    pub fn pack(self, to: Packed) -> Packed {
        to.with(Blob::U8(self.bytes))
            .with(Blob::U32(self.name_end))
            .with(Blob::U32(self.file))
            .with(Blob::I64(self.line))
            .with(Blob::U32(self.package))
            .with(Blob::U32(self.hue))
            .with(Blob::U32(self.key))
    }

    /// Takes the columns back.
    pub fn unpack(take: &mut Take) -> Result<Self, BadColumns> {
        let names = Self {
            bytes: take.u8()?,
            name_end: take.u32()?,
            file: take.u32()?,
            line: take.i64()?,
            package: take.u32()?,
            hue: take.u32()?,
            key: take.u32()?,
        };
        let count = names.file.len();
        let parallel = [
            names.line.len(),
            names.package.len(),
            names.hue.len(),
            names.key.len(),
        ];
        match parallel.iter().all(|&len| len == count) && names.name_end.len() >= count {
            true => Ok(names),
            false => Err(BadColumns("names")),
        }
    }
}

/// Runtime, kernel and unnamed frames are grey: they are not what people look for first.
fn hue(keys: &Keys, slot: usize, name: &str, package: usize) -> u32 {
    if !keys.symbolized[slot] {
        return NEUTRAL;
    }
    let package = &name[..package];
    match package {
        "runtime." | "runtime/internal/" | "internal/runtime/" => NEUTRAL,
        _ if package.starts_with("internal/runtime/") => NEUTRAL,
        "" => {
            let module = keys.names.text(keys.module[slot]);
            match analysis::keys::base(&module) {
                "" => u32::from(scene::hue_of(name.as_bytes())),
                module if module.starts_with("[kernel") || module == "vmlinux" => NEUTRAL,
                module => u32::from(scene::hue_of(module.as_bytes())),
            }
        }
        package => u32::from(scene::hue_of(package.as_bytes())),
    }
}
