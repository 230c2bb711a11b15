//! The flat list of what is to be seen, filled by views and replayed by painters.
//!
//! All buffers are kept over [`DrawList::clear`], so a warm list allocates nothing per
//! frame. Changing a canvas' fill colour costs more than filling a box, therefore each
//! layer hands out its fills grouped by colour; see [`DrawList::fill`] for the one rule
//! this asks of views.

use std::cell::{Cell, OnceCell};

use crate::{Color, Point, Rect};
use group::Grouper;
use paths::PathItem;

mod group;
mod paths;

pub use paths::{Brush, Path, Paths, round_box};

/// Everything a painter has to paint, in layers.
#[derive(Default)]
pub struct DrawList {
    layers: Vec<Start>,
    fills: Vec<Fill>,
    paths: Vec<PathItem>,
    /// The points of all paths, end to end; items hold ranges.
    points: Vec<Point>,
    strokes: Vec<Stroke>,
    texts: Vec<TextItem>,
    /// All texts end to end; items hold ranges.
    letters: String,
    /// `fills` with each layer grouped by colour, made when first asked for.
    grouped: OnceCell<Vec<Fill>>,
    /// The buffers of the last grouping, waiting for the next.
    grouper: Cell<Grouper>,
    spare: Cell<Vec<Fill>>,
}

/// Which of the few fonts of the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Font {
    /// 12 px monospace: names.
    Frame,
    /// The same, bold: names to be found at a glance.
    FrameStrong,
    /// 13 px of the system: words and figures.
    Ui,
    /// The same, meant for a dimmed colour: units, notes.
    UiDim,
}

/// A filled box.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fill {
    /// Where.
    pub rect: Rect,
    /// With what.
    pub color: Color,
}

/// The outline of a box, drawn inside its edge so that neighbours stay clean.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stroke {
    /// The box whose outer edge is the line's outer edge.
    pub rect: Rect,
    /// With what.
    pub color: Color,
    /// How thick, in CSS px.
    pub width: f64,
}

/// One layer, ready to be painted: clip, then fills, paths, strokes, texts.
#[derive(Clone)]
pub struct Layer<'a> {
    /// Nothing outside may be touched.
    pub clip: Rect,
    /// Grouped by colour, colours in the order of their first use.
    pub fills: &'a [Fill],
    /// In the order they were added.
    pub paths: Paths<'a>,
    /// In the order they were added.
    pub strokes: &'a [Stroke],
    /// In the order they were added: left end of the baseline, text, colour, font.
    pub texts: Texts<'a>,
}

/// The texts of a layer.
#[derive(Clone)]
pub struct Texts<'a> {
    items: std::slice::Iter<'a, TextItem>,
    letters: &'a str,
}

/// Where a layer begins in each buffer.
#[derive(Clone, Copy)]
struct Start {
    clip: Rect,
    fill: usize,
    path: usize,
    stroke: usize,
    text: usize,
}

#[derive(Clone, Copy)]
struct TextItem {
    at: Point,
    color: Color,
    font: Font,
    start: usize,
    end: usize,
}

/// Nothing of any font reaches further from its baseline.
const TALLEST: f64 = 24.0;

impl DrawList {
    /// An empty list.
    pub fn new() -> DrawList {
        DrawList::default()
    }

    /// Forgets everything but the memory.
    pub fn clear(&mut self) {
        self.changed();
        self.layers.clear();
        self.fills.clear();
        self.paths.clear();
        self.points.clear();
        self.strokes.clear();
        self.texts.clear();
        self.letters.clear();
    }

    /// Begins a layer; what follows is drawn over all earlier layers, inside `clip`.
    pub fn layer(&mut self, clip: Rect) {
        self.layers.push(Start {
            clip,
            fill: self.fills.len(),
            path: self.paths.len(),
            stroke: self.strokes.len(),
            text: self.texts.len(),
        });
    }

    /// Adds a box to the layer.
    ///
    /// The rule: boxes of one layer do not overlap, for they are painted grouped by colour
    /// and not in this order. What lies over something belongs in a later layer. (A ground
    /// of a colour of its own may come first: colours keep the order of their first use.)
    /// Boxes outside the clip or without area are left out.
    pub fn fill(&mut self, rect: Rect, color: Color) {
        if self.clip().intersect(&rect).is_some() {
            self.changed();
            self.fills.push(Fill { rect, color });
        }
    }

