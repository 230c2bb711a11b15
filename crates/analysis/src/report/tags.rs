//! `tags`: each key of the samples' labels with its values and what they weigh.

use std::collections::BTreeMap;
use std::fmt::Write as _;

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
}

/// Sums the samples that a lens leaves by their labels. Numbers are worded in `unit`.
pub fn tag_keys(prepared: &Prepared<'_>, unit: &str) -> Vec<TagKey> {
    let profile = &prepared.profile;
    let units = LabelUnits::of(profile);
    // Samples with one label set are summed first: there are few sets and many samples.
    let mut by_set: Vec<Option<i64>> = vec![None; profile.labels.len()];
    for (sample, &value) in prepared.values().iter().enumerate() {
        if prepared.selection.has_sample(sample) {
            let sum = by_set[profile.samples.labels[sample].index()].get_or_insert(0);
            *sum = sum.saturating_add(value);
        }
    }
    let mut found: BTreeMap<String, (i64, BTreeMap<String, i64>)> = BTreeMap::new();
    for (set, sum) in (0_u32..).zip(by_set) {
        let Some(sum) = sum else { continue };
        for label in profile.labels.get(LabelSetId(set)) {
            if prepared.selection.hidden_labels.contains(&label.key) {
                continue;
            }
            let name = match label.value {
                LabelValue::Text(text) => profile.strings.text(text).into_owned(),
                LabelValue::Number(value, _) => units::label(value, units.get(label.key), unit),
            };
            let key = profile.strings.text(label.key).into_owned();
            let (total, values) = found.entry(key).or_default();
            *total = total.saturating_add(sum);
            let value = values.entry(name).or_default();
            *value = value.saturating_add(sum);
        }
    }
    let keys = found.into_iter().map(|(name, (total, values))| {
        let values = values
            .into_iter()
            .map(|(name, total)| TagValue { name, total });
        let mut values: Vec<_> = values.collect();
        // Equal ones stay in the order of their names.
        values.sort_by_key(|value| std::cmp::Reverse(value.total.unsigned_abs()));
        TagKey {
            name,
            total,
            values,
        }
    });
    keys.collect()
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
