//! The flame graph: what is drawn, where it is hit, how it moves.

use std::fmt::Write as _;

use profile::testing::sketch;
use scene::{Input, Key, Mods, Scheme, Size, Span, TestMetrics, Theme};

use super::*;
use crate::testing::{computed, try_compute};
use crate::view::Look;

const TEXT: &str = "\
main.main;json.Decode;json.scan 40
main.main;json.Decode;>json.next 20
main.main;io.Read 30
main.main 10";

fn frame(w: f64, h: f64) -> Frame<'static> {
    Frame {
        size: Size { w, h },
        theme: Theme::of(Scheme::Light),
        metrics: &TestMetrics,
    }
}

fn rows(data: &Nodes, look: &FlameLook, marks: Marks<'_>, columns: usize) -> String {
    let mut list = DrawList::new();
    Flame::draw(
        data,
        look,
        marks,
        &frame(columns as f64 * 7.2, 80.0),
        &mut list,
    );
    scene::testing::print_rows(&list, columns)
}

fn labels(list: &DrawList) -> Vec<(f64, String)> {
    list.layers()
        .flat_map(|layer| layer.texts.map(|(at, text, _, _)| (at.x, text.to_owned())))
        .collect()
}

#[test]
fn boxes_are_as_wide_as_their_weight_and_heaviest_first() {
    let data = computed::<Flame>(TEXT);
    let shares: Vec<_> = (0..data.len() as u32)
        .map(|item| {
            let at = item as usize;
            (
                data.depth(item),
                data.name_text(item),
                data.start[at],
                data.end[at],
            )
        })
        .collect();
    assert_eq!(
        shares,
        [
            (0, "total", 0.0, 1.0),
            (1, "main.main", 0.0, 1.0),
            (2, "json.Decode", 0.0, 0.6),
            (2, "io.Read", 0.6, 0.9),
            (3, "json.scan", 0.0, 0.4),
            (3, "json.next", 0.4, 0.6),
        ]
    );
    assert_eq!(data.inlined, [false, false, false, false, false, true]);
}

#[test]
fn an_icicle_turned_is_a_flame() {
    let data = computed::<Flame>(TEXT);
    let icicle = rows(&data, &FlameLook::default(), Marks::default(), 80);
    let flame = FlameLook {
        upside: true,
        ..FlameLook::default()
    };
    let flame = rows(&data, &flame, Marks::default(), 80);
    for picture in [&icicle, &flame] {
        for part in [
            "samples · 100",
            "main.main",
            "json.Decode",
            "io.Read",
            "json.scan",
        ] {
            assert!(picture.contains(part), "{part} is missing in\n{picture}");
        }
    }
    let place = |picture: &str, part: &str| picture.find(part).unwrap();
    assert!(place(&icicle, "main.main") < place(&icicle, "json.scan"));
    assert!(place(&flame, "main.main") > place(&flame, "json.scan"));
}

#[test]
fn labels_never_leave_their_box() {
    let long = "github.com/acme/store/index.(*Tree).insertInterface;日本語の関数;e\u{301}clair 5";
    let data = computed::<Flame>(&format!("{TEXT}\n{long}"));
    for width in (10..1400).step_by(7) {
        for look in [
            FlameLook::default(),
            FlameLook {
                span: Span {
                    left: 0.31,
                    width: 0.43,
                },
                ..FlameLook::default()
            },
        ] {
            let mut list = DrawList::new();
            let frame = frame(f64::from(width), 200.0);
            Flame::draw(&data, &look, Marks::default(), &frame, &mut list);
            for layer in list.layers() {
                let boxes: Vec<_> = layer.fills.iter().map(|fill| fill.rect).collect();
                for (at, text, _, _) in layer.texts {
                    let right = at.x + scene::text::measure(text, &TestMetrics);
                    let inside = boxes.iter().any(|b| {
                        b.y <= at.y && at.y <= b.bottom() && b.x <= at.x && right <= b.right()
                    });
                    assert!(inside, "“{text}” at {width} px");
                    assert!(at.x >= 0.0 && right <= f64::from(width));
                }
            }
        }
    }
}

#[test]
fn a_label_stays_in_the_window_when_its_box_begins_before_it() {
    let data = computed::<Flame>(TEXT);
    let look = FlameLook {
        span: Span {
            left: 0.2,
            width: 0.3,
        },
        ..FlameLook::default()
    };
    let mut list = DrawList::new();
    Flame::draw(
        &data,
        &look,
        Marks::default(),
        &frame(900.0, 80.0),
        &mut list,
    );
    let drawn = labels(&list);
    assert!(drawn.iter().all(|(x, _)| *x >= 0.0));
    assert!(drawn.iter().any(|(_, text)| text == "Decode"), "{drawn:?}");
}

