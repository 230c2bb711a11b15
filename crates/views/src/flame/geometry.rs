//! Where a node is, and which node is at a place.

use scene::{Point, Rect, Size, Span, lod};

use super::Nodes;
use super::look::{FINEST, FlameLook, WHOLE};

/// Height of a row in CSS px, its gap included.
pub(super) const ROW: f64 = 20.0;

/// Height of the map above the rows.
pub(super) const MAP: f64 = 40.0;

/// A room lower than this has no map.
const MAP_FROM: f64 = 320.0;

/// The parts of a room.
#[derive(Clone, Copy, Debug)]
pub(super) struct Room {
    /// The picture from afar; without height where there is none.
    pub(super) map: Rect,
    /// The rows.
    pub(super) rows: Rect,
    /// Lines of callers that show when nothing is scrolled.
    above: f64,
}

impl Room {
    pub(super) fn of(data: &Nodes, size: Size) -> Self {
        let has_map = data.head.pivot.is_empty() && data.rows() > 1 && size.h >= MAP_FROM;
        let map = if has_map { MAP } else { 0.0 };
        let rows = Rect {
            x: 0.0,
            y: map,
            w: size.w,
            h: (size.h - map).max(0.0),
        };
        // Callers get half of the room, and what callees leave free.
        let fit = rows_in(rows.h).floor();
        let free = (fit - data.lines_below() as f64).max((fit / 2.0).floor());
        Self {
            map: Rect {
                x: 0.0,
                y: 0.0,
                w: size.w,
                h: map,
            },
            rows,
            above: free.min(data.lines_above() as f64),
        }
    }

    /// How many rows fit.
    pub(super) fn fit(&self) -> f64 {
        rows_in(self.rows.h)
    }

    /// How far lines can be scrolled: towards callers, towards callees.
    pub(super) fn scrolls(&self, data: &Nodes) -> (f64, f64) {
        let least = self.above - data.lines_above() as f64;
        let most = data.lines_below() as f64 - (self.fit() - self.above);
        (least, most.ceil().max(0.0))
    }

    /// Upper edge of a line.
    pub(super) fn line_y(&self, look: &FlameLook, line: i64) -> f64 {
        let down = (line as f64 + self.above - look.scroll) * ROW;
        if look.upside {
            self.rows.bottom() - ROW - down
        } else {
            self.rows.y + down
        }
    }

    /// The line at a height; there may be nothing in it.
    fn line_at(&self, look: &FlameLook, y: f64) -> i64 {
        let down = if look.upside {
            self.rows.bottom() - y
        } else {
            y - self.rows.y
        };
        (down / ROW - self.above + look.scroll).floor() as i64
    }

    /// The first line in the room, and the one after the last.
    pub(super) fn lines(&self, look: &FlameLook) -> (i64, i64) {
        let first = (look.scroll - self.above).floor();
        (first as i64, (first + self.fit() + 1.0).ceil() as i64 + 1)
    }

    /// The node at a place.
    pub(super) fn hit(&self, data: &Nodes, look: &FlameLook, at: Point) -> Option<u32> {
        if !self.rows.contains(at) {
            return None;
        }
        let row = data.row_range(data.row_at(self.line_at(look, at.y))?);
        let value = look.span.value_at(at.x, self.rows.w);
        let found = lod::span_at(&data.start[row.clone()], &data.end[row.clone()], value)?;
        Some((row.start + found) as u32)
    }
}

/// Rows that fit into a height.
fn rows_in(height: f64) -> f64 {
    (height / ROW).max(1.0)
}

