//! Labels of samples (pprof's tags), as interned sets: many samples share few sets.

use std::hash::BuildHasher;

use hashbrown::{DefaultHashBuilder, HashTable};

use crate::{LabelSetId, StringId};

/// One label of a sample.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Label {
    /// The label's key.
    pub key: StringId,
    /// The label's value.
    pub value: LabelValue,
}

/// The value of a label.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum LabelValue {
    /// A string.
    Text(StringId),
    /// A number with its unit (the empty string when the file names none).
    Number(i64, StringId),
}

/// All distinct label sets of a profile. Set 0 is empty.
#[derive(Clone)]
pub struct Labels {
    entries: Vec<Label>,
    ends: Vec<u32>,
    index: HashTable<u32>,
    hasher: DefaultHashBuilder,
}

impl Default for Labels {
    fn default() -> Self {
        let mut labels = Self {
            entries: Vec::new(),
            ends: Vec::new(),
            index: HashTable::new(),
            hasher: DefaultHashBuilder::default(),
        };
        labels.intern(&[]);
        labels
    }
}

impl Labels {
    /// The id of the set with exactly these labels in this order.
    pub fn intern(&mut self, set: &[Label]) -> LabelSetId {
        let hash = self.hasher.hash_one(set);
        let (entries, ends) = (&self.entries, &self.ends);
        if let Some(&id) = self.index.find(hash, |&id| slice(entries, ends, id) == set) {
            return LabelSetId(id);
        }
        let id = self.ends.len() as u32;
        self.entries.extend_from_slice(set);
        self.ends.push(self.entries.len() as u32);
        let (entries, ends, hasher) = (&self.entries, &self.ends, &self.hasher);
        self.index
            .insert_unique(hash, id, |&id| hasher.hash_one(slice(entries, ends, id)));
        LabelSetId(id)
    }

    /// The labels of a set.
    pub fn get(&self, id: LabelSetId) -> &[Label] {
        slice(&self.entries, &self.ends, id.0)
    }

    /// How many distinct sets there are, the empty one included.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Never: set 0 always exists.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }
}

fn slice<'a>(entries: &'a [Label], ends: &[u32], id: u32) -> &'a [Label] {
    let id = id as usize;
    let Some(&end) = ends.get(id) else { return &[] };
    let start = match id {
        0 => 0,
        _ => ends.get(id - 1).copied().unwrap_or(end),
    };
    entries.get(start as usize..end as usize).unwrap_or(&[])
}
