//! jemalloc's heap dumps: `heap_v2/524288`, then a block for each stack: `@ 0x… 0x…` and beneath
//! it `t*: N: BYTES [N: BYTES]`, the figures of all threads. Figures are sampled and scaled up.

use profile::{Label, LabelValue};

use super::addresses::{Addresses, Recorder};
use super::heap_text::{Figures, figures, unsampled};
use super::text::{
    Lines, NOTHING_INSIDE, addresses_in, begins_map, is_comment, map_behind, odd, onto_calls,
};
use crate::{Cx, ImportError, Importer, Input, Loaded, Match, Probe};

/// The format.
pub static IMPORTER: Importer = Importer {
    id: "jemalloc",
    name: "jemalloc heap profile",
    extensions: &["heap"],
    how_to_record: "C, C++ or Rust with jemalloc: `MALLOC_CONF=prof:true,prof_final:true ./program`.",
    sniff,
    read,
};

fn rate(line: &str) -> Option<i64> {
    line.strip_prefix("heap_v2/")?.trim().parse().ok()
}

fn sniff(probe: &Probe<'_>) -> Match {
    match Lines::of(probe.head)
        .next()
        .and_then(|line| rate(line.text))
    {
        Some(_) => Match::Yes("its first line is that of a jemalloc heap profile"),
        None => Match::No,
    }
}

fn read(input: Input<'_>, cx: &mut Cx<'_>) -> Result<Loaded, ImportError> {
    let mut lines = Lines::of(input.bytes);
    let rate = lines.next().and_then(|line| rate(line.text));
    let rate = rate.ok_or(ImportError::Unknown {
        looks_like: Some(NOTHING_INSIDE),
    })?;
    let mut samples: Vec<(Vec<u64>, Figures)> = Vec::new();
    let mut open: Option<Vec<u64>> = None;
    let mut in_map = false;
    for line in lines.by_ref() {
        let text = line.text.trim();
        if is_comment(text) {
            continue;
        }
        if begins_map(text) {
            in_map = true;
            break;
        }
        if let Some(stack) = text.strip_prefix('@') {
            let mut path = Vec::new();
            match addresses_in(stack, &mut path) {
                Some(()) => {
                    onto_calls(&mut path);
                    open = Some(path);
                }
                None => odd(line, cx),
            }
            continue;
        }
        // The figures of single threads are in those of all.
        let Some((thread, told)) = text.split_once(':') else {
            odd(line, cx);
            continue;
        };
        if thread != "t*" {
            if !thread.starts_with('t') {
                odd(line, cx);
            }
            continue;
        }
        let told = format!("{told}@");
        match (figures(&told), open.take()) {
            (Some((told, _)), Some(path)) => samples.push((path, told)),
            // Above the first stack stands the sum of all.
            (Some(_), None) => {}
            (None, _) => odd(line, cx),
        }
        cx.claim("samples", samples.len() as u64, cx.limits.samples)?;
    }
    let has_allocated = samples.iter().any(|(_, told)| told.allocated != (0, 0));
    let mut profile = Addresses::new(match has_allocated {
        true => &[
            ("alloc_objects", "count"),
            ("alloc_space", "bytes"),
            ("inuse_objects", "count"),
            ("inuse_space", "bytes"),
        ],
        false => &[("inuse_objects", "count"), ("inuse_space", "bytes")],
    });
    profile.period("space", "bytes", rate);
    let key = profile.builder.intern(b"bytes");
    for (path, told) in &samples {
        let used = unsampled(told.in_use, rate);
        let all = unsampled(told.allocated, rate);
        let (count, bytes) = match told.in_use.0 {
            0 => told.allocated,
            _ => told.in_use,
        };
        let size = bytes.checked_div(count).unwrap_or(0);
        let label = Label {
            key,
            value: LabelValue::Number(size, profile::StringId::default()),
        };
        let values = match has_allocated {
            true => vec![all.0, all.1, used.0, used.1],
            false => vec![used.0, used.1],
        };
        profile.sample(path, &values, &[label]);
        profile.check(lines.at(), input.bytes.len(), cx)?;
    }
    let map = map_behind(lines, in_map);
    let profile = profile.finish(map, Recorder::Allocator, cx)?;
    Ok(Loaded::Profiles(vec![profile]))
}
