//! What was recorded? The columnar profile model, its units and its invariants.
//!
//! A [`Profile`] is a set of columns: strings are bytes in one arena, stacks are a prefix
//! tree whose parents always come before their children, samples carry one value column per
//! sample type. Readers fill it through [`Builder`]; everything above only reads it. The
//! room never sees the bytes of a file, the time of day, or randomness.

mod builder;
mod ids;
mod labels;
mod model;
pub mod order;
mod stacks;
mod strings;
pub mod testing;
pub mod units;
mod validate;

pub use builder::{Builder, LineSpec, LocationSpec};
pub use ids::{FrameId, FunctionId, LabelSetId, LocationId, MappingId, StackId, StringId};
pub use labels::{Label, LabelValue, Labels};
pub use model::{
    FileIds, Frames, Functions, Locations, Mapping, Meta, Profile, SampleType, Samples, Symbolized,
};
pub use stacks::Stacks;
pub use strings::Strings;
pub use validate::Broken;
