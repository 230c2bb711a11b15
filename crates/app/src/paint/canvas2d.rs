//! Replays a draw list on a 2D canvas.
//!
//! Fills come grouped by colour, so that the fill style is set once per colour. Edges of boxes
//! are put on device pixels: a one-pixel gap stays one pixel at every zoom.

use std::cell::RefCell;
use std::collections::BTreeMap;

use scene::{Brush, Color, DrawList, Font, Layer, Metrics, Rect};
use wasm_bindgen::JsCast;
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement};

use super::turn::Turn;

/// The 2D context of a canvas.
pub(crate) fn context(canvas: &HtmlCanvasElement) -> Option<CanvasRenderingContext2d> {
    canvas.get_context("2d").ok()??.dyn_into().ok()
}

/// CSS fonts; the page's tokens name the same families.
fn css(font: Font) -> &'static str {
    match font {
        Font::Frame => "12px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace",
        Font::FrameStrong => "600 12px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace",
        Font::Ui | Font::UiDim => "13px system-ui, sans-serif",
    }
}

/// Paints the list, or a part of it, over everything that was there. Answers the number of what
/// comes next if its time was over before all was painted.
pub(crate) fn paint(
    context: &CanvasRenderingContext2d,
    list: &DrawList,
    dpr: f64,
    ground: Color,
    mut turn: Turn,
) -> Option<usize> {
    let _ = context.set_transform(dpr, 0.0, 0.0, dpr, 0.0, 0.0);
    if turn.begins() {
        let canvas = context.canvas();
        let (width, height) = canvas.map_or((0, 0), |c| (c.width(), c.height()));
        context.set_fill_style_str(&ground.css());
        context.fill_rect(0.0, 0.0, f64::from(width) / dpr, f64::from(height) / dpr);
    }
    for layer in list.layers() {
        context.save();
        context.begin_path();
        context.rect(layer.clip.x, layer.clip.y, layer.clip.w, layer.clip.h);
        context.clip();
        let painted = paint_layer(context, layer, dpr, &mut turn);
        context.restore();
        if let Err(next) = painted {
            return Some(next);
        }
    }
    None
}

fn paint_layer(
    context: &CanvasRenderingContext2d,
    layer: Layer<'_>,
    dpr: f64,
    turn: &mut Turn,
) -> Result<(), usize> {
    let snap = |v: f64| (v * dpr).round() / dpr;
    let mut color = None;
    for (ink, fills) in layer.fills_by_color() {
        for fill in fills {
            if !turn.take()? {
                continue;
            }
            if color != Some(ink) {
                context.set_fill_style_str(&ink.css());
                color = Some(ink);
            }
            let (x, y) = (snap(fill.rect.x), snap(fill.rect.y));
            // A box never vanishes by rounding: it is there because it means something.
            let w = (snap(fill.rect.right()) - x).max(1.0 / dpr);
            context.fill_rect(x, y, w, snap(fill.rect.bottom()) - y);
        }
    }
    for path in layer.paths {
        if !turn.take()? {
            continue;
        }
        trace(context, path.points, path.curved);
        match path.brush {
            Brush::Line(width) => {
                context.set_line_width(width);
                context.set_stroke_style_str(&path.color.css());
                context.stroke();
            }
            Brush::Area => {
                context.close_path();
                context.set_fill_style_str(&path.color.css());
                context.fill();
            }
        }
    }
    for stroke in layer.strokes {
        if !turn.take()? {
            continue;
        }
        let inset = stroke.width / 2.0;
        let outer = Rect {
            x: snap(stroke.rect.x),
            y: snap(stroke.rect.y),
            w: snap(stroke.rect.right()) - snap(stroke.rect.x),
            h: snap(stroke.rect.bottom()) - snap(stroke.rect.y),
        };
        context.set_line_width(stroke.width);
        context.set_stroke_style_str(&stroke.color.css());
        context.stroke_rect(
            outer.x + inset,
            outer.y + inset,
            (outer.w - stroke.width).max(0.0),
            (outer.h - stroke.width).max(0.0),
        );
    }
    let (mut font, mut color) = (None, None);
    for (at, text, ink, face) in layer.texts {
        if !turn.take()? {
            continue;
        }
        if font != Some(face) {
            context.set_font(css(face));
            font = Some(face);
        }
        if color != Some(ink) {
            context.set_fill_style_str(&ink.css());
            color = Some(ink);
        }
        let _ = context.fill_text(text, at.x, at.y);
    }
    Ok(())
}

fn trace(context: &CanvasRenderingContext2d, points: &[scene::Point], curved: bool) {
    let Some((first, rest)) = points.split_first() else {
        return;
    };
    context.begin_path();
    context.move_to(first.x, first.y);
    if curved {
        for triple in rest.chunks_exact(3) {
            if let [a, b, c] = triple {
                context.bezier_curve_to(a.x, a.y, b.x, b.y, c.x, c.y);
            }
        }
    } else {
        for point in rest {
            context.line_to(point.x, point.y);
        }
    }
}

/// Widths of letters, measured once each.
pub(crate) struct CanvasMetrics {
    context: CanvasRenderingContext2d,
    /// Width of a plain letter of the (monospaced) frame font.
    letter: f64,
    others: RefCell<BTreeMap<char, f64>>,
}

impl CanvasMetrics {
    /// Measures with a canvas of its own font state.
    pub(crate) fn new(context: CanvasRenderingContext2d) -> Self {
        context.set_font(css(Font::Frame));
        let letter = context.measure_text("M").map_or(7.2, |m| m.width());
        Self {
            context,
            letter,
            others: RefCell::default(),
        }
    }
}

impl Metrics for CanvasMetrics {
    fn advance(&self, c: char) -> f64 {
        if c.is_ascii_graphic() || c == ' ' {
            return self.letter;
        }
        *self.others.borrow_mut().entry(c).or_insert_with(|| {
            self.context.set_font(css(Font::Frame));
            let mut buffer = [0; 4];
            self.context
                .measure_text(c.encode_utf8(&mut buffer))
                .map_or(self.letter, |m| m.width())
        })
    }
}
