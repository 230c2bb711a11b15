//! Filters by the names of functions, files and binaries.
//!
//! An expression is tried once on every function and binary. A location matches if one of its
//! lines or its binary does; whether a stack matches is then one look at its parent node.

use profile::{Profile, StackId};

use super::{LensFault, Selection};
use crate::lens::Lens;
use crate::prune::{Fate, Pruned, simplified};
use crate::rx::Rx;

/// The expressions of a lens, compiled.
pub(super) struct Filters {
    focus: Option<Rx>,
    ignore: Option<Rx>,
    hide: Option<Rx>,
    show: Option<Rx>,
    show_from: Option<Rx>,
    prune_from: Option<Rx>,
}

/// Compiles the expression of an option; an empty one is none.
pub(super) fn expression(option: &'static str, text: &str) -> Result<Option<Rx>, LensFault> {
    match text {
        "" => Ok(None),
        text => Rx::new(text)
            .map(Some)
            .map_err(|why| LensFault { option, why }),
    }
}

/// Tells of a filter that matched nothing.
pub(super) fn note(matched: bool, option: &str, notes: &mut Vec<String>) {
    if !matched {
        notes.push(format!("{option} matched nothing."));
    }
}

/// What is left of the frames while filters are applied.
pub(super) struct Frames<'a> {
    profile: &'a Profile,
    /// For each node: it is shown. None yet: all are.
    nodes: Option<Vec<bool>>,
    /// For each frame: what is left of its location has it. None yet: all.
    lines: Option<Vec<bool>>,
}

/// For each function and binary: an expression matches it.
struct Matches {
    functions: Vec<bool>,
    mappings: Vec<bool>,
}

impl Matches {
    fn of(profile: &Profile, rx: &Rx) -> Self {
        let mut known: Vec<Option<bool>> = vec![None; profile.strings.len()];
        let mut test = |id: profile::StringId| {
            let bytes = profile.strings.bytes(id);
            match known.get_mut(id.index()) {
                Some(slot) => *slot.get_or_insert_with(|| rx.is_match(bytes)),
                None => rx.is_match(bytes),
            }
        };
        let functions = &profile.functions;
        Self {
            functions: functions
                .name
                .iter()
                .zip(&functions.file)
                .map(|(&name, &file)| test(name) | test(file))
                .collect(),
            mappings: profile.mappings.iter().map(|m| test(m.file)).collect(),
        }
    }

    fn line(&self, profile: &Profile, frame: usize) -> bool {
        let function = profile.frames.function[frame];
        self.functions
            .get(function.index())
            .copied()
            .unwrap_or(false)
    }

    fn mapping(&self, profile: &Profile, location: usize) -> bool {
        let mapping = profile.locations.mapping[location];
        self.mappings.get(mapping.index()).copied().unwrap_or(false)
    }
}

impl<'a> Frames<'a> {
    pub(super) fn new(profile: &'a Profile, pruned: Option<Pruned>) -> Self {
        let Some(Pruned { nodes, lines }) = pruned else {
            return Self {
                profile,
                nodes: None,
                lines: None,
            };
        };
        Self {
            profile,
            nodes: Some(nodes.iter().map(|fate| *fate == Fate::Keep).collect()),
            lines: lines.contains(&false).then_some(lines),
        }
    }

    /// Frames of a location, outermost first.
    fn range(&self, location: usize) -> std::ops::Range<usize> {
        let first = &self.profile.locations.first_frame;
        let end = first
            .get(location + 1)
            .map_or(self.profile.frames.len(), |f| f.index());
        first[location].index()..end
    }

    /// True for a location without lines, which has one frame of no function.
    fn is_bare(&self, location: usize) -> bool {
        let range = self.range(location);
        let known = self.profile.functions.len();
        range.len() == 1 && self.profile.frames.function[range.start].index() >= known
    }

    fn has_line(&self, frame: usize) -> bool {
        self.lines.as_ref().is_none_or(|lines| lines[frame])
    }

    fn drop_line(&mut self, frame: usize) {
        let count = self.profile.frames.len();
        self.lines.get_or_insert_with(|| vec![true; count])[frame] = false;
    }

    fn locations(&self) -> std::ops::Range<usize> {
        0..self.profile.locations.len()
    }

    /// For each location: a line that is left, or the binary, matches.
    fn matching(&self, matches: &Matches) -> Vec<bool> {
        self.locations()
            .map(|location| {
                matches.mapping(self.profile, location)
                    || self
                        .range(location)
                        .any(|frame| self.has_line(frame) && matches.line(self.profile, frame))
            })
            .collect()
    }

