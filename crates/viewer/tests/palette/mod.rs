//! Palette, menu, the walk through what a search found, modes of the search.

use scene::{Input, Key, Mods};
use viewer::picker::{self, PickerKind};
use viewer::{CommandId, Mode, Msg, PickerMsg, options};

use crate::desk::{Desk, desk};

const TEXT: &str = "types: samples/count, *cpu/nanoseconds
main;json.Decode;json.scan 4 40000000
main;io.Read;json.scan 6 50000000";

fn opened() -> Desk {
    let mut desk = desk();
    desk.sketch("a.pb", TEXT);
    desk
}

fn titles(desk: &Desk) -> Vec<String> {
    let rows = picker::rows(&desk.model).into_iter();
    rows.map(|row| row.entry.title).collect()
}

fn picker(desk: &mut Desk, msg: PickerMsg) {
    desk.msg(Msg::Picker(msg));
}

/// Opens the palette, types, takes the first row; answers its title.
fn take(desk: &mut Desk, text: &str) -> String {
    desk.keys("Ctrl+k");
    picker(desk, PickerMsg::Type(text.into()));
    let title = titles(desk).first().cloned().unwrap_or_default();
    picker(desk, PickerMsg::Run(None));
    assert_eq!(desk.model.picker, None, "{title} closes the list");
    title
}

fn summary(desk: &Desk) -> String {
    desk.model.find_summary()
}

fn picked(desk: &Desk) -> String {
    let picked = desk.model.state.picked.as_ref();
    picked.map_or(String::new(), |picked| picked.path.join(" "))
}

#[test]
fn everything_is_in_the_palette_and_works_from_there() {
    let mut desk = opened();
    assert_eq!(take(&mut desk, "top"), "View: Top");
    assert_eq!(desk.link(), "v=1&view=top");
    assert_eq!(take(&mut desk, "samples"), "Count: samples · 10");
    assert_eq!(desk.link(), "v=1&view=top&type=samples");
    assert_eq!(take(&mut desk, "gran lin"), "Granularity: lines");
    assert_eq!(take(&mut desk, "noinl"), "No inlines: on");
    let link = desk.link();
    assert!(
        link.contains("g=lines") && link.contains("noinlines"),
        "{link}"
    );
    assert_eq!(take(&mut desk, "noinl"), "No inlines: off");
    assert!(!desk.link().contains("noinlines"), "{}", desk.link());
    assert_eq!(
        take(&mut desk, "gran def"),
        "Granularity: default of the view"
    );
    assert_eq!(desk.link(), "v=1&view=top&type=samples");
    assert_eq!(take(&mut desk, "dark"), "Theme: dark");
    assert_eq!(desk.model.prefs.theme.id(), "dark");
    assert_eq!(take(&mut desk, "undo"), "Undo");
    take(&mut desk, "copy as csv");
    let copied = desk.log.last().unwrap();
    assert!(copied.starts_with("Copy(\"Self,Self %"), "{copied}");
    take(&mut desk, "heap");
    assert!(desk.log.iter().any(|line| line.contains("go-heap")));
}

#[test]
fn the_palette_leaves_out_what_cannot_be_done() {
    let mut desk = desk();
    desk.keys("Ctrl+k");
    let empty = titles(&desk);
    assert!(
        empty.contains(&"Open files".to_owned()) && empty.len() < 12,
        "{empty:?}"
    );
    desk.keys("Escape");
    desk.sketch("a.pb", TEXT);
    desk.keys("Ctrl+k");
    let all = titles(&desk);
    for title in [
        "Undo",
        "Next file",
        "Next match",
        "View: Flame graph",
        "Focus",
        "Theme: system",
    ] {
        assert!(
            !all.iter().any(|other| other == title),
            "{title} in {all:?}"
        );
    }
    for option in options::OPTIONS {
        let wanted = matches!(option.kind, options::Kind::Flag | options::Kind::Choice(_));
        let prefix = format!("{}: ", option.title);
        let has = all.iter().any(|title| title.starts_with(&prefix));
        assert_eq!(has, wanted, "{}", option.name);
    }
    desk.keys("Escape");
    desk.sketch("b.pb", "x;y 1");
    desk.keys("Ctrl+k");
    let two = titles(&desk);
    for title in ["Next file", "File: a.pb", "Difference: − a.pb", "Merge all"] {
        assert!(two.iter().any(|other| other == title), "{title} in {two:?}");
    }
}

