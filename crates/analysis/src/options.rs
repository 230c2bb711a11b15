//! The options of a lens: one table for links, menus, command lines and their help.
//!
//! Names and short keys are those of `go tool pprof` and its web pages, so that people's habits
//! and scripts carry over.

use crate::lens::{Demangle, Granularity, Lens, Real, SortBy};

/// A row of the table.
pub struct LensOption {
    /// Name, as pprof spells it: `tagfocus`.
    pub name: &'static str,
    /// Key in links: `tf`.
    pub key: &'static str,
    /// Name for people.
    pub title: &'static str,
    /// What it does, as a sentence.
    pub help: &'static str,
    /// Where menus put it.
    pub group: Group,
    /// What its value is.
    pub kind: Kind,
    /// The value as text.
    pub get: fn(&Lens) -> String,
    /// Takes a value in.
    pub set: fn(&mut Lens, &str) -> Result<(), String>,
}

/// Where menus put an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    /// Which stacks and frames count.
    Frames,
    /// Which samples count, by their labels.
    Labels,
    /// How frames become rows.
    Rows,
    /// How values are told.
    Values,
    /// What reports leave out.
    Reports,
}

impl Group {
    /// All groups, in the order of menus.
    pub const ALL: [Self; 5] = [
        Self::Frames,
        Self::Labels,
        Self::Rows,
        Self::Values,
        Self::Reports,
    ];

    /// Heading.
    pub fn title(self) -> &'static str {
        match self {
            Self::Frames => "Stacks and frames",
            Self::Labels => "Labels",
            Self::Rows => "Rows",
            Self::Values => "Values",
            Self::Reports => "Reports",
        }
    }
}

/// What the value of an option is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A regular expression, matched against function, file and binary names.
    Regex,
    /// A filter of labels: `key=regex`, `regex,regex`, `4mb:`, `:64kb`, `1ms:5ms`.
    LabelFilter,
    /// Names of tracks, see [`crate::tracks::Pick`].
    Tracks,
    /// Any text.
    Text,
    /// Yes or no.
    Flag,
    /// A number.
    Number,
    /// One of these.
    Choice(&'static [&'static str]),
}

/// A type of option values.
trait Value: Sized {
    fn write(&self) -> String;
    fn read(text: &str) -> Result<Self, String>;
}

impl Value for String {
    fn write(&self) -> String {
        self.clone()
    }
    fn read(text: &str) -> Result<Self, String> {
        Ok(text.to_owned())
    }
}

impl Value for bool {
    fn write(&self) -> String {
        if *self { "true" } else { "false" }.to_owned()
    }
    fn read(text: &str) -> Result<Self, String> {
        match text.to_ascii_lowercase().as_str() {
            "true" | "t" | "yes" | "y" | "1" | "" => Ok(true),
            "false" | "f" | "no" | "n" | "0" => Ok(false),
            _ => Err(format!("“{text}” is neither true nor false")),
        }
    }
}

impl Value for i32 {
    fn write(&self) -> String {
        self.to_string()
    }
    fn read(text: &str) -> Result<Self, String> {
        text.parse()
            .map_err(|_| format!("“{text}” is not a whole number"))
    }
}

impl Value for Real {
    fn write(&self) -> String {
        self.0.to_string()
    }
    fn read(text: &str) -> Result<Self, String> {
        match text.parse::<f64>() {
            Ok(number) if number.is_finite() => Ok(Self(number)),
            _ => Err(format!("“{text}” is not a number")),
        }
    }
}

/// Names of the granularities, in the order of menus.
pub const GRANULARITIES: &[&str] = &[
    "functions",
    "filefunctions",
    "files",
    "lines",
    "addresses",
    "packages",
    "modules",
];

impl Value for Granularity {
    fn write(&self) -> String {
        match self {
            Self::Default => "",
            Self::Functions => "functions",
            Self::FileFunctions => "filefunctions",
            Self::Files => "files",
            Self::Lines => "lines",
            Self::Addresses => "addresses",
            Self::Modules => "modules",
            Self::Packages => "packages",
        }
        .to_owned()
    }
    fn read(text: &str) -> Result<Self, String> {
        Ok(match text {
            "" => Self::Default,
            "functions" => Self::Functions,
            "filefunctions" => Self::FileFunctions,
            "files" => Self::Files,
            "lines" => Self::Lines,
            "addresses" => Self::Addresses,
            "modules" => Self::Modules,
            "packages" => Self::Packages,
            _ => {
                return Err(format!("“{text}” is none of {}", GRANULARITIES.join(", ")));
            }
        })
    }
}

