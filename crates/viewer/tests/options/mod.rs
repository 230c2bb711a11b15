//! Options of the lens: typed, clicked, linked, undone, wrong.

use viewer::{CommandId, CopyAs, Effect, Msg, Refine, options};
use views::Picked;

use crate::desk::{Desk, desk_at};
use crate::{TEXT, opened};

fn option(name: &str, value: &str, typing: bool) -> Msg {
    Msg::Option {
        name: options::find(name).expect("an option").name,
        value: value.to_owned(),
        typing,
    }
}

fn typed(desk: &mut Desk, name: &str, text: &str) {
    for end in 1..=text.len() {
        desk.msg(option(name, &text[..end], true));
    }
}

fn pick(desk: &mut Desk, name: &str) {
    desk.msg(Msg::Picked {
        picked: Some(Picked {
            name: name.to_owned(),
            ..Picked::default()
        }),
        look: None,
        commit: views::Commit::Amend,
    });
}

#[test]
fn a_typed_filter_is_one_step_and_part_of_the_link() {
    let mut desk = opened();
    desk.keys("3");
    typed(&mut desk, "focus", "json");
    assert_eq!(desk.link(), "v=1&view=top&f=json");
    let screen = desk.screen();
    assert!(
        screen.contains("40ms | 44.44%") && !screen.contains("io.Read"),
        "{screen}"
    );
    desk.msg(option("relative_percentages", "true", false));
    assert!(desk.screen().contains("40ms | 100%"), "{}", desk.screen());
    desk.keys("Ctrl+z Ctrl+z");
    assert_eq!(desk.link(), "v=1&view=top");
    assert!(desk.screen().contains("io.Read"));
    let mut other = desk_at("v=1&view=top&f=json&rel=true");
    other.sketch("a.pb", TEXT);
    assert!(other.screen().contains("40ms | 100%"), "{}", other.screen());
}

#[test]
fn every_option_survives_its_link() {
    for each in options::OPTIONS {
        let value = match each.kind {
            options::Kind::Flag => {
                if each.default() == "true" {
                    "false"
                } else {
                    "true"
                }
            }
            options::Kind::Choice(choices) => choices.last().expect("a choice"),
            options::Kind::Number => "3",
            _ => "a|b=c&d",
        };
        let mut desk = opened();
        desk.msg(option(each.name, value, false));
        let link = desk.link();
        let read = viewer::link::read(&link);
        assert_eq!(read.warnings, [] as [String; 0], "{link}");
        assert_eq!((each.get)(&read.state.lens), value, "{link}");
    }
}

#[test]
fn a_wrong_value_is_told_and_left_out() {
    let mut desk = opened();
    desk.keys("3");
    desk.msg(option("focus", "json", false));
    desk.msg(option("hide", "(", true));
    assert!(
        desk.model
            .looking
            .fault("hide")
            .expect("a fault")
            .contains("regular expression")
    );
    assert!(desk.screen().contains("json.scan"), "the rest still counts");
    desk.msg(option("nodecount", "-", true));
    assert!(
        desk.model
            .looking
            .fault("nodecount")
            .expect("a fault")
            .contains("whole number")
    );
    desk.msg(option("nodecount", "-1", true));
    assert_eq!(desk.model.looking.fault("nodecount"), None);
    desk.msg(option("hide", "", true));
    assert_eq!(desk.model.looking.faults.len(), 0);
}

#[test]
fn what_matches_nothing_is_told() {
    let mut desk = opened();
    desk.msg(option("hide", "nothing", false));
    assert_eq!(desk.model.notes(), ["Hide matched nothing."]);
    desk.msg(option("focus", "nothing", false));
    let screen = desk.screen();
    assert!(screen.contains("focus=nothing"), "{screen}");
    desk.msg(Msg::ClearOptions);
    assert!(desk.screen().contains("json.Decode"));
    desk.keys("Ctrl+z");
    assert!(desk.link().contains("f=nothing"), "clearing can be undone");
}

#[test]
fn the_selected_function_becomes_a_filter() {
    let mut desk = opened();
    desk.keys("3");
    pick(&mut desk, "json.Decode");
    desk.msg(Msg::Refine(Refine::Ignore));
    let screen = desk.screen();
    assert!(
        screen.contains("io.Read") && !screen.contains("json"),
        "{screen}"
    );
    desk.keys("Ctrl+z");
    desk.msg(Msg::Refine(Refine::Peek));
    let screen = desk.screen();
    assert!(
        screen.contains("Peek\n") && screen.contains("|   json.scan"),
        "{screen}"
    );
    desk.keys("Ctrl+z");
    assert!(
        desk.screen().contains("Top\n"),
        "view and filter are one step"
    );
}

#[test]
fn the_panel_opens_by_its_key_and_closes_by_escape() {
    let mut desk = opened();
    desk.keys("f");
    assert!(desk.model.options_shown);
    desk.keys("Escape");
    assert!(!desk.model.options_shown);
    assert!(viewer::command::is_available(
        &desk.model,
        CommandId::Options
    ));
}

#[test]
fn a_table_is_copied_in_its_order() {
    let mut desk = opened();
    desk.keys("3");
    let effects = viewer::update(&mut desk.model, Msg::Copy(CopyAs::Csv));
    let [Effect::Copy(text)] = effects.as_slice() else {
        panic!("{effects:?}")
    };
    assert!(
        text.starts_with("Self,Self %,Sum %,Total,Total %,Function,Inlined,File:line\n50ms,55.56%,55.56%,50ms,55.56%,io.Read,,\n"),
        "{text}"
    );
}
