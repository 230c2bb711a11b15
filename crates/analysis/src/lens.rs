//! The lens: everything that changes numbers. It is the key of the engine's memo and the part
//! of a link that decides what is computed; how a picture is looked at is not here.

use profile::Profile;
use serde::{Deserialize, Serialize};

/// What is counted.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Lens {
    /// Kind of the sample type, for example `inuse_space`; empty means the profile's own
    /// default. A name instead of an index, so that it survives a change of the file.
    pub sample_type: String,
}

impl Lens {
    /// The lens that looks at one sample type.
    pub fn of_type(kind: &str) -> Self {
        Self {
            sample_type: kind.to_owned(),
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
