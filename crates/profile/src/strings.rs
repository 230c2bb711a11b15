//! Interned byte strings: one arena, ids in order of first use.
//!
//! Names in profiles are bytes, not text: they may be in any encoding. They become text only
//! where they are shown ([`Strings::text`]), with U+FFFD for what is not UTF-8.

use std::borrow::Cow;
use std::hash::BuildHasher;

use hashbrown::{DefaultHashBuilder, HashTable};

use crate::StringId;

/// The string table of a profile.
#[derive(Clone, Default)]
pub struct Strings {
    bytes: Vec<u8>,
    /// End of each string in `bytes`; string `i` starts where `i - 1` ends.
    ends: Vec<usize>,
    index: HashTable<u32>,
    hasher: DefaultHashBuilder,
}

impl Strings {
    /// A table that holds only the empty string, as id 0.
    pub fn new() -> Self {
        let mut strings = Self::default();
        strings.intern(b"");
        strings
    }

    /// The id of `bytes`, which is added when it is new.
    pub fn intern(&mut self, bytes: &[u8]) -> StringId {
        let hash = self.hasher.hash_one(bytes);
        let (arena, ends) = (&self.bytes, &self.ends);
        if let Some(&id) = self.index.find(hash, |&id| slice(arena, ends, id) == bytes) {
            return StringId(id);
        }
        let id = u32::try_from(self.ends.len()).expect("fewer than 2^32 strings");
        self.bytes.extend_from_slice(bytes);
        self.ends.push(self.bytes.len());
        let (arena, ends, hasher) = (&self.bytes, &self.ends, &self.hasher);
        self.index
            .insert_unique(hash, id, |&id| hasher.hash_one(slice(arena, ends, id)));
        StringId(id)
    }

    /// The id of `bytes` if it is in the table.
    pub fn find(&self, bytes: &[u8]) -> Option<StringId> {
        let hash = self.hasher.hash_one(bytes);
        self.index
            .find(hash, |&id| slice(&self.bytes, &self.ends, id) == bytes)
            .map(|&id| StringId(id))
    }

    /// The bytes of a string; empty for [`StringId::NONE`].
    pub fn bytes(&self, id: StringId) -> &[u8] {
        slice(&self.bytes, &self.ends, id.0)
    }

    /// The string as text; bytes that are not UTF-8 become U+FFFD.
    pub fn text(&self, id: StringId) -> Cow<'_, str> {
        String::from_utf8_lossy(self.bytes(id))
    }

    /// How many strings there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// True only before [`Strings::new`] has put in the empty string.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }
}

fn slice<'a>(bytes: &'a [u8], ends: &[usize], id: u32) -> &'a [u8] {
    let id = id as usize;
    let Some(&end) = ends.get(id) else { return b"" };
    let start = match id {
        0 => 0,
        _ => ends.get(id - 1).copied().unwrap_or(end),
    };
    bytes.get(start..end).unwrap_or(b"")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_bytes_share_an_id_and_order_is_of_first_use() {
        let mut strings = Strings::new();
        let a = strings.intern(b"main");
        let b = strings.intern(b"\xff\xfe");
        assert_eq!(strings.intern(b"main"), a);
        assert_eq!(strings.intern(b""), StringId(0));
        assert_eq!((a, b), (StringId(1), StringId(2)));
        assert_eq!(strings.text(b), "\u{fffd}\u{fffd}");
        assert_eq!(strings.find(b"main"), Some(a));
        assert_eq!(strings.find(b"nope"), None);
        assert_eq!(strings.bytes(StringId::NONE), b"");
    }
}
