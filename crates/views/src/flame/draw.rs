//! Draws the visible part; work is bounded by the pixels of the room.

use profile::units::human;
use scene::{DrawList, Font, Frame, Point, Rect, Theme, fit, lod};

use super::colour::Brush;
use super::geometry::{ROW, Room};
use super::look::FlameLook;
use super::map;
use super::{Head, Nodes};
use crate::view::Marks;

/// Boxes narrower than this stand in a run of their neighbours.
const LEAST: f64 = 1.0;

/// Boxes narrower than this have no label.
const LABEL_FROM: f64 = 24.0;

/// Room between a box and its label.
const PADDING: f64 = 4.0;

/// An inlined frame leaves this much of its row free at its caller's side.
const INLINED_NOTCH: f64 = 3.0;

/// Draws all rows in the window, and the map above them.
pub(super) fn draw(
    data: &Nodes,
    look: &FlameLook,
    marks: Marks<'_>,
    frame: &Frame<'_>,
    out: &mut DrawList,
) {
    let room = Room::of(data, frame.size);
    out.layer(room.rows);
    let mut pen = Pen {
        data,
        look,
        marks,
        frame,
        brush: Brush::new(data, marks, frame.theme),
        hover_name: marks
            .hover
            .and_then(|item| data.name.get(item as usize))
            .copied(),
        scratch: String::new(),
    };
    let (first, end) = room.lines(look);
    // Callees lie inside their callers: a row with nothing in the window is the last.
    let mut line = first.max(0);
    while line < end && pen.line(line, &room, out) {
        line += 1;
    }
    let mut line = (end - 1).min(-1);
    while line >= first && pen.line(line, &room, out) {
        line -= 1;
    }
    if !room.map.is_empty() {
        map::draw(data, look, marks, frame, room.map, out);
    }
}

struct Pen<'a> {
    data: &'a Nodes,
    look: &'a FlameLook,
    marks: Marks<'a>,
    frame: &'a Frame<'a>,
    brush: Brush<'a>,
    hover_name: Option<u32>,
    scratch: String,
}

impl Pen<'_> {
    /// False where there is nothing, and so nothing beyond.
    fn line(&mut self, line: i64, room: &Room, out: &mut DrawList) -> bool {
        let row = self.data.row_at(line);
        row.is_some_and(|row| self.row(row, room.line_y(self.look, line), out))
    }

    fn row(&mut self, row: usize, y: f64, out: &mut DrawList) -> bool {
        let range = self.data.row_range(row);
        let (starts, ends) = (
            &self.data.start[range.clone()],
            &self.data.end[range.clone()],
        );
        let mut any = false;
        for piece in lod::pieces(starts, ends, self.look.span, self.frame.size.w, LEAST) {
            any = true;
            let first = range.start + piece.spans.start;
            let place = Rect {
                x: piece.x,
                y,
                w: piece.w,
                h: ROW - 1.0,
            };
            if piece.filler {
                let run = first..range.start + piece.spans.end;
                let width = self.frame.size.w;
                self.brush.run(run, place, self.look.span, width, out);
            } else {
                self.node(first as u32, place, out);
            }
        }
        any
    }

    fn theme(&self) -> &Theme {
        self.frame.theme
    }

    fn node(&mut self, item: u32, place: Rect, out: &mut DrawList) {
        let at = item as usize;
        let name = self.data.name[at];
        let matched = self.brush.matched(at);
        let mut place = place;
        // One pixel between neighbours, where there is room for it.
        if place.w >= 3.0 {
            place.w -= 1.0;
        }
        if self.data.inlined[at] {
            place.h -= INLINED_NOTCH;
            if !self.look.upside {
                place.y += INLINED_NOTCH;
            }
        }
        out.fill(place, self.brush.fill(at));
        self.outline(item, name, matched, place, out);
        if place.w >= LABEL_FROM {
            self.label(item, place, out);
        }
    }

    /// At most one outline a box: selection before function, function before pointer, pointer
    /// before search.
    fn outline(
        &self,
        item: u32,
        name: u32,
        matched: Option<bool>,
        place: Rect,
        out: &mut DrawList,
    ) {
        let theme = self.theme();
        let is_root = item < self.data.first();
        if self.marks.picked.item == Some(item) {
            out.stroke(place, theme.accent, 2.0);
        } else if self.marks.picked.name == Some(name) && !is_root {
            out.stroke(place, theme.accent, 1.0);
        } else if self.hover_name == Some(name) {
            out.stroke(place, theme.hover, 1.0);
        } else if matched == Some(true) && place.w >= LEAST * 3.0 {
            out.stroke(place, theme.found, 1.0);
        }
    }

    fn label(&mut self, item: u32, place: Rect, out: &mut DrawList) {
        let (theme, metrics) = (self.frame.theme, self.frame.metrics);
        // The visible part: a label does not leave with its box's left edge.
        let mut left = place.x.max(0.0) + PADDING;
        let mut room = place.right().min(self.frame.size.w) - PADDING - left;
        let name = self.data.name[item as usize] as usize;
        let root;
        let (text, prefix) = if item == 0 && self.data.head.pivot.is_empty() {
            let head = &self.data.head;
            root = root_label(head, self.data.total[0]);
            (root.as_str(), 0)
        } else {
            (
                self.data.names.name(name),
                self.data.names.package_len(name),
            )
        };
        // Text stands in the middle of the row, also where the box is notched.
        let baseline = place.y + place.h / 2.0 + 4.0;
        let sign = if item == 0 {
            ""
        } else {
            self.brush.sign(item as usize)
        };
        if !sign.is_empty() {
            let width = scene::text::measure(sign, metrics);
            if width > room {
                return;
            }
            let at = Point {
                x: left,
                y: baseline,
            };
            out.text(at, sign, theme.frame_ink, Font::Frame);
            (left, room) = (left + width, room - width);
        }
        let Some(fitted) = fit(text, prefix, room, metrics, &mut self.scratch) else {
            return;
        };
        let (dim, rest) = fitted.text.split_at(fitted.dim);
        let at = Point {
            x: left,
            y: baseline,
        };
        if dim.is_empty() {
            out.text(at, rest, theme.frame_ink, Font::Frame);
        } else {
            let shift = scene::text::measure(dim, metrics);
            out.text(at, dim, theme.frame_ink_dim, Font::Frame);
            out.text(
                Point {
                    x: left + shift,
                    y: baseline,
                },
                rest,
                theme.frame_ink,
                Font::Frame,
            );
        }
    }
}

/// What the root says: what is counted, how much, and what is to be told beside it.
pub(super) fn root_label(head: &Head, total: i64) -> String {
    let mut text = format!("{} · {}", head.kind, human(total, &head.unit));
    if !head.note.is_empty() {
        text.push_str(" · ");
        text.push_str(&head.note);
    }
    text
}
