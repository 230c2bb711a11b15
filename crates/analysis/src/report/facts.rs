//! `facts`: what the profile says about itself, in words.

use std::fmt::Write as _;

use profile::units::{self, grouped, human};

use super::Report;

pub(super) fn print(report: &mut Report<'_>) -> String {
    let profile = report.profile();
    let text = |id| profile.strings.text(id);
    let mut out = report.profile_lines().join("\n");
    out.push('\n');
    let meta = &profile.meta;
    let kind = meta.period_type;
    if meta.period != 0 || !text(kind.kind).is_empty() {
        let period = human(meta.period, &text(kind.unit));
        let _ = writeln!(
            out,
            "Period: one sample every {period} ({})",
            text(kind.kind)
        );
    }
    out.push_str("\nSample types\n");
    for (at, column) in profile.samples.values.iter().enumerate() {
        let unit = profile.unit_text(at);
        let sum = column
            .iter()
            .fold(0_i64, |sum, v| sum.saturating_add(v.saturating_abs()));
        let shown = if profile.first_sample_type() == at {
            " (shown first)"
        } else {
            ""
        };
        let _ = writeln!(
            out,
            "  {}, in {}: {} in all{shown}",
            profile.kind_text(at),
            if unit.is_empty() { "no unit" } else { &unit },
            human(sum, &unit)
        );
    }
    out.push_str("\nTables\n");
    for (count, what) in [
        (profile.samples.len(), "samples"),
        (profile.stacks.len() - 1, "distinct stack frames"),
        (profile.locations.len(), "addresses"),
        (profile.functions.len(), "functions"),
        (profile.mappings.len(), "binaries"),
        (profile.labels.len() - 1, "distinct label sets"),
    ] {
        let _ = writeln!(out, "  {:>12} {what}", grouped(count as i64));
    }
    if !profile.mappings.is_empty() {
        out.push_str("\nBinaries\n");
    }
    for mapping in &profile.mappings {
        let file = text(mapping.file);
        let _ = writeln!(
            out,
            "  {:#x}-{:#x} at {:#x} {} {}",
            mapping.start,
            mapping.limit,
            mapping.offset,
            if file.is_empty() { "(no name)" } else { &file },
            text(mapping.build_id),
        );
    }
    for (title, id) in [
        ("Drops frames", meta.drop_frames),
        ("Keeps frames", meta.keep_frames),
    ] {
        if !text(id).is_empty() {
            let _ = writeln!(out, "\n{title} that match\n  {}", text(id));
        }
    }
    if !meta.comments.is_empty() {
        out.push_str("\nComments\n");
    }
    for &comment in &meta.comments {
        let _ = writeln!(out, "  {}", text(comment));
    }
    let labels = units_of_labels(report);
    if !labels.is_empty() {
        let _ = writeln!(out, "\nLabels\n{labels}");
    }
    out
}

fn units_of_labels(report: &Report<'_>) -> String {
    let keys = super::tag_keys(report.prepared, "auto");
    let lines = keys.iter().map(|key| {
        let count = grouped(key.values.len() as i64);
        let share = units::percentage(key.total, report.prepared.total);
        format!("  {}: {count} values on {share} of the total", key.name)
    });
    lines.collect::<Vec<_>>().join("\n")
}