#[test]
fn what_is_drawn_is_hit() {
    let data = computed::<Flame>(TEXT);
    for upside in [false, true] {
        let look = FlameLook {
            upside,
            ..FlameLook::default()
        };
        let frame = frame(1000.0, 300.0);
        for item in 0..data.len() as u32 {
            let at = item as usize;
            let room = geometry::Room::of(&data, frame.size);
            let y = room.line_y(&look, data.depth(item) as i64) + 9.0;
            let x = f64::midpoint(data.start[at], data.end[at]) * 1000.0;
            assert_eq!(Flame::hit(&data, &look, &frame, Point { x, y }), Some(item));
        }
        let beyond = if upside { 2.0 } else { 298.0 };
        assert_eq!(
            Flame::hit(&data, &look, &frame, Point { x: 5.0, y: beyond }),
            None
        );
    }
}

/// Plays inputs; answers the look, the selection and the reaction to the last.
fn play(data: &Nodes, inputs: &[Input]) -> (FlameLook, Option<Picked>, Reaction) {
    let (mut look, mut picked, mut last) = (FlameLook::default(), None, Reaction::default());
    for &input in inputs {
        let spot = picked
            .as_ref()
            .map_or_else(Spot::default, |p| Flame::locate(data, p));
        let marks = Marks {
            picked: spot,
            ..Marks::default()
        };
        last = Flame::input(data, &mut look, marks, &frame(1000.0, 300.0), input);
        if let Some(new) = last.picked.clone() {
            picked = new;
        }
    }
    (look, picked, last)
}

fn key(key: Key) -> Input {
    Input::Key(key, Mods::NONE)
}

fn click(x: f64, y: f64) -> Input {
    Input::Click {
        at: Point { x, y },
        mods: Mods::NONE,
    }
}

#[test]
fn a_click_zooms_and_escape_goes_back() {
    let data = computed::<Flame>(TEXT);
    let (look, picked, reaction) = play(&data, &[click(700.0, 50.0)]);
    assert_eq!(
        look.span,
        Span {
            left: 0.6,
            width: 0.9 - 0.6
        }
    );
    assert_eq!(picked.unwrap().path, ["main.main", "io.Read"]);
    assert_eq!(reaction.commit, Some(crate::view::Commit::Push));
    assert_eq!(
        Flame::describe(&data, &look, 1).details.len(),
        2,
        "no share of a callee"
    );
    let decode = FlameLook {
        span: geometry::span_of(&data, 2),
        ..FlameLook::default()
    };
    let scan = Flame::describe(&data, &decode, 4);
    assert_eq!(scan.details[2].value, "66.67% of json.Decode");
    let tip = Flame::describe(&data, &look, 3);
    assert_eq!(
        tip.line(),
        "io.Read · self 30 (30.00% of total) · total 30 (30.00% of total)"
    );

    let escaped = [click(700.0, 50.0), key(Key::Escape)];
    let (look, picked, _) = play(&data, &escaped);
    assert!(look.is_whole() && picked.is_some());
    let (_, picked, last) = play(&data, &[escaped[0], escaped[1], key(Key::Escape)]);
    assert!(picked.is_none() && last.handled);
    let (_, _, last) = play(&data, &[key(Key::Escape)]);
    assert!(!last.handled, "left to the page");
    let twice = Input::DoubleClick {
        at: Point { x: 1.0, y: 1.0 },
    };
    assert!(play(&data, &[click(700.0, 50.0), twice]).0.is_whole());
}

#[test]
fn keys_walk_from_frame_to_frame() {
    let data = computed::<Flame>(TEXT);
    let names = |keys: &[Key]| {
        let inputs: Vec<_> = keys.iter().map(|&k| key(k)).collect();
        play(&data, &inputs).1.map(|picked| picked.name)
    };
    assert_eq!(
        names(&[Key::Down]).as_deref(),
        Some("main.main"),
        "begins outermost"
    );
    let start = [click(10.0, 30.0), key(Key::Down)];
    assert_eq!(play(&data, &start).1.unwrap().name, "json.Decode");
    let walk = [start[0], start[1], key(Key::Right)];
    assert_eq!(play(&data, &walk).1.unwrap().name, "io.Read");
    let walk = [walk[0], walk[1], walk[2], key(Key::Right)];
    assert_eq!(
        play(&data, &walk).1.unwrap().name,
        "io.Read",
        "nothing further right"
    );
    let walk = [start[0], start[1], key(Key::Up)];
    assert_eq!(play(&data, &walk).1.unwrap().name, "main.main");
    let zoomed = play(&data, &[start[0], start[1], key(Key::Enter)]).0;
    assert_eq!(zoomed.span.width, 0.6);
    let turned = [key(Key::Char('i')), click(10.0, 270.0), key(Key::Up)];
    assert_eq!(
        play(&data, &turned).1.unwrap().name,
        "json.Decode",
        "up is callee in a flame"
    );
}

