//! What colours tell: one choice for all views, in the link and in the history.

use scene::{Scheme, Theme};
use viewer::command::is_available;
use viewer::{CommandId, How, Msg};
use views::Paint;

use crate::opened;

#[test]
fn a_key_goes_from_paint_to_paint_and_undo_goes_back() {
    let mut desk = opened();
    assert_eq!(desk.model.paint(), Some(Paint::Package));
    let mut links = Vec::new();
    for _ in 0..4 {
        desk.keys("c");
        links.push(desk.link());
    }
    assert_eq!(
        links,
        [
            "v=1&paint=module",
            "v=1&paint=file",
            "v=1&paint=heat",
            "v=1"
        ]
    );
    desk.keys("Ctrl+z");
    assert_eq!(desk.model.paint(), Some(Paint::Heat));
    desk.back();
    assert_eq!(desk.model.paint(), Some(Paint::File));
    desk.msg(Msg::Paint("package".to_owned()));
    assert_eq!(desk.link(), "v=1", "the default is not named");
    let steps = desk.entries.len();
    desk.msg(Msg::Paint("plaid".to_owned()));
    assert_eq!((desk.link().as_str(), desk.entries.len()), ("v=1", steps));
}

#[test]
fn a_difference_is_painted_as_one_until_told_otherwise() {
    let mut desk = opened();
    let base = desk.model.state.file.unwrap();
    desk.sketch(
        "b.pb",
        "types: samples/count, *cpu/nanoseconds\nmain;io.Read 6 80000000",
    );
    desk.msg(Msg::Combine {
        with: vec![base],
        how: How::Diff {
            of_base: true,
            normalize: false,
        },
    });
    assert_eq!(desk.model.paint(), Some(Paint::Difference));
    let screen = desk.screen();
    assert!(
        screen.contains("+ io.Read") && screen.contains("− json.Decode"),
        "{screen}"
    );
    let legend = desk.model.legend(Theme::of(Scheme::Light));
    assert_eq!(legend[0].text, "less");
    desk.keys("c");
    assert_eq!(desk.link(), "v=1&paint=package");
    assert!(!desk.screen().contains("+ io.Read"), "{}", desk.screen());
    assert_eq!(desk.model.legend(Theme::of(Scheme::Light))[0].text, "json");
}

#[test]
fn where_colours_are_the_views_own_there_is_nothing_to_choose() {
    let mut desk = opened();
    assert!(is_available(&desk.model, CommandId::NextPaint));
    desk.keys("3");
    assert!(!is_available(&desk.model, CommandId::NextPaint));
    desk.keys("c");
    assert_eq!(desk.link(), "v=1&view=top");
    assert!(desk.model.legend(Theme::of(Scheme::Light)).is_empty());
}

#[test]
fn the_picture_of_the_sandwich_is_painted_and_explained() {
    let mut desk = opened();
    desk.keys("2");
    assert_eq!(desk.model.paint(), Some(Paint::Package));
    assert!(is_available(&desk.model, CommandId::Legend));
    let legend = |desk: &crate::desk::Desk| {
        let rows = desk.model.legend(Theme::of(Scheme::Light)).into_iter();
        rows.map(|row| row.text).collect::<Vec<_>>()
    };
    let packages = legend(&desk);
    assert!(packages.iter().any(|text| text == "io"), "{packages:?}");
    desk.keys("c c c");
    assert_eq!(desk.link(), "v=1&view=sandwich&paint=heat");
    assert_ne!(legend(&desk), packages);
}

#[test]
fn a_link_brings_its_paint() {
    let mut desk = opened();
    desk.edit("v=1&paint=heat");
    assert_eq!(desk.model.paint(), Some(Paint::Heat));
    desk.keys("3 1");
    assert_eq!(desk.link(), "v=1&paint=heat");
}
