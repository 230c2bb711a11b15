//! Heap profiles as text: gperftools' heap, growth and fragmentation, Go's heap under `debug=1`.
//!
//! The first line is `heap profile: N: BYTES [N: BYTES] @ TYPE/RATE`, then a line for each stack
//! with the same figures: in use, and allocated in all. Sampled figures are scaled up to what
//! they stand for, as pprof does.

use profile::{Label, LabelValue};

use super::addresses::{Addresses, Recorder};
use super::text::{
    GoSymbols, Line, Lines, NOTHING_INSIDE, addresses_in, begins_map, is_comment, map_behind, odd,
    onto_calls,
};
use crate::cx::Repair;
use crate::{Cx, ImportError, Importer, Input, Loaded, Match, Probe};

/// The format.
pub static IMPORTER: Importer = Importer {
    id: "heap-text",
    name: "Heap profile text (gperftools, Go)",
    extensions: &["heap", "growth"],
    how_to_record: "C++: link with `-ltcmalloc`, run with `HEAPPROFILE=/tmp/p ./program`. \
                    Go: `curl 'HOST/debug/pprof/heap?debug=1'`.",
    sniff,
    read,
};

const MAGIC: &str = "heap profile:";

static NO_COUNT: Repair = Repair {
    one: "One sample counts no objects but has bytes; it was kept.",
    many: "{} samples count no objects but have bytes; they were kept.",
};

fn sniff(probe: &Probe<'_>) -> Match {
    match Lines::of(probe.head).next() {
        Some(line) if header(line.text).is_some() => {
            Match::Yes("its first line is that of a heap profile")
        }
        _ => Match::No,
    }
}

/// Figures of a line: in use, allocated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Figures {
    pub in_use: (i64, i64),
    pub allocated: (i64, i64),
}

/// `N: BYTES [N: BYTES] @ …`: the figures and what is behind the sign.
pub(crate) fn figures(text: &str) -> Option<(Figures, &str)> {
    let (left, rest) = text.split_once('@')?;
    let (in_use, allocated) = left.split_once('[')?;
    let allocated = allocated.trim().strip_suffix(']')?;
    let pair = |text: &str| {
        let (count, bytes) = text.split_once(':')?;
        Some((count.trim().parse().ok()?, bytes.trim().parse().ok()?))
    };
    let figures = Figures {
        in_use: pair(in_use)?,
        allocated: pair(allocated)?,
    };
    Some((figures, rest.trim()))
}

/// What the first line says: the sum of all figures, what kind, at which rate.
struct Header<'a> {
    sum: Figures,
    kind: &'a str,
    rate: i64,
}

fn header(line: &str) -> Option<Header<'_>> {
    let (sum, kind) = figures(line.strip_prefix(MAGIC)?)?;
    let (kind, rate) = kind.split_once('/').unwrap_or((kind, ""));
    let rate = match rate.trim() {
        "" => 0,
        rate => rate.parse().ok()?,
    };
    Some(Header { sum, kind, rate })
}

/// A sampled figure scaled up: a block of this size is sampled with the chance
/// `1 − e^(−size/rate)`. A rate of 1 or less means that nothing was left out.
pub(crate) fn unsampled((count, bytes): (i64, i64), rate: i64) -> (i64, i64) {
    if count == 0 || bytes == 0 {
        return (0, 0);
    }
    if rate <= 1 {
        return (count, bytes);
    }
    let size = bytes as f64 / count as f64;
    let scale = 1.0 / (1.0 - (-size / rate as f64).exp());
    ((count as f64 * scale) as i64, (bytes as f64 * scale) as i64)
}

fn read(input: Input<'_>, cx: &mut Cx<'_>) -> Result<Loaded, ImportError> {
    let mut lines = Lines::of(input.bytes);
    let unknown = || ImportError::Unknown {
        looks_like: Some(NOTHING_INSIDE),
    };
    let first = lines.next().ok_or_else(unknown)?;
    let header = header(first.text).ok_or_else(unknown)?;
    let (period, sampled) = match header.kind {
        "heap_v2" | "heapz_v2" => (header.rate, true),
        // Go counts twice the rate.
        "heap" => (header.rate.checked_div(2).unwrap_or(0), true),
        _ => (1, false),
    };
    let sum = header.sum;
    let differs = |all: i64, used: i64| all != used && all != 0;
    let has_allocated =
        differs(sum.allocated.0, sum.in_use.0) || differs(sum.allocated.1, sum.in_use.1);
    let mut profile = Addresses::new(match has_allocated {
        true => &[
            ("alloc_objects", "count"),
            ("alloc_space", "bytes"),
            ("inuse_objects", "count"),
            ("inuse_space", "bytes"),
        ],
        false => &[("objects", "count"), ("space", "bytes")],
    });
    profile.period("space", "bytes", period);
    let bytes_key = profile.builder.intern(b"bytes");
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
        if begins_map(text) {
            in_map = true;
            break;
        }
        let Some(figures) = sample(line, &mut path) else {
            odd(line, cx);
            continue;
        };
        let mut values = Vec::with_capacity(4);
        let mut size = 0;
        let pairs = [
            has_allocated.then_some(figures.allocated),
            Some(figures.in_use),
        ];
        for (count, bytes) in pairs.into_iter().flatten() {
            if count == 0 && bytes != 0 {
                cx.repaired_at(&NO_COUNT, line.at);
            }
            let mut told = (count, bytes);
            if count != 0 {
                size = bytes.checked_div(count).unwrap_or(0);
                if sampled {
                    told = unsampled(told, period);
                }
            }
            values.extend([told.0, told.1]);
        }
        let label = Label {
            key: bytes_key,
            value: LabelValue::Number(size, profile::StringId::default()),
        };
        profile.sample(&path, &values, &[label]);
        profile.check(lines.at(), input.bytes.len(), cx)?;
    }
    symbols.flush(&mut profile);
    profile.name_hidden_runtime();
    let map = map_behind(lines, in_map);
    let profile = profile.finish(map, Recorder::Allocator, cx)?;
    Ok(Loaded::Profiles(vec![profile]))
}

fn sample(line: Line<'_>, path: &mut Vec<u64>) -> Option<Figures> {
    path.clear();
    let (figures, stack) = figures(line.text)?;
    addresses_in(stack, path)?;
    onto_calls(path);
    Some(figures)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_taken_apart() {
        let (told, stack) = figures("  1: -24 [ 3: 80] @ 0x1 0x2").expect("figures");
        assert_eq!(told.in_use, (1, -24));
        assert_eq!((told.allocated, stack), ((3, 80), "0x1 0x2"));
        for line in [
            "heap profile: 1: 2 [3: 4] @ heap/512",
            "heap profile:  1:  2 [ 3:  4] @ growthz",
        ] {
            assert!(header(line).is_some(), "{line}");
        }
        assert!(header("heap profile: x").is_none());
    }

    #[test]
    fn small_blocks_stand_for_many() {
        assert_eq!(unsampled((1, 524_288), 524_288), (1, 829_411));
        assert_eq!(unsampled((1, 16), 524_288), (32_768, 524_296));
        assert_eq!(unsampled((3, 48), 1), (3, 48));
        assert_eq!(unsampled((0, 48), 512), (0, 0));
    }
}
