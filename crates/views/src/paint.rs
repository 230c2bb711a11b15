//! What the colours of a picture tell, and what a legend says of them.
//!
//! One choice for all views, so that changing the view does not change the meaning of colours.
//! A mode by category follows when the model has categories; until then it would be an empty
//! promise in the list.

use scene::Color;

/// What colours tell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Paint {
    /// What suits the data: [`Paint::Difference`] where there are negative values, else
    /// [`Paint::Package`].
    #[default]
    Auto,
    /// Negative or positive.
    Difference,
    /// The package.
    Package,
    /// The binary.
    Module,
    /// The source file.
    File,
    /// The self value.
    Heat,
}

/// Every paint that can be chosen. What is of use for data without negative values comes after
/// the first.
pub static PAINTS: &[Paint] = &[
    Paint::Difference,
    Paint::Package,
    Paint::Module,
    Paint::File,
    Paint::Heat,
];

impl Paint {
    /// The paint with this id; the empty one is [`Paint::Auto`].
    pub fn find(id: &str) -> Option<Self> {
        match id {
            "" => Some(Self::Auto),
            id => PAINTS.iter().copied().find(|paint| paint.id() == id),
        }
    }

    /// Short name in links; never changes.
    pub fn id(self) -> &'static str {
        self.texts()[0]
    }

    /// Name in the list.
    pub fn title(self) -> &'static str {
        self.texts()[1]
    }

    /// What it says, as a sentence.
    pub fn hint(self) -> &'static str {
        self.texts()[2]
    }

    fn texts(self) -> [&'static str; 3] {
        match self {
            Self::Auto => [
                "",
                "Automatic",
                "By difference where values are negative, else by package.",
            ],
            Self::Difference => [
                "difference",
                "By difference",
                "Orange is more, blue is less: the sum of values over the sum of their sizes.",
            ],
            Self::Package => [
                "package",
                "By package",
                "One hue a package; grey is runtime, kernel and what has no name.",
            ],
            Self::Module => ["module", "By module", "One hue a binary; grey is unknown."],
            Self::File => ["file", "By file", "One hue a source file; grey is unknown."],
            Self::Heat => [
                "heat",
                "By self value",
                "The stronger, the larger the frame\u{2019}s self value beside the largest.",
            ],
        }
    }
}

/// A row of a legend.
#[derive(Clone, Debug, PartialEq)]
pub struct LegendRow {
    /// The colour.
    pub color: Color,
    /// What has it.
    pub text: String,
    /// Its self values as a share of total, -1..=1, where the colour stands for a group.
    pub share: Option<f64>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_paint_is_found_by_its_id_and_told() {
        for &paint in [Paint::Auto].iter().chain(PAINTS) {
            assert_eq!(Paint::find(paint.id()), Some(paint));
            assert!(paint.hint().ends_with('.') && !paint.title().is_empty());
        }
        assert_eq!(Paint::find("nope"), None);
        assert_eq!(Paint::find("Heat"), None);
    }
}