/// Which names functions have, in the order of menus.
const NAMES: &[&str] = &["simple", "templates", "full", "none", "recorded"];

impl Value for Demangle {
    fn write(&self) -> String {
        match self {
            Self::Simple => "simple",
            Self::Templates => "templates",
            Self::Full => "full",
            Self::None => "none",
            Self::Recorded => "recorded",
        }
        .to_owned()
    }
    fn read(text: &str) -> Result<Self, String> {
        Ok(match text {
            "simple" | "default" | "" => Self::Simple,
            "templates" => Self::Templates,
            "full" => Self::Full,
            "none" => Self::None,
            "recorded" => Self::Recorded,
            _ => return Err(format!("“{text}” is none of {}", NAMES.join(", "))),
        })
    }
}

impl Value for SortBy {
    fn write(&self) -> String {
        match self {
            Self::Flat => "flat",
            Self::Cum => "cum",
        }
        .to_owned()
    }
    fn read(text: &str) -> Result<Self, String> {
        match text {
            "flat" | "" => Ok(Self::Flat),
            "cum" => Ok(Self::Cum),
            _ => Err(format!("“{text}” is neither flat nor cum")),
        }
    }
}

macro_rules! option {
    ($field:ident, $key:literal, $title:literal, $group:ident, $kind:expr, $help:literal) => {
        LensOption {
            name: stringify!($field),
            key: $key,
            title: $title,
            help: $help,
            group: Group::$group,
            kind: $kind,
            get: |lens| lens.$field.write(),
            set: |lens, text| {
                lens.$field = Value::read(text)?;
                Ok(())
            },
        }
    };
}