#[test]
fn the_point_under_the_wheel_stays() {
    let data = computed::<Flame>(TEXT);
    let mut look = FlameLook::default();
    let frame = frame(1600.0, 900.0);
    let at = Point { x: 777.0, y: 130.0 };
    let before = look.span.value_at(at.x, 1600.0);
    let turn = |look: &mut FlameLook, dy: f64| {
        let wheel = Input::Wheel {
            at,
            dx: 0.0,
            dy,
            mods: Mods::NONE,
        };
        Flame::input(&data, look, Marks::default(), &frame, wheel)
    };
    for _ in 0..400 {
        turn(&mut look, -100.0);
    }
    assert!(look.span.width <= 1.01e-9, "{}", look.span.width);
    let drift = (look.span.value_at(at.x, 1600.0) - before) / look.span.width * 1600.0;
    assert!(drift.abs() < 0.5, "{drift} px");
    for _ in 0..400 {
        turn(&mut look, 100.0);
    }
    assert_eq!(
        look.span,
        Span {
            left: 0.0,
            width: 1.0
        }
    );
}

#[test]
fn looks_survive_links() {
    let mut seed = 7_u64;
    let mut random = move || {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (seed >> 11) as f64 / (1_u64 << 53) as f64
    };
    for round in 0..500_usize {
        let left = random();
        let look = FlameLook {
            span: Span {
                left,
                width: (1.0 - left) * random().max(1e-9),
            },
            scroll: (random() * 100.0).floor(),
            upside: round % 2 == 0,
            mode: Mode::ALL[round % 4],
            pivot: ["", "p_x0~1", "a_b", "main.(*T).f"][round / 4 % 4].to_owned(),
            grip: None,
        };
        assert_eq!(FlameLook::read(&look.write()), Some(look));
    }
    assert_eq!(FlameLook::default().write(), "");
    for bad in [
        "x1", "xNaN~1", "x0~0", "x0.9~0.9", "y-1e10", "yinf", "mzz", "zz", "x0~inf",
    ] {
        assert_eq!(FlameLook::read(bad), None, "{bad}");
    }
}

#[test]
fn zoom_follows_the_frame_into_other_data() {
    let text = "types: *a/count, b/count\nmain;x;y 10 10\nmain;z 10 60\nmain;x 0 10";
    let profile = sketch(text);
    let of = |kind: &str| try_compute::<Flame>(&profile, &analysis::Lens::of_type(kind)).unwrap();
    let (a, b) = (of("a"), of("b"));
    let x = a.walk(&["main".into(), "x".into()], None).unwrap();
    let look = FlameLook {
        span: geometry::span_of(&a, x),
        ..FlameLook::default()
    };
    let carried = Flame::carry(Carry { old: &a, new: &b }, &look);
    let there = b.walk(&["main".into(), "x".into()], None).unwrap();
    assert_eq!(carried.span, geometry::span_of(&b, there));
}

#[test]
fn a_search_fades_what_does_not_match() {
    let data = computed::<Flame>(TEXT);
    let found: Vec<bool> = (0..data.names.len())
        .map(|at| data.names.name(at).contains("json"))
        .collect();
    let mut list = DrawList::new();
    let marks = Marks {
        found: Some(&found),
        ..Marks::default()
    };
    Flame::draw(
        &data,
        &FlameLook::default(),
        marks,
        &frame(800.0, 80.0),
        &mut list,
    );
    let strokes: usize = list.layers().map(|layer| layer.strokes.len()).sum();
    assert_eq!(strokes, 3, "one outline a match");
}

#[test]
fn two_hundred_thousand_callees_cost_their_pixels() {
    let mut text = String::new();
    for n in 0..200_000 {
        let _ = writeln!(text, "main;f{n} {}", 1 + n % 3);
    }
    let data = computed::<Flame>(&text);
    let mut list = DrawList::new();
    Flame::draw(
        &data,
        &FlameLook::default(),
        Marks::default(),
        &frame(1600.0, 900.0),
        &mut list,
    );
    let (fills, _, _) = list.counts();
    assert!(fills < 1700 * 3, "{fills} boxes on 1600 px");
}

#[test]
fn a_stack_of_a_hundred_thousand_frames_scrolls() {
    let deep = "f;".repeat(100_000) + "g 1";
    let data = computed::<Flame>(&deep);
    assert_eq!(data.rows(), 100_002);
    let (look, _, _) = play(&data, &[key(Key::PageDown), key(Key::PageDown)]);
    assert_eq!(look.scroll, 28.0);
    let mut list = DrawList::new();
    Flame::draw(
        &data,
        &look,
        Marks::default(),
        &frame(1000.0, 300.0),
        &mut list,
    );
    assert!(list.counts().0 <= 16);
}

#[test]
fn nothing_to_show_is_a_sentence() {
    let empty = sketch("types: cpu/nanoseconds, samples/count\nmain 5 0");
    let gap = |kind: &str| try_compute::<Flame>(&empty, &analysis::Lens::of_type(kind)).err();
    assert!(
        gap("samples")
            .unwrap()
            .0
            .contains("All values of “samples” are 0")
    );
    assert!(gap("nope").unwrap().0.contains("there is cpu, samples"));
    let none = sketch("types: cpu/nanoseconds");
    let gap = try_compute::<Flame>(&none, &analysis::Lens::default()).unwrap_err();
    assert!(gap.0.contains("no samples"));
}
