//! The draw list as text, so that tests of views can be read.
//!
//! [`print()`] is exact and meant for small pictures; [`print_rows`] draws rows of boxes with
//! their labels and is meant for the shape of things. Neither depends on a font.

use std::collections::BTreeMap;
use std::fmt::Write;

use crate::{Brush, DrawList, Rect};

mod rows;

pub use rows::print_rows;

/// Every part in the order of painting, one a line, rounded to a tenth of a pixel.
///
/// ```
/// use scene::{Color, DrawList, Font, Point, Rect, testing};
///
/// let mut list = DrawList::new();
/// list.layer(Rect::new(0.0, 0.0, 300.0, 20.0));
/// list.fill(Rect::new(0.0, 0.0, 120.04, 20.0), Color::rgb(255, 238, 0));
/// list.text(Point::new(4.0, 14.0), "main", Color::rgb(0, 0, 0), Font::Frame);
/// assert_eq!(
///     testing::print(&list),
///     "layer 0,0 300×20\n\
///      fill 0,0 120×20 #ffee00\n\
///      text 4,14 \"main\" #000000\n"
/// );
/// ```
pub fn print(list: &DrawList) -> String {
    let mut lines = Vec::new();
    for layer in list.layers() {
        lines.push(format!("layer {}", area(&layer.clip)));
        for fill in layer.fills {
            lines.push(format!("fill {} {}", area(&fill.rect), fill.color.css()));
        }
        for path in layer.paths {
            let kind = match (path.brush, path.curved) {
                (Brush::Line(_), false) => "line",
                (Brush::Line(_), true) => "curve",
                (Brush::Area, _) => "area",
            };
            let points = path
                .points
                .iter()
                .map(|p| format!(" {},{}", tenth(p.x), tenth(p.y)));
            lines.push(format!(
                "{kind}{} {}",
                points.collect::<String>(),
                path.color.css()
            ));
        }
        for stroke in layer.strokes {
            let (color, width) = (stroke.color.css(), tenth(stroke.width));
            lines.push(format!("stroke {} {color} {width}", area(&stroke.rect)));
        }
        for (at, text, color, _) in layer.texts {
            let (x, y, color) = (tenth(at.x), tenth(at.y), color.css());
            lines.push(format!("text {x},{y} {text:?} {color}"));
        }
    }
    let mut out = lines.join("\n");
    out.push('\n');
    out
}

/// How many fills each colour has, a line per colour, sorted by colour: for tests that care
/// about what stands out, not where.
pub fn count_colors(list: &DrawList) -> String {
    let mut counts = BTreeMap::new();
    for fill in list.layers().flat_map(|layer| layer.fills) {
        *counts.entry(fill.color).or_insert(0u32) += 1;
    }
    let mut out = String::new();
    for (color, count) in counts {
        let _ = writeln!(out, "{} {count}", color.css());
    }
    out
}

fn area(rect: &Rect) -> String {
    let [x, y, w, h] = [rect.x, rect.y, rect.w, rect.h].map(tenth);
    format!("{x},{y} {w}×{h}")
}

fn tenth(v: f64) -> String {
    let rounded = (v * 10.0).round() / 10.0;
    // Adding nothing turns -0 into 0.
    format!("{}", rounded + 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_rounded_to_tenths() {
        let shown = [1.0, 1.04, 1.05, -0.04, 1e6, 0.3].map(tenth);
        assert_eq!(shown, ["1", "1", "1.1", "0", "1000000", "0.3"]);
    }

    #[test]
    fn an_empty_list_is_an_empty_line() {
        assert_eq!(print(&DrawList::new()), "\n");
    }
}
