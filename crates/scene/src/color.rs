//! Colours: sRGB as painters want it, OKLCH as designers want it, WCAG contrast as eyes do.
//!
//! OKLCH keeps lightness steady over all hues, so one ink is readable on all of them. The
//! matrices are those of <https://bottosson.github.io/posts/oklab/>.

/// An sRGB colour with alpha, `0xRRGGBBAA`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Color(pub u32);

impl Color {
    /// Opaque red, green, blue.
    pub const fn rgb(r: u8, g: u8, b: u8) -> Color {
        Color(u32::from_be_bytes([r, g, b, 0xff]))
    }

    /// The same colour, covering as much as `alpha` of 255.
    #[must_use]
    pub const fn with_alpha(self, alpha: u8) -> Color {
        Color(self.0 & 0xffff_ff00 | alpha as u32)
    }

    /// Red, green, blue, alpha.
    pub const fn channels(self) -> [u8; 4] {
        self.0.to_be_bytes()
    }

    /// As CSS and SVG write it: `#rrggbb`, or `#rrggbbaa` where it is not opaque.
    pub fn css(self) -> String {
        match self.0 & 0xff {
            0xff => format!("#{:06x}", self.0 >> 8),
            _ => format!("#{:08x}", self.0),
        }
    }

    /// Contrast of two opaque colours after WCAG 2: 1 (none) to 21 (black on white).
    pub fn contrast(self, other: Color) -> f64 {
        let (a, b) = (self.luminance(), other.luminance());
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    /// Relative luminance after WCAG 2: 0 black, 1 white. Alpha is not looked at.
    pub fn luminance(self) -> f64 {
        let [r, g, b, _] = self.channels().map(linear);
        0.2126 * r + 0.7152 * g + 0.0722 * b
    }

    /// The colour that `self` gives when painted over the opaque `below`.
    #[must_use]
    pub fn over(self, below: Color) -> Color {
        let [r, g, b, a] = self.channels();
        let [r2, g2, b2, _] = below.channels();
        let alpha = f64::from(a) / 255.0;
        let mix = |top: u8, low: u8| {
            (f64::from(top) * alpha + f64::from(low) * (1.0 - alpha)).round() as u8
        };
        Color::rgb(mix(r, r2), mix(g, g2), mix(b, b2))
    }

    /// Lightness 0..1, chroma 0..about 0.37, hue in degrees. Where sRGB has no such colour,
    /// chroma is lowered until it has: lightness and hue are what contrast and recognition
    /// hang on.
    pub fn oklch(l: f64, c: f64, h: f64) -> Color {
        let l = l.clamp(0.0, 1.0);
        let whole = oklch_linear(l, c, h);
        if in_gamut(whole) {
            return encoded(whole);
        }
        let (mut inside, mut outside) = (0.0, c);
        for _ in 0..24 {
            let middle = f64::midpoint(inside, outside);
            match in_gamut(oklch_linear(l, middle, h)) {
                true => inside = middle,
                false => outside = middle,
            }
        }
        encoded(oklch_linear(l, inside, h))
    }
}

/// A hue for a package's name: the same in every file, session and release.
///
/// FNV-1a over 64 bits, its eight bytes then xored into one. Changing this recolours
/// everybody's profiles, so the values are pinned by a test.
pub fn hue_of(name: &[u8]) -> u8 {
    let hash = name.iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    hash.to_le_bytes()
        .iter()
        .fold(0, |folded, byte| folded ^ byte)
}

pub(crate) fn linear(channel: u8) -> f64 {
    let s = f64::from(channel) / 255.0;
    if s <= 0.040_45 {
        s / 12.92
    } else {
        ((s + 0.055) / 1.055).powf(2.4)
    }
}

pub(crate) fn encoded(linear: [f64; 3]) -> Color {
    let [r, g, b] = linear.map(|v| {
        let v = v.clamp(0.0, 1.0);
        let s = if v <= 0.003_130_8 {
            v * 12.92
        } else {
            1.055 * v.powf(1.0 / 2.4) - 0.055
        };
        (s * 255.0).round() as u8
    });
    Color::rgb(r, g, b)
}

fn in_gamut(linear: [f64; 3]) -> bool {
    linear.iter().all(|v| (-1e-6..=1.0 + 1e-6).contains(v))
}

/// OKLCH to linear sRGB, which lies outside 0..1 where sRGB has no such colour.
fn oklch_linear(lightness: f64, chroma: f64, hue: f64) -> [f64; 3] {
    let (sin, cos) = hue.to_radians().sin_cos();
    let (a, b) = (chroma * cos, chroma * sin);
    let l = (lightness + 0.396_337_777_4 * a + 0.215_803_757_3 * b).powi(3);
    let m = (lightness - 0.105_561_345_8 * a - 0.063_854_172_8 * b).powi(3);
    let s = (lightness - 0.089_484_177_5 * a - 1.291_485_548_0 * b).powi(3);
    [
        4.076_741_662_1 * l - 3.307_711_591_3 * m + 0.230_969_929_2 * s,
        -1.268_438_004_6 * l + 2.609_757_401_1 * m - 0.341_319_396_5 * s,
        -0.004_196_086_3 * l - 0.703_418_614_7 * m + 1.707_614_701_0 * s,
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    const WHITE: Color = Color::rgb(255, 255, 255);
    const BLACK: Color = Color::rgb(0, 0, 0);

    #[test]
    fn css_writes_alpha_only_when_needed() {
        assert_eq!(Color::rgb(0, 10, 255).css(), "#000aff");
        assert_eq!(Color::rgb(0, 10, 255).with_alpha(0x80).css(), "#000aff80");
    }

    #[test]
    fn contrast_is_wcags() {
        assert!((WHITE.contrast(BLACK) - 21.0).abs() < 1e-9);
        assert!((BLACK.contrast(WHITE) - 21.0).abs() < 1e-9);
        // The well-known lightest grey that passes on white.
        let grey = Color::rgb(0x76, 0x76, 0x76);
        assert!((grey.contrast(WHITE) - 4.54).abs() < 0.01);
    }

    #[test]
    fn oklch_agrees_with_css_color_4() {
        assert_eq!(Color::oklch(0.0, 0.0, 0.0), BLACK);
        assert_eq!(Color::oklch(1.0, 0.0, 0.0), WHITE);
        assert_eq!(Color::oklch(0.627_955, 0.257_683, 29.2339).css(), "#ff0000");
        assert_eq!(Color::oklch(0.452_014, 0.313_214, 264.052).css(), "#0000ff");
    }

    #[test]
    fn what_srgb_lacks_is_made_paler_not_lighter() {
        for hue in 0..360 {
            let wanted = Color::oklch(0.8, 0.4, f64::from(hue));
            let grey = Color::oklch(0.8, 0.0, 0.0);
            // Equal OK lightness is not quite equal luminance; it stays near.
            assert!(
                (wanted.luminance() - grey.luminance()).abs() < 0.16,
                "hue {hue}"
            );
        }
    }

    #[test]
    fn covering_half_mixes_half() {
        assert_eq!(
            BLACK.with_alpha(0x80).over(WHITE),
            Color::rgb(127, 127, 127)
        );
        assert_eq!(BLACK.over(WHITE), BLACK);
    }

    #[test]
    fn hues_are_pinned_and_spread() {
        let names = [
            "",
            "main",
            "runtime",
            "net/http",
            "encoding/json",
            "std::io",
        ];
        let hues = names.map(|name| hue_of(name.as_bytes()));
        assert_eq!(hues, [225, 27, 229, 201, 69, 217]);
        let mut hits = [0u32; 256];
        for i in 0..25_600 {
            hits[usize::from(hue_of(format!("example.com/pkg{i}").as_bytes()))] += 1;
        }
        assert!(hits.iter().all(|&n| n > 40 && n < 180), "{hits:?}");
    }
}