/// The deepest node that covers the whole window: what a zoom is a zoom of.
pub(super) fn zoomed(data: &Nodes, look: &FlameLook) -> u32 {
    if look.span == WHOLE {
        return 0;
    }
    // Half a billionth of the window: what clicks and links round away.
    let slack = look.span.width * 1e-9;
    let (left, right) = (look.span.left + slack, look.span.right() - slack);
    let mut at = 0;
    loop {
        let children = data.children(at);
        let (from, to) = (children.start as usize, children.end as usize);
        let Some(found) = lod::span_at(&data.start[from..to], &data.end[from..to], left) else {
            return at;
        };
        if data.end[from + found] < right {
            return at;
        }
        // A child as wide as its parent is the parent's whole story: stay with the outer name
        // unless the window is really inside.
        at = (from + found) as u32;
        if data.end[at as usize] - data.start[at as usize] <= look.span.width + 2.0 * slack {
            return at;
        }
    }
}

/// The window that shows a node in full width.
pub(super) fn span_of(data: &Nodes, item: u32) -> Span {
    let at = item as usize;
    let (left, right) = (data.start[at], data.end[at]);
    Span {
        left,
        width: right - left,
    }
    .clamp(WHOLE, FINEST)
}

/// Moves the window so that a node is in it, as little as possible; a node too narrow to be
/// seen is zoomed to.
pub(super) fn reveal(data: &Nodes, look: &mut FlameLook, size: Size, item: u32) {
    const LEAST: f64 = 12.0;
    let at = item as usize;
    let (start, end) = (data.start[at], data.end[at]);
    let width = end - start;
    if width / look.span.width * size.w < LEAST {
        let room = (width * 8.0).max(FINEST);
        let left = start + width / 2.0 - room / 2.0;
        look.span = Span { left, width: room }.clamp(WHOLE, FINEST);
    } else if start >= look.span.right() || end <= look.span.left {
        let left = start + width / 2.0 - look.span.width / 2.0;
        look.span = Span {
            left,
            width: look.span.width,
        }
        .clamp(WHOLE, FINEST);
    }
    let room = Room::of(data, size);
    let line = data.line(data.row_of(item)) as f64 + room.above;
    let fit = room.fit().floor();
    let (least, most) = room.scrolls(data);
    if line < look.scroll {
        look.scroll = line.max(least);
    } else if line > look.scroll + fit - 1.0 {
        look.scroll = (line - fit + 1.0).min(most);
    }
}

/// Keeps the zoom at the same frame in other data, by the names on the way to it.
pub(super) fn carry(old: &Nodes, new: &Nodes, look: &FlameLook) -> FlameLook {
    let whole = FlameLook {
        scroll: match old.head.pivot == new.head.pivot {
            true => look.scroll.min(new.lines_below() as f64),
            false => 0.0,
        },
        ..look.whole()
    };
    if look.span == WHOLE {
        return whole;
    }
    let from = zoomed(old, look);
    let near = Some(old.start[from as usize]);
    let to = match from {
        0 => Some(0),
        from => new.walk(&old.path(from), near),
    };
    let Some(to) = to else {
        return FlameLook {
            scroll: 0.0,
            ..whole
        };
    };
    let (was, is) = (span_of(old, from), span_of(new, to));
    let span = Span {
        left: is.left + (look.span.left - was.left) / was.width * is.width,
        width: look.span.width / was.width * is.width,
    };
    FlameLook {
        span: span.clamp(WHOLE, FINEST),
        ..whole
    }
}

/// How many nodes match a search: in sight, and in all. O(nodes).
pub(super) fn matches(
    data: &Nodes,
    look: &FlameLook,
    size: Size,
    found: &[bool],
) -> (usize, usize) {
    let (mut inside, mut all) = (0, 0);
    let (left, right) = (look.span.left, look.span.right());
    let room = Room::of(data, size);
    for row in 0..data.rows() {
        let y = room.line_y(look, data.line(row));
        let in_sight = y + ROW > room.rows.y && y < room.rows.bottom();
        for at in data.row_range(row) {
            if found.get(data.name[at] as usize) == Some(&true) {
                all += 1;
                let shows = in_sight && data.end[at] > left && data.start[at] < right;
                inside += usize::from(shows);
            }
        }
    }
    (inside, all)
}
