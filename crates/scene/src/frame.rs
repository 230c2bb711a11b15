//! What a view is told when it draws: how much room, which colours, how wide letters are.
//!
//! One struct instead of three arguments, because every `draw` and `hit` hands it on.

use crate::{Metrics, Size, Theme};

/// The circumstances of one drawing.
#[derive(Clone, Copy)]
pub struct Frame<'a> {
    /// The whole room of the view, its corner at 0,0.
    pub size: Size,
    /// The colours in force.
    pub theme: &'a Theme,
    /// Glyph widths of the frame font.
    pub metrics: &'a dyn Metrics,
}
