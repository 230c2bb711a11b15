//! `tags`: each key of the samples' labels with its values and what they weigh.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use hashbrown::HashMap;
use profile::order::sorted;
use profile::{LabelSetId, LabelValue, units};

use super::Report;
use crate::select::{LabelUnits, Prepared};

/// A key of labels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TagKey {
    /// The key.
    pub name: String,
    /// Value of samples that have it; one with two values of it counts twice.
    pub total: i64,
    /// Unit of its numbers.
    pub unit: String,
    /// Its values, heaviest first.
    pub values: Vec<TagValue>,
}

/// A value of a key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TagValue {
    /// The value; a number with its unit.
    pub name: String,
    /// Value of samples that have it.
    pub total: i64,
    /// The least and the greatest number that it stands for; none for a text.
    pub range: Option<(i64, i64)>,
}

/// Sums the samples that a lens leaves by their labels. Numbers are worded in `unit`.
pub fn tag_keys(prepared: &Prepared<'_>, unit: &str) -> Vec<TagKey> {
    tag_keys_of(prepared, unit, &|_| true)
}

/// As [`tag_keys`], of some samples.
pub fn tag_keys_of(
    prepared: &Prepared<'_>,
    unit: &str,
    counts: &dyn Fn(usize) -> bool,
) -> Vec<TagKey> {
    let profile = &prepared.profile;
    let units = LabelUnits::of(profile);
    // Samples with one label set are summed first: there are few sets and many samples.
    let mut by_set: Vec<Option<i64>> = vec![None; profile.labels.len()];
    for (sample, &value) in prepared.values().iter().enumerate() {
        if prepared.selection.has_sample(sample) && counts(sample) {
            let sum = by_set[profile.samples.labels[sample].index()].get_or_insert(0);
            *sum = sum.saturating_add(value);
        }
    }
    let mut found: BTreeMap<String, TagKey> = BTreeMap::new();
    let mut value_of: HashMap<(String, String), usize> = HashMap::new();
    for (set, sum) in (0_u32..).zip(by_set) {
        let Some(sum) = sum else { continue };
        for label in profile.labels.get(LabelSetId(set)) {
            if prepared.selection.hidden_labels.contains(&label.key) {
                continue;
            }
            let (name, number) = match label.value {
                LabelValue::Text(text) => (profile.strings.text(text).into_owned(), None),
                LabelValue::Number(value, _) => {
                    (units::label(value, units.get(label.key), unit), Some(value))
                }
            };
            let key = profile.strings.text(label.key).into_owned();
            let tag = found.entry(key.clone()).or_insert_with(|| TagKey {
                name: key.clone(),
                total: 0,
                unit: units.get(label.key).to_owned(),
                values: Vec::new(),
            });
            tag.total = tag.total.saturating_add(sum);
            let at = *value_of.entry((key, name.clone())).or_insert_with(|| {
                tag.values.push(TagValue {
                    name,
                    total: 0,
                    range: number.map(|number| (number, number)),
                });
                tag.values.len() - 1
            });
            let value = &mut tag.values[at];
            value.total = value.total.saturating_add(sum);
            if let (Some((low, high)), Some(number)) = (&mut value.range, number) {
                (*low, *high) = ((*low).min(number), (*high).max(number));
            }
        }
    }
    let mut keys: Vec<TagKey> = found.into_values().collect();
    for key in &mut keys {
        key.values = sorted(std::mem::take(&mut key.values), |a, b| {
            let weight = |value: &TagValue| value.total.unsigned_abs();
            weight(b).cmp(&weight(a)).then_with(|| a.name.cmp(&b.name))
        });
    }
    keys
}

pub(super) fn print(report: &mut Report<'_>) -> String {
    let total = report.prepared.total;
    let mut out = String::new();
    for key in tag_keys(report.prepared, &report.out_unit) {
        let share = |value: i64, text: String| match total > 0 {
            true => format!("{text} ({})", super::legend::padded(&report.share(value))),
            false => text,
        };
        let head = format!("{}:", key.name);
        let rows: Vec<(String, &str)> = key
            .values
            .iter()
            .map(|value| {
                let text = share(value.total, report.value(value.total));
                (format!("{text}:"), value.name.as_str())
            })
            .collect();
        // Columns are as wide as their widest cell and a blank; cells stand at the right.
        let first = head.chars().count().max(1) + 1;
        let second = rows.iter().map(|(cell, _)| cell.chars().count()).max();
        let second = second.unwrap_or(0) + 1;
        let whole = format!("{} of {}", report.value(key.total), report.value(total));
        let _ = writeln!(out, "{head:>first$} Total {}", share(key.total, whole));
        for (cell, name) in rows {
            let _ = writeln!(out, "{:first$}{cell:>second$} {name}", "");
        }
        out.push('\n');
    }
    out
}
