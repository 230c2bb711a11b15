//! Tests of the orders, of the picture around a function, and of the map.

use profile::testing::sketch;
use proptest::prelude::*;
use scene::{Input, Key, Mods, Scheme, Size, TestMetrics, Theme};

use super::*;
use crate::testing::compute_with;
use crate::view::Commit;

fn of(text: &str, mode: Mode, pivot: &str) -> Nodes {
    let look = FlameLook {
        mode,
        pivot: pivot.to_owned(),
        ..FlameLook::default()
    };
    let args = Flame::args(&look, None);
    compute_with::<Flame>(&sketch(text), &analysis::Lens::default(), &args)
        .unwrap_or_else(|gap| panic!("{}", gap.0))
}

/// Line, name, left and right edge in hundredths.
fn boxes(data: &Nodes) -> Vec<(i64, &str, i64, i64)> {
    let hundredths = |share: f64| (share * 100.0).round() as i64;
    let all = (0..data.len() as u32).map(|item| {
        let at = item as usize;
        let line = data.line(data.row_of(item));
        let (start, end) = (hundredths(data.start[at]), hundredths(data.end[at]));
        (line, data.name_text(item), start, end)
    });
    all.collect()
}

const TEXT: &str = "\
main;b;x 10
main;a 30
main;b;x 10
main;b 20
main 30";

#[test]
fn every_call_stands_by_itself_in_time_order() {
    assert_eq!(
        boxes(&of(TEXT, Mode::Time, "")),
        [
            (0, "total", 0, 100),
            (1, "main", 0, 100),
            (2, "b", 0, 10),
            (2, "a", 10, 40),
            (2, "b", 40, 70),
            (3, "x", 0, 10),
            (3, "x", 40, 50),
        ]
    );
}

#[test]
fn timestamps_bring_calls_into_their_order() {
    let text = "main;late 1 {end_timestamp_ns=2}\nmain;early 1 {end_timestamp_ns=1}";
    let data = of(text, Mode::Time, "");
    assert_eq!(data.head.note, "in order of time");
    assert_eq!(boxes(&data)[2], (2, "early", 0, 50));
    assert_eq!(
        of("a 1", Mode::Time, "").head.note,
        "in the order of the file"
    );
}

#[test]
fn pprof_leaves_a_frames_own_share_free_at_its_left() {
    assert_eq!(
        boxes(&of(TEXT, Mode::Pprof, "")),
        [
            (0, "total", 0, 100),
            (1, "main", 0, 100),
            (2, "b", 30, 70),
            (2, "a", 70, 100),
            (3, "x", 50, 70),
        ]
    );
}

#[test]
fn by_name_the_alphabet_decides() {
    let data = of(TEXT, Mode::Name, "");
    let names = boxes(&data);
    assert_eq!(names[2], (2, "a", 0, 30));
    assert_eq!(names[3], (2, "b", 30, 70));
}

const AROUND: &str = "\
main;a;f;x 40
main;b;f 30
f;g;f 20
other 10";

#[test]
fn callers_stand_above_a_function_and_callees_below() {
    let data = of(AROUND, Mode::Heavy, "f");
    assert_eq!(
        boxes(&data),
        [
            (0, "f", 0, 100),
            (1, "x", 0, 44),
            (1, "g", 44, 67),
            (2, "f", 44, 67),
            (-1, "a", 0, 44),
            (-1, "b", 44, 78),
            (-2, "main", 0, 44),
            (-2, "main", 44, 78),
        ]
    );
    assert_eq!(data.head.grand_total, 100, "shares are of the whole");
    for item in 0..data.len() as u32 {
        let picked = Flame::pick(&data, item).unwrap();
        assert_eq!(Flame::locate(&data, &picked).item, Some(item), "{picked:?}");
    }
    let other = Picked {
        name: "f".into(),
        path: vec!["main".into(), "a".into(), "f".into()],
        ..Picked::default()
    };
    let spot = Flame::locate(&data, &other);
    assert_eq!(
        (spot.item, spot.name.is_some()),
        (Some(0), true),
        "another place of it is its own box here"
    );
}

#[test]
fn around_nothing_is_a_sentence() {
    let gap = compute_with::<Flame>(&sketch(AROUND), &analysis::Lens::default(), " gone");
    assert!(gap.unwrap_err().0.starts_with("“gone” is not in what"));
}

#[test]
fn a_span_of_time_is_found_again_by_where_it_begins() {
    let data = of(TEXT, Mode::Time, "");
    for item in 1..data.len() as u32 {
        let picked = Flame::pick(&data, item).unwrap();
        assert_eq!(Flame::locate(&data, &picked).item, Some(item));
    }
}