/// Every option, in the order of menus and help.
#[rustfmt::skip]
pub static OPTIONS: &[LensOption] = &[
    option!(focus, "f", "Focus", Frames, Kind::Regex,
        "Keeps stacks in which a function, file or binary matches."),
    option!(ignore, "i", "Ignore", Frames, Kind::Regex,
        "Drops stacks in which a function, file or binary matches."),
    option!(hide, "h", "Hide", Frames, Kind::Regex,
        "Drops the frames that match; their callers get the values."),
    option!(show, "s", "Show", Frames, Kind::Regex,
        "Keeps only the frames that match."),
    option!(show_from, "sf", "Show from", Frames, Kind::Regex,
        "Drops what is above the outermost match; stacks without a match go."),
    option!(prune_from, "prunefrom", "Prune from", Frames, Kind::Regex,
        "Drops what is beneath the innermost match; its function gets the values."),
    option!(all_frames, "allframes", "All frames", Frames, Kind::Flag,
        "Keeps the frames that the profile itself asks to drop."),
    option!(tagfocus, "tf", "Label focus", Labels, Kind::LabelFilter,
        "Keeps samples with a matching label: key=regex, regex,regex, or a range such as 4mb: or 1ms:5ms."),
    option!(tagignore, "ti", "Label ignore", Labels, Kind::LabelFilter,
        "Drops samples with a matching label: key=regex, regex,regex, or a range such as 4mb: or 1ms:5ms."),
    option!(tracks, "tracks", "Tracks", Labels, Kind::Tracks,
        "Keeps samples of these processes and threads: exact names with commas between, a backslash before a comma in a name; ! before the list keeps all others, - none."),
    option!(tagshow, "ts", "Label show", Labels, Kind::Regex,
        "Keeps only labels whose key matches."),
    option!(taghide, "th", "Label hide", Labels, Kind::Regex,
        "Drops labels whose key matches."),
    option!(tagroot, "tagroot", "Labels at the root", Labels, Kind::Text,
        "Makes the values of these keys (with commas between) frames above the stack."),
    option!(tagleaf, "tagleaf", "Labels at the leaf", Labels, Kind::Text,
        "Makes the values of these keys (with commas between) frames beneath the stack."),
    option!(granularity, "g", "Granularity", Rows, Kind::Choice(GRANULARITIES),
        "Which frames are one row: same function, same function and file, same file, same line, same address, same package, same binary."),
    option!(demangle, "dm", "Names", Rows, Kind::Choice(NAMES),
        "How mangled names of C++ and Rust are told: simple, with templates, in full, or none: as the linker knows them; recorded: as they stand in the profile."),
    option!(noinlines, "noinlines", "No inlines", Rows, Kind::Flag,
        "Counts inlined calls for the function they were inlined into."),
    option!(showcolumns, "showcolumns", "Columns", Rows, Kind::Flag,
        "Tells columns of a line apart (with granularity lines or addresses)."),
    option!(call_tree, "calltree", "Call tree", Rows, Kind::Flag,
        "One node for each call path instead of one for each function (call graph, callgrind)."),
    option!(mean, "mean", "Mean", Values, Kind::Flag,
        "Divides each value by the value of the first sample type."),
    option!(unit, "u", "Unit", Values, Kind::Text,
        "Prints values in this unit; minimum chooses one for the report, auto one for each value."),
    option!(divide_by, "divide_by", "Divide by", Values, Kind::Number,
        "Divides values by this number before they are printed."),
    option!(relative_percentages, "rel", "Relative shares", Values, Kind::Flag,
        "Shares are of what the filters leave, not of the whole profile."),
    option!(drop_negative, "dropneg", "Drop negative", Values, Kind::Flag,
        "Leaves rows with a negative value out."),
    option!(sort, "sort", "Sort", Reports, Kind::Choice(&["flat", "cum"]),
        "Sorts reports by self value (flat) or total (cum)."),
    option!(nodecount, "n", "Rows at most", Reports, Kind::Number,
        "At most so many rows; -1 means the report's own default."),
    option!(nodefraction, "nf", "Smallest row", Reports, Kind::Number,
        "Leaves rows with less than this share of the total out."),
    option!(edgefraction, "ef", "Smallest edge", Reports, Kind::Number,
        "Leaves edges with less than this share of the total out."),
    option!(trim, "trim", "Trim", Reports, Kind::Flag,
        "Leaves small rows and edges out at all."),
    option!(about, "about", "Peek at", Reports, Kind::Regex,
        "Which functions the peek report is about, by an expression for their names."),
    option!(compact_labels, "compact", "Compact heading", Reports, Kind::Flag,
        "Reports begin without the profile's own facts."),
];

/// Finds an option by its name.
pub fn find(name: &str) -> Option<&'static LensOption> {
    OPTIONS.iter().find(|option| option.name == name)
}

impl LensOption {
    /// The value that is not told.
    pub fn default(&self) -> String {
        (self.get)(&Lens::default())
    }

    /// True if the lens has another value than the default.
    pub fn is_set(&self, lens: &Lens) -> bool {
        (self.get)(lens) != self.default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn names_and_keys_are_unique_and_defaults_can_be_read() {
        let names: BTreeSet<_> = OPTIONS.iter().map(|o| o.name).collect();
        let keys: BTreeSet<_> = OPTIONS.iter().map(|o| o.key).collect();
        assert_eq!((names.len(), keys.len()), (OPTIONS.len(), OPTIONS.len()));
        for option in OPTIONS {
            let mut lens = Lens::default();
            (option.set)(&mut lens, &option.default()).expect(option.name);
            assert_eq!(lens, Lens::default(), "{}", option.name);
            assert!(option.help.ends_with('.'), "{}", option.name);
        }
    }

    #[test]
    fn what_is_set_is_what_is_told() {
        let mut lens = Lens::default();
        for (name, value) in [
            ("focus", "a|b"),
            ("granularity", "lines"),
            ("sort", "cum"),
            ("nodecount", "20"),
            ("nodefraction", "0.05"),
            ("trim", "false"),
        ] {
            let option = find(name).expect(name);
            (option.set)(&mut lens, value).expect(name);
            assert_eq!((option.get)(&lens), value);
            assert!(option.is_set(&lens));
        }
        for (name, wrong) in [
            ("granularity", "x"),
            ("nodecount", "1.5"),
            ("trim", "perhaps"),
            ("nodefraction", "NaN"),
        ] {
            assert!(
                (find(name).expect(name).set)(&mut lens, wrong).is_err(),
                "{name}"
            );
        }
    }
}
