//! Points and boxes in CSS px, and the window that maps values onto them.
//!
//! Values (nanoseconds, weights) stay `f64` until the last moment: a window is its left
//! value and its width, never a scale and an offset in pixels, because at deep zoom the
//! offset would be a huge number whose last bits are whole pixels.

/// A place in CSS px, x to the right, y downwards.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Point {
    /// From the left.
    pub x: f64,
    /// From the top.
    pub y: f64,
}

/// An extent in CSS px.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Size {
    /// Width.
    pub w: f64,
    /// Height.
    pub h: f64,
}

/// An upright box in CSS px: its left and top edges belong to it, right and bottom do not.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Rect {
    /// Left edge.
    pub x: f64,
    /// Top edge.
    pub y: f64,
    /// Width; a box of no or negative width is empty.
    pub w: f64,
    /// Height; likewise.
    pub h: f64,
}

/// Horizontal window in value space, mapped on a width in CSS px.
///
/// A width of values zoomed to 1e-9 of `bounds` still places things to a thousandth of a
/// pixel, and [`Span::zoom_at`] stops where `f64` would no longer tell two pixels apart.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Span {
    /// The value at the left edge.
    pub left: f64,
    /// How many values the whole width shows; over 0.
    pub width: f64,
}

impl Point {
    /// The point at `x`,`y`.
    pub const fn new(x: f64, y: f64) -> Point {
        Point { x, y }
    }
}

impl Size {
    /// `w` by `h`.
    pub const fn new(w: f64, h: f64) -> Size {
        Size { w, h }
    }

    /// The box of this size at 0,0.
    pub const fn rect(self) -> Rect {
        Rect {
            x: 0.0,
            y: 0.0,
            w: self.w,
            h: self.h,
        }
    }
}

impl Rect {
    /// A box larger than any screen: the clip of a layer that clips nothing.
    pub const EVERYTHING: Rect = Rect {
        x: -1e6,
        y: -1e6,
        w: 2e6,
        h: 2e6,
    };

    /// The box with its corner at `x`,`y`.
    pub const fn new(x: f64, y: f64, w: f64, h: f64) -> Rect {
        Rect { x, y, w, h }
    }

    /// The first x right of the box.
    pub fn right(&self) -> f64 {
        self.x + self.w
    }

    /// The first y below the box.
    pub fn bottom(&self) -> f64 {
        self.y + self.h
    }

    /// Does the point lie inside? Boxes that touch never both contain a point.
    pub fn contains(&self, p: Point) -> bool {
        p.x >= self.x && p.x < self.right() && p.y >= self.y && p.y < self.bottom()
    }

    /// Has it no area? Also true when a number in it is NaN.
    pub fn is_empty(&self) -> bool {
        let has_area = self.w > 0.0 && self.h > 0.0 && self.x.is_finite() && self.y.is_finite();
        !has_area
    }

    /// What both cover, `None` if that has no area.
    pub fn intersect(&self, other: &Rect) -> Option<Rect> {
        // `max` and `min` would swallow a NaN.
        if self.is_empty() || other.is_empty() {
            return None;
        }
        let x = self.x.max(other.x);
        let y = self.y.max(other.y);
        let w = self.right().min(other.right()) - x;
        let h = self.bottom().min(other.bottom()) - y;
        let both = Rect { x, y, w, h };
        (!both.is_empty()).then_some(both)
    }

    /// The box made smaller by `by` on each side; larger if negative.
    #[must_use]
    pub fn inset(&self, by: f64) -> Rect {
        Rect {
            x: self.x + by,
            y: self.y + by,
            w: self.w - 2.0 * by,
            h: self.h - 2.0 * by,
        }
    }
}

impl Span {
    /// The window from `left`, `width` values wide.
    pub const fn new(left: f64, width: f64) -> Span {
        Span { left, width }
    }

    /// The first value right of the window.
    pub fn right(&self) -> f64 {
        self.left + self.width
    }

    /// Where a value lies, in CSS px; outside 0..`css_width` if it is not in the window.
    pub fn x_of(&self, value: f64, css_width: f64) -> f64 {
        (value - self.left) / self.width * css_width
    }

    /// The value at `x`; the left one if there is no width to measure by.
    pub fn value_at(&self, x: f64, css_width: f64) -> f64 {
        if css_width > 0.0 {
            self.left + x / css_width * self.width
        } else {
            self.left
        }
    }

    /// Zooms, keeping the value under `x` in its place. Over 1 makes things larger.
    ///
    /// Never wider than `bounds`, never narrower than `min_width` or than
    /// [`Span::finest`]; near an edge of `bounds` the window stays inside and the fixed
    /// point gives way. A factor that is not a positive number changes nothing.
    #[must_use]
    pub fn zoom_at(
        &self,
        x: f64,
        css_width: f64,
        factor: f64,
        bounds: Span,
        min_width: f64,
    ) -> Span {
        if !(factor > 0.0 && factor.is_finite() && css_width > 0.0 && x.is_finite()) {
            return *self;
        }
        let min_width = min_width.max(bounds.finest()).min(bounds.width);
        let width = (self.width / factor).clamp(min_width, bounds.width.max(min_width));
        // Moving the left edge by a share of the difference loses less than going through
        // the value under x, which is large beside both widths.
        let left = self.left + x / css_width * (self.width - width);
        Span { left, width }.clamp(bounds, min_width)
    }

    /// Moves the picture by `dx` CSS px (to the right: earlier values appear), within
    /// `bounds`.
    #[must_use]
    pub fn pan_by(&self, dx: f64, css_width: f64, bounds: Span) -> Span {
        if !(css_width > 0.0 && dx.is_finite()) {
            return *self;
        }
        let left = self.left - dx / css_width * self.width;
        Span {
            left,
            width: self.width,
        }
        .clamp(bounds, 0.0)
    }

    /// The nearest window that is inside `bounds` and at least `min_width` wide. Where the
    /// two cannot both be had, `bounds` wins; a window of NaN becomes `bounds`.
    #[must_use]
    pub fn clamp(&self, bounds: Span, min_width: f64) -> Span {
        if !(self.left.is_finite() && self.width.is_finite()) {
            return bounds;
        }
        let width = self.width.max(min_width).min(bounds.width);
        let last = bounds.left + (bounds.width - width);
        let left = self.left.min(last).max(bounds.left);
        Span { left, width }
    }

    /// The narrowest window worth showing inside these bounds: 2^-40 of the largest value.
    /// `f64` has 52 bits, so 2^12 = 4096 places remain for the pixels of the window.
    pub fn finest(&self) -> f64 {
        self.left.abs().max(self.right().abs()) * (0.5f64).powi(40)
    }
}

#[cfg(test)]
mod tests;
