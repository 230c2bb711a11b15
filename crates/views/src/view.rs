//! The interface of a view.

use std::rc::Rc;

use analysis::lens::Real;
use analysis::tree::Children;
use analysis::{Lens, LensFault, Naming, Tree};
use profile::Profile;
use scene::{DrawList, Frame, Input, Point, Theme};
use serde::{Deserialize, Serialize};

use crate::columns::{BadColumns, Packed};
use crate::paint::{LegendRow, Paint};

/// What lists, menus and keys know about a view.
#[derive(Debug)]
pub struct ViewMeta {
    /// Short name in links and on the command line; never changes.
    pub id: &'static str,
    /// Name on its tab.
    pub title: &'static str,
    /// The key that opens it.
    pub key: char,
    /// One sentence of what it shows.
    pub hint: &'static str,
    /// Which kind of room it needs on the page.
    pub host: Host,
    /// Id of the view that is drawn beside it, about what is selected in it.
    pub beside: Option<&'static str>,
    /// What its frames are merged by; search answers in the same numbers.
    pub naming: Naming,
}

/// Kinds of room on the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Host {
    /// A canvas: the view draws.
    Canvas,
    /// A virtual table: the view answers cells.
    Table,
    /// A table whose rows hang under each other and can be folded.
    Tree,
    /// A text of many lines: a table of one column, without a heading.
    Text,
}

/// Merged trees, computed at most once per lens and naming.
pub trait Trees {
    /// The tree and its child lists. The lens's own granularity goes before that of `naming`.
    ///
    /// # Errors
    /// An option that cannot be understood, or a sample type that is not there.
    fn tree(&mut self, naming: Naming) -> Result<Rc<(Tree, Children)>, LensFault>;

    /// Tells something beside the view: a filter that matched nothing.
    fn note(&mut self, note: String);
}

/// What a view computes from.
pub struct Cx<'a> {
    /// The profile.
    pub profile: &'a Profile,
    /// What is counted.
    pub lens: &'a Lens,
    /// What [`View::args`] says: the part of look and selection that the data depends on.
    pub args: &'a str,
    /// Shared trees.
    pub trees: &'a mut dyn Trees,
}

/// Why there is nothing to show, as a sentence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Gap(pub String);

/// How a view is looked at: zoom, sort, scroll. Never changes a number.
pub trait Look: Clone + Default + PartialEq + 'static {
    /// Short text for links; empty for the default.
    fn write(&self) -> String;
    /// Reads such a text; `None` if it is damaged.
    fn read(text: &str) -> Option<Self>;
}

/// A frame that stays the same thing in another view, lens or session: names, not numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Picked {
    /// The function's name.
    pub name: String,
    /// The path of names from the root down to it, itself included; empty if the function was
    /// picked as such and not in one place.
    pub path: Vec<String>,
    /// Where it begins, as a share of the whole, where several frames have the same path: in an
    /// order of time, or where functions of one name are in several files.
    pub at: Option<Real>,
}

/// Where a [`Picked`] is in some data.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spot {
    /// The one item (node, row).
    pub item: Option<u32>,
    /// The function, as a number of the view's names.
    pub name: Option<u32>,
}

/// What is emphasised while drawing, and what colours tell.
#[derive(Clone, Copy, Debug, Default)]
pub struct Marks<'a> {
    /// Item under the pointer.
    pub hover: Option<u32>,
    /// What is selected.
    pub picked: Spot,
    /// Search result: for each number of the view's names, whether it matches.
    pub found: Option<&'a [bool]>,
    /// What colours tell.
    pub paint: Paint,
}

/// How a change enters the history.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Commit {
    /// A step of its own.
    Push,
    /// Replaces the newest step.
    Amend,
}

/// A view's answer to an input.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reaction {
    /// The look or what is hovered changed: draw again.
    pub redraw: bool,
    /// The look shall enter the history.
    pub commit: Option<Commit>,
    /// Hovered item: `Some(None)` ends hovering.
    pub hover: Option<Option<u32>>,
    /// Selection: `Some(None)` clears it.
    pub picked: Option<Option<Picked>>,
    /// The input meant something here; the page shall not use it as well.
    pub handled: bool,
    /// What is dragged may go on by itself when it is let go: a picture, not a handle.
    pub glides: bool,
}

