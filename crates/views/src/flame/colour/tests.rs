//! Colours tell what they say they tell; fillers are the colour of what they stand for, keep it
//! while the picture moves, and cost their pixels.

use profile::testing::sketch;
use scene::{Frame, Scheme, Size, TestMetrics};

use super::super::{Flame, FlameLook};
use super::*;
use crate::testing::{computed, try_compute};
use crate::view::View;

const WIDTH: f64 = 1600.0;

/// Four functions of three packages in two files.
const TEXT: &str = "\
alpha.f@x/a.go:1;beta.g@x/b.go:1 4
alpha.f@x/a.go:1;beta.h@x/b.go:7 2
alpha.f@x/a.go:1;runtime.mallocgc@x/b.go:1 1
alpha.f@x/a.go:1;!/lib/libz.so+0x9 1";

fn light() -> &'static Theme {
    Theme::of(Scheme::Light)
}

fn with(paint: Paint) -> Marks<'static> {
    Marks {
        paint,
        ..Marks::default()
    }
}

fn node(data: &Nodes, name: &str) -> usize {
    let found = (0..data.len()).find(|&node| data.name_text(node as u32) == name);
    found.unwrap_or_else(|| panic!("no {name}"))
}

/// Fill of the box of a name.
fn fill(data: &Nodes, paint: Paint, name: &str) -> Color {
    Brush::new(data, with(paint), light()).fill(node(data, name))
}

/// A root and one row of boxes: width, name.
fn row(boxes: impl Iterator<Item = (f64, u32)>) -> Nodes {
    let mut data = computed::<Flame>(TEXT);
    let (widths, names): (Vec<f64>, Vec<u32>) = boxes.unzip();
    let sum: f64 = widths.iter().sum();
    data.start = vec![0.0];
    data.end = vec![1.0];
    let mut at = 0.0;
    for width in &widths {
        data.start.push(at / sum);
        at += width;
        data.end.push(at / sum);
    }
    let count = data.start.len();
    data.name = [u32::MAX].into_iter().chain(names).collect();
    data.total = vec![1; count];
    data.self_value = vec![1; count];
    data.parent = vec![0; count];
    data.inlined = vec![false; count];
    data.row = vec![0, 1, count as u32];
    data.head.callers_row = 2;
    data.child = vec![1];
    data.child.resize(count + 1, count as u32);
    data
}

fn name(data: &Nodes, text: &str) -> u32 {
    data.names.find(text).unwrap() as u32
}

fn drawn(data: &Nodes, look: &FlameLook, marks: Marks<'_>, w: f64) -> DrawList {
    let frame = Frame {
        size: Size { w, h: 80.0 },
        theme: light(),
        metrics: &TestMetrics,
    };
    let mut list = DrawList::new();
    Flame::draw(data, look, marks, &frame, &mut list);
    list
}

/// Fills of the row below the root, from left to right.
fn fills(data: &Nodes, left: f64, width: f64, marks: Marks<'_>) -> Vec<(f64, f64, Color)> {
    let look = FlameLook {
        span: Span { left, width },
        ..FlameLook::default()
    };
    let list = drawn(data, &look, marks, WIDTH);
    let mut fills: Vec<_> = list
        .layers()
        .flat_map(|layer| layer.fills)
        .filter(|fill| fill.rect.y >= 20.0)
        .map(|fill| (fill.rect.x, fill.rect.right(), fill.color))
        .collect();
    fills.sort_by(|a, b| a.0.total_cmp(&b.0));
    fills
}

fn frame_of(hue: Option<u8>, faded: bool) -> Color {
    light().frame(Tint {
        hue,
        step: 0,
        faded,
    })
}

/// The largest difference of a channel.
fn apart(a: Color, b: Color) -> u8 {
    let pairs = a.channels().into_iter().zip(b.channels());
    pairs.map(|(a, b)| a.abs_diff(b)).max().unwrap()
}

fn random() -> impl FnMut() -> f64 {
    let mut seed = 7_u64;
    move || {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (seed >> 11) as f64 / (1_u64 << 53) as f64
    }
}