#[test]
fn what_views_do_by_keys_and_buttons_is_in_the_palette_with_its_key() {
    let mut desk = opened();
    desk.keys("Ctrl+k");
    let keys = |desk: &Desk, title: &str| {
        let rows = picker::rows(&desk.model).into_iter();
        let mut found = rows.filter(|row| row.entry.title == title);
        let row = found.next().unwrap_or_else(|| panic!("{title}"));
        row.entry.keys
    };
    for (title, key) in [
        ("Zoom in", "+"),
        ("Zoom out", "−"),
        ("Go to the root", "Home"),
        ("Direction: Flame", "i"),
        ("Reset zoom", "Esc"),
        ("Next colouring", "c"),
        ("Collapse recursion of every function", ""),
    ] {
        assert_eq!(keys(&desk, title), key, "{title}");
    }
    desk.keys("Escape");
    take(&mut desk, "zoom in");
    assert!(desk.link().contains("look=x"), "{}", desk.link());
    take(&mut desk, "recursion of every");
    assert!(desk.link().contains("step=recursion:"), "{}", desk.link());
    take(&mut desk, "remove collapse");
    assert!(!desk.link().contains("step="), "{}", desk.link());
    take(&mut desk, "noinl");
    take(&mut desk, "clear all");
    assert!(!desk.link().contains("noinlines"), "{}", desk.link());
    // Tables are sorted, trees opened.
    desk.keys("3");
    assert_eq!(take(&mut desk, "sort function"), "Sort: Function");
    assert!(desk.link().contains("look=n"), "{}", desk.link());
    desk.keys("4");
    desk.msg(Msg::Picked {
        picked: Some(views::Picked {
            name: "main".into(),
            path: vec!["main".into()],
            at: None,
        }),
        look: None,
        commit: views::Commit::Amend,
    });
    desk.keys("Ctrl+k");
    assert_eq!(keys(&desk, "Open the heaviest path"), "*");
    desk.keys("Escape");
    take(&mut desk, "heaviest path");
    let opened = desk.screen();
    assert!(opened.contains("json.scan"), "{opened}");
}

#[test]
fn p_hangs_the_flame_graph_on_the_selection_from_every_view() {
    let mut desk = opened();
    desk.keys("3");
    desk.msg(Msg::PickName("io.Read".into()));
    desk.keys("p");
    assert_eq!(desk.link(), "v=1&look=pio.Read&sel=io.Read");
    desk.keys("p");
    assert_eq!(desk.link(), "v=1&sel=io.Read");
}

#[test]
fn the_list_is_a_ring_and_narrows_to_what_is_typed() {
    let mut desk = opened();
    desk.keys("Ctrl+k");
    picker(&mut desk, PickerMsg::Step(-1));
    let last = titles(&desk).len() - 1;
    assert_eq!(desk.model.picker.as_ref().unwrap().chosen, last);
    picker(&mut desk, PickerMsg::Step(2));
    assert_eq!(desk.model.picker.as_ref().unwrap().chosen, 1);
    picker(&mut desk, PickerMsg::Type("zzzz".into()));
    assert_eq!(titles(&desk), Vec::<String>::new());
    for msg in [
        PickerMsg::Step(1),
        PickerMsg::Choose(3),
        PickerMsg::Run(None),
    ] {
        picker(&mut desk, msg);
    }
    assert_eq!(
        desk.model.picker.as_ref().unwrap().chosen,
        0,
        "nothing happens"
    );
    desk.keys("Ctrl+k");
    assert_eq!(desk.model.picker, None, "its key closes it as well");
}

#[test]
fn the_menu_is_about_what_is_selected() {
    let mut desk = opened();
    desk.msg(Msg::Command(CommandId::Menu));
    assert_eq!(desk.model.picker, None, "nothing is selected");
    for key in [Key::Down, Key::Down] {
        desk.input(Input::Key(key, Mods::NONE));
    }
    assert_eq!(picked(&desk), "main io.Read");
    let run = |desk: &mut Desk, title: &str| {
        desk.msg(Msg::Command(CommandId::Menu));
        assert_eq!(
            desk.model.picker.as_ref().unwrap().kind,
            PickerKind::Menu(None)
        );
        let at = titles(desk).iter().position(|other| other == title);
        picker(
            desk,
            PickerMsg::Run(Some(at.unwrap_or_else(|| panic!("{:?}", titles(desk))))),
        );
    };
    run(&mut desk, "Copy name");
    run(&mut desk, "Copy stack");
    run(&mut desk, "Copy row as TSV");
    assert_eq!(
        desk.log[desk.log.len() - 3..],
        [
            r#"Copy("io.Read")"#,
            r#"Copy("main\nio.Read\n")"#,
            r#"Copy("io.Read\t2\t0 (0% of total)\t50ms (55.56% of total)\n")"#
        ]
    );
    run(&mut desk, "Zoom to it");
    assert!(desk.link().contains("look=x"), "{}", desk.link());
    run(&mut desk, "Focus");
    assert!(desk.link().contains("f=%5Eio"), "{}", desk.link());
    run(&mut desk, "Search for this name");
    assert_eq!(desk.model.state.find, "io.Read");
    run(&mut desk, "Show in top");
    assert_eq!(desk.model.state.view_id(), "top");
    desk.keys("Ctrl+k");
    let all = titles(&desk);
    assert_eq!(all[..2], ["Focus", "Ignore"], "the palette has them too");
    assert!(
        !all.contains(&"Zoom to it".to_owned()),
        "a table has no zoom"
    );
}

