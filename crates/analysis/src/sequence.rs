//! Samples one after the other: the order in which a profile's calls happened.
//!
//! pprof's format knows no time, but some profilers write one into a numeric label of each
//! sample; where they do, that is the order. Else samples stand as the file holds them, which for
//! profiles made of events is the order of events, and is told as such.

use profile::order::sort_ids;
use profile::{LabelValue, Profile};

use crate::select::Prepared;
use crate::{Naming, Tree};

/// Labels that hold when a sample was taken, in nanoseconds or another steady unit.
const TIMESTAMPS: [&[u8]; 4] = [
    b"end_timestamp_ns",
    b"timestamp_ns",
    b"timestamp",
    b"time_ns",
];

/// What the order of a sequence is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// When samples were taken, as a label tells.
    Time,
    /// How the file holds them.
    File,
}

/// Samples that count under a lens, in order.
pub struct Sequence {
    /// The merged tree of the same samples.
    pub tree: Tree,
    /// For each sample the node of the tree that it ends in.
    pub ends: Vec<u32>,
    /// For each sample its value, never 0.
    pub values: Vec<i64>,
    /// What the order is.
    pub by: By,
}

/// Brings the samples of a profile into their order. O(samples · log samples) with timestamps,
/// else O(samples).
pub fn sequence(prepared: &Prepared<'_>, naming: Naming) -> Sequence {
    let profile: &Profile = &prepared.profile;
    let (tree, end_of) = Tree::with_ends(prepared, naming);
    let values = prepared.values();
    let counted = |&sample: &u32| {
        values[sample as usize] != 0 && prepared.selection.has_sample(sample as usize)
    };
    let mut order: Vec<u32> = (0..values.len() as u32).filter(counted).collect();
    let mut by = By::File;
    if let Some(times) = timestamps(profile) {
        by = By::Time;
        let time = |sample: u32| times[profile.samples.labels[sample as usize].index()];
        sort_ids(&mut order, &mut |a, b| {
            time(a).cmp(&time(b)).then(a.cmp(&b))
        });
    }
    let mut sequence = Sequence {
        tree,
        ends: Vec::with_capacity(order.len()),
        values: Vec::with_capacity(order.len()),
        by,
    };
    for sample in order {
        let sample = sample as usize;
        let stack = prepared.selection.end(profile.samples.stack[sample]);
        let end = end_of[stack.index()];
        // A sample that the lens leaves no place for.
        if (end as usize) < sequence.tree.len() {
            sequence.ends.push(end);
            sequence.values.push(values[sample]);
        }
    }
    sequence
}

/// For each label set when its samples were taken; those that do not tell come last. `None` if
/// no sample tells.
fn timestamps(profile: &Profile) -> Option<Vec<i64>> {
    let mut any = false;
    let times = (0..profile.labels.len() as u32).map(|set| {
        let labels = profile.labels.get(profile::LabelSetId(set));
        let of_key = |key: &&[u8]| {
            labels.iter().find_map(|label| match label.value {
                LabelValue::Number(at, _) => {
                    (profile.strings.bytes(label.key) == *key).then_some(at)
                }
                LabelValue::Text(_) => None,
            })
        };
        let time = TIMESTAMPS.iter().find_map(of_key);
        any |= time.is_some();
        time.unwrap_or(i64::MAX)
    });
    let times: Vec<i64> = times.collect();
    any.then_some(times)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Lens;
    use profile::testing::sketch;

    fn told(text: &str) -> (By, Vec<(String, i64)>) {
        let profile = sketch(text);
        let prepared = Prepared::new(&profile, &Lens::default()).unwrap();
        let sequence = sequence(&prepared, Naming::FUNCTIONS);
        let tree = &sequence.tree;
        let name = |end: u32| tree.keys.text(tree.key[end as usize]).into_owned();
        let names = sequence.ends.iter().map(|&end| name(end));
        let names = names.zip(sequence.values.iter().copied()).collect();
        (sequence.by, names)
    }

    #[test]
    fn samples_stand_as_in_the_file() {
        let of = |text| told(text);
        assert_eq!(
            of("main;b 1\nmain;a 2\nmain;c 0\nmain;b 3"),
            (
                By::File,
                vec![("b".into(), 1), ("a".into(), 2), ("b".into(), 3)]
            )
        );
    }

    #[test]
    fn timestamps_decide_where_there_are_any() {
        let text = "main;late 1 {end_timestamp_ns=30}\nmain;early 2 {end_timestamp_ns=10}\nmain;untold 3\nmain;mid 4 {end_timestamp_ns=20}";
        let (by, names) = told(text);
        let names: Vec<_> = names.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(
            (by, names),
            (By::Time, vec!["early", "mid", "late", "untold"])
        );
    }
}
