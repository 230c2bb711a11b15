//! What is a picture? Draw lists, spaces, colour, level of detail, SVG.
//!
//! Views say what is to be seen by filling a [`DrawList`]; painters (canvas, [`svg`],
//! [`testing`]) replay it. All lengths are CSS px in `f64`, the device's pixels are the
//! painter's business. The room knows no profile, no DOM, no time of day.

pub mod color;
pub mod drawlist;
pub mod frame;
pub mod input;
pub mod lod;
pub mod mix;
pub mod space;
pub mod svg;
pub mod testing;
pub mod text;
pub mod theme;

pub use color::{Color, hue_of};
pub use drawlist::{Brush, DrawList, Fill, Font, Layer, Path, Paths, Stroke, Texts, round_box};
pub use frame::Frame;
pub use input::{Input, Key, Mods, Rail};
pub use mix::Mix;
pub use space::{Point, Rect, Size, Span};
pub use text::{Fitted, Metrics, TestMetrics, fit};
pub use theme::{Scheme, Theme, Tint};
