//! The draw list as an SVG document, for export and the command line.
//!
//! Text stays text: it can be searched, selected and restyled. Names come from files and
//! may hold anything, so every string passes `escape`, which also replaces the characters
//! that XML 1.0 cannot write at all. <https://www.w3.org/TR/xml/#charsets>

use std::fmt::Write;

use crate::{Brush, DrawList, Font, Path, Rect, Size, Theme};

/// Writes the whole list as one document of this size.
pub fn write(list: &DrawList, size: Size, theme: &Theme, title: &str) -> String {
    let (w, h) = (number(size.w), number(size.h));
    let mut out = String::new();
    let mut put = |text: &str| out.push_str(text);
    put(&format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{w}\" height=\"{h}\" \
         viewBox=\"0 0 {w} {h}\" role=\"img\">\n<title>{}</title>\n",
        escape(title)
    ));
    put(STYLE);
    put(&format!(
        "<rect width=\"{w}\" height=\"{h}\" fill=\"{}\"/>\n",
        theme.background.css()
    ));
    for (i, layer) in list.layers().enumerate() {
        // A clip that hides nothing of the page is left out: simpler files to edit.
        let clipped = layer.clip.intersect(&size.rect()) != Some(size.rect());
        if clipped {
            let clip = rect(&layer.clip);
            put(&format!(
                "<clipPath id=\"clip{i}\"><rect {clip}/></clipPath>\n"
            ));
            put(&format!("<g clip-path=\"url(#clip{i})\">\n"));
        } else {
            put("<g>\n");
        }
        for (color, fills) in layer.fills_by_color() {
            put(&format!("<g fill=\"{}\">\n", color.css()));
            for fill in fills {
                put(&format!("<rect {}/>\n", rect(&fill.rect)));
            }
            put("</g>\n");
        }
        for path in layer.paths {
            put(&outline(&path));
        }
        for stroke in layer.strokes {
            // SVG centres lines on the edge, ours lie inside it.
            put(&format!(
                "<rect {} fill=\"none\" stroke=\"{}\" stroke-width=\"{}\"/>\n",
                rect(&stroke.rect.inset(stroke.width / 2.0)),
                stroke.color.css(),
                number(stroke.width)
            ));
        }
        for (at, text, color, font) in layer.texts {
            put(&format!(
                "<text x=\"{}\" y=\"{}\" class=\"{}\" fill=\"{}\">{}</text>\n",
                number(at.x),
                number(at.y),
                class(font),
                color.css(),
                escape(text)
            ));
        }
        put("</g>\n");
    }
    put("</svg>\n");
    out
}

const STYLE: &str = "<style>\
    text{white-space:pre}\
    .frame,.strong{font:12px ui-monospace,Menlo,Consolas,monospace}\
    .strong{font-weight:600}\
    .ui,.dim{font:13px system-ui,sans-serif}\
    </style>\n";

fn class(font: Font) -> &'static str {
    match font {
        Font::Frame => "frame",
        Font::FrameStrong => "strong",
        Font::Ui => "ui",
        Font::UiDim => "dim",
    }
}

fn rect(rect: &Rect) -> String {
    // A line thicker than its box must not turn into a negative size, which is an error.
    let (w, h) = (number(rect.w.max(0.0)), number(rect.h.max(0.0)));
    let (x, y) = (number(rect.x), number(rect.y));
    format!("x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\"")
}

fn outline(path: &Path<'_>) -> String {
    let mut steps = String::new();
    for (i, p) in path.points.iter().enumerate() {
        let step = match (i, path.curved) {
            (0, _) => "M",
            (1, true) => " C",
            (1, false) => " L",
            _ => " ",
        };
        let _ = write!(steps, "{step}{} {}", number(p.x), number(p.y));
    }
    let color = path.color.css();
    match path.brush {
        Brush::Area => format!("<path d=\"{steps} Z\" fill=\"{color}\"/>\n"),
        Brush::Line(width) => format!(
            "<path d=\"{steps}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"{}\"/>\n",
            number(width)
        ),
    }
}

/// Hundredths of a pixel, without needless zeros; XML knows no NaN.
fn number(v: f64) -> String {
    if !v.is_finite() {
        return "0".to_owned();
    }
    let mut out = format!("{v:.2}");
    out.truncate(out.trim_end_matches('0').trim_end_matches('.').len());
    if out == "-0" { "0".to_owned() } else { out }
}

