//! `raw`: the profile's tables as text, what the lens leaves of them.

use std::fmt::Write as _;

use profile::order::sorted;
use profile::{FrameId, LabelSetId, LabelValue, LocationId, Profile};

use super::Report;
use super::legend::utc;

pub(super) fn print(report: &mut Report<'_>) -> String {
    let mut out = String::new();
    header(&mut out, report);
    samples(&mut out, report);
    locations(&mut out, report);
    mappings(&mut out, report.profile(), !report.lens.noinlines);
    out
}

fn header(out: &mut String, report: &Report<'_>) {
    let profile = report.profile();
    let meta = &profile.meta;
    let text = |id| profile.strings.text(id);
    for &comment in &meta.comments {
        let _ = writeln!(out, "Comment: {}", text(comment));
    }
    if !text(meta.doc_url).is_empty() {
        let _ = writeln!(out, "Doc: {}", text(meta.doc_url));
    }
    let kind = meta.period_type;
    let _ = writeln!(out, "PeriodType: {} {}", text(kind.kind), text(kind.unit));
    let _ = writeln!(out, "Period: {}", meta.period);
    if meta.time_nanos != 0 {
        let _ = writeln!(out, "Time: {}", go_time(meta.time_nanos));
    }
    if meta.duration_nanos != 0 {
        let _ = writeln!(out, "Duration: {}", go_duration(meta.duration_nanos));
    }
    out.push_str("Samples:\n");
    let types = profile.sample_types.iter().enumerate().map(|(at, kind)| {
        let mark = match profile.default_sample_type == Some(at) {
            true => "[dflt]",
            false => "",
        };
        format!("{}/{}{mark}", text(kind.kind), text(kind.unit))
    });
    let _ = writeln!(out, "{}", types.collect::<Vec<_>>().join(" "));
}

/// As Go prints a time.
fn go_time(nanos: i64) -> String {
    let text = utc(nanos);
    let date = text.trim_end_matches(" UTC");
    let rest = format!("{:09}", nanos.rem_euclid(1_000_000_000));
    let rest = rest.trim_end_matches('0');
    let dot = if rest.is_empty() { "" } else { "." };
    format!("{date}{dot}{rest} +0000 UTC")
}

/// As Go prints a duration under `%.4v`: its text, cut to four signs.
fn go_duration(nanos: i64) -> String {
    let mut text = String::new();
    let sign = if nanos < 0 { "-" } else { "" };
    let whole = nanos.unsigned_abs();
    if whole < 1_000_000_000 {
        let (unit, size) = match whole {
            0..1_000 => ("ns", 1),
            1_000..1_000_000 => ("µs", 1_000),
            _ => ("ms", 1_000_000),
        };
        let _ = write!(text, "{sign}{}{unit}", decimal(whole, size));
    } else {
        let seconds = whole / 1_000_000_000;
        let (hours, minutes) = (seconds / 3600, seconds / 60 % 60);
        text.push_str(sign);
        if hours > 0 {
            let _ = write!(text, "{hours}h");
        }
        if seconds >= 60 {
            let _ = write!(text, "{minutes}m");
        }
        let rest = whole - (seconds / 60) * 60_000_000_000;
        let _ = write!(text, "{}s", decimal(rest, 1_000_000_000));
    }
    text.chars().take(4).collect()
}

fn decimal(value: u64, size: u64) -> String {
    let digits = size.ilog10() as usize;
    let text = format!("{}.{:0digits$}", value / size, value % size);
    match digits {
        0 => (value / size).to_string(),
        _ => text.trim_end_matches('0').trim_end_matches('.').to_owned(),
    }
}

fn samples(out: &mut String, report: &Report<'_>) {
    let prepared = report.prepared;
    let profile = report.profile();
    let selection = &prepared.selection;
    for sample in 0..profile.samples.len() {
        if !selection.has_sample(sample) {
            continue;
        }
        if report.is_full(out, sample, profile.samples.len()) {
            break;
        }
        for column in &profile.samples.values {
            let _ = write!(out, " {:10}", column[sample]);
        }
        out.push_str(": ");
        let mut last = None;
        let end = selection.end(profile.samples.stack[sample]);
        for (node, frame) in profile.stacks.walk(end) {
            let location = profile.frames.location[frame.index()];
            let first = profile.locations.first_frame[location.index()];
            if last != Some(location) && selection.has_node(node.index()) {
                let _ = write!(out, "{} ", profile.ids.location(location.index()));
                last = Some(location);
            }
            if first == frame {
                // A location that calls itself is there twice.
                last = None;
            }
        }
        out.push('\n');
        labels(out, report, profile.samples.labels[sample]);
    }
}

