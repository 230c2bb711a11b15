//! pprof's `drop_frames` and `keep_frames`: frames of the runtime that the profile itself asks
//! to leave out, for example the allocator beneath `malloc` in a heap profile.
//!
//! The rule is pprof's: names are simplified, the expression must match the whole name; beneath
//! the first user frame of a stack, the first dropped frame and all below it go; a stack that
//! has no user frame stays whole.

use profile::{FrameId, Profile};

use crate::rx::Rx;

/// What happens to a node of the stack table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It is shown.
    Keep,
    /// It is left out, its children hang under its parent.
    Skip,
    /// It and everything beneath is left out; values count for what is above.
    Cut,
}

/// What is left out.
pub struct Pruned {
    /// The fate of every stack node.
    pub nodes: Vec<Fate>,
    /// For each frame: it is left of its location, wherever that stands.
    pub lines: Vec<bool>,
}

/// What the profile asks to leave out, or `None` when that is nothing.
pub fn pruned(profile: &Profile) -> Option<Pruned> {
    let drop = whole(&profile.strings.text(profile.meta.drop_frames))?;
    let keep = whole(&profile.strings.text(profile.meta.keep_frames));
    let marks = mark_frames(profile, &drop, keep.as_ref());
    if marks.iter().all(|m| *m == Mark::Clean) {
        return None;
    }
    let stacks = &profile.stacks;
    let mut fate = vec![Fate::Keep; stacks.len()];
    let mut user_above = vec![false; stacks.len()];
    for node in 1..stacks.len() {
        let parent = stacks.parent[node].index();
        let frame = stacks.frame[node];
        let mark = marks[frame.index()];
        let had_user = user_above[parent];
        user_above[node] = had_user || mark == Mark::Clean;
        if fate[parent] == Fate::Cut {
            fate[node] = Fate::Cut;
            continue;
        }
        fate[node] = match mark {
            Mark::Clean | Mark::Head => Fate::Keep,
            // The whole location is dropped, once a user frame stands above it.
            Mark::Whole if had_user => Fate::Cut,
            Mark::Whole => Fate::Keep,
            Mark::Tail if had_user => Fate::Cut,
            Mark::Tail => Fate::Skip,
        };
    }
    Some(Pruned {
        nodes: fate,
        lines: marks.iter().map(|mark| *mark != Mark::Tail).collect(),
    })
}

/// What the expressions say about a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mark {
    /// Nothing of its location matches.
    Clean,
    /// It is above the first match of its location: kept.
    Head,
    /// It is the first match of its location, or beneath it, and something is above: dropped.
    Tail,
    /// The outermost frame of its location matches.
    Whole,
}

fn mark_frames(profile: &Profile, drop: &Rx, keep: Option<&Rx>) -> Vec<Mark> {
    let matches: Vec<bool> = profile
        .functions
        .name
        .iter()
        .map(|&name| {
            let text = profile.strings.text(name);
            let simple = simplified(&text);
            !simple.is_empty()
                && drop.is_match(simple.as_bytes())
                && !keep.is_some_and(|keep| keep.is_match(simple.as_bytes()))
        })
        .collect();
    let matched = |frame: FrameId| {
        let function = profile.function_of(frame);
        matches.get(function.index()).copied().unwrap_or(false)
    };
    let mut marks = vec![Mark::Clean; profile.frames.len()];
    let mut start = 0;
    while start < marks.len() {
        let location = profile.frames.location[start];
        let mut end = start + 1;
        while end < marks.len() && profile.frames.location[end] == location {
            end += 1;
        }
        if let Some(first) = (start..end).find(|&frame| matched(FrameId(frame as u32))) {
            for (frame, mark) in marks.iter_mut().enumerate().take(end).skip(start) {
                *mark = match (first == start, frame < first) {
                    (true, _) => Mark::Whole,
                    (false, true) => Mark::Head,
                    (false, false) => Mark::Tail,
                };
            }
        }
        start = end;
    }
    marks
}

/// The expression, made to match whole names; `None` for an empty or a wrong one (pprof ignores
/// a wrong one as well).
fn whole(text: &str) -> Option<Rx> {
    if text.is_empty() {
        return None;
    }
    Rx::new(&format!("^(?:{text})$")).ok()
}

/// A function's name without arguments: cut at the first parenthesis that is not part of
/// `(anonymous namespace)` or `operator()`, without a leading dot.
pub fn simplified(name: &str) -> &str {
    const PARTS_OF_NAMES: [&str; 2] = ["(anonymous namespace)", "operator()"];
    let name = name.strip_prefix('.').unwrap_or(name);
    let mut from = 0;
    while let Some(at) = name[from..].find('(').map(|at| at + from) {
        let part = PARTS_OF_NAMES.iter().find_map(|part| {
            let inside = part.find('(').unwrap_or(0);
            let start = at.checked_sub(inside)?;
            name.get(start..)?
                .starts_with(part)
                .then_some(start + part.len())
        });
        match part {
            Some(after) => from = after,
            None => return &name[..at],
        }
    }
    name
}
