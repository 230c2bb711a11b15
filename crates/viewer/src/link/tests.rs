//! Links: what is written is read, old links stay good, damage is told.

use std::fs;
use std::path::Path;

use analysis::Lens;
use proptest::prelude::*;

use super::*;

fn any_step() -> impl Strategy<Value = Step> {
    let path = proptest::collection::vec(".{0,5}", 1..4);
    let kinds = prop::sample::select(vec!["focus", "hide", "merge", "recursion", "package"]);
    prop_oneof![
        (kinds, ".{0,9}").prop_map(|(kind, value)| Step::of(kind, &value).unwrap()),
        path.prop_map(Step::Subtree),
    ]
}

fn any_state() -> impl Strategy<Value = ViewState> {
    let text = "\\PC{0,12}";
    (
        prop::sample::select(vec![
            ("flame", ""),
            ("flame", "x0.25~0.125_y3_up"),
            ("top", "n+"),
        ]),
        0_u32..4,
        text,
        text,
        prop::sample::select(vec!["", "heat", "package", "difference"]),
        proptest::collection::vec("[^\u{1f}]{1,9}", 0..4),
        proptest::collection::vec(any_step(), 0..4),
    )
        .prop_map(|((view, look), profile, kind, find, paint, path, steps)| {
            // Of one name the selection is a function, of more a frame.
            let picked = path.last().map(|name| Picked {
                name: name.clone(),
                path: path[..if path.len() == 1 { 0 } else { path.len() }].to_vec(),
                at: None,
            });
            let mut state = ViewState {
                view: view.to_owned(),
                profile,
                lens: Lens {
                    steps,
                    ..Lens::of_type(&kind)
                },
                find,
                paint: paint.to_owned(),
                picked,
                ..ViewState::default()
            };
            state.set_look(view, look.to_owned());
            state
        })
}

proptest! {
    #[test]
    fn what_is_written_is_read(state in any_state()) {
        let link = write(&state);
        let back = read(&link);
        prop_assert_eq!(&back.state, &state, "{}", link);
        prop_assert!(back.warnings.is_empty());
    }

    #[test]
    fn no_text_is_a_dead_page(text in "\\PC{0,60}") {
        let _ = read(&text);
    }
}

#[test]
fn looks_of_the_visible_view_travel() {
    let mut state = ViewState {
        view: "top".into(),
        ..ViewState::default()
    };
    state.set_look("top", "t-".into());
    state.set_look("flame", "up".into());
    let back = read(&write(&state)).state;
    assert_eq!((back.look("top"), back.look("flame")), ("t-", ""));
}

#[test]
fn a_deep_selection_is_linked_by_its_name() {
    let path: Vec<String> = (0..100_000).map(|n| format!("f{n}")).collect();
    let picked = Picked {
        name: "f99999".to_owned(),
        path,
        at: None,
    };
    let state = ViewState {
        picked: Some(picked),
        find: "x".repeat(100_000),
        ..ViewState::default()
    };
    let link = write(&state);
    assert_eq!(link, "v=1&sel=f99999");
    assert_eq!(read(&link).state.picked.unwrap().path, [""; 0]);
}

#[test]
fn a_filter_that_is_too_long_does_not_vanish_unsaid() {
    let step = |letters: usize| ViewState {
        lens: Lens {
            steps: vec![Step::Drop("x".repeat(letters)), Step::Merge("y".into())],
            ..Lens::default()
        },
        ..ViewState::default()
    };
    let kept = step(LONGEST_FILTER - "drop:".len());
    let back = read(&write(&kept));
    assert_eq!((back.state, back.warnings.len()), (kept, 0));
    let long = write(&step(LONGEST_FILTER));
    assert!(is_cut(&long) && long.contains("&step=merge:y"), "{long}");
    assert_ne!(long, write(&step(LONGEST_FILTER + 1)), "steps of their own");
    let back = read(&long);
    assert_eq!(back.state.lens.steps, [Step::Merge("y".into())]);
    assert_eq!(back.warnings, [crate::messages::LINK_CUT]);
    let focus = ViewState {
        lens: Lens {
            focus: "x".repeat(LONGEST_FILTER + 1),
            ..Lens::default()
        },
        ..ViewState::default()
    };
    assert!(is_cut(&write(&focus)));
}

#[test]
fn bad_fields_are_told_and_the_rest_is_kept() {
    let back = read("v=1&view=nope&type=cpu&look=zz&find=%zz&sel=");
    assert_eq!(back.state.lens.sample_type, "cpu");
    assert_eq!(back.state.find, "%zz");
    assert_eq!(back.warnings.len(), 3, "{:?}", back.warnings);
    assert_eq!(read("v=9").warnings.len(), 1);
    let steps = read("v=1&step=merge:a&step=nope:b&step=drop:c");
    assert_eq!(steps.state.lens.steps.len(), 2);
    assert_eq!(steps.warnings.len(), 1);
    let painted = read("v=1&paint=plaid&find=x");
    assert_eq!((painted.warnings.len(), &*painted.state.paint), (1, ""));
    assert_eq!(read("example=go-cpu").example.as_deref(), Some("go-cpu"));
}

/// Real links of every version, kept for ever.
#[test]
fn old_links_still_say_what_they_said() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/links");
    let link = fs::read_to_string(folder.join("v1.txt")).unwrap();
    let back = read(link.trim());
    assert_eq!(back.warnings, Vec::<String>::new());
    assert_eq!(back.state.view, "flame");
    assert_eq!(back.state.lens.sample_type, "samples");
    assert_eq!(back.state.look("flame"), "x0.25~0.125_y3_up");
    assert_eq!(back.state.find, "json (*x");
    assert_eq!(
        back.state.picked.unwrap().path,
        ["main.serve", "encoding/json.Unmarshal"]
    );
}
