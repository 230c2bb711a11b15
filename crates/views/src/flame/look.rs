//! How the flame graph is looked at: which part, how far down, which way up.

use scene::Span;

use super::modes::Mode;
use crate::view::Look;

/// The whole, in shares.
pub(super) const WHOLE: Span = Span {
    left: 0.0,
    width: 1.0,
};

/// The finest window, as a share of the whole.
pub(super) const FINEST: f64 = 1e-9;

/// Window, scroll, orientation.
#[derive(Clone, Debug, PartialEq)]
pub struct FlameLook {
    /// Visible part of the width, in shares of the whole.
    pub span: Span,
    /// Rows scrolled away at the root's side; less than 0 towards callers.
    pub scroll: f64,
    /// The root is at the bottom.
    pub upside: bool,
    /// What stands beside what.
    pub mode: Mode,
    /// The function everything hangs on, callers on one side and callees on the other; empty for
    /// the whole profile.
    pub pivot: String,
    /// What a drag on the map moves; only while it lasts, never in a link.
    pub grip: Option<Grip>,
}

/// What a drag on the map moves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Grip {
    /// The window as it is.
    Window,
    /// A new window is drawn from this share on.
    New(f64),
    /// The window's left edge.
    Left,
    /// The window's right edge.
    Right,
}

impl Default for FlameLook {
    fn default() -> Self {
        Self {
            span: WHOLE,
            scroll: 0.0,
            upside: false,
            mode: Mode::Heavy,
            pivot: String::new(),
            grip: None,
        }
    }
}

impl FlameLook {
    /// True when everything is in the window and nothing is scrolled away.
    pub fn is_whole(&self) -> bool {
        self.span == WHOLE && self.scroll == 0.0
    }

    /// The same order and direction with everything in the window.
    #[must_use]
    pub fn whole(&self) -> Self {
        Self {
            upside: self.upside,
            mode: self.mode,
            pivot: self.pivot.clone(),
            ..Self::default()
        }
    }
}

impl Look for FlameLook {
    fn write(&self) -> String {
        let mut parts = Vec::new();
        if self.span != WHOLE {
            // Rust prints the shortest text that reads back as the same number.
            parts.push(format!("x{}~{}", self.span.left, self.span.width));
        }
        if self.scroll != 0.0 {
            parts.push(format!("y{}", self.scroll));
        }
        if self.upside {
            parts.push("up".to_owned());
        }
        if self.mode != Mode::Heavy {
            parts.push(format!("m{}", self.mode.id()));
        }
        // Last: a name may hold anything.
        if !self.pivot.is_empty() {
            parts.push(format!("p{}", self.pivot));
        }
        parts.join("_")
    }

    fn read(text: &str) -> Option<Self> {
        let mut look = Self::default();
        let mut rest = text;
        while !rest.is_empty() {
            if let Some(pivot) = rest.strip_prefix('p') {
                pivot.clone_into(&mut look.pivot);
                break;
            }
            let (part, more) = rest.split_once('_').unwrap_or((rest, ""));
            rest = more;
            if part == "up" {
                look.upside = true;
            } else if let Some(mode) = part.strip_prefix('m') {
                look.mode = Mode::read(mode)?;
            } else if let Some(span) = part.strip_prefix('x') {
                let (left, width) = span.split_once('~')?;
                let (left, width): (f64, f64) = (left.parse().ok()?, width.parse().ok()?);
                let fits = (0.0..=1.0).contains(&left) && width > 0.0 && left + width <= 1.0 + 1e-9;
                look.span = fits.then_some(Span { left, width })?;
            } else {
                let rows: f64 = part.strip_prefix('y')?.parse().ok()?;
                look.scroll = (-1e9..1e9).contains(&rows).then_some(rows)?;
            }
        }
        Some(look)
    }
}
