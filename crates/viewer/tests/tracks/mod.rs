//! Tracks: listed, picked, undone, linked, at the root; and sample types that switch in place.

use viewer::tracks::{RowName, TrackRow};
use viewer::{CommandId, Msg, TracksMsg, command, options};

use crate::desk::{Desk, desk, desk_at};

const THREADS: &str = "types: samples/count, *cpu/nanoseconds
main;a 1 30000000 {thread_name=main,tid=7}
main;b 5 50000000 {thread_name=pool,tid=8}
main;c 2 20000000";

const PROCESSES: &str = "main;a 4 {comm=web,pid=1,thread=io}
main;b 3 {comm=web,pid=1,thread=main}
main;c 2 {comm=db,pid=2,thread=io}
main;d 1 {comm=db,pid=2,thread=log}";

fn opened(text: &str) -> Desk {
    let mut desk = desk();
    desk.sketch("a.pb", text);
    desk.keys("3 r");
    desk
}

fn rows(desk: &Desk) -> Vec<TrackRow> {
    desk.model.track_rows().expect("a list").rows
}

/// Each row as `[x] title value share`; tracks of a process are shifted.
fn list(desk: &Desk) -> Vec<String> {
    let line = |row: &TrackRow| {
        let shift = if row.is_within { "  " } else { "" };
        let mark = row.picked.map_or('-', |on| if on { 'x' } else { ' ' });
        format!("{shift}[{mark}] {} {} {}", row.title, row.value, row.share)
    };
    rows(desk).iter().map(line).collect()
}

fn row(desk: &Desk, name: &str) -> RowName {
    let rows = rows(desk).into_iter();
    let mut rows = rows.filter(|row| row.of.name == name);
    rows.next().expect("a row").of
}

fn flip(desk: &mut Desk, name: &str) {
    let row = row(desk, name);
    desk.msg(Msg::Tracks(TracksMsg::Flip(row)));
}

fn picked(desk: &Desk) -> &str {
    &desk.model.state.lens.tracks
}

#[test]
fn tracks_are_listed_with_their_weight_whatever_is_picked() {
    let mut desk = opened(THREADS);
    let all = [
        "[x] pool (8) 50ms 50.00%",
        "[x] main (7) 30ms 30.00%",
        "[x] no thread label 20ms 20.00%",
    ];
    assert_eq!(list(&desk), all);
    let asked = desk.asked();
    flip(&mut desk, "pool (8)");
    assert_eq!(picked(&desk), "!pool (8)");
    assert_eq!(list(&desk)[0], "[ ] pool (8) 50ms 50.00%");
    assert_eq!(list(&desk)[1..], all[1..]);
    assert!(asked.iter().any(|ask| ask.contains("tracks")), "{asked:?}");
    assert_eq!(desk.asked(), ["1 top "], "picking asks the list nothing");
    let screen = desk.screen();
    assert!(
        screen.contains("| a |") && !screen.contains("| b |"),
        "{screen}"
    );
    desk.msg(Msg::SampleType("samples".into()));
    assert_eq!(list(&desk)[0], "[ ] pool (8) 5 62.50%");
    desk.keys("Ctrl+z Ctrl+z");
    assert_eq!(list(&desk), all);
}

#[test]
fn one_several_all_and_none_are_picked_and_undone() {
    let mut desk = opened(THREADS);
    let only = row(&desk, "main (7)");
    desk.msg(Msg::Tracks(TracksMsg::Only(only)));
    assert_eq!(desk.link(), "v=1&view=top&tracks=main%20%287%29");
    flip(&mut desk, "no thread label");
    assert_eq!(picked(&desk), "main (7),no thread label");
    assert_eq!(desk.model.tracks_badge(), "2 of 3");
    let link = desk.link();
    flip(&mut desk, "pool (8)");
    assert_eq!(picked(&desk), "", "all of them is all");
    desk.msg(Msg::Tracks(TracksMsg::None));
    assert_eq!(picked(&desk), "-");
    assert_eq!(desk.model.notes(), ["Tracks: none is picked."]);
    flip(&mut desk, "pool (8)");
    assert_eq!(picked(&desk), "pool (8)");
    flip(&mut desk, "pool (8)");
    assert_eq!(picked(&desk), "-");
    desk.msg(Msg::Tracks(TracksMsg::All));
    assert_eq!(
        (picked(&desk), desk.model.tracks_badge().as_str()),
        ("", "")
    );
    desk.keys("Ctrl+z Ctrl+z Ctrl+z Ctrl+z Ctrl+z");
    assert_eq!(desk.link(), link);
    let mut other = desk_at(&link);
    other.sketch("a.pb", THREADS);
    assert_eq!(other.link(), link);
    assert!(!other.screen().contains("| b |"), "{}", other.screen());
    let remove = Msg::Option {
        name: options::find("tracks").expect("an option").name,
        value: String::new(),
        typing: false,
    };
    other.msg(remove);
    assert_eq!(other.link(), "v=1&view=top");
}

