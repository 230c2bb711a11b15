//! Steps: one stack for undo, the browser's buttons and typed links.

use viewer::command::is_available;
use viewer::{CommandId, Msg};

use crate::desk::{Desk, desk};
use crate::{click, opened};

fn picked(desk: &Desk) -> &str {
    let picked = desk.model.state.picked.as_ref();
    picked.map_or("", |picked| picked.name.as_str())
}

#[test]
fn the_first_file_takes_the_place_of_the_empty_page() {
    let mut desk = opened();
    assert_eq!(desk.entries, [(Some(0), "v=1".to_owned())]);
    desk.keys("3");
    desk.back();
    assert!(desk.screen().contains("Flame graph"), "{}", desk.screen());
    assert!(is_available(&desk.model, CommandId::Redo));
    assert!(!is_available(&desk.model, CommandId::Undo));
    desk.keys("Ctrl+z");
    assert_eq!(desk.entry, 0, "there is nothing before");
}

#[test]
fn a_typed_link_is_a_step_of_the_browsers_own() {
    let mut desk = opened();
    desk.edit("v=1&view=top&type=samples");
    assert!(desk.screen().contains("Top\n6 | "), "{}", desk.screen());
    assert_eq!(desk.entries.len(), 2);
    desk.back();
    assert!(desk.screen().contains("Flame graph"), "{}", desk.screen());
    desk.keys("Ctrl+y");
    assert!(desk.screen().contains("Top\n6 | "), "{}", desk.screen());
    desk.edit("");
    assert_eq!(desk.link(), "v=1", "no link is the default");
}

#[test]
fn a_link_typed_on_the_empty_page_waits_for_a_file() {
    let mut desk = desk();
    desk.edit("v=1&view=top&type=samples");
    desk.sketch("a.pb", crate::TEXT);
    assert!(desk.screen().contains("Top\n6 | "), "{}", desk.screen());
}

#[test]
fn places_of_an_earlier_visit_are_links_only() {
    let mut desk = opened();
    desk.keys("3");
    // Entry 0 was written before the page was reloaded, when place 1 was something else.
    desk.entries[0] = (Some(1), "v=1&view=top&type=samples".to_owned());
    desk.back();
    assert!(desk.screen().contains("Top\n6 | "), "{}", desk.screen());
}

#[test]
fn going_where_one_is_makes_no_step() {
    let mut desk = opened();
    desk.keys("1");
    desk.msg(Msg::SampleType("cpu".into()));
    desk.msg(Msg::View("flame".into()));
    assert_eq!(desk.entries.len(), 1);
    desk.keys("3 1");
    assert_eq!(desk.link(), "v=1", "defaults are not named");
}

#[test]
fn a_search_typed_after_a_click_leaves_the_click() {
    let mut desk = opened();
    desk.keys("j js");
    desk.input(click(400.0, 45.0));
    desk.keys("jso json");
    desk.keys("Ctrl+z");
    assert_eq!(
        (&*desk.model.state.find, picked(&desk)),
        ("js", "json.Decode")
    );
    desk.keys("Ctrl+z");
    assert_eq!((&*desk.model.state.find, picked(&desk)), ("js", ""));
    desk.keys("Ctrl+z");
    assert_eq!(desk.link(), "v=1");
}

#[test]
fn steps_lead_over_files_and_the_title_follows() {
    let mut desk = opened();
    desk.keys("3");
    let second = desk.sketch("b.pb", "x;y 1");
    assert_eq!(desk.title(), "b.pb · pprofweb");
    desk.keys("Ctrl+z");
    assert_eq!(desk.title(), "a.pb · pprofweb");
    assert!(desk.screen().contains("*a.pb: open\n b.pb: open\nTop\n"));
    desk.keys("Ctrl+y");
    desk.msg(Msg::Close(second));
    // The step's file is gone: the rest of it is shown in the one that is there.
    desk.back();
    assert_eq!(desk.title(), "a.pb · pprofweb");
    assert!(desk.screen().contains("Top\n"), "{}", desk.screen());
}

#[test]
fn two_hundred_steps_can_be_undone_and_no_more() {
    let mut desk = opened();
    for step in 0..250 {
        desk.keys(if step % 2 == 0 { "2" } else { "1" });
    }
    for _ in 0..300 {
        desk.keys("Ctrl+z");
    }
    assert!(!desk.model.history.can_undo());
    assert_eq!(desk.entry, 51, "the browser was never sent past our own");
}