fn frame() -> Frame<'static> {
    Frame {
        size: Size {
            w: 1000.0,
            h: 400.0,
        },
        theme: Theme::of(Scheme::Light),
        metrics: &TestMetrics,
    }
}

fn play(data: &Nodes, look: &mut FlameLook, picked: Option<u32>, input: Input) -> Reaction {
    let marks = Marks {
        picked: Spot {
            item: picked,
            name: picked.map(|item| data.name[item as usize]),
        },
        ..Marks::default()
    };
    Flame::input(data, look, marks, &frame(), input)
}

#[test]
fn a_drag_on_the_map_draws_a_window_and_moves_it() {
    let data = of(TEXT, Mode::Heavy, "");
    let mut look = FlameLook::default();
    let down = |x: f64| Input::Down {
        at: Point { x, y: 20.0 },
        button: 0,
        mods: Mods::NONE,
    };
    let drag = |x: f64, dx: f64| Input::Drag {
        at: Point { x, y: 20.0 },
        by: Point { x: dx, y: 0.0 },
    };
    let up = Input::Up {
        at: Point { x: 0.0, y: 0.0 },
    };
    play(&data, &mut look, None, down(200.0));
    play(&data, &mut look, None, drag(400.0, 200.0));
    let last = play(&data, &mut look, None, up);
    assert_eq!(last.commit, Some(Commit::Push));
    assert!((look.span.left - 0.2).abs() < 1e-12 && (look.span.width - 0.2).abs() < 1e-12);
    play(&data, &mut look, None, down(300.0));
    play(&data, &mut look, None, drag(400.0, 100.0));
    play(&data, &mut look, None, up);
    assert!((look.span.left - 0.3).abs() < 1e-12 && (look.span.width - 0.2).abs() < 1e-12);
    play(&data, &mut look, None, down(500.0));
    play(&data, &mut look, None, drag(800.0, 300.0));
    play(&data, &mut look, None, up);
    assert!((look.span.right() - 0.8).abs() < 1e-12 && (look.span.left - 0.3).abs() < 1e-12);
    assert_eq!(look.grip, None);
    // In the rows a drag pans as ever.
    play(
        &data,
        &mut look,
        None,
        Input::Down {
            at: Point { x: 500.0, y: 100.0 },
            button: 0,
            mods: Mods::NONE,
        },
    );
    assert_eq!(look.grip, None);
}

#[test]
fn an_edge_of_the_window_is_drawn_over_the_other_one() {
    let data = of(TEXT, Mode::Heavy, "");
    let at = |x: f64| Point { x, y: 20.0 };
    let mods = Mods::NONE;
    for (from, to, left, right) in [(300.0, 800.0, 0.6, 0.8), (600.0, 100.0, 0.1, 0.3)] {
        let mut look = FlameLook {
            span: scene::Span {
                left: 0.3,
                width: 0.3,
            },
            ..FlameLook::default()
        };
        let down = Input::Down {
            at: at(from),
            button: 0,
            mods,
        };
        play(&data, &mut look, None, down);
        // In many movements, as a hand makes them.
        let step = (to - from) / 10.0;
        for part in 1..=10 {
            let by = Point { x: step, y: 0.0 };
            let to = at(from + step * f64::from(part));
            play(&data, &mut look, None, Input::Drag { at: to, by });
        }
        play(&data, &mut look, None, Input::Up { at: at(to) });
        let told = (look.span.left, look.span.right());
        assert!((told.0 - left).abs() < 1e-9, "{told:?}");
        assert!((told.1 - right).abs() < 1e-9, "{told:?}");
        assert_eq!(look.grip, None);
    }
}

#[test]
fn shift_and_arrows_move_the_picture_and_leave_the_selection() {
    let data = of(&format!("{}x 1", "f;".repeat(60)), Mode::Heavy, "");
    let half = scene::Span {
        left: 0.5,
        width: 0.25,
    };
    for upside in [false, true] {
        let mut look = FlameLook {
            span: half,
            upside,
            ..FlameLook::default()
        };
        let shift = Mods {
            shift: true,
            ..Mods::NONE
        };
        let mut press = |key| {
            let reaction = play(&data, &mut look, Some(1), Input::Key(key, shift));
            assert!(reaction.handled && reaction.picked.is_none());
            look.clone()
        };
        assert!(press(Key::Left).span.left < 0.5);
        assert_eq!(press(Key::Right).span, half);
        // A flame has its root at the bottom: up leads to callees.
        let (deeper, back) = if upside {
            (Key::Up, Key::Down)
        } else {
            (Key::Down, Key::Up)
        };
        assert_eq!(press(deeper).scroll, 2.0);
        assert_eq!(press(back).scroll, 0.0);
    }
}

