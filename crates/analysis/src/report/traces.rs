//! `traces`: every sample with its labels and its stack, innermost function first.

use std::fmt::Write as _;

use profile::order::sorted;
use profile::{LabelSetId, LabelValue, units};

use super::Report;
use crate::select::LabelUnits;
use crate::steps::GONE;
use crate::tree::mean;
use crate::{Keys, Tree};

const SEPARATOR: &str = "-----------+-------------------------------------------------------\n";

pub(super) fn print(report: &mut Report<'_>) -> String {
    let prepared = report.prepared;
    let profile = report.profile();
    let selection = &prepared.selection;
    let keys = Keys::of(profile, report.naming());
    let inlined = selection
        .inlined
        .as_ref()
        .unwrap_or(&profile.frames.inlined);
    let units = LabelUnits::of(profile);
    // After steps the paths are those of the tree.
    let stepped = !prepared.steps.is_empty();
    let stepped = stepped.then(|| Tree::with_ends(prepared, report.naming()));
    let mut out = report.profile_lines().join("\n");
    out.push('\n');
    for (sample, &value) in prepared.values().iter().enumerate() {
        if !selection.has_sample(sample) {
            continue;
        }
        if report.is_full(&mut out, sample, profile.samples.len()) {
            break;
        }
        let by = prepared.divisors().map_or(0, |column| column[sample]);
        let mut value = report.value(mean(value, by));
        let end = selection.end(profile.samples.stack[sample]);
        if let Some((tree, ends)) = &stepped {
            let mut node = ends[end.index()];
            if node == GONE || node == 0 {
                continue;
            }
            out.push_str(SEPARATOR);
            labels(&mut out, report, profile.samples.labels[sample], &units);
            while node != 0 {
                let at = node as usize;
                let mark = if tree.inlined[at] { " (inline)" } else { "" };
                let _ = writeln!(out, "{value:>10}   {}{mark}", tree.keys.text(tree.key[at]));
                value.clear();
                node = tree.parent[at];
            }
            continue;
        }
        let path = profile.stacks.walk(end);
        let mut shown = path
            .filter(|(node, _)| selection.has_node(node.index()))
            .peekable();
        if shown.peek().is_none() {
            continue;
        }
        out.push_str(SEPARATOR);
        labels(&mut out, report, profile.samples.labels[sample], &units);
        for (_, frame) in shown {
            let name = keys.text(keys.of_frame[frame.index()]);
            let mark = if inlined[frame.index()] {
                " (inline)"
            } else {
                ""
            };
            let _ = writeln!(out, "{value:>10}   {name}{mark}");
            value.clear();
        }
    }
    out.push_str(SEPARATOR);
    out
}

/// A line for each key: texts first, then numbers, each in order.
fn labels(out: &mut String, report: &Report<'_>, set: LabelSetId, units: &LabelUnits) {
    let profile = report.profile();
    let hidden = &report.prepared.selection.hidden_labels;
    let mut texts: Vec<(String, Vec<String>)> = Vec::new();
    let mut numbers: Vec<(String, Vec<String>)> = Vec::new();
    for label in profile.labels.get(set) {
        if hidden.contains(&label.key) {
            continue;
        }
        let (lines, value) = match label.value {
            LabelValue::Text(text) => (&mut texts, profile.strings.text(text).into_owned()),
            LabelValue::Number(value, _) => {
                let value = units::label(value, units.get(label.key), "auto");
                (&mut numbers, value)
            }
        };
        let key = profile.strings.text(label.key);
        match lines.iter_mut().find(|(known, _)| *known == key) {
            Some((_, values)) => values.push(value),
            None => lines.push((key.into_owned(), vec![value])),
        }
    }
    for lines in [texts, numbers] {
        let lines = lines
            .into_iter()
            .map(|(key, values)| format!("{key:>10}:  {}\n", values.join(" ")));
        out.extend(sorted(lines.collect(), String::cmp));
    }
}
