//! Orders of the flame graph: what stands beside what.

use crate::view::{Choice, Switch};

/// What stands beside what in a row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// Equal stacks are one; the heaviest first.
    #[default]
    Heavy,
    /// Every call by itself, in the order of samples.
    Time,
    /// Equal stacks are one, as `go tool pprof` draws them: the part of a frame that is its own
    /// is left free at its left, callees stand at its right, the heaviest first.
    Pprof,
    /// Equal stacks are one; by name, so that two profiles can be laid side by side.
    Name,
}

impl Mode {
    /// All of them, in the order of menus.
    pub const ALL: [Self; 4] = [Self::Heavy, Self::Time, Self::Pprof, Self::Name];

    /// Short name in links; the default has none.
    pub fn id(self) -> &'static str {
        match self {
            Self::Heavy => "",
            Self::Time => "time",
            Self::Pprof => "pprof",
            Self::Name => "name",
        }
    }

    /// The mode with this id.
    pub fn read(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|mode| mode.id() == id)
    }

    /// True where equal stacks are one.
    pub fn merges(self) -> bool {
        self != Self::Time
    }
}

/// The switches of the view, in the order of [`super::look::FlameLook`]'s fields.
pub(super) static SWITCHES: &[Switch] = &[
    Switch {
        title: "Order",
        keys: "",
        choices: &[
            Choice {
                title: "Left heavy",
                hint: "Equal stacks are one box; the heaviest callee stands first.",
            },
            Choice {
                title: "Time order",
                hint: "Every call by itself, in the order of the samples: by their timestamps, or else as they stand in the file.",
            },
            Choice {
                title: "pprof order",
                hint: "As go tool pprof draws it: a frame's own share at its left, then its callees, the heaviest first.",
            },
            Choice {
                title: "By name",
                hint: "Equal stacks are one box; callees by name, so that two profiles can be compared.",
            },
        ],
    },
    Switch {
        title: "Direction",
        keys: "i",
        choices: &[
            Choice {
                title: "Icicle",
                hint: "The root on top, callees below their caller.",
            },
            Choice {
                title: "Flame",
                hint: "The root at the bottom, callees above their caller.",
            },
        ],
    },
];
