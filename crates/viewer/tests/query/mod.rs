//! The query box, steps and details as a person meets them.

use viewer::{Msg, Refine};

use crate::desk::Desk;
use crate::opened;

fn query(desk: &mut Desk, text: &str) {
    for (end, _) in text.char_indices().skip(1).chain([(text.len(), ' ')]) {
        desk.msg(Msg::Query(text[..end].to_owned()));
    }
}

fn pick(desk: &mut Desk, name: &str) {
    desk.msg(Msg::PickName(name.to_owned()));
}

#[test]
fn a_typed_query_is_one_step_and_part_of_the_link() {
    let mut desk = opened();
    desk.keys("3 q");
    query(&mut desk, "focus:json drop:io.Read");
    assert_eq!(desk.link(), "v=1&view=top&f=json&step=drop:io.Read");
    assert_eq!(desk.model.query_text(), "focus:json drop:io.Read");
    assert!(desk.model.query_fault().is_none());
    desk.keys("Ctrl+z");
    assert_eq!(desk.link(), "v=1&view=top");
    assert_eq!(desk.model.query_text(), "");
}

#[test]
fn a_wrong_query_says_so_and_changes_nothing() {
    let mut desk = opened();
    query(&mut desk, "hide:x");
    let before = desk.link();
    query(&mut desk, "hide:x ingore:y");
    assert_eq!(desk.link(), before);
    let fault = desk.model.query_fault().expect("a fault");
    assert!(fault.why.contains("is “ignore” meant"), "{}", fault.why);
    assert_eq!(desk.model.query_text(), "hide:x ingore:y");
    desk.msg(Msg::ClearOptions);
    assert_eq!(
        desk.model.query_text(),
        "",
        "what was typed is about another lens"
    );
    assert!(desk.model.query_fault().is_none());
}

#[test]
fn a_word_of_its_own_counts_when_it_is_finished() {
    let mut desk = opened();
    query(&mut desk, "json");
    assert_eq!(desk.link(), "v=1");
    query(&mut desk, "json ");
    assert_eq!(desk.link(), "v=1&f=json");
    query(&mut desk, "json noinlines");
    assert_eq!(
        desk.link(),
        "v=1&f=json&noinlines=true",
        "an option is no text"
    );
}

#[test]
fn completions_know_the_functions_on_the_screen() {
    let mut desk = opened();
    desk.keys("3");
    query(&mut desk, "merge:json");
    let texts: Vec<_> = desk
        .model
        .query_completions()
        .into_iter()
        .map(|c| c.text)
        .collect();
    assert!(
        texts.iter().any(|text| text.starts_with("merge:json.")),
        "{texts:?}"
    );
}

#[test]
fn steps_are_taken_and_taken_back_one_by_one() {
    let mut desk = opened();
    desk.keys("3");
    pick(&mut desk, "json.Decode");
    desk.msg(Msg::Refine(Refine::Focus));
    pick(&mut desk, "main.main");
    desk.msg(Msg::Refine(Refine::Focus));
    desk.msg(Msg::Refine(Refine::Callees));
    let titles: Vec<_> = desk
        .model
        .state
        .lens
        .steps
        .iter()
        .map(analysis::steps::Step::title)
        .collect();
    assert_eq!(
        titles,
        [
            "Keep samples with main.main",
            "Collapse callees of main.main"
        ]
    );
    desk.msg(Msg::RemoveStep(0));
    assert_eq!(desk.model.state.lens.steps.len(), 1);
    desk.keys("Ctrl+z");
    assert_eq!(desk.model.state.lens.steps.len(), 2);
}

#[test]
fn details_are_those_of_the_selection_or_none() {
    let mut desk = opened();
    desk.keys("3 d");
    assert!(desk.model.details().is_none(), "nothing is selected");
    pick(&mut desk, "json.Decode");
    let details = desk.model.details().expect("an answer").expect("details");
    assert_eq!(details.name, "json.Decode");
    pick(&mut desk, "gone");
    let gap = desk.model.details().expect("an answer").unwrap_err();
    assert!(gap.contains("gone"), "{gap}");
}

#[test]
fn details_are_copied_with_callers_callees_and_labels() {
    let mut desk = crate::desk::desk();
    let text = "types: samples/count, *cpu/nanoseconds
main;=f;leaf 3 30 {handler=/a}
main;=f 1 10 {handler==b}
main 5 60";
    desk.sketch("a.pb", text);
    desk.keys("3 d");
    pick(&mut desk, "=f");
    let details = desk.model.details().expect("an answer").expect("details");
    assert_eq!(
        viewer::messages::details_tsv(details),
        "what\tof\tself\ttotal\tunit\n\
         All of this function\tsamples\t1\t4\tcount\n\
         All of this function\tcpu\t10\t40\tnanoseconds\n\
         Callers\tmain\t\t40\tnanoseconds\n\
         Callees\tleaf\t\t30\tnanoseconds\n\
         Label handler\t/a\t\t30\tnanoseconds\n\
         Label handler\t'=b\t\t10\tnanoseconds\n"
    );
    pick(&mut desk, "leaf");
    let details = desk.model.details().expect("an answer").expect("details");
    let text = viewer::messages::details_tsv(details);
    assert!(
        text.contains("\nCallers\t'=f\t\t30\t"),
        "no formula: {text}"
    );
}

#[test]
fn the_sandwich_has_callers_and_callees_of_the_selection_beside_it() {
    let mut desk = opened();
    desk.keys("2");
    let pivot = |desk: &Desk| {
        let (view, data, _) = desk.model.beside_data().expect("a picture");
        view.name_text(data, view.name_of(data, 0).expect("a name"))
            .to_owned()
    };
    pick(&mut desk, "json.Decode");
    assert_eq!(pivot(&desk), "json.Decode");
    pick(&mut desk, "main");
    assert_eq!(pivot(&desk), "main");
    desk.keys("Ctrl+z");
    assert_eq!(pivot(&desk), "json.Decode");
}
