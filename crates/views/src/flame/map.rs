//! The map above the rows: the whole picture from afar, and a window in it that can be dragged.
//!
//! What is drawn is the skyline that the worker made: a box for each run of parts of the width
//! with equal height, so that a map costs the same for ten frames and for ten million.

use scene::{DrawList, Frame, Point, Rect, Size, Span};

use super::Nodes;
use super::geometry::Room;
use super::look::{FINEST, FlameLook, Grip, WHOLE};
use crate::view::{Commit, Marks, Reaction};

/// How near to an edge of the window a drag takes hold of it, in CSS px.
const EDGE: f64 = 5.0;

/// The window is drawn at least this wide, in CSS px.
const LEAST: f64 = 3.0;

/// Room between the skyline and the edges of the map.
const PADDING: f64 = 3.0;

/// Draws the map.
pub(super) fn draw(
    data: &Nodes,
    look: &FlameLook,
    marks: Marks<'_>,
    frame: &Frame<'_>,
    map: Rect,
    out: &mut DrawList,
) {
    let theme = frame.theme;
    out.layer(map);
    out.fill(map, theme.surface);
    out.layer(map);
    let (parts, most) = (data.skyline.len() as f64, data.lines_below().max(1) as f64);
    let room = map.h - 2.0 * PADDING;
    let mut part = 0;
    for run in data.skyline.chunk_by(|a, b| a == b) {
        let x = f64::from(part) / parts * map.w;
        part += run.len() as u32;
        let high = (f64::from(run[0]) / most * room).round();
        let bar = Rect {
            x,
            y: if look.upside {
                map.bottom() - PADDING - high
            } else {
                map.y + PADDING
            },
            w: f64::from(part) / parts * map.w - x,
            h: high,
        };
        out.fill(bar, theme.bar);
    }
    out.layer(map);
    if let Some(found) = marks.found {
        for &(from, to) in data.matches(found).iter() {
            let x = from * map.w;
            let mark = Rect {
                x,
                y: map.bottom() - 4.0,
                w: (to * map.w - x).max(1.0),
                h: 3.0,
            };
            out.fill(mark, theme.found);
        }
    }
    if let Some(item) = marks.picked.item {
        let (start, end) = (data.start[item as usize], data.end[item as usize]);
        let mark = Rect {
            x: start * map.w,
            y: map.y + 1.0,
            w: ((end - start) * map.w).max(2.0),
            h: 3.0,
        };
        out.fill(mark, theme.accent);
    }
    if look.span != WHOLE {
        let window = window(look, map);
        out.layer(map);
        let left = Rect { w: window.x, ..map };
        let right = Rect {
            x: window.right(),
            w: map.right() - window.right(),
            ..map
        };
        out.fill(left, theme.veil);
        out.fill(right, theme.veil);
        out.stroke(window, theme.accent, 1.0);
    }
    let line = Rect {
        y: map.bottom() - 1.0,
        h: 1.0,
        ..map
    };
    out.layer(map);
    out.fill(line, theme.line);
}

/// The window on the map.
fn window(look: &FlameLook, map: Rect) -> Rect {
    let (x, w) = (look.span.left * map.w, look.span.width * map.w);
    let w = w.max(LEAST);
    Rect {
        x: x.min(map.w - w),
        y: map.y,
        w,
        h: map.h - 1.0,
    }
}

/// A button went down: where it takes hold. `None` if not on the map.
pub(super) fn grip(data: &Nodes, look: &FlameLook, size: Size, at: Point) -> Option<Grip> {
    let map = Room::of(data, size).map;
    if !map.contains(at) {
        return None;
    }
    let window = window(look, map);
    let near = |x: f64| (at.x - x).abs() <= EDGE;
    Some(match look.span == WHOLE {
        true => Grip::New(at.x / map.w),
        false if near(window.x) && window.w > 4.0 * EDGE => Grip::Left,
        false if near(window.right()) && window.w > 4.0 * EDGE => Grip::Right,
        false if window.contains(at) => Grip::Window,
        false => Grip::New(at.x / map.w),
    })
}

/// The pointer moves what is held.
pub(super) fn drag(look: &mut FlameLook, grip: Grip, width: f64, at: Point, by: Point) -> Reaction {
    let here = (at.x / width).clamp(0.0, 1.0);
    let between = |a: f64, b: f64| {
        let (left, right) = (a.min(b), a.max(b));
        Span {
            left,
            width: right - left,
        }
        .clamp(WHOLE, FINEST)
    };
    // An edge that is drawn over the other one becomes it: from then on the window is drawn anew
    // from the edge that stands still.
    let (left, right) = (look.span.left, look.span.right());
    let grip = match grip {
        Grip::Left if here > right => Grip::New(right),
        Grip::Right if here < left => Grip::New(left),
        grip => grip,
    };
    look.grip = Some(grip);
    look.span = match grip {
        Grip::Window => Span {
            left: left + by.x / width,
            width: look.span.width,
        }
        .clamp(WHOLE, FINEST),
        Grip::New(from) => between(from, here),
        Grip::Left => between(here, right),
        Grip::Right => between(left, here),
    };
    Reaction {
        redraw: true,
        handled: true,
        ..Reaction::default()
    }
}

/// What was held is let go: a new window is a step, a moved one amends.
pub(super) fn release(look: &mut FlameLook, grip: Grip) -> Reaction {
    look.grip = None;
    Reaction {
        redraw: true,
        commit: Some(match grip {
            Grip::Window => Commit::Amend,
            Grip::New(_) | Grip::Left | Grip::Right => Commit::Push,
        }),
        handled: true,
        ..Reaction::default()
    }
}

/// A click brings the window there.
pub(super) fn click(data: &Nodes, look: &mut FlameLook, size: Size, at: Point) -> Option<Reaction> {
    let map = Room::of(data, size).map;
    if !map.contains(at) {
        return None;
    }
    let middle = at.x / map.w;
    look.span = Span {
        left: middle - look.span.width / 2.0,
        width: look.span.width,
    }
    .clamp(WHOLE, FINEST);
    Some(Reaction {
        redraw: true,
        commit: Some(Commit::Amend),
        handled: true,
        ..Reaction::default()
    })
}
