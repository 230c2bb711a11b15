//! From pointer events to what a person did: hover, click, drag, pinch, long press.

use scene::{Input, Mods, Point};

/// A finger or mouse that is down.
#[derive(Clone, Copy)]
struct Pointer {
    id: i32,
    at: Point,
}

/// Pointers that are down, and whether they have moved.
#[derive(Default)]
pub(super) struct Gesture {
    pointers: Vec<Pointer>,
    start: Point,
    dragging: bool,
}

/// A press that moves less than this many CSS px is a click.
const SLACK: f64 = 4.0;

impl Gesture {
    /// A pointer went down.
    pub(super) fn down(&mut self, id: i32, at: Point, button: u8, mods: Mods) -> Option<Input> {
        self.pointers.retain(|p| p.id != id);
        self.pointers.push(Pointer { id, at });
        if self.pointers.len() > 1 {
            // A second finger: no click comes of this any more.
            self.dragging = true;
            return None;
        }
        self.start = at;
        self.dragging = false;
        Some(Input::Down { at, button, mods })
    }

    /// A pointer moved.
    pub(super) fn moved(&mut self, id: i32, at: Point) -> Option<Input> {
        let Some(index) = self.pointers.iter().position(|p| p.id == id) else {
            return self.pointers.is_empty().then_some(Input::Move(at));
        };
        let before = self.pointers[index].at;
        self.pointers[index].at = at;
        if let [a, b] = self.pointers[..] {
            let other = if a.id == id { b.at } else { a.at };
            let (was, is) = (distance(before, other), distance(at, other));
            let middle = Point {
                x: f64::midpoint(at.x, other.x),
                y: f64::midpoint(at.y, other.y),
            };
            return (was > 1.0).then(|| Input::Pinch {
                at: middle,
                factor: is / was,
            });
        }
        if !self.dragging {
            if distance(at, self.start) < SLACK {
                return None;
            }
            self.dragging = true;
            // The way from the press is part of the drag, so that nothing jumps.
            return Some(Input::Drag {
                at,
                by: between(self.start, at),
            });
        }
        Some(Input::Drag {
            at,
            by: between(before, at),
        })
    }

    /// A pointer went up: the end of a drag, or a click.
    pub(super) fn up(&mut self, id: i32, at: Point, button: u8, mods: Mods) -> Vec<Input> {
        let known = self.pointers.iter().any(|p| p.id == id);
        self.pointers.retain(|p| p.id != id);
        if !known || !self.pointers.is_empty() {
            return Vec::new();
        }
        match (std::mem::take(&mut self.dragging), button) {
            (false, 0) => vec![Input::Up { at }, Input::Click { at, mods }],
            _ => vec![Input::Up { at }],
        }
    }

    /// A pointer was taken from us.
    pub(super) fn cancel(&mut self, id: i32) {
        self.pointers.retain(|p| p.id != id);
        self.dragging = !self.pointers.is_empty();
    }

    /// Something else takes over: what is down is forgotten.
    pub(super) fn clear(&mut self) {
        *self = Self::default();
    }

    /// True while something is dragged.
    pub(super) fn is_dragging(&self) -> bool {
        self.dragging && !self.pointers.is_empty()
    }
}

fn distance(a: Point, b: Point) -> f64 {
    (a.x - b.x).hypot(a.y - b.y)
}

fn between(from: Point, to: Point) -> Point {
    Point {
        x: to.x - from.x,
        y: to.y - from.y,
    }
}
