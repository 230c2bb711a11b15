//! Stacks of all threads as Google's servers and crash handlers print them: `--- threadz 1 ---`
//! or at once `--- Thread 7f79 (name: main/14748) stack: ---`, then any lines with addresses.

use super::addresses::{Addresses, Recorder, without_doubled_leaf};
use super::text::{Lines, NOTHING_INSIDE, addresses_in, begins_map, is_comment, map_behind, odd};
use crate::{Cx, ImportError, Importer, Input, Loaded, Match, Probe};

/// The format.
pub static IMPORTER: Importer = Importer {
    id: "threadz",
    name: "Thread stacks (threadz)",
    extensions: &["thread", "txt"],
    how_to_record: "C++ with Google's libraries: `curl HOST/threadz`, or a crash handler's output.",
    sniff,
    read,
};

fn is_threadz(line: &str) -> bool {
    let number = line
        .strip_prefix("--- threadz ")
        .and_then(|rest| rest.strip_suffix(" ---"));
    number.is_some_and(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()))
}

/// `--- Thread 7f794ab90940 (name: main/14748) stack: ---`
fn is_thread(line: &str) -> bool {
    line.starts_with("--- Thread ") && line.contains("(name: ") && line.ends_with("stack: ---")
}

fn sniff(probe: &Probe<'_>) -> Match {
    let first = Lines::of(probe.head).find(|line| !is_comment(line.text));
    match first {
        Some(line) if is_threadz(line.text) || is_thread(line.text) => {
            Match::Yes("its first line is that of thread stacks")
        }
        _ => Match::No,
    }
}

fn read(input: Input<'_>, cx: &mut Cx<'_>) -> Result<Loaded, ImportError> {
    let mut lines = Lines::of(input.bytes);
    let mut profile = Addresses::new(&[("thread", "count")]);
    profile.period("thread", "count", 1);
    let mut path: Vec<u64> = Vec::new();
    let mut same = false;
    let mut threads = 0_u64;
    let mut in_map = false;
    while let Some(line) = lines.next() {
        let text = line.text.trim();
        let ends = text.starts_with("---") || begins_map(text);
        if ends && threads > 0 {
            thread(&mut profile, &mut path, same);
            profile.check(lines.at(), input.bytes.len(), cx)?;
            same = false;
        }
        if begins_map(text) {
            in_map = true;
            break;
        }
        if text.starts_with("---- no stack trace for") {
            threads = 0;
            break;
        }
        if is_thread(text) {
            threads = threads.saturating_add(1);
        } else if text.starts_with("---") && !is_threadz(text) {
            odd(line, cx);
        } else if text.contains("same as previous thread") {
            same = true;
        } else if threads > 0 && addresses_in(text, &mut path).is_none() {
            odd(line, cx);
        }
    }
    if !in_map && threads > 0 {
        thread(&mut profile, &mut path, same);
    }
    if profile.len() == 0 {
        return Err(ImportError::Unknown {
            looks_like: Some(NOTHING_INSIDE),
        });
    }
    let map = map_behind(lines, in_map);
    let profile = profile.finish(map, Recorder::Signals, cx)?;
    Ok(Loaded::Profiles(vec![profile]))
}

/// Takes the stack of a thread in; one without addresses is that of the thread before.
fn thread(profile: &mut Addresses, path: &mut Vec<u64>, same: bool) {
    let mut stack = std::mem::take(path);
    if stack.is_empty() || same {
        profile.again(1);
        return;
    }
    // Above the leaf they are return addresses.
    for address in stack.iter_mut().skip(1) {
        *address = address.wrapping_sub(1);
    }
    without_doubled_leaf(&mut stack);
    profile.sample(&stack, &[1], &[]);
}
