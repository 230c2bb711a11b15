//! Files beside each other: none disturbs another.

use viewer::{How, Msg, Phase};

use crate::desk::{Desk, desk, desk_at};
use crate::opened;

fn names(desk: &Desk) -> Vec<(&str, bool)> {
    let files = desk.model.files.iter();
    files
        .map(|file| (&file.name[..], desk.model.state.file == Some(file.id)))
        .collect()
}

#[test]
fn a_crash_in_the_background_stays_there() {
    let mut desk = opened();
    let first = desk.model.state.file.unwrap();
    desk.sketch("b.pb", "x;y 1");
    desk.crash(first);
    assert_eq!(names(&desk), [("a.pb", false), ("b.pb", true)]);
    assert!(desk.screen().contains("! The worker for a.pb stopped"));
    desk.msg(Msg::Select(first));
    assert!(desk.screen().contains("json.Decode"), "{}", desk.screen());
}

#[test]
fn a_file_that_crashes_while_being_read_is_shown_once_it_is_open() {
    let mut desk = opened();
    desk.hold();
    let file = desk.sketch("b.pb", "x;y 1");
    desk.msg(Msg::Died {
        file,
        message: "unreachable".into(),
    });
    desk.release();
    assert_eq!(names(&desk), [("a.pb", false), ("b.pb", true)]);
}

#[test]
fn given_up_it_stays_in_its_place_and_the_rest_can_be_used() {
    let mut desk = opened();
    let first = desk.model.state.file.unwrap();
    let second = desk.sketch("b.pb", "x;y 1");
    desk.hold();
    for _ in 0..3 {
        desk.msg(Msg::Died {
            file: second,
            message: String::new(),
        });
    }
    let phase = &desk.model.file(second).unwrap().phase;
    assert!(matches!(phase, Phase::Failed { code, .. } if code == "panic"));
    assert_eq!(desk.model.state.file, Some(second), "the panel says why");
    desk.release();
    desk.msg(Msg::Select(first));
    assert!(desk.screen().contains("json.Decode"), "{}", desk.screen());
}

#[test]
fn reading_takes_the_place_of_a_failure() {
    let mut desk = desk();
    desk.give(&[("empty.pb", Vec::new())]);
    desk.hold();
    desk.sketch("a.pb", "x 1");
    assert_eq!(names(&desk), [("empty.pb", false), ("a.pb", true)]);
    desk.release();
    assert!(desk.screen().contains("*a.pb: open"), "{}", desk.screen());
}

#[test]
fn of_several_files_the_first_is_shown_whatever_comes_first() {
    let pb = |text: &str| formats::export::pprof::write(&profile::testing::sketch(text));
    for last_first in [false, true] {
        let mut desk = desk();
        desk.hold();
        desk.give(&[("a.pb", pb("x 1")), ("b.pb", pb("y 2"))]);
        while desk.waiting() > 0 {
            desk.deliver(if last_first { desk.waiting() - 1 } else { 0 });
        }
        assert_eq!(names(&desk), [("a.pb", true), ("b.pb", false)]);
    }
}

#[test]
fn if_the_first_of_several_fails_the_next_is_shown() {
    let pb = |text: &str| formats::export::pprof::write(&profile::testing::sketch(text));
    for last_first in [false, true] {
        let mut desk = desk();
        desk.hold();
        desk.give(&[("bad.pb", b"no".to_vec()), ("b.pb", pb("y 2"))]);
        while desk.waiting() > 0 {
            desk.deliver(if last_first { desk.waiting() - 1 } else { 0 });
        }
        assert_eq!(names(&desk), [("bad.pb", false), ("b.pb", true)]);
        assert!(desk.screen().contains("bad.pb: bad.pb: "));
    }
}

#[test]
fn closing_goes_to_a_neighbour_that_can_be_looked_at() {
    let mut desk = opened();
    desk.give(&[("bad.pb", b"no".to_vec())]);
    let last = desk.sketch("c.pb", "z 1");
    desk.keys("[ [");
    assert_eq!(
        names(&desk),
        [("a.pb", true), ("bad.pb", false), ("c.pb", false)]
    );
    desk.keys("x");
    assert_eq!(desk.model.state.file, Some(last));
    assert_eq!(desk.title(), "c.pb · pprofweb");
    desk.keys("x x");
    assert_eq!(desk.title(), "pprofweb");
}

