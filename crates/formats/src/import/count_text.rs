//! Go's count profiles under `debug=1`: `goroutine profile: total 9`, then `5 @ 0x48196a …` with
//! the symbols of each stack beneath, which pprof does not read and this reader does.

use super::addresses::{Addresses, Recorder};
use super::text::{
    GoSymbols, Lines, NOTHING_INSIDE, addresses_in, is_comment, map_behind, number, odd, onto_calls,
};
use crate::{Cx, ImportError, Importer, Input, Loaded, Match, Probe};

/// The format.
pub static IMPORTER: Importer = Importer {
    id: "go-count-text",
    name: "Go goroutine and thread text",
    extensions: &["txt"],
    how_to_record: "Go: `curl 'HOST/debug/pprof/goroutine?debug=1'`.",
    sniff,
    read,
};

/// `NAME profile: total N`
fn header(line: &str) -> Option<&str> {
    let (name, rest) = line.split_once(" profile: total ")?;
    let good = |b: u8| b.is_ascii_alphanumeric() || b == b'_' || b == b'/' || b == b'.';
    let named = !name.is_empty() && name.bytes().all(good);
    (named && !rest.is_empty() && rest.bytes().all(|b| b.is_ascii_digit())).then_some(name)
}

fn sniff(probe: &Probe<'_>) -> Match {
    let first = Lines::of(probe.head).find(|line| !is_comment(line.text));
    match first.and_then(|line| header(line.text)) {
        Some(_) => Match::Yes("its first line is that of a Go count profile"),
        None => Match::No,
    }
}

fn read(input: Input<'_>, cx: &mut Cx<'_>) -> Result<Loaded, ImportError> {
    let mut lines = Lines::of(input.bytes);
    let name = lines
        .by_ref()
        .find(|line| !is_comment(line.text))
        .and_then(|line| header(line.text))
        .ok_or(ImportError::Unknown {
            looks_like: Some(NOTHING_INSIDE),
        })?;
    let mut profile = Addresses::new(&[(name, "count")]);
    profile.period(name, "count", 1);
    let mut symbols = GoSymbols::default();
    // A sample waits for its labels, which stand beneath it.
    let mut waiting: Option<(Vec<u64>, i64)> = None;
    let mut in_map = false;
    while let Some(line) = lines.next() {
        if is_comment(line.text) {
            symbols.line(line.text, &mut profile);
            continue;
        }
        if let Some((path, count)) = waiting.take() {
            let labels = symbols.labels(&mut profile);
            profile.sample(&path, &[count], &labels);
            profile.check(lines.at(), input.bytes.len(), cx)?;
        }
        symbols.flush(&mut profile);
        if line.text.starts_with("---") {
            in_map = super::text::begins_map(line.text);
            break;
        }
        let sample = line.text.split_once('@').and_then(|(count, stack)| {
            let mut path = Vec::new();
            addresses_in(stack, &mut path)?;
            onto_calls(&mut path);
            Some((path, number(count)?))
        });
        match sample {
            Some(sample) => waiting = Some(sample),
            None => odd(line, cx),
        }
    }
    if let Some((path, count)) = waiting.take() {
        let labels = symbols.labels(&mut profile);
        profile.sample(&path, &[count], &labels);
    }
    symbols.flush(&mut profile);
    profile.name_hidden_runtime();
    let map = map_behind(lines, in_map);
    let profile = profile.finish(map, Recorder::Signals, cx)?;
    Ok(Loaded::Profiles(vec![profile]))
}
