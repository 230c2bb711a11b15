//! Preferences: kept in the browser, never in a link.

/// Which theme to show.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ThemeChoice {
    /// As the system says.
    #[default]
    System,
    /// Light.
    Light,
    /// Dark.
    Dark,
}

/// What is remembered between visits.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Prefs {
    /// The theme.
    pub theme: ThemeChoice,
}

impl ThemeChoice {
    /// All choices, in the order of the switch.
    pub const ALL: [Self; 3] = [Self::System, Self::Light, Self::Dark];

    /// Short name, also the value of the page's `data-theme`.
    pub fn id(self) -> &'static str {
        match self {
            Self::System => "system",
            Self::Light => "light",
            Self::Dark => "dark",
        }
    }

    /// Name on the switch.
    pub fn title(self) -> &'static str {
        match self {
            Self::System => "Theme: system",
            Self::Light => "Theme: light",
            Self::Dark => "Theme: dark",
        }
    }

    /// Sign on the switch.
    pub fn sign(self) -> &'static str {
        match self {
            Self::System => "◐",
            Self::Light => "☀",
            Self::Dark => "☾",
        }
    }

    /// The next choice.
    #[must_use]
    pub fn next(self) -> Self {
        match self {
            Self::System => Self::Light,
            Self::Light => Self::Dark,
            Self::Dark => Self::System,
        }
    }
}

impl Prefs {
    /// As text, versioned.
    pub fn write(&self) -> String {
        format!("v=1&theme={}", self.theme.id())
    }

    /// From such a text; what is unknown stays at its default.
    pub fn read(text: &str) -> Self {
        let theme = text
            .split('&')
            .filter_map(|pair| pair.split_once('='))
            .find(|(key, _)| *key == "theme")
            .and_then(|(_, id)| {
                ThemeChoice::ALL
                    .into_iter()
                    .find(|choice| choice.id() == id)
            })
            .unwrap_or_default();
        Self { theme }
    }
}
