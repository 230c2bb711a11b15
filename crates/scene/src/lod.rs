//! Level of detail: what of one row is worth drawing in a window.
//!
//! A row may hold a million spans of which a screen shows a thousand. [`pieces`] finds the
//! visible ones by binary search and swallows runs of spans too narrow to see into fillers,
//! leaping over them by galloping. Its work grows with the pixels of the window and the
//! logarithm of the row, never with the spans that lie under one pixel.

use std::ops::Range;

use crate::Span;

/// Something to draw: one span, or a filler for a run of narrow ones.
#[derive(Clone, Debug, PartialEq)]
pub struct Piece {
    /// Which spans of the row; one for a span, one or more for a filler.
    pub spans: Range<usize>,
    /// Left edge in CSS px. Cut [`MARGIN`] outside the window, for huge numbers lose their
    /// fractions in a painter's `f32`.
    pub x: f64,
    /// Width in CSS px, over 0.
    pub w: f64,
    /// Stands for spans narrower than the least width; has no room for label or border.
    pub filler: bool,
}

/// How far outside the window pieces may reach, in CSS px, so that the border of a span
/// which goes on outside is not seen at the window's edge.
pub const MARGIN: f64 = 8.0;

/// The pieces of a row in a window, from left to right, never overlapping.
///
/// `starts` and `ends` are values, sorted and disjoint: `starts[i] <= ends[i] <=
/// starts[i + 1]`. Spans narrower than `least` CSS px (and over 0) become fillers;
/// neighbouring ones less than `least` apart share one. A filler is at least `least` wide
/// unless a wide span begins sooner, so that a lonely event does not vanish; only one of no
/// width at all that touches a wide span does.
pub fn pieces<'a>(
    starts: &'a [f64],
    ends: &'a [f64],
    window: Span,
    css_width: f64,
    least: f64,
) -> Pieces<'a> {
    debug_assert_eq!(starts.len(), ends.len(), "a start for each end");
    let n = starts.len().min(ends.len());
    let usable = window.width > 0.0 && css_width > 0.0 && least > 0.0;
    let (starts, ends) = if usable {
        (&starts[..n], &ends[..n])
    } else {
        (&[][..], &[][..])
    };
    // A filler's widening may reach in from the left by `least`; the margin by more.
    let reach = MARGIN.max(least);
    let next = ends.partition_point(|&end| end <= window.value_at(-reach, css_width));
    let stop = window.value_at(css_width + reach, css_width);
    Pieces {
        starts,
        ends,
        window,
        css_width,
        least,
        next,
        stop,
        visits: 0,
    }
}

/// The iterator behind [`pieces`].
#[derive(Clone, Debug)]
pub struct Pieces<'a> {
    starts: &'a [f64],
    ends: &'a [f64],
    window: Span,
    css_width: f64,
    least: f64,
    /// The first span not yet handed out.
    next: usize,
    /// Spans from this value on are out of the window.
    stop: f64,
    visits: usize,
}

/// Which span of a row covers this value; gaps and the outside give `None`.
pub fn span_at(starts: &[f64], ends: &[f64], value: f64) -> Option<usize> {
    let after = starts.partition_point(|&start| start <= value);
    let i = after.checked_sub(1)?;
    (value < *ends.get(i)?).then_some(i)
}

impl Pieces<'_> {
    /// How many spans were looked at so far, for the tests of the bound.
    pub fn visits(&self) -> usize {
        self.visits
    }

    fn x_of(&self, value: f64) -> f64 {
        self.window.x_of(value, self.css_width)
    }

    /// Left and right edge of a span if it begins in the window.
    fn edges(&mut self, i: usize) -> Option<(f64, f64)> {
        self.visits += 1;
        let start = *self.starts.get(i)?;
        (start < self.stop).then(|| (self.x_of(start), self.x_of(self.ends[i])))
    }

    /// The first span from `from` on that ends after `value`, found in the logarithm of its
    /// distance.
    fn first_ending_after(&mut self, from: usize, value: f64) -> usize {
        let mut step = 1;
        let mut low = from;
        while let Some(&end) = self.ends.get(low + step) {
            self.visits += 1;
            if end > value {
                break;
            }
            low += step;
            step *= 2;
        }
        let high = (low + step).min(self.ends.len());
        self.visits += step.ilog2() as usize + 1;
        low + self.ends[low..high].partition_point(|&end| end <= value)
    }

    /// Hands out a piece, cut to the window and its margin. Nothing of it may be left: then
    /// it is not worth drawing.
    fn piece(&self, spans: Range<usize>, x: f64, right: f64, filler: bool) -> Piece {
        let x = x.max(-MARGIN);
        Piece {
            spans,
            x,
            w: right.min(self.css_width + MARGIN) - x,
            filler,
        }
    }

    /// The next piece before those without width are passed over.
    fn advance(&mut self) -> Option<Piece> {
        let first = self.next;
        let (x, right) = self.edges(first)?;
        if right - x >= self.least {
            self.next += 1;
            return Some(self.piece(first..self.next, x, right, false));
        }
        // Leap from anchor to anchor; two leaps pass at least one `least`, since the second
        // anchor ends beyond the first one's reach.
        let (mut anchor, mut end) = (x, right);
        let mut limit = f64::INFINITY;
        loop {
            let reach = self.window.value_at(anchor + self.least, self.css_width);
            let after = self.first_ending_after(self.next, reach).max(self.next + 1);
            end = end.max(self.x_of(self.ends[after - 1]));
            self.next = after;
            let Some((x, right)) = self.edges(after) else {
                break;
            };
            if right - x >= self.least {
                limit = x;
                break;
            }
            if x - end >= self.least {
                break;
            }
            (anchor, end) = (x, right);
        }
        // Never over a wide span that follows. A filler that follows begins `least` or more
        // after `end`, so that the widened edge cannot reach it.
        let right = end.max(x + self.least).min(limit);
        Some(self.piece(first..self.next, x, right, true))
    }
}

impl Iterator for Pieces<'_> {
    type Item = Piece;

    fn next(&mut self) -> Option<Piece> {
        loop {
            let piece = self.advance()?;
            if piece.w > 0.0 {
                return Some(piece);
            }
        }
    }
}

#[cfg(test)]
mod tests;
