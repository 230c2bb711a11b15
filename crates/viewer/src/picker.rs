//! A list to choose from that lies over the page: the palette of all commands, the menu of what
//! is selected.
//!
//! Both are lists of [`Entry`]s. The palette has a box that narrows its list; the menu stands at
//! a place.

use std::cmp::Reverse;
use std::ops::Range;

use analysis::fuzzy;
use scene::Point;

use crate::{Model, Msg, menu, palette};

/// Something that can be done now.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// What it does.
    pub title: String,
    /// Keys that do it too; empty if none.
    pub keys: String,
    /// More words about it; may be empty.
    pub hint: String,
    /// What is sent when it is chosen.
    pub msg: Msg,
}

impl Entry {
    pub(crate) fn new(title: impl Into<String>, hint: impl Into<String>, msg: Msg) -> Self {
        Self {
            title: title.into(),
            keys: String::new(),
            hint: hint.into(),
            msg,
        }
    }

    pub(crate) fn with_keys(self, keys: impl Into<String>) -> Self {
        Self {
            keys: keys.into(),
            ..self
        }
    }
}

/// An open list.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Picker {
    /// What it lists.
    pub kind: PickerKind,
    /// What is typed into the palette's box.
    pub text: String,
    /// The row that Enter takes.
    pub chosen: usize,
}

/// What a list lists.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum PickerKind {
    /// All commands.
    #[default]
    Palette,
    /// What can be done with what is selected: beside a place of the window in CSS px, or beside
    /// the selection if none was pointed at.
    Menu(Option<Point>),
}

/// Something happened to a list.
#[derive(Clone, Debug, PartialEq)]
pub enum PickerMsg {
    /// Open the menu at a place of the window, in CSS px.
    Menu(Point),
    /// The text of the box changed.
    Type(String),
    /// Go so many rows down, or up; the list is a ring.
    Step(isize),
    /// Go to a row.
    Choose(usize),
    /// Do what a row says, or the chosen one.
    Run(Option<usize>),
    /// The focus went elsewhere: a menu closes.
    Left,
    /// Close the list.
    Close,
}

/// A row of the open list.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// What it says.
    pub entry: Entry,
    /// Bytes of its title that match what is typed.
    pub ranges: Vec<Range<usize>>,
}

/// The rows of the open list, best match first; none if no list is open.
pub fn rows(model: &Model) -> Vec<Row> {
    let Some(picker) = &model.picker else {
        return Vec::new();
    };
    let entries = match picker.kind {
        PickerKind::Palette => palette::entries(model),
        PickerKind::Menu(_) => menu::entries(model),
    };
    let matching = entries.into_iter().filter_map(|entry| {
        let found = fuzzy::best(&picker.text, &entry.title)?;
        let named = is_name(&picker.text, &entry.title);
        let row = Row {
            entry,
            ranges: found.ranges,
        };
        Some(((named, found.score), row))
    });
    let mut rows: Vec<_> = matching.collect();
    // A stable sort: what matches as well keeps the order of the list, the shorter title first.
    if !picker.text.is_empty() {
        rows.sort_by_key(|(score, row)| (Reverse(*score), row.entry.title.len()));
    }
    rows.into_iter().map(|(_, row)| row).collect()
}

/// True if the text is the whole name that an entry ends with: "call tree" means the view of
/// that name before an option that begins with the same words.
fn is_name(text: &str, title: &str) -> bool {
    let name = title.rsplit(": ").next().unwrap_or(title);
    name.to_lowercase() == text.trim().to_lowercase()
}
