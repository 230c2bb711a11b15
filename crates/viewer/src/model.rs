//! All that is known.

use crate::{FileEntry, FileId, History, Prefs, Slot, ViewState};

/// The application's state.
#[derive(Debug, Default)]
pub struct Model {
    /// Files, in the order they were given.
    pub files: Vec<FileEntry>,
    /// What is looked at.
    pub state: ViewState,
    /// A link's state that waits for a file to be opened.
    pub waiting_link: Option<ViewState>,
    /// Steps taken.
    pub history: History,
    /// Answers the visible view lives on.
    pub slots: Slots,
    /// Preferences.
    pub prefs: Prefs,
    /// Short messages, oldest first.
    pub toasts: Vec<Toast>,
    /// The list of keys is shown.
    pub keys_shown: bool,
    /// Number of the next request or toast.
    pub next_number: u32,
}

/// The slots.
#[derive(Debug, Default)]
pub struct Slots {
    /// Data of the visible view.
    pub view: Slot<crate::slots::ViewKey, crate::slots::ViewAnswer>,
    /// Search result of the visible view.
    pub find: Slot<crate::slots::FindKey, crate::slots::FindAnswer>,
}

/// A short message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Toast {
    /// Its number.
    pub id: u32,
    /// The sentence.
    pub text: String,
    /// How serious it is.
    pub tone: Tone,
}

/// How serious a message is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// Good to know.
    Note,
    /// Something could not be done.
    Trouble,
}

impl Model {
    /// A file by number.
    pub fn file(&self, id: FileId) -> Option<&FileEntry> {
        self.files.iter().find(|file| file.id == id)
    }

    /// A file by number, to be changed.
    pub fn file_mut(&mut self, id: FileId) -> Option<&mut FileEntry> {
        self.files.iter_mut().find(|file| file.id == id)
    }

    /// The file that is shown.
    pub fn current(&self) -> Option<&FileEntry> {
        self.state.file.and_then(|id| self.file(id))
    }

    /// A number never given before.
    pub fn number(&mut self) -> u32 {
        self.next_number += 1;
        self.next_number
    }
}