#[test]
fn groups_have_a_hue_and_the_unknown_is_grey() {
    let data = computed::<Flame>(TEXT);
    let hue_of = |paint, name: &str| {
        let color = fill(&data, paint, name);
        let step = step_of(data.name[node(&data, name)]);
        let tint = |hue| Tint {
            hue,
            step,
            faded: false,
        };
        let hues = (0..=255).map(Some).chain([None]);
        let mut hues = hues.filter(|&hue| color == light().frame(tint(hue)));
        hues.next().expect("a fill of frames")
    };
    let hue = |text: &str| Some(scene::hue_of(text.as_bytes()));
    // Some of the 256 hues round to the same colour: compare colours by their first hue.
    let same = |a: Option<u8>, b: Option<u8>| frame_of(a, false) == frame_of(b, false);
    let z = "libz.so+0x9";
    for (paint, name, expected) in [
        (Paint::Package, "beta.g", hue("beta.")),
        (Paint::Package, "runtime.mallocgc", None),
        (Paint::Package, z, None),
        (Paint::Module, z, hue("libz.so")),
        (Paint::Module, "beta.g", None),
        (Paint::File, "beta.h", hue("x/b.go")),
        (Paint::File, "runtime.mallocgc", hue("x/b.go")),
        (Paint::File, z, None),
        (Paint::Auto, "beta.g", hue("beta.")),
    ] {
        let got = hue_of(paint, name);
        assert!(same(got, expected), "{paint:?} {name}: {got:?}");
    }
}

#[test]
fn heat_is_self_beside_the_largest() {
    let data = computed::<Flame>(TEXT);
    for (name, share) in [("beta.g", 1.0), ("beta.h", 0.5), ("alpha.f", 0.0)] {
        assert_eq!(fill(&data, Paint::Heat, name), light().heat(share, false));
    }
}

const CHANGED: &str =
    "main.f;main.more 30\nmain.f;main.less -10\nmain.f;main.both 4\nmain.f;main.both -4";

#[test]
fn negative_values_are_told_as_a_difference() {
    assert_eq!(paints(&computed::<Flame>(TEXT))[0], Paint::Package);
    let data = computed::<Flame>(CHANGED);
    assert_eq!(paints(&data), PAINTS);
    for (name, change) in [
        ("main.more", 1.0),
        ("main.less", -1.0),
        ("main.both", 0.0),
        ("main.f", 20.0 / 48.0),
    ] {
        let color = light().difference(change, false);
        assert_eq!(fill(&data, Paint::Difference, name), color, "{name}");
        assert_eq!(fill(&data, Paint::Auto, name), color);
        assert_ne!(fill(&data, Paint::Package, name), color);
    }
    assert!(!paints(&computed::<Flame>("main 5")).contains(&Paint::Difference));
    // A mean divides what is told, not what is summed.
    let profile = sketch("types: contentions/count, *delay/nanoseconds\nmain 3 10\nmain;f 2 90");
    let mean = analysis::Lens {
        mean: true,
        ..analysis::Lens::default()
    };
    let mean = try_compute::<Flame>(&profile, &mean).unwrap();
    assert_eq!(paints(&mean)[0], Paint::Package);
}

#[test]
fn labels_of_a_difference_begin_with_its_sign() {
    let data = computed::<Flame>(CHANGED);
    let labels = |paint, w| {
        let list = drawn(&data, &FlameLook::default(), with(paint), w);
        let layers = list.layers();
        let texts =
            layers.flat_map(|layer| layer.texts.map(|(at, text, _, _)| (at, text.to_owned())));
        let mut texts: Vec<_> = texts.collect();
        texts.sort_by(|(a, _), (b, _)| (a.y, a.x).partial_cmp(&(b.y, b.x)).unwrap());
        let texts: Vec<_> = texts.into_iter().map(|(_, text)| text).collect();
        texts.concat()
    };
    assert_eq!(
        labels(Paint::Auto, 1000.0),
        "samples · 20+ main.f+ main.more− main.lessmain.both"
    );
    assert_eq!(
        labels(Paint::Package, 1000.0),
        "samples · 20main.fmain.moremain.lessmain.both"
    );
    assert!(
        labels(Paint::Auto, 60.0).contains('+'),
        "the sign goes last"
    );
    for w in (10..600).step_by(3) {
        let list = drawn(&data, &FlameLook::default(), Marks::default(), f64::from(w));
        for layer in list.layers() {
            for (at, text, _, _) in layer.texts {
                let right = at.x + scene::text::measure(text, &TestMetrics);
                let inside = |b: &Rect| {
                    b.y <= at.y && at.y <= b.bottom() && b.x <= at.x && right <= b.right()
                };
                assert!(
                    layer.fills.iter().any(|fill| inside(&fill.rect)),
                    "{text} at {w}"
                );
            }
        }
    }
}

