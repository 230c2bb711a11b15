//! What boxes and fillers are filled with.
//!
//! A filler stands for a run of boxes too narrow to see, and has their averaged colour. One
//! average for a run would be one mud from edge to edge, so a run is cut into cells a few pixels
//! wide. Three things keep it steady and cheap:
//!
//! - Cells are dyadic intervals of the *values* (`k / 2^n` of the whole), so they hold the same
//!   boxes wherever the window lies and until a zoom has doubled: what moves keeps its colour.
//! - A cell's boxes are taken in at most [`TAPS`] + 1 groups whose size is a power of two and
//!   whose limits are multiples of it; one box, chosen by the number of the group, speaks for
//!   the width of each. When a box enters or leaves the cell, the others that speak for it stay.
//!   Always the first of each group would be every other function where functions take turns.
//! - Work is then the number of cells, which the pixels bound, times taps and a binary search.
//!   No table per data, paint and scheme has to be made, kept and thrown away.
//!
//! Prefix sums would average exactly, but cost 24 bytes a node and a pass over all nodes at each
//! change of paint, theme or search.

use std::ops::Range;

use scene::{Color, DrawList, Mix, Rect, Span, Theme, Tint};

use super::Nodes;
use crate::names::By;
use crate::paint::{PAINTS, Paint};
use crate::view::Marks;

/// The least width of a cell in CSS px; cells are less than twice as wide. Twice this is at most
/// the margin of [`scene::lod`], so that cells in the window are never cut by its edge.
const CELL: f64 = 4.0;

/// Boxes of a cell that its colour is made from.
const TAPS: usize = 16;

/// So many boxes of a cell are looked at for a search match: it may stand for thousands.
const SEARCHED: usize = 64;

/// What can be told of this data, the default first.
pub(super) fn paints(data: &Nodes) -> &'static [Paint] {
    // Sums and sums of sizes are equal unless something is negative.
    let has_negative = data.total.first() != Some(&data.head.whole);
    &PAINTS[usize::from(!has_negative)..]
}

/// The paint that is drawn.
pub(super) fn settled(data: &Nodes, paint: Paint) -> Paint {
    match paint {
        Paint::Auto => paints(data)[0],
        paint => paint,
    }
}

/// What names are grouped by under a paint.
pub(super) fn grouping(paint: Paint) -> Option<By> {
    match paint {
        Paint::Package => Some(By::Package),
        Paint::Module => Some(By::Module),
        Paint::File => Some(By::File),
        Paint::Auto | Paint::Heat | Paint::Difference => None,
    }
}

/// Chooses fills.
pub(super) struct Brush<'a> {
    data: &'a Nodes,
    theme: &'a Theme,
    paint: Paint,
    found: Option<&'a [bool]>,
    /// How many nodes were looked at for fillers, for the test of the bound.
    visits: usize,
}

impl<'a> Brush<'a> {
    pub(super) fn new(data: &'a Nodes, marks: Marks<'a>, theme: &'a Theme) -> Self {
        Self {
            data,
            theme,
            paint: settled(data, marks.paint),
            found: marks.found,
            visits: 0,
        }
    }

    /// Whether a node matches the search; `None` if nothing is searched.
    pub(super) fn matched(&self, node: usize) -> Option<bool> {
        let name = self.data.name[node] as usize;
        self.found.map(|found| found.get(name) == Some(&true))
    }

    /// Fill of a box.
    pub(super) fn fill(&self, node: usize) -> Color {
        let step = step_of(self.data.name[node]);
        self.color(node, step, self.matched(node) == Some(false))
    }

    fn color(&self, node: usize, step: u8, faded: bool) -> Color {
        let data = self.data;
        match self.paint {
            Paint::Heat => {
                let share = data.self_value[node] as f64 / data.head.hottest as f64;
                self.theme.heat(share.abs(), faded)
            }
            Paint::Difference => self.theme.difference(self.change(node), faded),
            paint => {
                let by = grouping(paint).unwrap_or(By::Package);
                let hue = data.names.hue(by, data.name[node] as usize);
                self.theme.frame(Tint { hue, step, faded })
            }
        }
    }

    /// Sum of a node's values over the sum of their sizes, -1..=1.
    fn change(&self, node: usize) -> f64 {
        let data = self.data;
        let size = (data.end[node] - data.start[node]) * data.head.whole as f64;
        data.total[node] as f64 / size
    }

    /// What stands before a label, because colour must not be the only sign.
    pub(super) fn sign(&self, node: usize) -> &'static str {
        match (self.paint, self.data.total[node].signum()) {
            (Paint::Difference, 1) => "+ ",
            (Paint::Difference, -1) => "\u{2212} ",
            _ => "",
        }
    }

    /// Fills a run of narrow boxes of one row, which lies at `place`.
    pub(super) fn run(
        &mut self,
        run: Range<usize>,
        place: Rect,
        window: Span,
        css_width: f64,
        out: &mut DrawList,
    ) {
        let data = self.data;
        let cell = (CELL * window.width / css_width).log2().ceil().exp2();
        let mut from = run.start;
        let mut x = place.x;
        let mut pending: Option<Color> = None;
        while from < run.end {
            let edge = ((data.start[from] / cell).floor() + 1.0) * cell;
            let rest = &data.start[from + 1..run.end];
            let to = from + 1 + rest.partition_point(|&start| start < edge);
            self.visits += rest.len().checked_ilog2().unwrap_or(0) as usize + 1;
            let color = self.mean(from..to);
            // Equal neighbours are one box.
            let begins = window.x_of(data.start[from], css_width).max(place.x);
            if let Some(pending) = pending.filter(|&pending| pending != color) {
                let w = begins - x;
                out.fill(Rect { x, w, ..place }, pending);
                x = begins;
            }
            pending = Some(color);
            from = to;
        }
        if let Some(color) = pending {
            let w = place.right() - x;
            out.fill(Rect { x, w, ..place }, color);
        }
    }

    /// The averaged colour of a cell. A search fades it if it finds none of its boxes.
    fn mean(&mut self, nodes: Range<usize>) -> Color {
        let looked_at = nodes.start..nodes.end.min(nodes.start + SEARCHED);
        let faded = self.found.is_some() && {
            self.visits += looked_at.len();
            looked_at
                .into_iter()
                .all(|node| self.matched(node) == Some(false))
        };
        let stride = nodes.len().div_ceil(TAPS).next_power_of_two();
        let mut mix = Mix::default();
        let mut at = nodes.start;
        while at < nodes.end {
            let next = ((at / stride + 1) * stride).min(nodes.end);
            let group = at / stride;
            let speaker = group * stride + (scatter(group as u32, 16) as usize & (stride - 1));
            // Steps tell boxes apart, of which there are none here.
            let color = self.color(speaker.clamp(at, next - 1), 0, faded);
            mix.add(color, self.data.end[next - 1] - self.data.start[at]);
            self.visits += 1;
            at = next;
        }
        mix.color().unwrap_or(self.theme.surface)
    }
}

/// A small difference in lightness between functions of one group.
fn step_of(name: u32) -> u8 {
    scatter(name, 30) as u8
}

/// Numbers that follow each other become numbers far apart; as many low bits are dropped, for
/// they are the least mixed.
fn scatter(number: u32, dropped: u32) -> u32 {
    number.wrapping_mul(0x9e37_79b1) >> dropped
}

#[cfg(test)]
mod tests;
