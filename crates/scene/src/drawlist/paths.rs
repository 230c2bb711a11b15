//! Lines, curves and areas: what boxes cannot say, such as the edges of a graph.
//!
//! All points lie in one buffer and paths hold ranges of it, as texts do with letters.

use std::ops::Range;

use crate::{Color, Point, Rect};

/// A line or an area through points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Path<'a> {
    /// Where it goes. Straight: every point is passed. Curved: the first is passed, then
    /// each three are two handles and a point passed, as in a cubic Bézier of SVG.
    pub points: &'a [Point],
    /// Straight or curved.
    pub curved: bool,
    /// Line or area.
    pub brush: Brush,
    /// With what.
    pub color: Color,
}

/// How a path is painted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Brush {
    /// A line this many CSS px wide, half of it on each side.
    Line(f64),
    /// What the path surrounds; its end is joined to its start.
    Area,
}

/// The paths of a layer.
#[derive(Clone)]
pub struct Paths<'a> {
    pub(super) items: std::slice::Iter<'a, PathItem>,
    pub(super) points: &'a [Point],
}

/// A path as the list keeps it.
#[derive(Clone)]
pub(super) struct PathItem {
    points: Range<usize>,
    curved: bool,
    brush: Brush,
    color: Color,
}

/// Adds a path's points to `points` if something of it can be seen in `clip`. The handles
/// of a curve bound it as well as its points do.
pub(super) fn keep(path: &Path<'_>, clip: &Rect, points: &mut Vec<Point>) -> Option<PathItem> {
    let usable = match path.curved {
        true => path.points.len() % 3 == 1 && path.points.len() >= 4,
        false => path.points.len() >= 2,
    };
    let finite = path
        .points
        .iter()
        .all(|p| p.x.is_finite() && p.y.is_finite());
    // Half a line's width, and a pixel because a level line has no height of its own.
    let around = 1.0
        + if let Brush::Line(width) = path.brush {
            width / 2.0
        } else {
            0.0
        };
    if !(usable && finite && around >= 1.0) || clip.intersect(&bounds(path, around)).is_none() {
        return None;
    }
    let start = points.len();
    points.extend_from_slice(path.points);
    let Path {
        curved,
        brush,
        color,
        ..
    } = *path;
    Some(PathItem {
        points: start..points.len(),
        curved,
        brush,
        color,
    })
}

fn bounds(path: &Path<'_>, around: f64) -> Rect {
    let first = path.points.first().copied().unwrap_or_default();
    let (low, high) = path.points.iter().fold((first, first), |(low, high), p| {
        let low = Point {
            x: low.x.min(p.x),
            y: low.y.min(p.y),
        };
        (
            low,
            Point {
                x: high.x.max(p.x),
                y: high.y.max(p.y),
            },
        )
    });
    Rect {
        x: low.x,
        y: low.y,
        w: high.x - low.x,
        h: high.y - low.y,
    }
    .inset(-around)
}

/// The outline of a box with round corners, as the points of a curved area.
pub fn round_box(rect: &Rect, radius: f64) -> [Point; 25] {
    let r = radius.min(rect.w / 2.0).min(rect.h / 2.0).max(0.0);
    // The handles that come nearest to a quarter circle.
    let k = r * (1.0 - 0.552_284_75);
    let (x, y, x2, y2) = (rect.x, rect.y, rect.right(), rect.bottom());
    let at = Point::new;
    // Sides are curves too, with the handles on their ends: straight.
    [
        at(x + r, y),
        at(x + r, y),
        at(x2 - r, y),
        at(x2 - r, y),
        at(x2 - k, y),
        at(x2, y + k),
        at(x2, y + r),
        at(x2, y + r),
        at(x2, y2 - r),
        at(x2, y2 - r),
        at(x2, y2 - k),
        at(x2 - k, y2),
        at(x2 - r, y2),
        at(x2 - r, y2),
        at(x + r, y2),
        at(x + r, y2),
        at(x + k, y2),
        at(x, y2 - k),
        at(x, y2 - r),
        at(x, y2 - r),
        at(x, y + r),
        at(x, y + r),
        at(x, y + k),
        at(x + k, y),
        at(x + r, y),
    ]
}

impl<'a> Iterator for Paths<'a> {
    type Item = Path<'a>;

    fn next(&mut self) -> Option<Path<'a>> {
        let PathItem {
            points,
            curved,
            brush,
            color,
        } = self.items.next()?.clone();
        Some(Path {
            points: &self.points[points],
            curved,
            brush,
            color,
        })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.items.size_hint()
    }
}

impl ExactSizeIterator for Paths<'_> {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::DrawList;

    const INK: Color = Color::rgb(0, 0, 0);
    const ROOM: Rect = Rect::new(0.0, 0.0, 100.0, 100.0);

    fn kept(points: &[Point], curved: bool, brush: Brush) -> usize {
        let mut list = DrawList::new();
        list.layer(ROOM);
        list.path(Path {
            points,
            curved,
            brush,
            color: INK,
        });
        list.layers().map(|layer| layer.paths.len()).sum()
    }

    #[test]
    fn paths_come_back_as_they_were_added() {
        let mut list = DrawList::new();
        list.layer(ROOM);
        let (a, b, c) = (
            Point::new(1.0, 2.0),
            Point::new(3.0, 4.0),
            Point::new(5.0, 0.0),
        );
        let area = [a, b, c];
        let line = Path {
            points: &area[..2],
            curved: false,
            brush: Brush::Line(2.0),
            color: INK,
        };
        list.path(line);
        list.path(Path {
            points: &area,
            brush: Brush::Area,
            ..line
        });
        let back: Vec<_> = list.layers().flat_map(|layer| layer.paths).collect();
        assert_eq!(
            back,
            [
                line,
                Path {
                    points: &area,
                    brush: Brush::Area,
                    ..line
                }
            ]
        );
        drop(back);
        list.clear();
        assert!(list.is_empty());
    }

    #[test]
    fn what_cannot_be_seen_or_drawn_is_left_out() {
        let at = |x, y| Point::new(x, y);
        let line = Brush::Line(1.0);
        assert_eq!(kept(&[at(0.0, 50.0), at(99.0, 50.0)], false, line), 1);
        assert_eq!(kept(&[at(-9.0, -9.0), at(200.0, 200.0)], false, line), 1);
        assert_eq!(kept(&[at(0.0, 150.0), at(99.0, 150.0)], false, line), 0);
        assert_eq!(
            kept(
                &[at(0.0, 150.0), at(99.0, 150.0)],
                false,
                Brush::Line(120.0)
            ),
            1
        );
        assert_eq!(kept(&[at(0.0, 5.0), at(f64::NAN, 5.0)], false, line), 0);
        assert_eq!(kept(&[at(0.0, 5.0)], false, line), 0);
        assert_eq!(kept(&[at(0.0, 5.0); 3], true, line), 0);
        assert_eq!(kept(&[at(0.0, 5.0); 4], true, line), 1);
        assert_eq!(kept(&[at(0.0, 5.0); 4], true, Brush::Line(f64::NAN)), 0);
    }

    #[test]
    fn a_round_box_stays_in_its_box_and_closes() {
        for radius in [0.0, 4.0, 1000.0, -1.0] {
            let rect = Rect::new(10.0, 20.0, 30.0, 12.0);
            let points = round_box(&rect, radius);
            assert_eq!(points.len() % 3, 1);
            assert_eq!(points[0], points[24]);
            for p in points {
                assert!(rect.inset(-1e-9).contains(p), "{p:?} with radius {radius}");
            }
        }
    }
}
