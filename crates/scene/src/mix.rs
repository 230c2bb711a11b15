//! The colour of a place where several colours lie, too small to be told apart.
//!
//! Mixed as light mixes in the eye: in linear light, by area. The luminance of a mixture then
//! lies between those of its parts, so an ink that reads on all of them reads on it.

use std::sync::LazyLock;

use crate::Color;
use crate::color::{encoded, linear};

/// Linear light of each channel value: powers are too dear for thousands of parts a frame.
static LINEAR: LazyLock<[f64; 256]> =
    LazyLock::new(|| std::array::from_fn(|value| linear(value as u8)));

/// What a part of no area counts: it shows only where nothing else lies.
const NO_AREA: f64 = 1e-30;

/// Mixed colours are multiples of this: it cannot be seen, and painters pay for each colour.
const STEP: u8 = 4;

/// Opaque colours being mixed.
#[derive(Clone, Copy, Debug, Default)]
pub struct Mix {
    light: [f64; 3],
    area: f64,
    /// The only colour so far.
    only: Option<Color>,
}

impl Mix {
    /// Adds a part.
    pub fn add(&mut self, color: Color, area: f64) {
        self.only = match self.only {
            None if self.area > 0.0 => None,
            Some(only) if only != color => None,
            _ => Some(color),
        };
        let area = area.max(NO_AREA);
        let [r, g, b, _] = color.channels();
        for (sum, channel) in self.light.iter_mut().zip([r, g, b]) {
            *sum += LINEAR[usize::from(channel)] * area;
        }
        self.area += area;
    }

    /// The mixture; `None` of nothing.
    pub fn color(&self) -> Option<Color> {
        if self.only.is_some() || self.area == 0.0 {
            return self.only;
        }
        let [r, g, b, _] = encoded(self.light.map(|sum| sum / self.area))
            .channels()
            .map(|value| value.saturating_add(STEP / 2) / STEP * STEP);
        Some(Color::rgb(r, g, b))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mixed(parts: &[(Color, f64)]) -> Option<Color> {
        let mut mix = Mix::default();
        for &(color, area) in parts {
            mix.add(color, area);
        }
        mix.color()
    }

    const RED: Color = Color::rgb(255, 0, 0);
    const BLUE: Color = Color::rgb(3, 7, 251);

    #[test]
    fn one_colour_stays_as_it_is() {
        assert_eq!(mixed(&[]), None);
        assert_eq!(mixed(&[(BLUE, 0.0)]), Some(BLUE));
        assert_eq!(mixed(&[(BLUE, 1.0), (BLUE, 2.0), (BLUE, 0.0)]), Some(BLUE));
    }

    #[test]
    fn half_the_light_is_half_the_light() {
        // The sRGB value of half the light is 188.
        let half = mixed(&[(RED, 1.0), (BLUE, 1.0)]);
        assert_eq!(half, Some(Color::rgb(188, 4, 184)));
        let back = mixed(&[(BLUE, 1.0), (RED, 1.0), (BLUE, 0.0)]);
        assert_eq!(back, half, "in any order");
        let mostly = mixed(&[(RED, 1e-6), (BLUE, 1.0)]);
        assert_eq!(mostly, Some(Color::rgb(4, 8, 252)));
    }
}
