//! Contention profiles as text: gperftools' `--- contentionz 1 ---`, Go's `--- mutex:` and
//! `--- contention:` under `debug=1`. Lines are `CYCLES COUNT @ 0x…`; cycles become time.

use super::addresses::{Addresses, Recorder};
use super::text::{
    GoSymbols, Lines, NOTHING_INSIDE, addresses_in, begins_map, is_comment, map_behind, number,
    odd, onto_calls,
};
use crate::{Cx, ImportError, Importer, Input, Loaded, Match, Probe};

/// The format.
pub static IMPORTER: Importer = Importer {
    id: "contention-text",
    name: "Contention profile text (gperftools, Go)",
    extensions: &["contention", "txt"],
    how_to_record: "Go: `curl 'HOST/debug/pprof/mutex?debug=1'`, or `block`.",
    sniff,
    read,
};

fn is_first(line: &str) -> bool {
    ["--- contentionz ", "--- mutex:", "--- contention:"]
        .iter()
        .any(|start| line.starts_with(start))
}

/// Lines `name = value` above the samples.
fn attribute(line: &str) -> Option<(&str, &str)> {
    let (name, value) = line.split_once('=')?;
    (!line.contains('@')).then(|| (name.trim(), value.trim()))
}

fn sniff(probe: &Probe<'_>) -> Match {
    let mut lines = Lines::of(probe.head);
    if !lines.next().is_some_and(|line| is_first(line.text)) {
        return Match::No;
    }
    // Java's begin alike and say so.
    let attributes = lines.map_while(|line| attribute(line.text));
    let java = attributes
        .take(8)
        .any(|(name, _)| name == "format" || name == "resolution");
    match java {
        true => Match::No,
        false => Match::Yes("its first line is that of a contention profile"),
    }
}

fn read(input: Input<'_>, cx: &mut Cx<'_>) -> Result<Loaded, ImportError> {
    let mut lines = Lines::of(input.bytes);
    if !lines.next().is_some_and(|line| is_first(line.text)) {
        return Err(ImportError::Unknown {
            looks_like: Some(NOTHING_INSIDE),
        });
    }
    let mut profile = Addresses::new(&[("contentions", "count"), ("delay", "nanoseconds")]);
    let (mut hertz, mut period) = (0_i64, 1_i64);
    let mut symbols = GoSymbols::default();
    let mut path = Vec::new();
    let mut in_map = false;
    while let Some(line) = lines.next() {
        let text = line.text.trim();
        if is_comment(text) {
            symbols.line(text, &mut profile);
            continue;
        }
        symbols.flush(&mut profile);
        if text.starts_with("---") || begins_map(text) {
            in_map = begins_map(text);
            break;
        }
        if let Some((name, value)) = attribute(text) {
            match (name, number(value)) {
                ("cycles/second", Some(value)) => hertz = value,
                ("sampling period", Some(value)) => period = value,
                ("ms since reset", Some(value)) => {
                    let nanos = value.saturating_mul(1_000_000);
                    profile.builder.profile.meta.duration_nanos = nanos;
                }
                ("discarded samples", _) => {}
                _ => odd(line, cx),
            }
            continue;
        }
        let Some((cycles, count)) = sample(text, &mut path) else {
            odd(line, cx);
            continue;
        };
        let (mut delay, mut contentions) = (cycles, count);
        if period > 0 {
            if hertz > 0 {
                delay = (cycles as f64 * period as f64 / (hertz as f64 / 1e9)) as i64;
            }
            contentions = count.saturating_mul(period);
        }
        profile.sample(&path, &[contentions, delay], &[]);
        profile.check(lines.at(), input.bytes.len(), cx)?;
    }
    symbols.flush(&mut profile);
    profile.name_hidden_runtime();
    profile.period("contentions", "count", period);
    let map = map_behind(lines, in_map);
    let profile = profile.finish(map, Recorder::Locks, cx)?;
    Ok(Loaded::Profiles(vec![profile]))
}

/// `CYCLES COUNT @ 0x…`
fn sample(line: &str, path: &mut Vec<u64>) -> Option<(i64, i64)> {
    path.clear();
    let (figures, stack) = line.split_once('@')?;
    let mut figures = figures.split_whitespace();
    let (cycles, count) = (figures.next()?, figures.next()?);
    addresses_in(stack, path)?;
    onto_calls(path);
    Some((cycles.parse().ok()?, count.parse().ok()?))
}
