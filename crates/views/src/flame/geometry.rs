//! Where nodes lie on the screen, and what lies at a place.

use scene::{Point, Size, Span, lod};

use super::Nodes;
use super::look::{FINEST, FlameLook, WHOLE};

/// Height of a row in CSS px, its gap included.
pub(super) const ROW: f64 = 20.0;

/// Rows that fit into a height.
pub(super) fn rows_in(height: f64) -> f64 {
    (height / ROW).max(1.0)
}

/// How far rows can be scrolled.
pub(super) fn most_scroll(data: &Nodes, height: f64) -> f64 {
    (data.rows() as f64 - rows_in(height)).max(0.0).ceil()
}

/// Upper edge of a row.
pub(super) fn row_y(look: &FlameLook, size: Size, row: usize) -> f64 {
    let down = (row as f64 - look.scroll) * ROW;
    if look.upside {
        size.h - ROW - down
    } else {
        down
    }
}

/// The row at a height; may be beyond the last.
fn row_at(look: &FlameLook, size: Size, y: f64) -> Option<usize> {
    let down = if look.upside { size.h - y } else { y };
    let row = (down / ROW + look.scroll).floor();
    (row >= 0.0).then_some(row as usize)
}

/// The node at a place.
pub(super) fn hit(data: &Nodes, look: &FlameLook, size: Size, at: Point) -> Option<u32> {
    if !size.rect().contains(at) {
        return None;
    }
    let row = data.row_range(row_at(look, size, at.y)?);
    let value = look.span.value_at(at.x, size.w);
    let found = lod::span_at(&data.start[row.clone()], &data.end[row.clone()], value)?;
    Some((row.start + found) as u32)
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
    let row = data.depth(item) as f64;
    let fit = rows_in(size.h).floor();
    if row < look.scroll {
        look.scroll = row;
    } else if row > look.scroll + fit - 1.0 {
        look.scroll = (row - fit + 1.0).min(most_scroll(data, size.h));
    }
}

/// Keeps the zoom at the same frame in other data, by the names on the way to it.
pub(super) fn carry(old: &Nodes, new: &Nodes, look: &FlameLook) -> FlameLook {
    if look.span == WHOLE {
        return look.clone();
    }
    let from = zoomed(old, look);
    let to = match from {
        0 => Some(0),
        from => new.walk(&old.path(from)),
    };
    let Some(to) = to else {
        return FlameLook {
            upside: look.upside,
            ..FlameLook::default()
        };
    };
    let (was, is) = (span_of(old, from), span_of(new, to));
    let span = Span {
        left: is.left + (look.span.left - was.left) / was.width * is.width,
        width: look.span.width / was.width * is.width,
    };
    FlameLook {
        span: span.clamp(WHOLE, FINEST),
        ..look.clone()
    }
}