#[test]
fn a_search_is_walked_place_by_place() {
    let mut desk = opened();
    desk.keys("n");
    assert_eq!(picked(&desk), "", "nothing is searched");
    desk.keys("json");
    assert_eq!(summary(&desk), "2 functions · 100% of total");
    let steps = desk.model.history.index();
    let mut seen = Vec::new();
    for _ in 0..4 {
        desk.keys("n");
        seen.push(format!("{} | {}", picked(&desk), summary(&desk)));
    }
    assert_eq!(
        seen,
        [
            "main json.Decode | 1 of 3 · 100% of total",
            "main io.Read json.scan | 2 of 3 · 100% of total",
            "main json.Decode json.scan | 3 of 3 · 100% of total",
            "main json.Decode | 1 of 3 · 100% of total",
        ]
    );
    assert_eq!(desk.model.history.index(), steps, "walking is no step");
    desk.msg(Msg::Command(CommandId::PreviousMatch));
    assert_eq!(picked(&desk), "main json.Decode json.scan");
    assert!(desk.log.iter().any(|line| line.starts_with("Reveal(")));
    // A table: its rows in their order, as the selection is among them.
    desk.keys("3");
    assert_eq!(summary(&desk), "2 functions · 100% of total");
    desk.keys("n");
    assert_eq!(summary(&desk), "2 of 2 · 100% of total");
    desk.keys("n");
    assert_eq!(desk.model.state.picked.as_ref().unwrap().name, "json.scan");
    // A text: its lines; nothing is selected, the line is marked.
    desk.keys("7 n");
    let (view, data, _) = desk.model.shown_data().unwrap();
    let line = view.cell(data, desk.model.line().unwrap(), 0).text;
    assert!(line.contains("json"), "{line}");
    assert!(summary(&desk).starts_with("1 of 3 ·"), "{}", summary(&desk));
    desk.keys("n");
    assert!(summary(&desk).starts_with("2 of 3 ·"), "{}", summary(&desk));
    desk.keys("nowhere n");
    assert_eq!(
        (summary(&desk).as_str(), desk.model.line()),
        ("no match", None)
    );
}

#[test]
fn a_step_waits_for_the_answer_it_is_about() {
    let mut desk = opened();
    desk.hold();
    desk.keys("scan n");
    assert_eq!(picked(&desk), "");
    desk.release();
    assert_eq!(picked(&desk), "main io.Read json.scan");
    desk.hold();
    desk.keys("Decode n main");
    desk.release();
    assert_eq!(
        picked(&desk),
        "main io.Read json.scan",
        "who types on does not walk"
    );
}

#[test]
fn matches_outside_the_view_are_told() {
    let mut desk = opened();
    desk.keys("json");
    let tell = |desk: &mut Desk, matches| {
        desk.msg(Msg::Visible {
            view: "flame",
            matches,
        });
        summary(desk)
    };
    let told = tell(&mut desk, Some((1, 3)));
    assert_eq!(told, "2 functions · 100% of total · 2 outside the view");
    assert_eq!(tell(&mut desk, Some((3, 3))), "2 functions · 100% of total");
    tell(&mut desk, Some((0, 3)));
    desk.keys("2");
    assert_eq!(
        summary(&desk),
        "2 functions · 100% of total",
        "another view"
    );
    desk.msg(Msg::Visible {
        view: "around",
        matches: Some((1, 2)),
    });
    let told = summary(&desk);
    let beside = "2 functions · 100% of total · 1 outside the view";
    assert_eq!(told, beside, "the picture beside the table");
    desk.keys("3");
    assert_eq!(summary(&desk), "2 functions · 100% of total");
}

#[test]
fn the_search_is_meant_as_its_mode_says() {
    let mut desk = opened();
    let find = |desk: &mut Desk, mode| {
        desk.msg(Msg::FindMode(mode));
        (desk.model.state.find.clone(), summary(desk))
    };
    desk.keys("jscan");
    assert_eq!(summary(&desk), "no match");
    let steps = desk.model.history.index();
    let (text, found) = find(&mut desk, Mode::Fuzzy);
    assert_eq!(
        (text.as_str(), found.as_str()),
        ("~jscan", "1 function · 100% of total")
    );
    assert_eq!(find(&mut desk, Mode::Regex).0, "/jscan/");
    assert!(
        desk.log.contains(&"SearchCaret(6)".to_owned()),
        "{:?}",
        desk.log
    );
    assert_eq!(find(&mut desk, Mode::Contains).0, "jscan");
    assert_eq!(desk.model.history.index(), steps, "one word, one step");
    // The signs of a mode alone search nothing.
    desk.msg(Msg::Find(String::new()));
    for mode in [Mode::Fuzzy, Mode::Regex] {
        assert_eq!(find(&mut desk, mode).1, "", "{mode:?}");
    }
    desk.keys("~jDec 2");
    assert_eq!(
        summary(&desk),
        "1 function · 44.44% of total",
        "tables alike"
    );
}