/// One line of a description: what, how much, of what.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Detail {
    /// What is told, for example `Total`.
    pub label: &'static str,
    /// The value, for example `1.20s (12.00% of total)`.
    pub value: String,
}

/// A description of an item: tooltip, status line, details panel, screen reader.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tip {
    /// The whole name.
    pub name: String,
    /// `file:line`, empty if unknown.
    pub place: String,
    /// The binary, without its folder; empty if unknown.
    pub module: String,
    /// Values.
    pub details: Vec<Detail>,
}

impl Tip {
    /// All in one line.
    pub fn line(&self) -> String {
        let mut out = self.name.clone();
        for detail in &self.details {
            out.push_str(" · ");
            out.push_str(&detail.label.to_lowercase());
            out.push(' ');
            out.push_str(&detail.value);
        }
        out
    }
}

/// Something about a look that is one of a few: an order, a direction.
#[derive(Debug)]
pub struct Switch {
    /// What it is, for menus.
    pub title: &'static str,
    /// The key that turns it in its view; empty if none.
    pub keys: &'static str,
    /// What it can be; the first is the default.
    pub choices: &'static [Choice],
}

/// One of a switch's choices.
#[derive(Debug)]
pub struct Choice {
    /// Its name.
    pub title: &'static str,
    /// What it does, as a sentence.
    pub hint: &'static str,
}

/// A column of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Column {
    /// Short name in links.
    pub id: &'static str,
    /// Heading.
    pub title: &'static str,
    /// What it says, as a sentence.
    pub hint: &'static str,
    /// Side the cells stand at.
    pub align: Align,
}

/// Side of a cell's text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    /// Text.
    Left,
    /// Figures.
    Right,
}

/// A cell of a table.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Cell {
    /// What stands in it.
    pub text: String,
    /// Bar behind it, as a share of the column's room.
    pub bar: Option<f64>,
    /// Bytes at the beginning that are dimmed.
    pub dim: usize,
}

/// How a row of a tree stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fold {
    /// Rows it hangs under, itself included.
    pub level: usize,
    /// It shows what hangs under it; `None` where there is nothing.
    pub open: Option<bool>,
    /// Its place among the rows beside it, from 1.
    pub place: usize,
    /// How many rows are beside it, itself included.
    pub among: usize,
    /// The row it hangs under.
    pub above: Option<u32>,
}

/// What is done to the folds of a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unfold {
    /// Show what hangs under a row.
    Open,
    /// Hide it.
    Close,
    /// Open the heaviest row under it, and so on to the end.
    Heaviest,
    /// Open all that it hangs under.
    Reveal,
}

/// Data before and after a change, for carrying a look over.
#[derive(Clone, Copy, Debug)]
pub struct Carry<'a, Data> {
    /// What the look was made for.
    pub old: &'a Data,
    /// What it shall fit.
    pub new: &'a Data,
}

