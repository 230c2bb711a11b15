//! How the flame graph is looked at: which part, how far down, which way up.

use scene::Span;

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
    /// Rows scrolled away at the root's side.
    pub scroll: f64,
    /// The root is at the bottom.
    pub upside: bool,
}

impl Default for FlameLook {
    fn default() -> Self {
        Self {
            span: WHOLE,
            scroll: 0.0,
            upside: false,
        }
    }
}

impl FlameLook {
    /// True when everything is in the window and nothing is scrolled away.
    pub fn is_whole(&self) -> bool {
        self.span == WHOLE && self.scroll == 0.0
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
        parts.join("_")
    }

    fn read(text: &str) -> Option<Self> {
        let mut look = Self::default();
        for part in text.split('_').filter(|part| !part.is_empty()) {
            if part == "up" {
                look.upside = true;
            } else if let Some(span) = part.strip_prefix('x') {
                let (left, width) = span.split_once('~')?;
                let (left, width): (f64, f64) = (left.parse().ok()?, width.parse().ok()?);
                let fits = (0.0..=1.0).contains(&left) && width > 0.0 && left + width <= 1.0 + 1e-9;
                look.span = fits.then_some(Span { left, width })?;
            } else {
                let rows: f64 = part.strip_prefix('y')?.parse().ok()?;
                look.scroll = (0.0..1e9).contains(&rows).then_some(rows)?;
            }
        }
        Some(look)
    }
}
