//! Open files: what the picker lists.

use engine::{How, Part, Progress, Question, Summary};
use serde::{Deserialize, Serialize};

use crate::ViewState;

/// Number of a file, given by the shell when it takes the file in; never used twice.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, Default,
)]
pub struct FileId(pub u32);

/// A file that was given, whatever became of it.
#[derive(Clone, Debug, PartialEq)]
pub struct FileEntry {
    /// Its number.
    pub id: FileId,
    /// Its name.
    pub name: String,
    /// Its size in bytes.
    pub bytes: u64,
    /// How far it is.
    pub phase: Phase,
    /// How it was looked at when it was left for another file.
    pub left_at: Option<ViewState>,
    /// How often its worker died since the last answer.
    pub deaths: u32,
    /// Which drop, choice or paste it came with.
    pub gift: u32,
    /// It was open before its worker died.
    pub was_open: bool,
    /// What it is made of, if it is no file but several.
    pub origin: Option<Origin>,
}

/// Several files as one profile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The files.
    pub parts: Vec<Part>,
    /// How they became one.
    pub how: How,
}

/// How far a file is.
#[derive(Clone, Debug, PartialEq)]
pub enum Phase {
    /// Being read.
    Loading(Progress),
    /// Open.
    Open(Summary),
    /// Could not be opened: the sentence why.
    Failed {
        /// Short and stable.
        code: String,
        /// The sentence, with the file's name.
        message: String,
    },
}

impl FileEntry {
    /// The question that opens it.
    pub fn question(&self) -> Question {
        match &self.origin {
            None => Question::Open {
                name: self.name.clone(),
            },
            Some(Origin { parts, how }) => Question::Combine {
                parts: parts.clone(),
                how: *how,
            },
        }
    }

    /// The summary, if open.
    pub fn summary(&self) -> Option<&Summary> {
        match &self.phase {
            Phase::Open(summary) => Some(summary),
            Phase::Loading(_) | Phase::Failed { .. } => None,
        }
    }
}
