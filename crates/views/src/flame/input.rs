//! What a person does to the flame graph.

use scene::{Frame, Input, Key, Mods, Point, Size};

use super::look::{FINEST, FlameLook, WHOLE};
use super::{Nodes, geometry};
use crate::view::{Commit, Marks, Picked, Reaction, View};

/// Zoom of a wheel: a notch of 100 px is a fifth.
const WHEEL_ZOOM: f64 = 0.0018;

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
        Input::Drag { by, .. } => hand.drag(by),
        Input::Up { .. } => Reaction {
            commit: Some(Commit::Amend),
            ..Reaction::default()
        },
        Input::Wheel { at, dx, dy, mods } => hand.wheel(at, dx, dy, mods),
        Input::Pinch { at, factor } => hand.zoom(at.x, factor),
        Input::Key(key, mods) => hand.key(key, mods),
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
        let hover = geometry::hit(self.data, self.look, self.size, at);
        Reaction {
            redraw: hover != self.marks.hover,
            hover: Some(hover),
            ..Reaction::default()
        }
    }

    fn click(&mut self, at: Point) -> Reaction {
        let Some(item) = geometry::hit(self.data, self.look, self.size, at) else {
            return Reaction {
                redraw: true,
                picked: Some(None),
                handled: true,
                ..Reaction::default()
            };
        };
        self.zoom_to(item)
    }

    /// Shows a node in full width and selects it; the root shows everything again.
    fn zoom_to(&mut self, item: u32) -> Reaction {
        let before = self.look.clone();
        self.look.span = geometry::span_of(self.data, item);
        geometry::reveal(self.data, self.look, self.size, item);
        Reaction {
            redraw: true,
            commit: (*self.look != before).then_some(Commit::Push),
            picked: Some(super::Flame::pick(self.data, item)),
            handled: true,
            ..Reaction::default()
        }
    }

    fn reset(&mut self) -> Reaction {
        let was_whole = self.look.is_whole();
        *self.look = FlameLook {
            upside: self.look.upside,
            ..FlameLook::default()
        };
        Reaction {
            redraw: true,
            commit: (!was_whole).then_some(Commit::Push),
            handled: true,
            ..Reaction::default()
        }
    }

    fn drag(&mut self, by: Point) -> Reaction {
        self.look.span = self.look.span.pan_by(by.x, self.size.w, WHOLE);
        let rows = by.y / geometry::ROW;
        self.scroll_by(if self.look.upside { rows } else { -rows });
        Reaction {
            redraw: true,
            handled: true,
            ..Reaction::default()
        }
    }

    fn scroll_by(&mut self, rows: f64) {
        let most = geometry::most_scroll(self.data, self.size.h);
        self.look.scroll = (self.look.scroll + rows).clamp(0.0, most);
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
        self.zoom(at.x, (-dy * speed).clamp(-1.0, 1.0).exp())
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
        let rows = geometry::rows_in(self.size.h) - 1.0;
        match key {
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
            Key::Escape if !self.look.is_whole() => self.reset(),
            Key::Escape if self.marks.picked.name.is_some() => Reaction {
                redraw: true,
                picked: Some(None),
                handled: true,
                ..Reaction::default()
            },
            Key::Escape | Key::End | Key::Char(_) => Reaction::default(),
        }
    }

    fn step(&mut self, way: Way) -> Reaction {
        let data = self.data;
        let Some(here) = self.marks.picked.item else {
            // The first step selects what is zoomed to, or the outermost frame.
            let first = match geometry::zoomed(data, self.look) {
                0 => data.children(0).next().unwrap_or(0),
                zoomed => zoomed,
            };
            return self.pick(first);
        };
        let row = data.row_range(data.depth(here));
        let to = match way {
            Way::Before => here
                .checked_sub(1)
                .filter(|&to| row.contains(&(to as usize))),
            Way::After => Some(here + 1).filter(|&to| row.contains(&(to as usize))),
            Way::Caller => Some(data.parent[here as usize]),
            Way::Callee => data.children(here).next(),
        };
        self.pick(to.unwrap_or(here))
    }

    fn pick(&mut self, item: u32) -> Reaction {
        let before = self.look.clone();
        geometry::reveal(self.data, self.look, self.size, item);
        let picked = super::Flame::pick(self.data, item).unwrap_or_else(|| Picked {
            name: self.data.name_text(0).to_owned(),
            path: Vec::new(),
        });
        Reaction {
            redraw: true,
            commit: (*self.look != before).then_some(Commit::Amend),
            picked: Some((item > 0).then_some(picked)),
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
