//! Answers: late, failed, in any order.

use engine::{Failure, Reply};
use proptest::prelude::*;
use viewer::Msg;

use crate::desk::{Desk, desk};
use crate::{TEXT, opened};

#[test]
fn a_slow_file_does_not_hold_up_another_one() {
    let mut desk = opened();
    let first = desk.model.state.file.unwrap();
    desk.keys("3");
    let second = desk.sketch("b.pb", "x;y 1");
    desk.hold();
    desk.msg(Msg::Select(first));
    desk.asked();
    desk.msg(Msg::SampleType("samples".into()));
    assert_eq!(desk.asked(), ["1 top samples"]);
    desk.msg(Msg::View("flame".into()));
    assert_eq!(desk.asked(), Vec::<String>::new(), "one at a time");
    desk.msg(Msg::View("top".into()));
    desk.msg(Msg::Select(second));
    assert!(!desk.model.view_is_stale(), "known already");
    desk.keys("1");
    desk.msg(Msg::Find("y".into()));
    assert_eq!(desk.asked(), ["2 flame ", "2 find y"]);
    desk.release();
    desk.msg(Msg::Select(first));
    assert!(desk.screen().contains("Top\n6 | "), "{}", desk.screen());
}

#[test]
fn the_view_is_asked_before_its_search() {
    let mut desk = opened();
    desk.keys("3");
    desk.hold();
    desk.asked();
    desk.msg(Msg::SampleType("samples".into()));
    desk.msg(Msg::Find("json".into()));
    desk.msg(Msg::SampleType("cpu".into()));
    desk.keys("1");
    desk.msg(Msg::SampleType("samples".into()));
    assert_eq!(desk.asked(), ["1 top samples", "1 find json"]);
    desk.deliver(1);
    assert_eq!(desk.asked(), Vec::<String>::new(), "the view is still busy");
    desk.deliver(0);
    assert_eq!(desk.asked(), ["1 flame samples", "1 find json"]);
    desk.release();
    assert!(desk.screen().contains("search: 2 functions"));
}

#[test]
fn a_search_says_nothing_until_it_has_been_answered() {
    let mut desk = opened();
    desk.keys("json");
    desk.hold();
    desk.keys("io");
    assert_eq!(desk.model.find_summary(), viewer::messages::SEARCHING);
    assert!(desk.model.found().is_none());
    assert!(
        desk.model.found_answer().is_some(),
        "marks stay until then, or they would flicker"
    );
    desk.release();
    assert_eq!(desk.model.find_summary(), "1 function · 55.56% of total");
    desk.keys("/(/");
    assert!(desk.model.find_fault());
    assert!(
        desk.model.found_answer().is_none(),
        "nothing is dimmed by half an expression"
    );
}

#[test]
fn a_search_that_fails_is_told_and_not_asked_again() {
    let mut desk = opened();
    let file = desk.model.state.file.unwrap();
    desk.hold();
    desk.keys("json");
    let request = desk.model.next_number;
    desk.asked();
    desk.msg(Msg::Replied {
        file,
        request,
        reply: Reply::Failed(Failure {
            code: "x".into(),
            message: "It is too long.".into(),
        }),
    });
    assert_eq!(desk.model.find_summary(), "It is too long.");
    assert_eq!(desk.asked(), Vec::<String>::new());
    // The answer that the desk holds is of a number that nobody waits for any more.
    desk.release();
    assert_eq!(desk.model.find_summary(), "It is too long.");
}

#[test]
fn a_crash_cancels_what_was_asked_and_it_is_asked_again() {
    let mut desk = opened();
    let file = desk.model.state.file.unwrap();
    desk.keys("3");
    desk.hold();
    desk.msg(Msg::SampleType("samples".into()));
    desk.asked();
    desk.crash(file);
    assert_eq!(desk.asked(), Vec::<String>::new(), "not before it is open");
    desk.release();
    assert_eq!(desk.asked(), ["1 top samples"]);
    assert!(desk.screen().contains("Top\n6 | "), "{}", desk.screen());
}

/// What a person may do, and what the workers do meanwhile.
#[derive(Clone, Debug)]
enum Deed {
    View(bool),
    Type(bool),
    Find(&'static str),
    File(bool),
    Back,
    Crash,
    Deliver(usize),
}

fn any_deed() -> impl Strategy<Value = Deed> {
    prop_oneof![
        any::<bool>().prop_map(Deed::View),
        any::<bool>().prop_map(Deed::Type),
        prop::sample::select(vec!["", "json", "io", "main"]).prop_map(Deed::Find),
        any::<bool>().prop_map(Deed::File),
        Just(Deed::Back),
        Just(Deed::Crash),
        (0_usize..4).prop_map(Deed::Deliver),
        (0_usize..4).prop_map(Deed::Deliver),
    ]
}

fn two() -> Desk {
    let mut desk = desk();
    desk.sketch("a.pb", TEXT);
    desk.sketch("b.pb", &TEXT.replace("6 5", "9 7"));
    desk
}

fn doing(desk: &mut Desk, deed: &Deed) {
    let file = desk.model.state.file.expect("a file is shown");
    match deed {
        Deed::View(top) => desk.msg(Msg::View(if *top { "top" } else { "flame" }.into())),
        Deed::Type(cpu) => desk.msg(Msg::SampleType(if *cpu { "cpu" } else { "samples" }.into())),
        Deed::Find(text) => desk.msg(Msg::Find((*text).into())),
        Deed::File(next) => desk.keys(if *next { "]" } else { "[" }),
        Deed::Back => desk.back(),
        Deed::Crash => desk.crash(file),
        Deed::Deliver(at) if desk.waiting() > 0 => desk.deliver(at % desk.waiting()),
        Deed::Deliver(_) => {}
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    /// Whatever the order of answers: what is shown as current is what a session says that
    /// never had to wait.
    #[test]
    fn shuffled_answers_are_never_shown_as_others(deeds in prop::collection::vec(any_deed(), 1..30)) {
        let mut desk = two();
        let mut calm = two();
        desk.hold();
        let mut crashes = 0;
        for deed in &deeds {
            // A third death in a row is given up, which is another story.
            crashes += usize::from(matches!(deed, Deed::Crash));
            if crashes > 2 && matches!(deed, Deed::Crash) {
                continue;
            }
            doing(&mut desk, deed);
            if !matches!(deed, Deed::Deliver(_) | Deed::Crash) {
                doing(&mut calm, deed);
            }
            if !desk.model.is_busy() && desk.model.state == calm.model.state {
                prop_assert_eq!(shown(&desk), shown(&calm));
            }
        }
        desk.release();
        prop_assert!(!desk.model.is_busy());
        calm.model.state = desk.model.state.clone();
        calm.msg(Msg::Dismiss(0));
        prop_assert_eq!(shown(&desk), shown(&calm));
    }
}

/// The screen without messages.
fn shown(desk: &Desk) -> String {
    let screen = desk.screen();
    let lines = screen.lines().filter(|line| !line.starts_with('!'));
    lines.collect::<Vec<_>>().join("\n")
}
