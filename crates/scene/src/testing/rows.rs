//! Rows of boxes as lines of letters.

use crate::{DrawList, Fill, Point};

/// Boxes higher than this are grounds and panels, not rows.
const TALLEST_ROW: f64 = 40.0;

/// Draws each row of boxes as a line of `columns` letters, the picture's width over all of
/// them: `[main·········][gc·]`. A box under two columns is `|`. Texts stand in the box
/// under their baseline, those in no box on a line of their own; what does not fit is cut.
///
/// ```
/// use scene::{Color, DrawList, Font, Point, Rect, testing};
///
/// let mut list = DrawList::new();
/// let (red, ink) = (Color::rgb(255, 0, 0), Color::rgb(0, 0, 0));
/// list.layer(Rect::new(0.0, 0.0, 400.0, 40.0));
/// list.fill(Rect::new(0.0, 0.0, 400.0, 19.0), red);
/// list.fill(Rect::new(0.0, 20.0, 190.0, 19.0), red);
/// list.fill(Rect::new(200.0, 20.0, 5.0, 19.0), red);
/// list.text(Point::new(4.0, 14.0), "main", ink, Font::Frame);
/// list.text(Point::new(4.0, 34.0), "work", ink, Font::Frame);
/// assert_eq!(
///     testing::print_rows(&list, 20),
///     "[main··············]\n\
///      [work····]|\n"
/// );
/// ```
pub fn print_rows(list: &DrawList, columns: usize) -> String {
    let columns = columns.max(1);
    let mut boxes: Vec<Fill> = Vec::new();
    let mut texts: Vec<(Point, &str)> = Vec::new();
    let (mut left, mut right) = (f64::INFINITY, f64::NEG_INFINITY);
    for layer in list.layers() {
        let rows = layer.fills.iter().filter(|fill| fill.rect.h <= TALLEST_ROW);
        for fill in rows {
            // What is clipped away is not seen here either.
            let Some(rect) = fill.rect.intersect(&layer.clip) else {
                continue;
            };
            boxes.push(Fill {
                rect,
                color: fill.color,
            });
        }
        texts.extend(layer.texts.map(|(at, text, ..)| (at, text)));
        if layer.clip.w < 1e6 {
            left = left.min(layer.clip.x);
            right = right.max(layer.clip.right());
        }
    }
    if left >= right {
        left = boxes.iter().map(|b| b.rect.x).fold(0.0, f64::min);
        right = boxes
            .iter()
            .map(|b| b.rect.right())
            .fold(left + 1.0, f64::max);
    }
    let scale = columns as f64 / (right - left);
    let column = |x: f64| ((x - left) * scale).round().clamp(0.0, columns as f64) as usize;

    let mut lines: Vec<(f64, Vec<char>)> = Vec::new();
    boxes.sort_by(|a, b| {
        a.rect
            .y
            .total_cmp(&b.rect.y)
            .then(a.rect.x.total_cmp(&b.rect.x))
    });
    for fill in &boxes {
        let (from, to) = (column(fill.rect.x), column(fill.rect.right()));
        let line = line_at(&mut lines, fill.rect.y, columns);
        match to.saturating_sub(from) {
            0 | 1 => put(line, from.min(columns - 1), "|"),
            inner => {
                put(line, from, "[");
                put(line, from + 1, &"·".repeat(inner - 2));
                put(line, to - 1, "]");
            }
        }
    }
    texts.sort_by(|a, b| a.0.y.total_cmp(&b.0.y).then(a.0.x.total_cmp(&b.0.x)));
    for (at, text) in texts {
        // The upmost box below which nothing hides it: the last one painted wins.
        let under = boxes.iter().rev().find(|fill| fill.rect.contains(at));
        let (y, from, room) = match under {
            Some(fill) => {
                let (from, to) = (column(fill.rect.x) + 1, column(fill.rect.right()));
                (fill.rect.y, from.max(column(at.x)), to.saturating_sub(1))
            }
            None => (at.y, column(at.x), columns),
        };
        let shown: String = text.chars().take(room.saturating_sub(from)).collect();
        put(line_at(&mut lines, y, columns), from, &shown);
    }
    let mut out = String::new();
    for (_, line) in lines {
        out.push_str(line.iter().collect::<String>().trim_end());
        out.push('\n');
    }
    out
}

/// The line of this height, made if there is none within half a pixel.
fn line_at(lines: &mut Vec<(f64, Vec<char>)>, y: f64, columns: usize) -> &mut Vec<char> {
    let i = lines.partition_point(|(other, _)| *other < y - 0.5);
    if lines.get(i).is_none_or(|(other, _)| *other > y + 0.5) {
        lines.insert(i, (y, vec![' '; columns]));
    }
    &mut lines[i].1
}

fn put(line: &mut [char], at: usize, text: &str) {
    for (cell, c) in line.iter_mut().skip(at).zip(text.chars()) {
        *cell = if c.is_control() { '?' } else { c };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Color, Font, Rect};

    const INK: Color = Color::rgb(0, 0, 0);

    #[test]
    fn grounds_are_left_out_and_loose_texts_get_a_line() {
        let mut list = DrawList::new();
        list.layer(Rect::new(0.0, 0.0, 200.0, 200.0));
        list.fill(Rect::new(0.0, 0.0, 200.0, 200.0), INK);
        list.layer(Rect::new(0.0, 0.0, 200.0, 200.0));
        list.fill(Rect::new(0.0, 40.0, 100.0, 20.0), INK);
        list.fill(Rect::new(100.0, 40.3, 100.0, 20.0), INK);
        list.text(
            Point::new(104.0, 54.0),
            "right one, too long",
            INK,
            Font::Frame,
        );
        list.text(Point::new(0.0, 14.0), "title", INK, Font::Ui);
        assert_eq!(print_rows(&list, 20), "title\n[········][right on]\n");
    }

    #[test]
    fn nothing_is_drawn_of_nothing() {
        assert_eq!(print_rows(&DrawList::new(), 80), "");
        let mut list = DrawList::new();
        list.fill(Rect::new(0.0, 0.0, 10.0, 10.0), INK);
        assert_eq!(print_rows(&list, 0), "|\n");
        assert_eq!(print_rows(&list, 4), "[··]\n");
    }
}
