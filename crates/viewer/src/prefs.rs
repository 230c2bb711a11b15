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
    /// Details of the selection are shown.
    pub details: bool,
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
        let details = if self.details { "&details=1" } else { "" };
        format!("v=1&theme={}{details}", self.theme.id())
    }

    /// From such a text; what is unknown stays at its default.
    pub fn read(text: &str) -> Self {
        let mut prefs = Self::default();
        for (key, value) in text.split('&').filter_map(|pair| pair.split_once('=')) {
            match key {
                "theme" => {
                    let mut all = ThemeChoice::ALL.into_iter();
                    prefs.theme = all.find(|choice| choice.id() == value).unwrap_or_default();
                }
                "details" => prefs.details = value == "1",
                _ => {}
            }
        }
        prefs
    }
}
