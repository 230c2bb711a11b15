//! What a person does to the flame graph.

use scene::{Frame, Input, Key, Mods, Point, Size};

use super::geometry::Room;
use super::look::{FINEST, FlameLook, WHOLE};
use super::{Nodes, geometry, map};
use crate::view::{Commit, Marks, Picked, Reaction, Spot};

/// Zoom of a wheel: a notch of 100 px is a fifth.
const WHEEL_ZOOM: f64 = 0.0018;

/// The part of the window by which Shift and an arrow move the picture.
const KEY_PAN: f64 = 0.1;

/// So many rows at a time.
const KEY_ROWS: f64 = 2.0;

/// Zoom of `+` and `-`.
const KEY_ZOOM: f64 = 1.5;

/// Answers an input.
pub(super) fn input(
    data: &Nodes,
    look: &mut FlameLook,
    marks: Marks<'_>,
    frame: &Frame<'_>,
    input: Input,
) -> Reaction {
    let mut hand = Hand {
        data,
        look,
        marks,
        size: frame.size,
    };
    match input {
        Input::Move(at) => hand.hover(at),
        Input::Leave => Reaction {
            redraw: marks.hover.is_some(),
            hover: Some(None),
            ..Reaction::default()
        },
        Input::Click { at, .. } => hand.click(at),
        Input::DoubleClick { .. } => hand.reset(),
        Input::LongPress { at } | Input::Menu { at } => hand.hover(at),
        Input::Drag { at, by } => hand.drag(at, by),
        Input::Up { .. } => hand.up(),
        Input::Wheel { at, dx, dy, mods } => hand.wheel(at, dx, dy, mods),
        Input::Pinch { at, factor } => hand.zoom(at.x, factor),
        Input::Key(key, mods) => hand.key(key, mods),
        Input::Down { at, button: 0, .. } => {
            hand.look.grip = map::grip(data, hand.look, frame.size, at);
            Reaction::default()
        }
        Input::Down { .. } => Reaction::default(),
    }
}

struct Hand<'a> {
    data: &'a Nodes,
    look: &'a mut FlameLook,
    marks: Marks<'a>,
    size: Size,
}

fn moved() -> Reaction {
    Reaction {
        redraw: true,
        commit: Some(Commit::Amend),
        handled: true,
        ..Reaction::default()
    }
}