#[test]
fn a_failure_leaves_the_link_for_the_next_file() {
    let mut desk = desk_at("v=1&view=top&find=json");
    desk.give(&[("bad.pb", b"no".to_vec())]);
    assert_eq!(desk.address(), "v=1&view=top&find=json");
    desk.sketch("a.pb", crate::TEXT);
    assert_eq!(desk.link(), "v=1&view=top&find=json");
    assert!(desk.screen().contains("*a.pb: open"), "{}", desk.screen());
}

#[test]
fn a_link_asking_for_what_the_file_lacks_shows_what_there_is() {
    let mut desk = desk_at("v=1&view=top&type=alloc_space&profile=7");
    desk.sketch("a.pb", crate::TEXT);
    let screen = desk.screen();
    assert!(screen.contains("50ms | 55.56%"), "{screen}");
    assert!(
        screen.contains("! a.pb does not count “alloc_space”"),
        "{screen}"
    );
    assert!(screen.contains("! a.pb holds 1 profile"), "{screen}");
    assert_eq!(desk.link(), "v=1&view=top");
}

#[test]
fn examples_are_named_by_links() {
    let desk = desk_at("example=go-heap");
    let fetch = "Example(\"examples/go-heap.pb.gz\")".to_owned();
    assert!(desk.log.contains(&fetch), "{:?}", desk.log);
    let unknown = desk_at("example=nope");
    assert!(unknown.screen().contains("an example “nope”"));
}

#[test]
fn two_files_are_compared_and_merged() {
    let mut desk = opened();
    let first = desk.model.state.file.unwrap();
    let second = desk.sketch(
        "b.pb",
        "types: samples/count, *cpu/nanoseconds\nmain;io.Read 6 80000000",
    );
    desk.keys("3");
    desk.msg(Msg::Combine {
        with: vec![first],
        how: How::Merge,
    });
    let screen = desk.screen();
    assert!(
        screen.contains("*b.pb + a.pb: open") && screen.contains("130ms"),
        "{screen}"
    );
    desk.msg(Msg::Select(second));
    let how = How::Diff {
        of_base: true,
        normalize: false,
    };
    desk.msg(Msg::Combine {
        with: vec![first],
        how,
    });
    let screen = desk.screen();
    assert!(screen.contains("*b.pb − a.pb: open"), "{screen}");
    assert!(
        screen.contains("-40ms | -44.44%") && screen.contains("30ms | 33.33%"),
        "{screen}"
    );
    // Its parts may be closed; it is opened again from its own bytes.
    let diff = desk.model.state.file.unwrap();
    desk.msg(Msg::Close(first));
    desk.msg(Msg::Close(second));
    desk.crash(diff);
    assert!(
        desk.screen().contains("-40ms | -44.44%"),
        "{}",
        desk.screen()
    );
    let other = desk.sketch("c.pb", "x 1");
    desk.msg(Msg::Combine {
        with: vec![diff],
        how: How::Merge,
    });
    assert!(
        desk.screen().contains("made of several files already"),
        "{}",
        desk.screen()
    );
    assert_eq!(desk.model.state.file, Some(other));
}

#[test]
fn files_that_count_different_things_are_told() {
    let mut desk = opened();
    let first = desk.model.state.file.unwrap();
    desk.sketch("b.pb", "types: bytes/bytes\nx 1");
    desk.msg(Msg::Combine {
        with: vec![first],
        how: How::Merge,
    });
    let screen = desk.screen();
    assert!(screen.contains("count different things"), "{screen}");
    assert!(screen.contains("*b.pb: open"), "nothing open is lost");
}

#[test]
fn all_open_files_are_merged_at_once() {
    let mut desk = opened();
    for name in ["b.pb", "c.pb", "d.pb"] {
        desk.sketch(
            name,
            "types: samples/count, *cpu/nanoseconds\nmain;io.Read 6 80000000",
        );
    }
    desk.keys("3");
    let all = desk.model.files.iter().map(|file| file.id);
    let shown = desk.model.state.file;
    let with = all.filter(|id| Some(*id) != shown).collect();
    desk.msg(Msg::Combine {
        with,
        how: How::Merge,
    });
    let screen = desk.screen();
    assert!(
        screen.contains("*d.pb + 3 more: open") && screen.contains("290ms"),
        "{screen}"
    );
}