#[test]
fn a_run_of_one_hue_is_one_box_of_that_hue() {
    let any = computed::<Flame>(TEXT);
    let (g, h) = (name(&any, "beta.g"), name(&any, "beta.h"));
    // Functions differ, their package does not.
    let data = row((0..20_000).map(|n| (1.0, if n % 3 == 0 { g } else { h })));
    let drawn = fills(&data, 0.0, 1.0, with(Paint::Package));
    assert_eq!(
        drawn,
        [(0.0, WIDTH, frame_of(Some(scene::hue_of(b"beta.")), false))]
    );
}

#[test]
fn halves_mix_and_sides_do_not() {
    let any = computed::<Flame>(TEXT);
    let (f, g) = (name(&any, "alpha.f"), name(&any, "beta.g"));
    let hues = [&b"alpha."[..], b"beta."].map(|text| frame_of(Some(scene::hue_of(text)), false));
    let mut half = Mix::default();
    half.add(hues[0], 1.0);
    half.add(hues[1], 1.0);
    let half = half.color().unwrap();
    let turns = |n: u32| row((0..n).map(|n| (1.0, if n % 2 == 0 { f } else { g })));
    // All boxes of a cell are looked at.
    for (_, _, color) in fills(&turns(4000), 0.0, 1.0, with(Paint::Package)) {
        assert!(apart(color, half) <= 12, "{color:?} is not {half:?}");
    }
    // Some speak for the others.
    let mut whole = Mix::default();
    for (x, right, color) in fills(&turns(300_000), 0.0, 1.0, with(Paint::Package)) {
        assert!(!hues.contains(&color), "both are in every cell");
        whole.add(color, right - x);
    }
    assert!(apart(whole.color().unwrap(), half) <= 8);
    let sides = row((0..20_000).map(|n| (1.0, if n < 10_000 { f } else { g })));
    let drawn = fills(&sides, 0.0, 1.0, with(Paint::Package));
    let colors: Vec<_> = drawn.iter().map(|&(_, _, color)| color).collect();
    assert_eq!(colors, hues, "cells keep the sides of a run apart");
    assert!((drawn[0].1 - WIDTH / 2.0).abs() < 1.0);
}

/// The colour drawn at a place.
fn color_at(fills: &[(f64, f64, Color)], x: f64) -> Option<Color> {
    let fill = fills
        .iter()
        .find(|(left, right, _)| *left <= x && x < *right);
    // Too near to an edge: rounding decides which box is there.
    let inside = |&&(left, right, _): &&(f64, f64, Color)| x - left > 0.05 && right - x > 0.05;
    fill.filter(inside).map(|&(_, _, color)| color)
}

#[test]
fn what_moves_keeps_its_colour() {
    let any = computed::<Flame>(TEXT);
    let names = any.names.len() as f64;
    let mut roll = random();
    // Widths from a hundredth of a pixel to some pixels, at the zoom below.
    let data = row((0..60_000).map(|_| (roll().powi(6) + 0.002, (roll() * names) as u32)));
    let (start, width, marks) = (0.37, 0.2, with(Paint::Package));
    let before = fills(&data, start, width, marks);
    assert!(before.len() > 100);
    for by in [1.0, 0.37, -2.0, 3.5, 8.0] {
        let after = fills(&data, start + by / WIDTH * width, width, marks);
        let mut compared = 0;
        for n in 0..3 * (WIDTH as u32) {
            let x = f64::from(n) / 3.0;
            let (Some(was), Some(is)) = (color_at(&before, x), color_at(&after, x - by)) else {
                continue;
            };
            if (0.0..WIDTH).contains(&(x - by)) {
                assert_eq!(was, is, "at {x}, moved by {by}");
                compared += 1;
            }
        }
        assert!(compared > 4000, "{compared}");
    }
}

