//! The colours of both schemes, and the fill of a frame from what it is.
//!
//! The page's tokens and the canvas read the same values, so this is the one place where
//! they are written. Frame fills are worked out once per scheme and looked up afterwards:
//! gamut mapping costs too much for twenty thousand boxes a frame.

use std::sync::LazyLock;

use crate::Color;

/// Light or dark.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Scheme {
    /// Dark ink on light ground.
    #[default]
    Light,
    /// Light ink on dark ground.
    Dark,
}

/// All colours of one scheme.
pub struct Theme {
    /// Which one this is.
    pub scheme: Scheme,
    /// Behind everything.
    pub background: Color,
    /// Bars, panels, menus: one step off the background.
    pub surface: Color,
    /// Text.
    pub ink: Color,
    /// Units, notes, what is less important; still readable.
    pub ink_dim: Color,
    /// Hair lines between things.
    pub line: Color,
    /// Focus and selection, nothing else.
    pub accent: Color,
    /// Text on the accent.
    pub on_accent: Color,
    /// Outline of a search match.
    pub found: Color,
    /// Outline of all instances of what the pointer is over.
    pub hover: Color,
    /// Something went wrong.
    pub error: Color,
    /// Something is worth knowing.
    pub warning: Color,
    /// Bars behind the figures of a table.
    pub bar: Color,
    /// Laid over what is out of the window or stale; translucent.
    pub veil: Color,
    /// Names on frames.
    pub frame_ink: Color,
    /// The package before the name; readable as well.
    pub frame_ink_dim: Color,
    /// Fills by [`Tint`], see `index_of`.
    frames: Vec<Color>,
    /// Fills by heat and difference, see [`Theme::ramp`].
    ramps: Vec<Color>,
}

/// What decides a frame's fill.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Tint {
    /// From [`crate::hue_of`] the package; `None` is neutral: runtime, kernel, idle, unknown.
    pub hue: Option<u8>,
    /// 0..=3: a small difference in lightness, so that functions of one package differ.
    pub step: u8,
    /// Not a search match: 45 % of the chroma.
    pub faded: bool,
}

impl Theme {
    /// The theme of a scheme.
    pub fn of(scheme: Scheme) -> &'static Theme {
        static LIGHT: LazyLock<Theme> = LazyLock::new(light);
        static DARK: LazyLock<Theme> = LazyLock::new(dark);
        match scheme {
            Scheme::Light => &LIGHT,
            Scheme::Dark => &DARK,
        }
    }

    /// The fill of a frame. `frame_ink` reads on every one of them.
    pub fn frame(&self, tint: Tint) -> Color {
        self.frames[index_of(tint)]
    }

    /// A share 0..=1 as heat, on one hue. `frame_ink` reads on it.
    pub fn heat(&self, share: f64, faded: bool) -> Color {
        self.ramp(0, share, faded)
    }

    /// A difference -1..=1: blue is less, orange is more, pale is the same. Never the only
    /// sign: the label says + or − as well. `frame_ink` reads on it.
    pub fn difference(&self, change: f64, faded: bool) -> Color {
        let hue = if change < 0.0 { 1 } else { 2 };
        self.ramp(hue, change.abs(), faded)
    }

    /// One ramp after the other as [`RAMP_HUES`] names them, each with its levels; each plain,
    /// then faded.
    fn ramp(&self, hue: usize, share: f64, faded: bool) -> Color {
        // A share of NaN is nothing, which `clamp` alone would hand on.
        let share = if share > 0.0 { share.min(1.0) } else { 0.0 };
        let level = (share * (LEVELS - 1) as f64).round() as usize;
        self.ramps[(hue * LEVELS + level) * 2 + usize::from(faded)]
    }
}

