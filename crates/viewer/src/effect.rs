//! What the shell is asked to do. Nothing else leaves `update`.

use engine::Question;
use scene::Key;

use crate::FileId;

/// Something to be done.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// Start a worker for a file and ask it [`crate::FileEntry::question`], under request number 0.
    Open(FileId),
    /// The bytes of a new file are those of others, in this order.
    Derive {
        /// The new file.
        file: FileId,
        /// The others.
        from: Vec<FileId>,
    },
    /// Ask a file's worker.
    Ask {
        /// Whose worker.
        file: FileId,
        /// Number of the request.
        request: u32,
        /// The question.
        question: Box<Question>,
    },
    /// Stop a file's worker; its bytes are forgotten unless `keep`.
    Stop {
        /// Whose worker.
        file: FileId,
        /// Keep the file's bytes, so that it can be opened again.
        keep: bool,
    },
    /// Write the link into the address bar.
    Navigate {
        /// A new history entry, or in place of the newest.
        push: bool,
        /// The fragment, without `#`.
        link: String,
        /// Place in our history, kept with the entry.
        index: usize,
    },
    /// Go back (negative) or forward in the browser's history.
    Travel(i32),
    /// Put a text onto the clipboard.
    Copy(String),
    /// Open the file dialog.
    Browse,
    /// Fetch an example and give it as if it had been dropped.
    Example(&'static str),
    /// Put the cursor into the search box.
    FocusSearch,
    /// Put the focus into the query box, once it is there.
    FocusQuery,
    /// Put the cursor into the search box, before this UTF-16 unit of its new text.
    SearchCaret(u32),
    /// Press a key in the visible canvas view.
    ToView(Key),
    /// Bring an item of the visible canvas view into sight.
    Reveal(u32),
    /// Put the focus onto the visible view.
    FocusView,
    /// Store the preferences.
    SavePrefs(String),
    /// Say something to screen readers.
    Announce(String),
    /// Set the window's title.
    Title(String),
}
