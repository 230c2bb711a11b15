//! The lens: everything that changes numbers. It is the key of the engine's memo and the part
//! of a link that decides what is computed; how a picture is looked at is not here.
//!
//! Every field but the sample type and the steps is a row of [`crate::options::OPTIONS`], which drives links,
//! menus and the command line.

use std::hash::{Hash, Hasher};

use crate::steps::Step;
use profile::Profile;
use serde::{Deserialize, Serialize};

/// What is counted, and how.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Lens {
    /// Kind of the sample type, for example `inuse_space`; empty means the profile's own
    /// default. A name instead of an index, so that it survives a change of the file.
    pub sample_type: String,
    /// Divide values by the first sample type's.
    pub mean: bool,
    /// Which frames are one.
    pub granularity: Granularity,
    /// Count inlined calls for their caller.
    pub noinlines: bool,
    /// Tell columns apart where lines are.
    pub showcolumns: bool,
    /// Which names functions have.
    pub demangle: Demangle,
    /// Keep stacks through a match.
    pub focus: String,
    /// Drop stacks through a match.
    pub ignore: String,
    /// Drop matching frames.
    pub hide: String,
    /// Keep matching frames only.
    pub show: String,
    /// Drop what is above the outermost match.
    pub show_from: String,
    /// Drop what is beneath the innermost match.
    pub prune_from: String,
    /// Keep samples whose labels match.
    pub tagfocus: String,
    /// Drop samples whose labels match.
    pub tagignore: String,
    /// Tracks that are counted, as [`crate::tracks::Pick`] writes them; empty means all.
    pub tracks: String,
    /// Labels that are shown.
    pub tagshow: String,
    /// Labels that are not shown.
    pub taghide: String,
    /// Labels that become frames at the root.
    pub tagroot: String,
    /// Labels that become frames at the leaf.
    pub tagleaf: String,
    /// Unit of values; empty means chosen by size.
    pub unit: String,
    /// Values are divided by this before they are printed.
    pub divide_by: Real,
    /// Shares are of what is left by the filters.
    pub relative_percentages: bool,
    /// What reports are sorted by.
    pub sort: SortBy,
    /// At most so many rows in a report; -1 means the report's default.
    pub nodecount: i32,
    /// Rows with less than this share are left out.
    pub nodefraction: Real,
    /// Edges with less than this share are left out.
    pub edgefraction: Real,
    /// Leave small rows and edges out at all.
    pub trim: bool,
    /// One node a call path instead of one a function.
    pub call_tree: bool,
    /// Leave negative rows out.
    pub drop_negative: bool,
    /// Reports begin without the profile's own facts.
    pub compact_labels: bool,
    /// Keep frames that the profile asks to drop.
    pub all_frames: bool,
    /// Which functions the peek report is about.
    pub about: String,
    /// Steps, in the order they were taken, after all of the above.
    pub steps: Vec<Step>,
}

impl Default for Lens {
    fn default() -> Self {
        Self {
            sample_type: String::new(),
            mean: false,
            granularity: Granularity::Default,
            noinlines: false,
            showcolumns: false,
            demangle: Demangle::Simple,
            focus: String::new(),
            ignore: String::new(),
            hide: String::new(),
            show: String::new(),
            show_from: String::new(),
            prune_from: String::new(),
            tagfocus: String::new(),
            tagignore: String::new(),
            tracks: String::new(),
            tagshow: String::new(),
            taghide: String::new(),
            tagroot: String::new(),
            tagleaf: String::new(),
            unit: String::new(),
            divide_by: Real(1.0),
            relative_percentages: false,
            sort: SortBy::Flat,
            nodecount: -1,
            nodefraction: Real(0.005),
            edgefraction: Real(0.001),
            trim: true,
            call_tree: false,
            drop_negative: false,
            compact_labels: false,
            all_frames: false,
            about: String::new(),
            steps: Vec::new(),
        }
    }
}

/// Which frames are one row, node or box.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Granularity {
    /// As the view or report likes it: functions, if it does not say.
    #[default]
    Default,
    /// By function name.
    Functions,
    /// By function name and file.
    FileFunctions,
    /// By file.
    Files,
    /// By function name, file and line.
    Lines,
    /// By address.
    Addresses,
    /// By binary.
    Modules,
    /// By package; where there is none, by binary.
    Packages,
}

/// Which names functions have, as pprof's `-symbolize=demangle=` tells them apart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Demangle {
    /// Readable, without parameters and arguments of templates; a name that is readable in the
    /// profile already stays, but for those.
    #[default]
    Simple,
    /// Readable, with arguments of templates, from the linker's names.
    Templates,
    /// Readable, with everything, from the linker's names.
    Full,
    /// The linker's names.
    None,
    /// As they stand in the profile.
    Recorded,
}

/// What reports are sorted by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum SortBy {
    /// By self value.
    #[default]
    Flat,
    /// By total.
    Cum,
}

/// A real number that can be part of a key: equal if its bits are.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Real(pub f64);

impl PartialEq for Real {
    fn eq(&self, other: &Self) -> bool {
        self.0.to_bits() == other.0.to_bits()
    }
}

impl Eq for Real {}

impl Hash for Real {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.to_bits().hash(state);
    }
}

impl Lens {
    /// The lens that looks at one sample type.
    pub fn of_type(kind: &str) -> Self {
        Self {
            sample_type: kind.to_owned(),
            ..Self::default()
        }
    }

    /// The value column this lens means; `None` if the profile has no such sample type.
    pub fn column(&self, profile: &Profile) -> Option<usize> {
        match self.sample_type.as_str() {
            "" => Some(profile.first_sample_type()),
            name => profile.find_sample_type(name),
        }
        .filter(|&column| column < profile.samples.values.len())
    }
}