/// A view. `compute` runs in the worker, all else on the page.
pub trait View: 'static {
    /// What the page draws from.
    type Data: 'static;
    /// How it is looked at.
    type Look: Look;

    /// What lists know about it.
    const META: ViewMeta;

    /// What of the look and the selection the data depends on; the data is made anew when it
    /// changes. Short text, empty by default.
    fn args(_: &Self::Look, _: Option<&Picked>) -> String {
        String::new()
    }

    /// Makes the data. O(profile).
    fn compute(cx: &mut Cx<'_>) -> Result<Self::Data, Gap>;
    /// Data into columns.
    fn pack(data: Self::Data) -> Packed;
    /// Columns into data.
    fn unpack(packed: Packed) -> Result<Self::Data, BadColumns>;

    /// Draws; work is bounded by pixels. Table hosts never call it.
    fn draw(_: &Self::Data, _: &Self::Look, _: Marks<'_>, _: &Frame<'_>, _: &mut DrawList) {}
    /// The item at a place.
    fn hit(_: &Self::Data, _: &Self::Look, _: &Frame<'_>, _: Point) -> Option<u32> {
        None
    }
    /// The paints that tell something of the data, what [`Paint::Auto`] stands for first; none
    /// where a view has colours of its own.
    fn paints(_: &Self::Data) -> &'static [Paint] {
        &[]
    }
    /// What the colours of a paint mean. O(data): to be asked when something changed, not per
    /// frame.
    fn legend(_: &Self::Data, _: Paint, _: &Theme) -> Vec<LegendRow> {
        Vec::new()
    }
    /// Answers an input.
    fn input(
        _: &Self::Data,
        _: &mut Self::Look,
        _: Marks<'_>,
        _: &Frame<'_>,
        _: Input,
    ) -> Reaction {
        Reaction::default()
    }
    /// Moves the look so that an item can be seen, as little as possible. Table hosts scroll
    /// themselves.
    fn reveal(_: &Self::Data, _: &mut Self::Look, _: &Frame<'_>, _: u32) {}
    /// How many places match a search: in sight, and in all. `found` says for each of the view's
    /// names whether it matches. `None` if nothing of the view can be out of sight.
    fn visible_matches(
        _: &Self::Data,
        _: &Self::Look,
        _: &Frame<'_>,
        _: &[bool],
    ) -> Option<(usize, usize)> {
        None
    }
    /// Keeps a look at the same frame when the data changes.
    fn carry(_: Carry<'_, Self::Data>, look: &Self::Look) -> Self::Look {
        look.clone()
    }

    /// What of a look is one of a few, for menus.
    fn switches() -> &'static [Switch] {
        &[]
    }
    /// How a switch stands, as a number of its choices.
    fn switched(_: &Self::Look, _: usize) -> usize {
        0
    }
    /// Sets a switch.
    fn switch(_: &mut Self::Look, _: usize, _: usize) {}

    /// Finds a selection in the data.
    fn locate(data: &Self::Data, picked: &Picked) -> Spot;
    /// The selection an item stands for.
    fn pick(data: &Self::Data, item: u32) -> Option<Picked>;
    /// Tells an item in words and figures.
    fn describe(data: &Self::Data, look: &Self::Look, item: u32) -> Tip;
    /// For each of the data's names its number in the tree, as search answers name them.
    fn keys(data: &Self::Data) -> &[u32];

    /// The option of the lens that a click on an item sets, and its value.
    fn refine(_: &Self::Data, _: u32) -> Option<(&'static str, String)> {
        None
    }

    /// Columns of its table form.
    fn columns() -> &'static [Column];
    /// Items in the order of the table.
    fn order(data: &Self::Data, look: &Self::Look) -> Vec<u32>;
    /// Every item that a search can find, in the order it is walked: rows of a table, unless
    /// there are more than it shows.
    fn all(data: &Self::Data, look: &Self::Look) -> Vec<u32> {
        Self::order(data, look)
    }
    /// A cell of the table: item, number of the column.
    fn cell(data: &Self::Data, item: u32, column: usize) -> Cell;
    /// How a row stands, in a tree.
    fn fold(_: &Self::Data, _: &Self::Look, _: u32) -> Option<Fold> {
        None
    }
    /// Folds or unfolds a row.
    fn unfold(_: &Self::Data, _: &mut Self::Look, _: u32, _: Unfold) {}
    /// The column and direction the table is sorted by (true: descending).
    fn sorting(_: &Self::Look) -> Option<(usize, bool)> {
        None
    }
    /// Sorts by a column, again by the same one turns the order.
    fn sort(_: &mut Self::Look, _: usize) {}
    /// A name, by its number in [`View::keys`].
    fn name_text(data: &Self::Data, name: u32) -> &str;
    /// The first item that shows a name, by its number in [`View::keys`].
    fn item_of(_: &Self::Data, _: u32) -> Option<u32> {
        None
    }
    /// The name an item shows, as a number into [`View::keys`].
    fn name_of(data: &Self::Data, item: u32) -> Option<u32>;
}