    /// For each node: it, or one above it that is shown, lies in a location of these.
    fn reached(&self, locations: &[bool]) -> Vec<bool> {
        let stacks = &self.profile.stacks;
        let mut reached = vec![false; stacks.len()];
        for node in 1..stacks.len() {
            let shown = self.nodes.as_ref().is_none_or(|nodes| nodes[node]);
            let location = self.profile.frames.location[stacks.frame[node].index()];
            reached[node] =
                reached[stacks.parent[node].index()] || shown && locations[location.index()];
        }
        reached
    }

    /// Hides the nodes of lines that are gone.
    fn settle(&mut self) {
        let Some(lines) = &self.lines else { return };
        let stacks = &self.profile.stacks;
        let nodes = self.nodes.get_or_insert_with(|| vec![true; stacks.len()]);
        for node in 1..stacks.len() {
            nodes[node] &= lines[stacks.frame[node].index()];
        }
    }

    /// Leaves the outermost line of each location only.
    pub(super) fn outermost_lines_only(&mut self) {
        for location in self.locations() {
            let mut range = self.range(location);
            let outermost = range.find(|&frame| self.has_line(frame));
            if outermost.is_some() {
                for frame in range {
                    if self.has_line(frame) {
                        self.drop_line(frame);
                    }
                }
            }
        }
        self.settle();
    }

    /// Writes down what is left.
    pub(super) fn finish(self, selection: &mut Selection) {
        if let Some(lines) = &self.lines {
            let mut inlined = self.profile.frames.inlined.clone();
            for location in self.locations() {
                let mut left = self.range(location).filter(|&frame| lines[frame]);
                if let Some(outermost) = left.next() {
                    inlined[outermost] = false;
                    left.for_each(|frame| inlined[frame] = true);
                }
            }
            selection.inlined = Some(inlined);
        }
        selection.nodes = self.nodes;
        selection.lines = self.lines;
    }
}

/// Keeps the samples whose stack node is marked.
fn keep(profile: &Profile, selection: &mut Selection, wanted: impl Fn(StackId) -> bool) {
    let stacks = &profile.samples.stack;
    let kept = selection
        .samples
        .get_or_insert_with(|| vec![true; stacks.len()]);
    for (kept, &stack) in kept.iter_mut().zip(stacks) {
        *kept &= wanted(stack);
    }
}

impl Filters {
    pub(super) fn of(lens: &Lens) -> Result<Self, LensFault> {
        Ok(Self {
            focus: expression("focus", &lens.focus)?,
            ignore: expression("ignore", &lens.ignore)?,
            hide: expression("hide", &lens.hide)?,
            show: expression("show", &lens.show)?,
            show_from: expression("show_from", &lens.show_from)?,
            prune_from: expression("prune_from", &lens.prune_from)?,
        })
    }

    /// Focus, ignore, hide and show, in one pass: stacks are judged by what they were before
    /// frames were hidden.
    pub(super) fn by_name(
        &self,
        frames: &mut Frames<'_>,
        selection: &mut Selection,
        notes: &mut Vec<String>,
    ) {
        let Self {
            focus,
            ignore,
            hide,
            show,
            ..
        } = self;
        if [focus, ignore, hide, show].into_iter().all(Option::is_none) {
            return;
        }
        let profile = frames.profile;
        let matching = |rx: &Rx, frames: &Frames<'_>| {
            let matches = Matches::of(profile, rx);
            frames.matching(&matches)
        };
        let ignored = ignore.as_ref().map(|rx| matching(rx, frames));
        let mut focused = match focus {
            Some(rx) => matching(rx, frames),
            None => vec![true; profile.locations.len()],
        };
        if let Some(ignored) = &ignored {
            for (focused, ignored) in focused.iter_mut().zip(ignored) {
                *focused &= !ignored;
            }
        }
        note(focus.is_none() || focused.contains(&true), "Focus", notes);
        note(
            ignored.as_ref().is_none_or(|i| i.contains(&true)),
            "Ignore",
            notes,
        );
        let in_focus = frames.reached(&focused);
        let out = ignored.map(|ignored| frames.reached(&ignored));