#[test]
fn a_process_is_picked_with_its_threads() {
    let mut desk = opened(PROCESSES);
    let all = [
        "[x] web (1) 7 70.00%",
        "  [x] io 4 40.00%",
        "  [x] main 3 30.00%",
        "[x] db (2) 3 30.00%",
        "  [x] io 2 20.00%",
        "  [x] log 1 10.00%",
    ];
    assert_eq!(list(&desk), all);
    flip(&mut desk, "web (1)");
    assert_eq!(picked(&desk), "!web (1)");
    flip(&mut desk, "web (1) > io");
    assert_eq!(picked(&desk), "!web (1) > main", "the others are named");
    assert_eq!(list(&desk)[0], "[-] web (1) 7 70.00%");
    flip(&mut desk, "web (1)");
    assert_eq!(list(&desk), all);
    let only = row(&desk, "db (2)");
    desk.msg(Msg::Tracks(TracksMsg::Only(only)));
    assert_eq!(picked(&desk), "db (2)");
    flip(&mut desk, "db (2) > log");
    assert_eq!(picked(&desk), "db (2) > io");
    flip(&mut desk, "web (1)");
    assert_eq!(picked(&desk), "db (2) > io,web (1)");
    flip(&mut desk, "db (2)");
    assert_eq!(picked(&desk), "");
}

#[test]
fn names_that_are_not_there_are_told() {
    let mut desk = desk_at("v=1&view=top&tracks=main%20%287%29,gone");
    desk.sketch("a.pb", THREADS);
    assert_eq!(desk.model.notes(), ["Tracks: there is no “gone”."]);
    let mut desk = desk_at("v=1&tracks=gone");
    desk.sketch("a.pb", THREADS);
    assert!(desk.screen().contains("tracks=gone"), "{}", desk.screen());
    desk.sketch("b.pb", "main 1");
    assert!(desk.screen().contains("main"), "a new file is whole");
}

#[test]
fn the_list_is_searched_and_walked() {
    let threads: Vec<String> = (0..300)
        .map(|at| format!("main {} {{thread=worker-{at}}}", 1000 - at))
        .collect();
    let mut desk = opened(&threads.join("\n"));
    let shown = desk.model.track_rows().expect("a list");
    assert_eq!(
        (shown.rows.len(), shown.more, shown.searched),
        (200, 100, true)
    );
    desk.msg(Msg::Tracks(TracksMsg::Step(-1)));
    assert_eq!(desk.model.track_list.chosen, 0);
    desk.msg(Msg::Tracks(TracksMsg::Type("ER-29".into())));
    assert_eq!(rows(&desk).len(), 11, "29, 290 and so on");
    desk.msg(Msg::Tracks(TracksMsg::Step(99)));
    assert_eq!(desk.model.track_list.chosen, 10);
    desk.msg(Msg::Tracks(TracksMsg::Choose(3)));
    assert_eq!(desk.model.track_list.chosen, 3);
    desk.keys("Escape");
    assert!(!desk.model.track_list.shown);
    desk.keys("r");
    assert_eq!(desk.model.track_list.text, "", "it opens anew");
}

#[test]
fn profiles_without_tracks_have_no_list() {
    let mut desk = desk();
    desk.sketch("a.pb", "main 1 {handler=x}");
    for id in [CommandId::Tracks, CommandId::ThreadsAtRoot] {
        assert!(!command::is_available(&desk.model, id));
        desk.msg(Msg::Command(id));
    }
    assert!(!desk.model.track_list.shown);
    assert_eq!(desk.link(), "v=1");
}

#[test]
fn threads_become_frames_at_the_root_and_back() {
    let mut desk = opened(PROCESSES);
    desk.msg(Msg::Command(CommandId::ThreadsAtRoot));
    assert_eq!(desk.model.state.lens.tagroot, "comm,pid,thread");
    assert!(desk.screen().contains("| web |"), "{}", desk.screen());
    desk.keys("Ctrl+z");
    assert_eq!(desk.link(), "v=1&view=top");
    desk.keys("Ctrl+y");
    desk.msg(Msg::Command(CommandId::ThreadsAtRoot));
    assert_eq!(desk.link(), "v=1&view=top");
}

#[test]
fn the_query_completes_their_names() {
    let mut desk = desk();
    desk.sketch("a.pb", THREADS);
    desk.keys("q");
    desk.msg(Msg::Query("tracks:ma".into()));
    let offered = desk.model.query_completions().into_iter();
    let offered: Vec<String> = offered.map(|it| it.text).collect();
    assert_eq!(offered, ["tracks:\"main (7)\""]);
    desk.msg(Msg::Query(offered[0].clone()));
    assert_eq!(picked(&desk), "main (7)");
}