fn labels(out: &mut String, report: &Report<'_>, set: LabelSetId) {
    let profile = report.profile();
    let hidden = &report.prepared.selection.hidden_labels;
    let text = |id| profile.strings.text(id).into_owned();
    let mut texts: Vec<(String, Vec<String>)> = Vec::new();
    let mut numbers: Vec<(String, Vec<(i64, String)>)> = Vec::new();
    for label in profile.labels.get(set) {
        if hidden.contains(&label.key) {
            continue;
        }
        let key = text(label.key);
        match label.value {
            LabelValue::Text(value) => push(&mut texts, key, text(value)),
            LabelValue::Number(value, unit) => push(&mut numbers, key, (value, text(unit))),
        }
    }
    let texts = texts
        .into_iter()
        .map(|(key, values)| format!("{key}:[{}]", values.join(" ")));
    let numbers = numbers.into_iter().map(|(key, values)| {
        let measured = values.iter().any(|(_, unit)| !unit.is_empty());
        let values = values.iter().map(|(value, unit)| match measured {
            true => format!("{value} {unit}"),
            false => value.to_string(),
        });
        format!("{key}:[{}]", values.collect::<Vec<_>>().join(" "))
    });
    for lines in [texts.collect::<Vec<_>>(), numbers.collect()] {
        if !lines.is_empty() {
            let lines = sorted(lines, String::cmp);
            let _ = writeln!(out, "{:16}{}", "", lines.join(" "));
        }
    }
}

fn push<T>(lines: &mut Vec<(String, Vec<T>)>, key: String, value: T) {
    match lines.iter_mut().find(|(known, _)| *known == key) {
        Some((_, values)) => values.push(value),
        None => lines.push((key, vec![value])),
    }
}

fn locations(out: &mut String, report: &Report<'_>) {
    let profile = report.profile();
    let selection = &report.prepared.selection;
    out.push_str("Locations\n");
    for at in 0..profile.locations.len() {
        let location = LocationId(at as u32);
        let address = profile.locations.address[at];
        let mut head = format!("{:6}: {address:#x} ", profile.ids.location(at));
        let mapping = profile.locations.mapping[at];
        if mapping.index() < profile.mappings.len() {
            let _ = write!(head, "M={} ", profile.ids.mapping(mapping.index()));
        } else if profile.mappings.is_empty() {
            // pprof makes a binary up where there is none.
            head.push_str("M=1 ");
        }
        if profile.locations.folded[at] {
            head.push_str("[F] ");
        }
        let mut any = false;
        for frame in lines_of(profile, location).rev() {
            if selection.lines.as_ref().is_some_and(|lines| !lines[frame]) {
                continue;
            }
            let Some(line) = line(profile, FrameId(frame as u32)) else {
                continue;
            };
            let _ = writeln!(out, "{head}{line}");
            any = true;
            head = " ".repeat(13);
        }
        if !any {
            let _ = writeln!(out, "{head}");
        }
    }
}

fn lines_of(profile: &Profile, location: LocationId) -> std::ops::Range<usize> {
    let first = &profile.locations.first_frame;
    let end = first.get(location.index() + 1);
    let end = end.map_or(profile.frames.len(), |frame| frame.index());
    first[location.index()].index()..end
}

fn line(profile: &Profile, frame: FrameId) -> Option<String> {
    let function = profile.function_of(frame);
    let functions = &profile.functions;
    let at = function.index();
    let text = |id| profile.strings.text(id);
    let (name, system) = (*functions.name.get(at)?, *functions.system_name.get(at)?);
    let mut line = format!(
        "{} {}:{}:{} s={}",
        text(name),
        text(functions.file[at]),
        profile.frames.line[frame.index()],
        profile.frames.column[frame.index()],
        functions.start_line[at],
    );
    if name != system {
        let _ = write!(line, "({})", text(system));
    }
    Some(line)
}

fn mappings(out: &mut String, profile: &Profile, inlines: bool) {
    out.push_str("Mappings\n");
    if profile.mappings.is_empty() {
        out.push_str("1: 0x0/0x0/0x0   \n");
    }
    for (at, mapping) in profile.mappings.iter().enumerate() {
        let text = |id| profile.strings.text(id);
        let is = mapping.symbolized;
        let marks = [
            (is.functions, "[FN]"),
            (is.filenames, "[FL]"),
            (is.line_numbers, "[LN]"),
            (is.inline_frames && inlines, "[IN]"),
        ];
        let marks: String = marks
            .iter()
            .filter(|(is, _)| *is)
            .map(|(_, m)| *m)
            .collect();
        let _ = writeln!(
            out,
            "{}: {:#x}/{:#x}/{:#x} {} {} {marks}",
            profile.ids.mapping(at),
            mapping.start,
            mapping.limit,
            mapping.offset,
            text(mapping.file),
            text(mapping.build_id),
        );
    }
}