impl Hand<'_> {
    fn hover(&self, at: Point) -> Reaction {
        let hover = self.room().hit(self.data, self.look, at);
        Reaction {
            redraw: hover != self.marks.hover,
            hover: Some(hover),
            ..Reaction::default()
        }
    }

    fn room(&self) -> Room {
        Room::of(self.data, self.size)
    }

    fn click(&mut self, at: Point) -> Reaction {
        if let Some(reaction) = map::click(self.data, self.look, self.size, at) {
            return reaction;
        }
        let Some(item) = self.room().hit(self.data, self.look, at) else {
            return Reaction {
                redraw: true,
                picked: Some(None),
                handled: true,
                ..Reaction::default()
            };
        };
        match self.data.head.pivot.is_empty() {
            true => self.zoom_to(item),
            false => self.turn_to(item),
        }
    }

    /// Around a function, a click goes on to another one; on the function itself it shows
    /// everything of it again.
    fn turn_to(&mut self, item: u32) -> Reaction {
        if item == 0 {
            return self.zoom_to(0);
        }
        let name = self.data.name_text(item).to_owned();
        let before = self.look.clone();
        if !self.look.pivot.is_empty() {
            self.look.pivot.clone_from(&name);
        }
        self.look.span = WHOLE;
        self.look.scroll = 0.0;
        Reaction {
            redraw: true,
            commit: (*self.look != before).then_some(Commit::Push),
            picked: Some(Some(Picked {
                name,
                ..Picked::default()
            })),
            handled: true,
            ..Reaction::default()
        }
    }

    /// Hangs everything on the selected function, or on the whole profile again.
    fn pivot(&mut self) -> Reaction {
        let to = match self.look.pivot.is_empty() {
            false => String::new(),
            true => match self.marks.picked {
                Spot {
                    item: Some(item), ..
                } if item >= self.data.first() => self.data.name_text(item).to_owned(),
                Spot {
                    name: Some(name), ..
                } => self.data.names.name(name as usize).to_owned(),
                _ => return Reaction::default(),
            },
        };
        *self.look = FlameLook {
            pivot: to,
            ..self.look.whole()
        };
        Reaction {
            commit: Some(Commit::Push),
            ..moved()
        }
    }

    /// Shows a node in full width and selects it; the root shows everything again.
    fn zoom_to(&mut self, item: u32) -> Reaction {
        let before = self.look.clone();
        self.look.span = geometry::span_of(self.data, item);
        geometry::reveal(self.data, self.look, self.size, item);
        Reaction {
            redraw: true,
            commit: (*self.look != before).then_some(Commit::Push),
            picked: Some(super::picked(self.data, item)),
            handled: true,
            ..Reaction::default()
        }
    }

    fn reset(&mut self) -> Reaction {
        let was_whole = self.look.is_whole();
        *self.look = self.look.whole();
        Reaction {
            redraw: true,
            commit: (!was_whole).then_some(Commit::Push),
            handled: true,
            ..Reaction::default()
        }
    }

    fn up(&mut self) -> Reaction {
        if let Some(grip) = self.look.grip.take() {
            return map::release(self.look, grip);
        }
        Reaction {
            commit: Some(Commit::Amend),
            ..Reaction::default()
        }
    }

    fn drag(&mut self, at: Point, by: Point) -> Reaction {
        if let Some(grip) = self.look.grip {
            return map::drag(self.look, grip, self.size.w, at, by);
        }
        self.look.span = self.look.span.pan_by(by.x, self.size.w, WHOLE);
        let rows = by.y / geometry::ROW;
        self.scroll_by(if self.look.upside { rows } else { -rows });
        Reaction {
            redraw: true,
            handled: true,
            glides: true,
            ..Reaction::default()
        }
    }

    fn scroll_by(&mut self, rows: f64) {
        let (least, most) = self.room().scrolls(self.data);
        self.look.scroll = (self.look.scroll + rows).clamp(least, most);
    }

    fn wheel(&mut self, at: Point, dx: f64, dy: f64, mods: Mods) -> Reaction {
        if mods.alt {
            self.scroll_by(if self.look.upside { -dy } else { dy } / geometry::ROW);
            return moved();
        }
        // Shift turns a wheel that has one direction only.
        let (dx, dy) = if mods.shift && dx == 0.0 {
            (dy, 0.0)
        } else {
            (dx, dy)
        };
        if dx.abs() > dy.abs() {
            self.look.span = self.look.span.pan_by(-dx, self.size.w, WHOLE);
            return moved();
        }
        // Browsers send a pinch on a touchpad as a wheel with small steps.
        let speed = if mods.ctrl {
            WHEEL_ZOOM * 5.0
        } else {
            WHEEL_ZOOM
        };
        // On the map the pointer stands at a place of the whole, not at one of the window.
        let x = match self.room().map.contains(at) {
            true => self.size.w / 2.0,
            false => at.x,
        };
        self.zoom(x, (-dy * speed).clamp(-1.0, 1.0).exp())
    }

    fn zoom(&mut self, x: f64, factor: f64) -> Reaction {
        self.look.span = self
            .look
            .span
            .zoom_at(x, self.size.w, factor, WHOLE, FINEST);
        moved()
    }

    fn key(&mut self, key: Key, mods: Mods) -> Reaction {
        if mods.ctrl || mods.alt {
            return Reaction::default();
        }
        let rows = self.room().fit().floor() - 1.0;
        match key {
            Key::Left | Key::Right | Key::Up | Key::Down if mods.shift => self.push(key),
            Key::Left => self.step(Way::Before),
            Key::Right => self.step(Way::After),
            Key::Up if self.look.upside => self.step(Way::Callee),
            Key::Down if self.look.upside => self.step(Way::Caller),
            Key::Up => self.step(Way::Caller),
            Key::Down => self.step(Way::Callee),
            Key::Enter => self
                .marks
                .picked
                .item
                .map(|item| self.zoom_to(item))
                .unwrap_or_default(),
            Key::Home => self.pick(0),
            Key::PageDown | Key::PageUp => {
                let forward = (key == Key::PageDown) != self.look.upside;
                self.scroll_by(if forward { rows } else { -rows });
                moved()
            }
            Key::Plus => self.zoom(self.size.w / 2.0, KEY_ZOOM),
            Key::Minus => self.zoom(self.size.w / 2.0, 1.0 / KEY_ZOOM),
            Key::Char('i') => {
                self.look.upside = !self.look.upside;
                Reaction {
                    commit: Some(Commit::Push),
                    ..moved()
                }
            }
            Key::Char('p') => self.pivot(),
            Key::Escape if !self.look.is_whole() => self.reset(),
            Key::Escape if !self.look.pivot.is_empty() => self.pivot(),
            Key::Escape if self.marks.picked.name.is_some() => Reaction {
                redraw: true,
                picked: Some(None),
                handled: true,
                ..Reaction::default()
            },
            Key::Escape | Key::End | Key::Char(_) => Reaction::default(),
        }
    }

    /// Moves the picture without its selection.
    fn push(&mut self, key: Key) -> Reaction {
        let by = self.size.w * KEY_PAN;
        let rows = if self.look.upside {
            -KEY_ROWS
        } else {
            KEY_ROWS
        };
        match key {
            Key::Left => self.look.span = self.look.span.pan_by(by, self.size.w, WHOLE),
            Key::Right => self.look.span = self.look.span.pan_by(-by, self.size.w, WHOLE),
            Key::Up => self.scroll_by(-rows),
            _ => self.scroll_by(rows),
        }
        moved()
    }

    fn step(&mut self, way: Way) -> Reaction {
        let data = self.data;
        let Some(here) = self.marks.picked.item else {
            // The first step selects what is zoomed to, or the outermost frame.
            let first = match geometry::zoomed(data, self.look) {
                0 if data.first() == 0 => 0,
                0 => data.children(0).next().unwrap_or(0),
                zoomed => zoomed,
            };
            return self.pick(first);
        };
        let row = data.row_range(data.row_of(here));
        // On the callers' side the way to callers leads away from the root.
        let above = data.is_caller(here) || here == 0 && matches!(way, Way::Caller);
        let to = match way {
            Way::Before => here
                .checked_sub(1)
                .filter(|&to| row.contains(&(to as usize))),
            Way::After => Some(here + 1).filter(|&to| row.contains(&(to as usize))),
            Way::Caller if above && here == 0 => data.callers().next(),
            Way::Caller if above => data.children(here).next(),
            Way::Callee if above => Some(data.parent[here as usize]),
            Way::Caller => Some(data.parent[here as usize]),
            Way::Callee => data.children(here).next(),
        };
        self.pick(to.unwrap_or(here))
    }

    fn pick(&mut self, item: u32) -> Reaction {
        let before = self.look.clone();
        geometry::reveal(self.data, self.look, self.size, item);
        let picked = super::picked(self.data, item);
        Reaction {
            redraw: true,
            commit: (*self.look != before).then_some(Commit::Amend),
            picked: Some(picked),
            handled: true,
            ..Reaction::default()
        }
    }
}

/// Where a key leads.
#[derive(Clone, Copy)]
enum Way {
    Before,
    After,
    Caller,
    Callee,
}