    /// Adds a line or an area to the layer, over all its fills; left out if it lies outside
    /// the clip or has a wrong number of points.
    pub fn path(&mut self, path: Path<'_>) {
        let clip = self.clip();
        self.paths
            .extend(paths::keep(&path, &clip, &mut self.points));
    }

    /// Adds an outline to the layer, over all its fills and paths.
    pub fn stroke(&mut self, rect: Rect, color: Color, width: f64) {
        if width > 0.0 && self.clip().intersect(&rect).is_some() {
            self.strokes.push(Stroke { rect, color, width });
        }
    }

    /// Adds a text to the layer, over all its fills and strokes. `at` is the left end of
    /// the baseline. Texts that begin right of the clip or lie above or below it are left
    /// out.
    pub fn text(&mut self, at: Point, text: &str, color: Color, font: Font) {
        let clip = self.clip();
        let tall = Rect::new(clip.x, clip.y - TALLEST, clip.w, clip.h + 2.0 * TALLEST);
        let seen = at.x < tall.right() && at.y >= tall.y && at.y < tall.bottom();
        if !seen || text.is_empty() {
            return;
        }
        let start = self.letters.len();
        self.letters.push_str(text);
        let end = self.letters.len();
        self.texts.push(TextItem {
            at,
            color,
            font,
            start,
            end,
        });
    }

    /// All layers, lowest first.
    pub fn layers(&self) -> impl Iterator<Item = Layer<'_>> {
        let fills = self.grouped();
        self.layers.iter().enumerate().map(move |(i, layer)| {
            let end = self.start_of(i + 1);
            Layer {
                clip: layer.clip,
                fills: &fills[layer.fill..end.fill],
                paths: Paths {
                    items: self.paths[layer.path..end.path].iter(),
                    points: &self.points,
                },
                strokes: &self.strokes[layer.stroke..end.stroke],
                texts: Texts {
                    items: self.texts[layer.text..end.text].iter(),
                    letters: &self.letters,
                },
            }
        })
    }

    /// Is there nothing to see?
    pub fn is_empty(&self) -> bool {
        let boxes = self.fills.is_empty() && self.strokes.is_empty();
        boxes && self.paths.is_empty() && self.texts.is_empty()
    }

    /// How many fills, strokes and texts, for measurements.
    pub fn counts(&self) -> (usize, usize, usize) {
        (self.fills.len(), self.strokes.len(), self.texts.len())
    }

    /// The clip in force. Drawing without a layer opens one that clips nothing: a missing
    /// call must not be an empty picture.
    fn clip(&mut self) -> Rect {
        if self.layers.is_empty() {
            self.layer(Rect::EVERYTHING);
        }
        self.layers
            .last()
            .map_or(Rect::EVERYTHING, |layer| layer.clip)
    }

    fn start_of(&self, layer: usize) -> Start {
        self.layers.get(layer).copied().unwrap_or(Start {
            clip: Rect::EVERYTHING,
            fill: self.fills.len(),
            path: self.paths.len(),
            stroke: self.strokes.len(),
            text: self.texts.len(),
        })
    }

    fn grouped(&self) -> &[Fill] {
        self.grouped.get_or_init(|| {
            let mut out = self.spare.take();
            let mut grouper = self.grouper.take();
            out.clear();
            for i in 0..self.layers.len() {
                let layer = self.start_of(i).fill..self.start_of(i + 1).fill;
                grouper.append(&self.fills[layer], &mut out);
            }
            self.grouper.set(grouper);
            out
        })
    }

    fn changed(&mut self) {
        if let Some(old) = self.grouped.take() {
            self.spare.set(old);
        }
    }
}

impl<'a> Layer<'a> {
    /// The fills of one colour after the other: set the colour once, fill each slice.
    pub fn fills_by_color(&self) -> impl Iterator<Item = (Color, &'a [Fill])> + use<'a> {
        self.fills
            .chunk_by(|a, b| a.color == b.color)
            .map(|same| (same[0].color, same))
    }
}

impl<'a> Iterator for Texts<'a> {
    type Item = (Point, &'a str, Color, Font);

    fn next(&mut self) -> Option<Self::Item> {
        let item = self.items.next()?;
        Some((
            item.at,
            &self.letters[item.start..item.end],
            item.color,
            item.font,
        ))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.items.size_hint()
    }
}

impl ExactSizeIterator for Texts<'_> {}

#[cfg(test)]
mod tests;