/// Text for element content and attributes alike.
fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\t' | '\n' | '\r' => {
                // As references, or a reader would turn them into spaces.
                let _ = write!(out, "&#{};", u32::from(c));
            }
            '\0'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => out.push('\u{fffd}'),
            _ => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Color, Point, Scheme};

    const PAGE: Size = Size::new(100.0, 50.0);

    fn svg(list: &DrawList, title: &str) -> String {
        write(list, PAGE, Theme::of(Scheme::Light), title)
    }

    #[test]
    fn layers_fills_strokes_and_texts_appear_in_order() {
        let red = Color::rgb(255, 0, 0);
        let mut list = DrawList::new();
        list.layer(PAGE.rect());
        list.text(Point::new(4.0, 14.0), "main", red, Font::Frame);
        list.fill(Rect::new(0.0, 0.0, 10.126, 20.0), red.with_alpha(0x80));
        list.stroke(Rect::new(0.0, 0.0, 10.0, 20.0), red, 2.0);
        list.layer(Rect::new(5.0, 5.0, 10.0, 10.0));
        list.fill(Rect::new(6.0, 6.0, 1.0, 1.0), red);
        let out = svg(&list, "t");
        let body = out.split_once("fill=\"#fcfdff\"/>\n").map(|(_, body)| body);
        assert_eq!(
            body.unwrap_or(&out),
            "<g>\n\
             <g fill=\"#ff000080\">\n\
             <rect x=\"0\" y=\"0\" width=\"10.13\" height=\"20\"/>\n\
             </g>\n\
             <rect x=\"1\" y=\"1\" width=\"8\" height=\"18\" fill=\"none\" stroke=\"#ff0000\" \
             stroke-width=\"2\"/>\n\
             <text x=\"4\" y=\"14\" class=\"frame\" fill=\"#ff0000\">main</text>\n\
             </g>\n\
             <clipPath id=\"clip1\"><rect x=\"5\" y=\"5\" width=\"10\" height=\"10\"/></clipPath>\n\
             <g clip-path=\"url(#clip1)\">\n\
             <g fill=\"#ff0000\">\n\
             <rect x=\"6\" y=\"6\" width=\"1\" height=\"1\"/>\n\
             </g>\n\
             </g>\n\
             </svg>\n"
        );
    }

    #[test]
    fn paths_are_written_as_paths() {
        let mut list = DrawList::new();
        let points = [0.0, 1.0, 2.0, 3.0].map(|v| Point::new(v, v * v));
        let color = Color::rgb(1, 2, 3);
        let line = Path {
            points: &points,
            curved: true,
            brush: Brush::Line(1.5),
            color,
        };
        list.path(line);
        list.path(Path {
            curved: false,
            brush: Brush::Area,
            ..line
        });
        let out = svg(&list, "");
        assert!(
            out.contains(
                "<path d=\"M0 0 C1 1 2 4 3 9\" fill=\"none\" stroke=\"#010203\" stroke-width=\"1.5\"/>"
            ),
            "{out}"
        );
        assert!(
            out.contains("<path d=\"M0 0 L1 1 2 4 3 9 Z\" fill=\"#010203\"/>"),
            "{out}"
        );
    }

    #[test]
    fn any_name_makes_valid_xml() {
        let nasty = "a<b>&\"'\u{0}\u{1b}[31m\t\n\u{7f}\u{85}\u{fffe}\u{ffff}]]>\u{1F600}";
        let mut list = DrawList::new();
        list.layer(PAGE.rect());
        list.text(
            Point::new(0.0, 9.0),
            nasty,
            Color::rgb(0, 0, 0),
            Font::UiDim,
        );
        let out = svg(&list, nasty);
        assert!(
            out.contains("a&lt;b&gt;&amp;&quot;'\u{fffd}\u{fffd}[31m&#9;&#10;"),
            "{out}"
        );
        for c in out.chars() {
            let allowed =
                matches!(c, '\n' | ' '..='\u{d7ff}' | '\u{e000}'..='\u{fffd}') || c >= '\u{10000}';
            assert!(allowed, "{c:?} is no XML character");
        }
        assert_eq!(out.matches('<').count(), out.matches('>').count());
        assert_eq!(out.matches("<text").count(), 1);
    }

    #[test]
    fn numbers_are_short_and_finite() {
        let shown = [
            0.0,
            -0.001,
            1.5,
            10.0,
            100.0,
            -2.345_6,
            f64::NAN,
            f64::INFINITY,
        ];
        let expect = ["0", "0", "1.5", "10", "100", "-2.35", "0", "0"];
        assert_eq!(shown.map(number), expect);
    }
}