#[test]
fn the_wheel_over_the_map_zooms_what_the_window_shows() {
    let data = of(TEXT, Mode::Heavy, "");
    let mut look = FlameLook {
        span: scene::Span {
            left: 0.6,
            width: 0.2,
        },
        ..FlameLook::default()
    };
    let wheel = Input::Wheel {
        at: Point { x: 10.0, y: 20.0 },
        dx: 0.0,
        dy: -100.0,
        mods: Mods::NONE,
    };
    play(&data, &mut look, None, wheel);
    let middle = look.span.left + look.span.width / 2.0;
    assert!(look.span.width < 0.2 && (middle - 0.7).abs() < 1e-12);
}

#[test]
fn another_search_marks_other_parts_of_the_map() {
    let data = of(TEXT, Mode::Heavy, "");
    let marked = |found: &[bool]| {
        let marks = Marks {
            found: Some(found),
            ..Marks::default()
        };
        let mut list = DrawList::new();
        Flame::draw(&data, &FlameLook::default(), marks, &frame(), &mut list);
        let fills = list.layers().flat_map(|layer| layer.fills);
        let marks = fills.filter(|fill| fill.color == frame().theme.found && fill.rect.y == 36.0);
        marks.map(|fill| fill.rect.x.round()).collect::<Vec<_>>()
    };
    let names = |other: &str| -> Vec<bool> {
        let all = 0..data.names.len();
        all.map(|at| data.names.name(at) == other).collect()
    };
    // One result lies where the other has been.
    let mut found = names("a");
    let a = marked(&found);
    found.copy_from_slice(&names("x"));
    let x = marked(&found);
    assert!(!a.is_empty() && !x.is_empty() && a != x, "{a:?} {x:?}");
}

#[test]
fn functions_of_one_name_in_two_files_are_selected_one_by_one() {
    let data = of("main;init@a.c:1 2\nmain;init@b.c:1 1", Mode::Heavy, "");
    for item in 1..data.len() as u32 {
        let picked = Flame::pick(&data, item).unwrap();
        assert_eq!(Flame::locate(&data, &picked).item, Some(item));
        let is_one = data.name_text(item) == "main";
        let told = picked.at.is_none();
        assert!(told || !is_one, "what names tell is told by names alone");
    }
}

#[test]
fn icicle_and_flame_hit_what_they_draw_in_every_order() {
    for mode in Mode::ALL {
        for (pivot, upside) in [("", false), ("", true), ("a", false), ("a", true)] {
            let data = of(AROUND, mode, pivot);
            let look = FlameLook {
                mode,
                upside,
                pivot: pivot.to_owned(),
                ..FlameLook::default()
            };
            let mut seen = std::collections::BTreeSet::new();
            let mut below = std::collections::BTreeMap::new();
            for y in (5..400).step_by(10) {
                for x in (1..1000).step_by(7) {
                    let at = Point {
                        x: f64::from(x),
                        y: f64::from(y),
                    };
                    if let Some(item) = Flame::hit(&data, &look, &frame(), at) {
                        seen.insert(item);
                        below.insert(item, y);
                    }
                }
            }
            assert_eq!(seen.len(), data.len(), "{mode:?} {pivot} {upside}");
            for item in 1..data.len() as u32 {
                let parent = data.parent[item as usize];
                let (here, there) = (below[&item], below[&parent]);
                let callee_is_lower = (here > there) != data.is_caller(item);
                assert_eq!(callee_is_lower, !upside, "{mode:?} {pivot} {item}");
            }
        }
    }
}

#[test]
fn p_hangs_everything_on_the_selection_and_back() {
    let data = of(AROUND, Mode::Heavy, "");
    let mut look = FlameLook::default();
    let p = Input::Key(Key::Char('p'), Mods::NONE);
    assert!(!play(&data, &mut look, None, p).handled, "nothing selected");
    let a = data.walk(&["main".into(), "a".into()], None);
    assert_eq!(play(&data, &mut look, a, p).commit, Some(Commit::Push));
    assert_eq!(look.pivot, "a");
    let around = of(AROUND, Mode::Heavy, "a");
    let selected = super::picked(&data, a.unwrap()).unwrap();
    assert_eq!(
        super::locate(&around, &selected).item,
        Some(0),
        "still selected"
    );
    let up = Input::Key(Key::Up, Mods::NONE);
    let caller = play(&around, &mut look, Some(0), up).picked.flatten();
    assert_eq!(caller.unwrap().path, ["", "a", "main"]);
    play(
        &around,
        &mut look,
        Some(0),
        Input::Key(Key::Escape, Mods::NONE),
    );
    assert_eq!(look.pivot, "");
}

