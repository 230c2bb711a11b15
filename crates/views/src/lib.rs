//! What does this view show? One folder a view: what it needs (computed in the worker) and how
//! it is drawn, hit, steered and told in words (on the page).
//!
//! [`view::View`] is the typed face of a view, [`view::AnyView`] the erased one that hosts and
//! the engine hold; [`registry::VIEWS`] is the only list of them.

pub mod calls;
pub mod columns;
pub mod details;
pub mod erased;
pub mod flame;

mod gaps;
pub mod names;
#[cfg(test)]
mod numbers;
pub mod paint;
pub mod registry;
pub mod reports;
pub mod sandwich;
pub mod tags;
pub mod testing;
pub mod top;
pub mod tracks;
pub mod view;

pub use columns::{BadColumns, Blob, Packed};
pub use erased::{AnyData, AnyLook, AnyView};
pub use paint::{LegendRow, PAINTS, Paint};
pub use registry::{BESIDE, VIEWS, find};
pub use view::{
    Align, Carry, Cell, Choice, Column, Commit, Cx, Detail, Fold, Gap, Host, Look, Marks, Picked,
    Reaction, Spot, Switch, Tip, Trees, Unfold, View, ViewMeta,
};
