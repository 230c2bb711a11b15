//! Whole sessions: what people do, and what is on the screen then.

mod answers;
mod desk;
mod files;
mod options;
mod paint;
mod palette;
mod query;
mod steps;
mod switches;
mod tracks;

use desk::{Desk, desk, desk_at};
use scene::{Input, Key, Mods, Point};
use viewer::{CommandId, Msg, Phase};

const TEXT: &str = "types: samples/count, *cpu/nanoseconds
main;json.Decode;json.scan 4 40000000
main;io.Read 6 50000000";

fn opened() -> Desk {
    let mut desk = desk();
    desk.sketch("a.pb", TEXT);
    desk
}

fn click(x: f64, y: f64) -> Input {
    Input::Click {
        at: Point { x, y },
        mods: Mods::NONE,
    }
}

#[test]
fn a_dropped_profile_is_a_flame_graph() {
    let desk = opened();
    let screen = desk.screen();
    assert!(screen.starts_with("*a.pb: open\nFlame graph\n"), "{screen}");
    for part in ["cpu · 90ms", "main", "json.Decode", "io.Read"] {
        assert!(screen.contains(part), "{part} is missing in\n{screen}");
    }
    assert!(
        desk.log.iter().any(|line| line.contains("a.pb · pprofweb")),
        "{:?}",
        desk.log
    );
}

#[test]
fn views_sample_types_and_search_are_one_keystroke_away() {
    let mut desk = opened();
    desk.keys("3");
    assert_eq!(
        desk.screen(),
        "*a.pb: open\nTop\n\
         50ms | 55.56% | 55.56% | 50ms | 55.56% | io.Read |  | \n\
         40ms | 44.44% | 100% | 40ms | 44.44% | json.scan |  | \n\
         0 | 0% | 100% | 40ms | 44.44% | json.Decode |  | \n\
         0 | 0% | 100% | 90ms | 100% | main |  | \n"
    );
    desk.msg(Msg::SampleType("samples".into()));
    assert!(
        desk.screen()
            .contains("6 | 60.00% | 60.00% | 6 | 60.00% | io.Read"),
        "{}",
        desk.screen()
    );
    desk.keys("/ json");
    assert!(
        desk.screen()
            .contains("search: 2 functions · 40.00% of total"),
        "{}",
        desk.screen()
    );
    assert_eq!(desk.link(), "v=1&view=top&type=samples&find=json");
}

#[test]
fn undo_is_the_browsers_back() {
    let mut desk = opened();
    desk.keys("3");
    desk.msg(Msg::SampleType("samples".into()));
    desk.keys("j js json");
    let whole = desk.link();
    desk.keys("Ctrl+z");
    assert_eq!(
        desk.link(),
        "v=1&view=top&type=samples",
        "typing a word is one step"
    );
    desk.back();
    assert_eq!(desk.link(), "v=1&view=top");
    desk.keys("Ctrl+y Ctrl+y");
    assert_eq!(desk.link(), whole);
    assert!(desk.screen().contains("search: 2 functions"));
}

#[test]
fn a_click_zooms_selects_and_can_be_undone() {
    let mut desk = opened();
    desk.input(click(400.0, 45.0));
    assert_eq!(
        desk.model.state.picked.as_ref().unwrap().name,
        "json.Decode"
    );
    let zoomed = desk.link();
    assert!(
        zoomed.contains("look=x0.5") && zoomed.contains("sel="),
        "{zoomed}"
    );
    desk.keys("Ctrl+z");
    assert_eq!(desk.link(), "v=1");
    // The link restores the same picture in a fresh session.
    let mut other = desk_at(&zoomed);
    other.sketch("a.pb", TEXT);
    assert_eq!(other.link(), zoomed);
    other.keys("3");
    let Some((view, data, _)) = other.model.shown_data() else {
        panic!()
    };
    let picked = other.model.state.picked.as_ref().unwrap();
    assert_eq!(
        view.describe(
            data,
            &view.look(""),
            view.locate(data, picked).item.unwrap()
        )
        .name,
        "json.Decode"
    );
}

#[test]
fn walking_with_keys_is_no_step_of_its_own() {
    let mut desk = opened();
    let steps = desk.model.history.index();
    for key in [Key::Down, Key::Down, Key::Right, Key::Left] {
        desk.input(Input::Key(key, Mods::NONE));
    }
    assert_eq!(desk.model.state.picked.as_ref().unwrap().name, "io.Read");
    assert_eq!(desk.model.history.index(), steps);
}

#[test]
fn several_files_open_side_by_side() {
    let mut desk = opened();
    let pb = |text: &str| formats::export::pprof::write(&profile::testing::sketch(text));
    desk.give(&[("b.pb", pb("x;y 1")), ("c.pb", pb("z 2"))]);
    assert!(
        desk.screen()
            .starts_with(" a.pb: open\n*b.pb: open\n c.pb: open\n"),
        "{}",
        desk.screen()
    );
    desk.keys("] 3");
    assert!(
        desk.screen().contains("*c.pb: open\nTop\n2 | 100%"),
        "{}",
        desk.screen()
    );
    desk.keys("x");
    assert!(
        desk.screen().starts_with(" a.pb: open\n*b.pb: open\nFlame"),
        "{}",
        desk.screen()
    );
    desk.keys("x x");
    assert_eq!(desk.screen(), "");
}

#[test]
fn a_file_that_fails_never_disturbs_one_that_is_open() {
    let mut desk = opened();
    let before = desk.link();
    desk.give(&[("notes.txt", b"not a profile at all".to_vec())]);
    let screen = desk.screen();
    assert!(screen.starts_with("*a.pb: open\n notes.txt: notes.txt: This looks like plain text"));
    assert!(
        screen.contains("\n! notes.txt: This looks like"),
        "{screen}"
    );
    assert_eq!(desk.link(), before);
}

