//! Heap and contention profiles of Google's Java agent: `--- heapz 1 ---` or
//! `--- contentionz 1 ---` with `format = java`; samples of place numbers, then the places:
//! `0x00000003 com.example.Class.method (Source.java:47)`.

use profile::{Label, LabelValue};

use super::addresses::{Addresses, Recorder, Symbol};
use super::heap_text::unsampled;
use super::memory_map::Map;
use super::text::{Lines, NOTHING_INSIDE, addresses_in, number, odd};
use crate::cx::Repair;
use crate::{Cx, ImportError, Importer, Input, Loaded, Match, Probe};

/// The format.
pub static IMPORTER: Importer = Importer {
    id: "java-text",
    name: "Java heap and contention text",
    extensions: &["heap", "contention"],
    how_to_record: "Java with Google's profiling agent: `curl HOST/heapz`.",
    sniff,
    read,
};

/// Bytes between two sampled allocations.
const RATE: i64 = 524_288;

static NO_COUNT: Repair = Repair {
    one: "One sample counts no objects and was left out.",
    many: "{} samples count no objects and were left out.",
};

fn is_heap(line: &str) -> Option<bool> {
    match line.trim() {
        "--- heapz 1 ---" => Some(true),
        "--- contentionz 1 ---" => Some(false),
        _ => None,
    }
}

fn sniff(probe: &Probe<'_>) -> Match {
    let mut lines = Lines::of(probe.head);
    let first = lines.next().and_then(|line| is_heap(line.text));
    let java = || {
        let mut attributes = lines.take(8).map(|line| line.text.replace(' ', ""));
        attributes.any(|line| line == "format=java")
    };
    match first {
        Some(_) if java() => Match::Yes("it says that it is a Java profile"),
        _ => Match::No,
    }
}

fn read(input: Input<'_>, cx: &mut Cx<'_>) -> Result<Loaded, ImportError> {
    let mut lines = Lines::of(input.bytes);
    let heap = lines.next().and_then(|line| is_heap(line.text));
    let heap = heap.ok_or(ImportError::Unknown {
        looks_like: Some(NOTHING_INSIDE),
    })?;
    let mut unit = if heap { "bytes" } else { "nanoseconds" };
    let (mut period, mut millis) = (0, 0);
    // Attributes first, samples then.
    let mut ahead = lines.clone();
    while let Some(line) = ahead.next() {
        let Some((name, value)) = line.text.split_once('=') else {
            match line.text.trim().is_empty() {
                true => continue,
                false => break,
            }
        };
        lines = ahead.clone();
        match (name.trim(), value.trim()) {
            ("resolution", value) => unit = value,
            ("sampling period", value) => period = number(value).unwrap_or(0),
            ("ms since reset", value) => millis = number(value).unwrap_or(0),
            ("format", _) => {}
            _ => odd(line, cx),
        }
    }
    let kinds = match heap {
        true => [("inuse_objects", "count"), ("inuse_space", unit)],
        false => [("contentions", "count"), ("delay", unit)],
    };
    let mut profile = Addresses::new(&kinds).with_ids_only();
    if period != 0 {
        profile.period("contentions", "count", period);
    }
    let nanos = i64::saturating_mul(millis, 1_000_000);
    profile.builder.profile.meta.duration_nanos = nanos;
    let bytes_key = profile.builder.intern(b"bytes");
    let mut path = Vec::new();
    while let Some(line) = ahead_of(&lines) {
        if line.text.trim().is_empty() {
            lines.next();
            continue;
        }
        let Some((bytes, count)) = sample(line.text, &mut path) else {
            break;
        };
        lines.next();
        if heap && count == 0 {
            cx.repaired_at(&NO_COUNT, line.at);
            continue;
        }
        let size = Label {
            key: bytes_key,
            value: LabelValue::Number(
                bytes.checked_div(count).unwrap_or(0),
                profile::StringId::default(),
            ),
        };
        if heap {
            let (count, bytes) = unsampled((count, bytes), RATE);
            profile.sample(&path, &[count, bytes], &[size]);
        } else {
            let by = if period == 0 { 1 } else { period };
            profile.sample(
                &path,
                &[count.saturating_mul(by), bytes.saturating_mul(by)],
                &[],
            );
        }
        profile.check(lines.at(), input.bytes.len(), cx)?;
    }
    places(lines, &mut profile);
    let recorder = if heap {
        Recorder::Allocator
    } else {
        Recorder::Locks
    };
    let profile = profile.finish(Map::read(&[]), recorder, cx)?;
    Ok(Loaded::Profiles(vec![profile]))
}

fn ahead_of<'a>(lines: &Lines<'a>) -> Option<super::text::Line<'a>> {
    lines.clone().next()
}

/// `BYTES COUNT @ 0x…`: the other way round than elsewhere.
fn sample(line: &str, path: &mut Vec<u64>) -> Option<(i64, i64)> {
    path.clear();
    let (figures, stack) = line.split_once('@')?;
    let mut figures = figures.split_whitespace();
    let (bytes, count) = (figures.next()?, figures.next()?);
    addresses_in(stack, path)?;
    Some((bytes.parse().ok()?, count.parse().ok()?))
}

/// Names the places: `0x3 function (File.java:47)`, `0x3 function (lib.so)`, `0x3 GC`.
pub(crate) fn places(lines: Lines<'_>, profile: &mut Addresses) {
    for line in lines {
        let text = line.text.trim();
        let Some((id, what)) = text
            .strip_prefix("0x")
            .and_then(|rest| rest.split_once(char::is_whitespace))
        else {
            continue;
        };
        let Ok(id) = u64::from_str_radix(id, 16) else {
            continue;
        };
        if profile.knows(id) {
            profile.name(id, vec![place(what.trim())]);
        }
    }
}

fn place(what: &str) -> Symbol {
    let inside = what
        .strip_suffix(')')
        .and_then(|rest| rest.rsplit_once(" ("));
    let Some((name, inside)) = inside else {
        let name = match what.contains("generated stub/JIT") {
            true => "STUB",
            false => what,
        };
        return Symbol {
            name: name.to_owned(),
            ..Symbol::default()
        };
    };
    let name = name.trim_end().to_owned();
    match inside
        .rsplit_once(':')
        .and_then(|(file, line)| Some((file, line.parse::<i64>().ok()?)))
    {
        Some((file, line)) => Symbol {
            name,
            file: file.to_owned(),
            line: line.max(0),
        },
        // The path of a library: its own name says enough.
        None => Symbol {
            name,
            file: inside.rsplit('/').next().unwrap_or(inside).to_owned(),
            line: 0,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_have_names_files_and_lines() {
        for (text, name, file, line) in [
            ("a.B.c (B.java:7)", "a.B.c", "B.java", 7),
            ("a.B.c (B.java:-1)", "a.B.c", "B.java", 0),
            ("memcpy (/lib/libc.so.6)", "memcpy", "libc.so.6", 0),
            ("GC", "GC", "", 0),
            ("[generated stub/JIT]", "STUB", "", 0),
        ] {
            let told = place(text);
            assert_eq!(
                (told.name.as_str(), told.file.as_str(), told.line),
                (name, file, line)
            );
        }
    }
}