#[test]
fn matches_outside_the_zoom_are_counted() {
    let data = of(TEXT, Mode::Heavy, "");
    let found: Vec<bool> = (0..data.names.len())
        .map(|at| data.names.name(at) != "main")
        .collect();
    let whole = FlameLook::default();
    assert_eq!(
        Flame::visible_matches(&data, &whole, &frame(), &found),
        Some((3, 3))
    );
    let a = data.walk(&["main".into(), "a".into()], None).unwrap();
    let zoomed = FlameLook {
        span: geometry::span_of(&data, a),
        ..whole
    };
    assert_eq!(
        Flame::visible_matches(&data, &zoomed, &frame(), &found),
        Some((1, 3))
    );
}

#[test]
fn matches_that_are_scrolled_away_are_counted() {
    let deep = format!("{}needle 1", "f;".repeat(60));
    let data = of(&deep, Mode::Heavy, "");
    let found: Vec<bool> = (0..data.names.len())
        .map(|at| data.names.name(at) == "needle")
        .collect();
    for upside in [false, true] {
        let mut look = FlameLook {
            upside,
            ..FlameLook::default()
        };
        let told = |look: &FlameLook| Flame::visible_matches(&data, look, &frame(), &found);
        assert_eq!(told(&look), Some((0, 1)));
        Flame::reveal(&data, &mut look, &frame(), data.len() as u32 - 1);
        assert_eq!(told(&look), Some((1, 1)));
    }
}

fn texts() -> impl Strategy<Value = String> {
    let stack = proptest::collection::vec(0_u8..5, 1..8);
    let sample = (stack, -20_i64..60);
    proptest::collection::vec(sample, 1..25).prop_map(|samples| {
        let line = |(stack, value): (Vec<u8>, i64)| {
            let names: Vec<_> = stack.iter().map(|f| format!("f{f}")).collect();
            format!(
                "{} {}\n",
                names.join(";"),
                if value == 0 { 1 } else { value }
            )
        };
        samples.into_iter().map(line).collect()
    })
}

/// Spans of a row are disjoint and ordered, children lie within their parent and name it, sums
/// hold.
fn is_sound(data: &Nodes, signed: bool) {
    let slack = 1e-12;
    for row in 0..data.rows() {
        let range = data.row_range(row);
        for at in range.clone() {
            assert!(data.start[at] <= data.end[at]);
            if at + 1 < range.end {
                assert!(data.end[at] <= data.start[at + 1] + slack, "row {row}");
            }
        }
    }
    let mut sums = data.self_value.clone();
    let (mut below, mut above) = (sums[0], 0);
    for item in (1..data.len() as u32).rev() {
        let (at, up) = (item as usize, data.parent[item as usize] as usize);
        assert!(
            data.start[at] + slack >= data.start[up],
            "{item} begins within {up}"
        );
        assert!(
            data.end[at] <= data.end[up] + slack,
            "{item} ends within {up}"
        );
        let mut siblings = match (up, data.is_caller(item)) {
            (0, true) => data.callers(),
            _ => data.children(up as u32),
        };
        assert!(
            siblings.any(|child| child == item),
            "{item} is a child of {up}"
        );
        assert_eq!(sums[at], data.total[at], "{item} adds up");
        match (up, data.is_caller(item)) {
            (0, true) => above += sums[at],
            (0, false) => below += sums[at],
            _ => sums[up] += sums[at],
        }
    }
    assert_eq!(below, data.total[0]);
    // What begins in the function has no caller.
    assert!(signed || above <= data.total[0]);
}

proptest! {
    #[test]
    fn layouts_are_sound(text in texts()) {
        for mode in Mode::ALL {
            is_sound(&of(&text, mode, ""), true);
        }
        for pivot in ["f0", "f1", "f2"] {
            if text.contains(pivot) {
                is_sound(&of(&text, Mode::Heavy, pivot), text.contains('-'));
            }
        }
    }

    #[test]
    fn every_order_weighs_the_same(text in texts()) {
        let heavy = of(&text, Mode::Heavy, "");
        for mode in Mode::ALL {
            let data = of(&text, mode, "");
            prop_assert_eq!(data.total[0], heavy.total[0]);
            let own = |data: &Nodes| data.self_value.iter().sum::<i64>();
            prop_assert_eq!(own(&data), own(&heavy));
        }
    }
}