#[test]
fn a_first_file_that_fails_says_so_in_its_place() {
    let mut desk = desk();
    let ids = desk.give(&[("empty.pb", Vec::new())]);
    let file = desk.model.current().expect("the failed file is shown");
    assert!(matches!(&file.phase, Phase::Failed { code, .. } if code == "empty"));
    desk.msg(Msg::Close(ids[0]));
    assert_eq!(desk.screen(), "");
}

#[test]
fn nothing_dropped_is_told() {
    let mut desk = desk();
    desk.msg(Msg::Given(Vec::new()));
    assert!(desk.screen().contains("! There was no file and no text"));
}

#[test]
fn a_profile_without_samples_says_why_it_is_empty() {
    let mut desk = desk();
    desk.sketch("idle.pb", "types: cpu/nanoseconds");
    assert!(
        desk.screen().contains("This profile has no samples"),
        "{}",
        desk.screen()
    );
}

#[test]
fn a_crashed_worker_starts_again_and_the_view_stays() {
    let mut desk = opened();
    let other = desk.sketch("b.pb", "x;y 1");
    desk.keys("3");
    let (screen, link) = (desk.screen(), desk.link());
    desk.crash(other);
    assert_eq!(desk.link(), link);
    let after = desk.screen();
    assert!(after.starts_with(&screen), "{after}");
    assert!(after.contains("! The worker for b.pb stopped"), "{after}");
    // Asked again after the restart, it answers.
    desk.keys("1");
    assert!(desk.screen().contains("Flame graph\n"), "{}", desk.screen());
}

#[test]
fn a_worker_that_dies_again_and_again_is_given_up() {
    let mut desk = desk();
    desk.hold();
    let file = desk.sketch("a.pb", TEXT);
    for _ in 0..3 {
        desk.msg(Msg::Died {
            file,
            message: "out of memory".into(),
        });
    }
    let Some(Phase::Failed { code, message }) = desk.model.file(file).map(|f| &f.phase) else {
        panic!("still trying")
    };
    assert_eq!(code, "panic");
    assert!(message.contains("out of memory"));
    desk.release();
    desk.msg(Msg::Retry(file));
    assert!(desk.screen().contains("Flame graph"), "{}", desk.screen());
}

#[test]
fn cancelling_goes_back_to_what_was_there() {
    let mut desk = opened();
    let before = desk.screen();
    desk.hold();
    let slow = desk.sketch("slow.pb", "x 1");
    assert!(desk.screen().contains(" slow.pb: reading"));
    desk.msg(Msg::Cancel(slow));
    desk.release();
    assert_eq!(desk.screen(), before);
    assert!(desk.log.contains(&"stop 2".to_owned()));
}

#[test]
fn late_answers_are_never_shown_as_new_ones() {
    // Every order in which three answers can arrive.
    for order in [
        [0, 0, 0],
        [1, 0, 0],
        [0, 1, 0],
        [1, 1, 0],
        [2, 0, 0],
        [2, 1, 0],
    ] {
        let mut desk = opened();
        desk.keys("3");
        desk.hold();
        for kind in ["samples", "cpu", "samples"] {
            desk.msg(Msg::SampleType(kind.into()));
            desk.msg(Msg::Find(kind.into()));
        }
        for at in order {
            let at = at.min(desk.waiting().saturating_sub(1));
            if desk.waiting() > 0 {
                desk.deliver(at);
            }
            if !desk.model.view_is_stale() {
                assert!(desk.screen().contains("6 | 60.00%"), "{}", desk.screen());
            }
        }
        while desk.waiting() > 0 {
            desk.deliver(0);
        }
        assert!(!desk.model.view_is_stale() && !desk.model.is_busy());
        assert!(desk.screen().contains("6 | 60.00%"), "{}", desk.screen());
    }
}

#[test]
fn going_back_to_what_was_shown_asks_nothing() {
    let mut desk = opened();
    desk.keys("3");
    desk.hold();
    desk.keys("1");
    assert_eq!(desk.waiting(), 0);
    assert!(!desk.model.view_is_stale());
}

#[test]
fn links_with_damage_open_what_they_can() {
    let mut desk = desk_at("v=1&view=top&look=nonsense");
    desk.sketch("a.pb", TEXT);
    let screen = desk.screen();
    assert!(screen.contains("Top\n50ms"), "{screen}");
    assert!(
        screen.contains("! The link is damaged: zoom and sorting of the view"),
        "{screen}"
    );
}

#[test]
fn a_browser_without_history_still_undoes() {
    let mut desk = opened();
    desk.msg(Msg::HistoryRefused);
    desk.keys("3 Ctrl+z");
    assert!(desk.screen().contains("Flame graph"), "{}", desk.screen());
    desk.keys("Ctrl+y");
    assert!(desk.screen().contains("Top"), "{}", desk.screen());
}

#[test]
fn escape_clears_one_thing_at_a_time() {
    let mut desk = opened();
    desk.input(click(400.0, 45.0));
    desk.keys("json ?");
    assert!(desk.model.keys_shown);
    let clear = || Msg::Command(CommandId::Clear);
    desk.msg(clear());
    assert!(!desk.model.keys_shown && !desk.model.state.find.is_empty());
    desk.msg(clear());
    assert!(desk.model.state.find.is_empty() && desk.model.state.picked.is_some());
    desk.msg(clear());
    assert!(desk.model.state.picked.is_none());
}

#[test]
fn the_theme_is_remembered() {
    let mut desk = desk();
    desk.keys("t t");
    assert!(
        desk.log
            .contains(&"SavePrefs(\"v=1&theme=dark\")".to_owned()),
        "{:?}",
        desk.log
    );
}