#[test]
fn a_box_that_leaves_a_cell_changes_its_colour_a_little() {
    let any = computed::<Flame>(TEXT);
    let names = any.names.len() as f64;
    let mut roll = random();
    let data = row((0..5000).map(|_| (roll(), (roll() * names) as u32)));
    let mut brush = Brush::new(&data, with(Paint::Package), light());
    for from in 1..2000 {
        let (a, b) = (
            brush.mean(from..from + 500),
            brush.mean(from + 1..from + 500),
        );
        assert!(apart(a, b) <= 16, "{a:?} {b:?} at {from}");
    }
}

#[test]
fn a_million_boxes_cost_the_pixels() {
    let any = computed::<Flame>(TEXT);
    let names = any.names.len() as u32;
    let data = row((0..1_000_000).map(|n| (1.0, n % names)));
    let place = Rect {
        x: 0.0,
        y: 20.0,
        w: WIDTH,
        h: 19.0,
    };
    let found = [false, true, false, false, false];
    for (left, width) in [(0.0, 1.0), (0.2, 0.5), (0.4, 0.002)] {
        for found in [None, Some(&found[..])] {
            let marks = Marks {
                found,
                ..Marks::default()
            };
            let mut brush = Brush::new(&data, marks, light());
            let mut out = DrawList::new();
            out.layer(place);
            let count = data.len() as f64;
            let run = (left * count) as usize + 1..((left + width) * count) as usize;
            brush.run(run, place, Span { left, width }, WIDTH, &mut out);
            // Cells of 4 px; 17 boxes, a search over 2^20 and 64 names each.
            let cells = WIDTH / 4.0 + 2.0;
            let a_cell = 17 + 20 + if found.is_some() { 64 } else { 0 };
            assert!(brush.visits < cells as usize * a_cell, "{}", brush.visits);
            assert!(brush.visits > 100, "it does count");
            assert!(out.counts().0 <= cells as usize);
        }
    }
}

#[test]
fn a_search_fades_fillers_that_hold_no_match() {
    let any = computed::<Flame>(TEXT);
    let (g, h) = (name(&any, "beta.g"), name(&any, "beta.h"));
    let data = row((0..20_000).map(|n| (1.0, if n < 10_000 { g } else { h })));
    let found: Vec<bool> = (0..any.names.len()).map(|name| name as u32 == g).collect();
    for (paint, plain) in [
        (
            Paint::Package,
            frame_of(Some(scene::hue_of(b"beta.")), false),
        ),
        (Paint::Heat, light().heat(1.0 / 4.0, false)),
    ] {
        let marks = Marks {
            found: Some(&found),
            ..with(paint)
        };
        let colors: Vec<_> = fills(&data, 0.0, 1.0, marks)
            .into_iter()
            .map(|(_, _, color)| color)
            .collect();
        let [matched, faded] = colors[..] else {
            panic!("{colors:?}");
        };
        assert_eq!(matched, plain, "{paint:?}");
        assert_ne!(faded, plain);
    }
}

#[test]
fn a_lonely_event_has_its_colour() {
    let mut data = row([(10.0, 0), (0.0, 1), (10.0, 2)].into_iter());
    (data.start[2], data.end[2]) = (0.4, 0.4);
    data.end[1] = 0.3;
    let hue = data.names.hue(By::Package, 1);
    let drawn = fills(&data, 0.0, 1.0, with(Paint::Package));
    assert_eq!(drawn[1], (640.0, 641.0, frame_of(hue, false)));
}