const HUES: usize = 256;
const STEPS: usize = 4;
/// Steps of a ramp: finer than eyes tell apart.
const LEVELS: usize = 256;
/// Heat, less, more, in degrees.
const RAMP_HUES: [f64; 3] = [40.0, 250.0, 60.0];
/// How much chroma a faded frame keeps.
const FADED: f64 = 0.45;
/// Lightness added per step; the base first, so that step 0 is the documented colour.
const STEP_LIGHTNESS: [f64; STEPS] = [0.0, 0.02, -0.02, -0.04];
/// The cool grey of everything without a colour of its own.
const COOL: f64 = 255.0;

/// Hues, then the neutral one; each with its steps; each plain, then faded.
fn index_of(tint: Tint) -> usize {
    let hue = tint.hue.map_or(HUES, usize::from);
    let step = usize::from(tint.step) % STEPS;
    (hue * STEPS + step) * 2 + usize::from(tint.faded)
}

fn frames(lightness: f64, chroma: f64) -> Vec<Color> {
    let mut frames = Vec::with_capacity((HUES + 1) * STEPS * 2);
    for hue in 0..=HUES {
        let (chroma, degrees) = match hue {
            HUES => (0.008, COOL),
            _ => (chroma, hue as f64 / HUES as f64 * 360.0),
        };
        for step in STEP_LIGHTNESS {
            for kept in [1.0, FADED] {
                frames.push(Color::oklch(lightness + step, chroma * kept, degrees));
            }
        }
    }
    frames
}

/// From pale at nothing to strong at all; both are lightness and chroma.
fn ramps(pale: (f64, f64), strong: (f64, f64)) -> Vec<Color> {
    let mut ramps = Vec::with_capacity(RAMP_HUES.len() * LEVELS * 2);
    for hue in RAMP_HUES {
        for level in 0..LEVELS {
            let t = level as f64 / (LEVELS - 1) as f64;
            let mix = |a: f64, b: f64| a + (b - a) * t;
            for kept in [1.0, FADED] {
                let chroma = mix(pale.1, strong.1) * kept;
                ramps.push(Color::oklch(mix(pale.0, strong.0), chroma, hue));
            }
        }
    }
    ramps
}

fn cool(lightness: f64) -> Color {
    Color::oklch(lightness, 0.008, COOL)
}

fn light() -> Theme {
    Theme {
        scheme: Scheme::Light,
        background: cool(0.995),
        surface: cool(0.97),
        ink: cool(0.24),
        ink_dim: cool(0.48),
        line: cool(0.89),
        accent: Color::oklch(0.52, 0.19, 262.0),
        on_accent: cool(1.0),
        found: Color::oklch(0.50, 0.20, 328.0),
        hover: cool(0.30),
        error: Color::oklch(0.50, 0.19, 27.0),
        warning: Color::oklch(0.54, 0.12, 70.0),
        bar: Color::oklch(0.91, 0.035, 255.0),
        veil: cool(0.995).with_alpha(0xb0),
        frame_ink: cool(0.22),
        frame_ink_dim: cool(0.40),
        frames: frames(0.84, 0.08),
        ramps: ramps((0.94, 0.012), (0.76, 0.14)),
    }
}

fn dark() -> Theme {
    Theme {
        scheme: Scheme::Dark,
        background: cool(0.19),
        surface: cool(0.235),
        ink: cool(0.92),
        ink_dim: cool(0.72),
        line: cool(0.33),
        accent: Color::oklch(0.72, 0.14, 255.0),
        on_accent: cool(0.16),
        found: Color::oklch(0.78, 0.17, 328.0),
        hover: cool(0.92),
        error: Color::oklch(0.70, 0.17, 25.0),
        warning: Color::oklch(0.80, 0.13, 80.0),
        bar: Color::oklch(0.32, 0.045, 255.0),
        veil: cool(0.19).with_alpha(0xb0),
        frame_ink: cool(0.97),
        frame_ink_dim: cool(0.895),
        frames: frames(0.46, 0.08),
        ramps: ramps((0.32, 0.012), (0.53, 0.14)),
    }
}

#[cfg(test)]
mod tests;