        let mut hidden = false;
        if let Some(rx) = hide {
            let matched = hide_lines(frames, &Matches::of(profile, rx), &mut hidden);
            note(matched, "Hide", notes);
        }
        if let Some(rx) = show {
            let matched = show_lines(frames, &Matches::of(profile, rx), &mut hidden);
            note(matched, "Show", notes);
        }
        frames.settle();
        let left = hidden.then(|| something_left(frames));
        keep(profile, selection, |stack| {
            let node = stack.index();
            in_focus[node]
                && out.as_ref().is_none_or(|out| !out[node])
                && left.as_ref().is_none_or(|left| left[node])
        });
    }

    /// Drops what is above the outermost match, and samples without one.
    pub(super) fn show_from(
        &self,
        frames: &mut Frames<'_>,
        selection: &mut Selection,
        notes: &mut Vec<String>,
    ) {
        let Some(rx) = &self.show_from else { return };
        let profile = frames.profile;
        let matches = Matches::of(profile, rx);
        let mut from = vec![false; profile.locations.len()];
        for location in frames.locations() {
            if matches.mapping(profile, location) {
                from[location] = true;
                continue;
            }
            let mut range = frames.range(location);
            let outermost = range
                .clone()
                .find(|&frame| frames.has_line(frame) && matches.line(profile, frame));
            if let Some(outermost) = outermost {
                from[location] = true;
                range.end = outermost;
                range.for_each(|frame| frames.drop_line(frame));
            }
        }
        note(from.contains(&true), "Show from", notes);
        frames.settle();
        let started = frames.reached(&from);
        let count = profile.stacks.len();
        let nodes = frames.nodes.get_or_insert_with(|| vec![true; count]);
        for (shown, started) in nodes.iter_mut().zip(&started) {
            *shown &= started;
        }
        keep(profile, selection, |stack| started[stack.index()]);
    }

    /// Drops what is beneath the innermost match.
    pub(super) fn prune_from(&self, frames: &mut Frames<'_>, selection: &mut Selection) {
        let Some(rx) = &self.prune_from else { return };
        let profile = frames.profile;
        let functions: Vec<bool> = profile
            .functions
            .name
            .iter()
            .map(|&name| {
                let text = profile.strings.text(name);
                !text.is_empty() && rx.is_match(simplified(&text).as_bytes())
            })
            .collect();
        let mut at = vec![false; profile.locations.len()];
        for location in frames.locations() {
            let range = frames.range(location);
            let innermost = range.clone().rev().find(|&frame| {
                let function = profile.frames.function[frame];
                frames.has_line(frame) && functions.get(function.index()) == Some(&true)
            });
            if let Some(innermost) = innermost {
                at[location] = true;
                (innermost + 1..range.end).for_each(|frame| frames.drop_line(frame));
            }
        }
        frames.settle();
        let stacks = &profile.stacks;
        // The innermost match on the path to each node, itself included; none: the root.
        let mut cut = vec![StackId(0); stacks.len()];
        for node in 1..stacks.len() {
            let shown = frames.nodes.as_ref().is_none_or(|nodes| nodes[node]);
            let location = profile.frames.location[stacks.frame[node].index()];
            cut[node] = match shown && at[location.index()] {
                true => StackId(node as u32),
                false => cut[stacks.parent[node].index()],
            };
        }
        let ends = cut.iter().enumerate().map(|(node, &cut)| match cut {
            StackId(0) => StackId(node as u32),
            cut => cut,
        });
        selection.ends = Some(ends.collect());
    }
}

fn hide_lines(frames: &mut Frames<'_>, matches: &Matches, hidden: &mut bool) -> bool {
    let profile = frames.profile;
    let mut matched = false;
    for location in frames.locations() {
        let range = frames.range(location);
        let whole = matches.mapping(profile, location);
        let mut left = 0;
        for frame in range
            .clone()
            .filter(|&f| frames.has_line(f))
            .collect::<Vec<_>>()
        {
            if whole || matches.line(profile, frame) {
                frames.drop_line(frame);
                matched = true;
            } else {
                left += 1;
            }
        }
        *hidden |= left == 0;
    }
    matched
}

fn show_lines(frames: &mut Frames<'_>, matches: &Matches, hidden: &mut bool) -> bool {
    let profile = frames.profile;
    let mut matched = false;
    for location in frames.locations() {
        let bare = frames.is_bare(location);
        let whole = matches.mapping(profile, location) && !bare;
        let mut left = 0;
        for frame in frames.range(location) {
            if !frames.has_line(frame) {
                continue;
            }
            if whole || !bare && matches.line(profile, frame) {
                left += 1;
            } else {
                frames.drop_line(frame);
            }
        }
        matched |= left > 0;
        *hidden |= left == 0;
    }
    matched
}

/// For each node: it, or one above it, is shown.
fn something_left(frames: &Frames<'_>) -> Vec<bool> {
    let stacks = &frames.profile.stacks;
    let mut left = vec![false; stacks.len()];
    for node in 1..stacks.len() {
        left[node] = left[stacks.parent[node].index()]
            || frames.nodes.as_ref().is_none_or(|nodes| nodes[node]);
    }
    left
}
