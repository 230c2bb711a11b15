//! Labels of a graph's nodes: which share of a node comes from samples with which labels.
//!
//! All text labels of a sample are one tag. Of numeric labels a graph shows `bytes` only, under
//! the tag of the same samples.

use std::collections::BTreeMap;

use hashbrown::HashMap;
use profile::order::sorted;
use profile::{LabelSetId, LabelValue, units};

use super::{Graph, Shape};
use crate::Tree;
use crate::select::{LabelUnits, Prepared};
use crate::steps::GONE;
use crate::tree::mean;

/// A tag of a node.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tag {
    /// The number of a numeric tag.
    pub value: i64,
    /// The unit of a numeric tag.
    pub unit: String,
    /// Value of samples that end in the node.
    pub flat: i64,
    /// What `flat` is divided by when it is told.
    pub flat_div: i64,
    /// Value of samples that pass through the node.
    pub cum: i64,
    /// What `cum` is divided by when it is told.
    pub cum_div: i64,
}

impl Tag {
    /// The self value as it is told.
    pub fn told_flat(&self) -> i64 {
        mean(self.flat, self.flat_div)
    }

    /// The total as it is told.
    pub fn told_cum(&self) -> i64 {
        mean(self.cum, self.cum_div)
    }

    fn add(&mut self, value: i64, by: i64, flat: bool) {
        let (sum, div) = match flat {
            true => (&mut self.flat, &mut self.flat_div),
            false => (&mut self.cum, &mut self.cum_div),
        };
        *sum = sum.saturating_add(value);
        *div = div.saturating_add(by);
    }
}

/// The tags of a node.
#[derive(Clone, Debug, Default)]
pub struct Tags {
    /// Text tags by their name.
    pub texts: BTreeMap<String, Tag>,
    /// Numeric tags by the text tag of the same samples (empty for none) and their name.
    pub numbers: BTreeMap<String, BTreeMap<String, Tag>>,
}

impl Tags {
    /// How many tags have a self value.
    pub(super) fn with_flat(&self) -> usize {
        let numbers = self.numbers.values().flat_map(BTreeMap::values);
        let tags = self.texts.values().chain(numbers);
        tags.filter(|tag| tag.flat != 0).count()
    }

    pub(super) fn trim(&mut self, cut: i64) {
        let large = |tag: &Tag| tag.flat.saturating_abs() >= cut || tag.cum.saturating_abs() >= cut;
        self.texts.retain(|_, tag| large(tag));
        for numbers in self.numbers.values_mut() {
            numbers.retain(|_, tag| large(tag));
        }
    }
}

/// A kind of samples: where they end, which labels they have.
struct Group {
    node: u32,
    labels: u32,
    value: i64,
    by: i64,
}

/// The text tag and the numbers of a label set.
#[derive(Default)]
struct Labels {
    text: String,
    /// Name, value, unit.
    bytes: Vec<(String, i64, String)>,
}

/// The labels of all samples, summed by where they end.
#[derive(Default)]
pub struct Source {
    groups: Vec<Group>,
    labels: Vec<Labels>,
}

impl Source {
    /// Gathers the labels. `ends` is the tree's node for each node of the stack table; numbers
    /// are named in `unit`.
    pub fn of(prepared: &Prepared<'_>, ends: &[u32], unit: &str) -> Self {
        let profile = &prepared.profile;
        let units = LabelUnits::of(profile);
        let mut source = Self::default();
        let sets = (0..profile.labels.len() as u32).map(LabelSetId);
        source
            .labels
            .extend(sets.map(|set| labels(prepared, set, &units, unit)));
        let mut known: HashMap<(u32, u32), usize> = HashMap::new();
        let samples = &profile.samples;
        for (sample, &value) in prepared.values().iter().enumerate() {
            let by = prepared.divisors().map_or(0, |column| column[sample]);
            if value == 0 && by == 0 || !prepared.selection.has_sample(sample) {
                continue;
            }
            let node = ends[prepared.selection.end(samples.stack[sample]).index()];
            if node == GONE {
                continue;
            }
            let labels = samples.labels[sample].0;
            let at = *known.entry((node, labels)).or_insert_with(|| {
                source.groups.push(Group {
                    node,
                    labels,
                    value: 0,
                    by: 0,
                });
                source.groups.len() - 1
            });
            let group = &mut source.groups[at];
            group.value = group.value.saturating_add(value);
            group.by = group.by.saturating_add(by);
        }
        source
    }

    /// Hangs the tags under the nodes of a graph.
    pub(super) fn fill(&self, graph: &mut Graph, tree: &Tree, shape: Shape<'_>) {
        let mut path: Vec<u32> = Vec::new();
        let mut seen: Vec<u32> = vec![u32::MAX; graph.nodes.len()];
        for (number, group) in (0_u32..).zip(&self.groups) {
            let labels = &self.labels[group.labels as usize];
            if labels.text.is_empty() && labels.bytes.is_empty() {
                continue;
            }
            path.clear();
            let mut at = group.node;
            while at != 0 {
                path.push(at);
                at = tree.parent[at as usize];
            }
            let node_of = |at: u32| {
                let key = tree.key[at as usize];
                match shape.call_tree {
                    true => Some(at - 1),
                    false => shape
                        .kept
                        .is_none_or(|kept| kept[key as usize])
                        .then_some(key),
                }
            };
            for node in path.iter().rev().filter_map(|&at| node_of(at)) {
                let slot = &mut seen[node as usize];
                if *slot != number || shape.call_tree {
                    *slot = number;
                    add(&mut graph.nodes[node as usize].tags, labels, group, false);
                }
            }
            // Only a sample whose own last frame is there has a self value.
            if let Some(leaf) = path.first().and_then(|&at| node_of(at)) {
                add(&mut graph.nodes[leaf as usize].tags, labels, group, true);
            }
        }
    }
}

fn add(tags: &mut Tags, labels: &Labels, group: &Group, flat: bool) {
    if !labels.text.is_empty() {
        let tag = tags.texts.entry(labels.text.clone()).or_default();
        tag.add(group.value, group.by, flat);
    }
    if labels.bytes.is_empty() {
        return;
    }
    let numbers = tags.numbers.entry(labels.text.clone()).or_default();
    for (name, value, unit) in &labels.bytes {
        let tag = numbers.entry(name.clone()).or_insert_with(|| Tag {
            value: *value,
            unit: unit.clone(),
            ..Tag::default()
        });
        tag.add(group.value, group.by, flat);
    }
}

fn labels(prepared: &Prepared<'_>, set: LabelSetId, units: &LabelUnits, to: &str) -> Labels {
    let profile = &prepared.profile;
    let text = |id| profile.strings.text(id);
    let shown = profile.labels.get(set).iter().filter(|label| {
        !prepared.selection.hidden_labels.contains(&label.key)
            && profile.strings.bytes(label.key) != b"pprof::base"
    });
    let mut texts = Vec::new();
    let mut bytes = Vec::new();
    for label in shown {
        match label.value {
            LabelValue::Text(value) => texts.push(format!("{}:{}", text(label.key), text(value))),
            LabelValue::Number(value, _) if profile.strings.bytes(label.key) == b"bytes" => {
                let unit = units.get(label.key);
                bytes.push((units::label(value, unit, to), value, unit.to_owned()));
            }
            LabelValue::Number(..) => {}
        }
    }
    texts = sorted(texts, Ord::cmp);
    Labels {
        // A line break in pictures.
        text: texts.join("\\n"),
        bytes,
    }
}
