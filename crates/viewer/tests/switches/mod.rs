//! Sample types, filters and orders switch in place: zoom and selection stay with their frame.

use scene::{Input, Mods, Point};
use viewer::{Msg, options};
use views::flame::FlameLook;
use views::{Commit, Look};

use crate::desk::{Desk, desk};

const TEXT: &str = "types: samples/count, *cpu/nanoseconds
main;json.Decode;json.scan 30 40000000
main;io.Read 10 50000000
main;gc 0 10000000";

fn opened() -> Desk {
    let mut desk = desk();
    desk.sketch("a.pb", TEXT);
    desk
}

/// Zooms to `json.Decode` by a click on it.
fn zoom(desk: &mut Desk) {
    desk.input(Input::Click {
        at: Point { x: 350.0, y: 45.0 },
        mods: Mods::NONE,
    });
    assert_eq!(picked(desk), "json.Decode");
    assert_at_decode(desk);
}

fn picked(desk: &Desk) -> &str {
    let picked = desk.model.state.picked.as_ref();
    picked.map_or("", |picked| picked.name.as_str())
}

/// The window of the flame graph is that of `json.Decode`, as it is counted now.
fn assert_at_decode(desk: &Desk) {
    let look = FlameLook::read(desk.model.state.look("flame")).expect("a look");
    // io.Read is heavier in cpu and stands before it, in samples it is lighter.
    let (left, width) = match desk.model.state.lens.sample_type.as_str() {
        "samples" => (0.0, 0.75),
        _ => (0.5, 0.4),
    };
    let near = |a: f64, b: f64| (a - b).abs() < 1e-9;
    assert!(
        near(look.span.left, left) && near(look.span.width, width),
        "{look:?} is not {left} {width}"
    );
}

#[test]
fn zoom_and_selection_stay_with_the_frame_in_one_step() {
    let mut desk = opened();
    zoom(&mut desk);
    let (zoomed, steps) = (desk.link(), desk.entries.len());
    desk.msg(Msg::SampleType("samples".into()));
    assert_at_decode(&desk);
    assert_eq!(picked(&desk), "json.Decode");
    assert_eq!(desk.entries.len(), steps + 1, "both are one step");
    assert_eq!(desk.address(), desk.link());
    let switched = desk.link();
    desk.keys("Ctrl+z");
    assert_eq!(desk.link(), zoomed);
    desk.keys("Ctrl+y");
    assert_eq!(desk.link(), switched);
    desk.msg(Msg::SampleType(String::new()));
    assert_at_decode(&desk);
}

#[test]
fn a_view_that_was_not_visible_meanwhile_follows_too() {
    let mut desk = opened();
    zoom(&mut desk);
    desk.keys("3");
    desk.msg(Msg::SampleType("samples".into()));
    assert!(desk.screen().contains("30 | 75.00%"), "{}", desk.screen());
    desk.keys("1");
    assert_at_decode(&desk);
}

#[test]
fn late_answers_change_nothing_of_it() {
    let mut desk = opened();
    zoom(&mut desk);
    let zoomed = desk.link();
    desk.hold();
    desk.msg(Msg::SampleType("samples".into()));
    assert!(desk.model.view_is_stale());
    desk.keys("Ctrl+z");
    assert_eq!(desk.link(), zoomed);
    desk.release();
    assert_eq!(desk.link(), zoomed, "what came is not wanted any more");
    desk.hold();
    desk.msg(Msg::SampleType("samples".into()));
    desk.release();
    assert_at_decode(&desk);
}

#[test]
fn a_zoom_made_while_the_answer_is_under_way_is_where_it_was_made() {
    let mut desk = opened();
    desk.hold();
    desk.msg(Msg::SampleType("samples".into()));
    // The old picture is on the screen.
    let span = FlameLook::read("x0.5~0.4").expect("a look");
    desk.msg(Msg::Look {
        view: "flame".into(),
        look: span.write(),
        commit: Commit::Push,
    });
    desk.release();
    assert_at_decode(&desk);
}

#[test]
fn what_a_link_or_undo_brings_is_not_moved() {
    let mut desk = opened();
    zoom(&mut desk);
    let zoomed = desk.link();
    desk.msg(Msg::SampleType("samples".into()));
    desk.hold();
    desk.keys("Ctrl+z");
    desk.release();
    assert_eq!(desk.link(), zoomed);
    desk.edit("v=1&type=samples&look=x0.5~0.25");
    assert_eq!(desk.link(), "v=1&type=samples&look=x0.5~0.25");
}

#[test]
fn a_filter_moves_the_zoom_and_back() {
    let mut desk = opened();
    zoom(&mut desk);
    let zoomed = desk.model.state.look("flame").to_owned();
    let ignore = |value: &str| Msg::Option {
        name: options::find("ignore").expect("an option").name,
        value: value.to_owned(),
        typing: false,
    };
    desk.msg(ignore("io"));
    let look = FlameLook::read(desk.model.state.look("flame")).expect("a look");
    assert!((look.span.left - 0.0).abs() < 1e-9, "{look:?}");
    desk.msg(ignore(""));
    let back = FlameLook::read(desk.model.state.look("flame")).expect("a look");
    let was = FlameLook::read(&zoomed).expect("a look");
    assert!((back.span.left - was.span.left).abs() < 1e-9, "{back:?}");
    assert_eq!(picked(&desk), "json.Decode");
}

#[test]
fn selections_stay_in_every_view() {
    let mut desk = opened();
    for view in ["3", "4", "2", "1"] {
        desk.keys(view);
        desk.msg(Msg::PickName("io.Read".into()));
        for kind in ["samples", "", "samples", ""] {
            desk.msg(Msg::SampleType(kind.into()));
            assert_eq!(picked(&desk), "io.Read", "{view} {kind}");
            let (view, data, _) = desk.model.shown_data().expect("data");
            let picked = desk.model.state.picked.as_ref().expect("a selection");
            assert!(view.locate(data, picked).name.is_some(), "{kind}");
        }
    }
}
