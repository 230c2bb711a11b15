//! Keys give commands on any keyboard; the tables are sound.

use super::*;
use std::collections::BTreeSet;

const CTRL: Mods = Mods {
    ctrl: true,
    shift: false,
    alt: false,
};

#[test]
fn keys_give_commands() {
    assert_eq!(for_key("/", Mods::NONE, false), Some(CommandId::Search));
    assert_eq!(for_key("2", Mods::NONE, false), Some(CommandId::View(1)));
    assert_eq!(for_key("z", CTRL, false), Some(CommandId::Undo));
    let redo = Mods {
        shift: true,
        ..CTRL
    };
    assert_eq!(for_key("Z", redo, false), Some(CommandId::Redo));
    assert_eq!(
        for_key(
            "?",
            Mods {
                shift: true,
                ..Mods::NONE
            },
            false
        ),
        Some(CommandId::Keys)
    );
    assert_eq!(for_key("o", Mods::NONE, true), None, "typed into a text");
    assert_eq!(for_key("z", CTRL, true), None, "the text's own undo");
    assert_eq!(for_key("Escape", Mods::NONE, true), Some(CommandId::Clear));
    assert_eq!(
        for_key("k", CTRL, true),
        Some(CommandId::Palette),
        "anywhere"
    );
    assert_eq!(for_key("k", Mods::NONE, true), None, "a letter");
    assert_eq!(for_key("o", CTRL, false), None, "the browser's");
    assert_eq!(for_key("f", CTRL, false), None, "the browser's");
    assert_eq!(
        for_key("O", Mods::NONE, false),
        Some(CommandId::Browse),
        "with Caps Lock"
    );
    assert_eq!(for_key("é", Mods::NONE, false), None);
    assert_eq!(for_key("", Mods::NONE, false), None);
}

#[test]
fn signs_are_found_on_any_keyboard() {
    let alt_gr = Mods { alt: true, ..CTRL };
    assert_eq!(for_key("]", alt_gr, false), Some(CommandId::NextFile));
    let option = Mods {
        ctrl: false,
        ..alt_gr
    };
    assert_eq!(for_key("[", option, false), Some(CommandId::PreviousFile));
    let shift = Mods {
        shift: true,
        ..Mods::NONE
    };
    assert_eq!(for_key("/", shift, false), Some(CommandId::Search));
    assert_eq!(for_key("2", shift, false), Some(CommandId::View(1)));
    assert_eq!(for_key("t", option, false), None);
}

#[test]
fn shift_tells_keys_apart() {
    let shift = Mods {
        shift: true,
        ..Mods::NONE
    };
    assert_eq!(for_key("n", Mods::NONE, false), Some(CommandId::NextMatch));
    assert_eq!(for_key("N", shift, false), Some(CommandId::PreviousMatch));
    assert_eq!(for_key("F10", shift, false), Some(CommandId::Menu));
    assert_eq!(for_key("F10", Mods::NONE, false), None, "the browser's");
    let menu = for_key("ContextMenu", Mods::NONE, false);
    assert_eq!(menu, Some(CommandId::Menu));
}

#[test]
fn chords_are_printed_as_the_keys_are() {
    let text = |mac| {
        [
            ctrl("z", false),
            ctrl("z", true),
            plain("Escape"),
            shift("n"),
            shift("F10"),
        ]
        .map(|chord| chord.text_for(mac))
        .join(" ")
    };
    assert_eq!(text(false), "Ctrl+Z Ctrl+Shift+Z Esc N Shift+F10");
    assert_eq!(text(true), "⌘Z ⇧⌘Z Esc N Shift+F10");
}

#[test]
fn no_chord_is_given_twice() {
    let chords: Vec<String> = rows()
        .into_iter()
        .flat_map(|(keys, _)| keys.split(", ").map(str::to_owned).collect::<Vec<_>>())
        .collect();
    let distinct: BTreeSet<_> = chords.iter().collect();
    assert_eq!(distinct.len(), chords.len(), "{chords:?}");
}
