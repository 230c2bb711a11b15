//! What do the numbers say? The lens, merged call trees, top lists, search.
//!
//! Everything here reads a [`profile::Profile`] and a [`Lens`] and answers with plain columns.
//! The room knows no pixel, no file, no format. Walks are loops over the prefix tree: deep
//! recursion in a profile costs nothing but time.

pub mod around;
pub mod details;
pub mod find;
pub mod fuzzy;
pub mod graph;
pub mod keys;
pub mod lens;
pub mod merge;
pub mod names;
pub mod options;
pub mod prune;
pub mod query;
pub mod report;
pub mod rx;
pub mod select;
pub mod sequence;
pub mod steps;
pub mod top;
pub mod tracks;
pub mod tree;

pub use find::{Found, Pattern};
pub use keys::{Keys, Naming};
pub use lens::Lens;
pub use select::{LensFault, Prepared};
pub use steps::Step;
pub use top::{TopRow, TopTable};
pub use tree::Tree;
