//! All that can happen.

use analysis::Step;
use analysis::find::Mode;
use engine::{How, Reply};
use scene::Key;
use views::{Commit, Picked};

use crate::menu::Part;
use crate::picker::PickerMsg;
use crate::refine::Refine;
use crate::tables::CopyAs;
use crate::tracks::TracksMsg;
use crate::{CommandId, FileId, ThemeChoice};

/// A file that the user gave.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Given {
    /// Number the shell keeps its bytes under.
    pub id: FileId,
    /// Its name.
    pub name: String,
    /// Its size in bytes.
    pub bytes: u64,
}

/// Something happened.
#[derive(Clone, Debug, PartialEq)]
pub enum Msg {
    /// The page was opened with this fragment (without `#`).
    Started {
        /// The fragment.
        link: String,
        /// Stored preferences, as [`crate::Prefs::write`] wrote them; empty if none.
        prefs: String,
    },
    /// Files were dropped, chosen or pasted. An empty list: something was dropped or pasted
    /// that holds no file and no text.
    Given(Vec<Given>),
    /// A worker replied.
    Replied {
        /// Whose worker.
        file: FileId,
        /// Number of the request.
        request: u32,
        /// The reply.
        reply: Reply,
    },
    /// A worker died.
    Died {
        /// Whose worker.
        file: FileId,
        /// What it said at last.
        message: String,
    },
    /// Make one profile of the shown one and others.
    Combine {
        /// The other files; one for a difference.
        with: Vec<FileId>,
        /// How.
        how: How,
    },
    /// Stop reading a file and forget it.
    Cancel(FileId),
    /// Close a file.
    Close(FileId),
    /// Try a file again that failed or whose worker died.
    Retry(FileId),
    /// Show a file.
    Select(FileId),
    /// Show a view.
    View(String),
    /// Count something else.
    SampleType(String),
    /// Show another profile of the same file.
    Profile(u32),
    /// An option of the lens was set.
    Option {
        /// Its name.
        name: &'static str,
        /// Its value, as text.
        value: String,
        /// The value is being typed: one step of the history for the whole of it.
        typing: bool,
    },
    /// All options go back to their defaults.
    ClearOptions,
    /// The query was typed.
    Query(String),
    /// A step is taken.
    Step(Step),
    /// A step is taken back, by its place; those after it stay.
    RemoveStep(usize),
    /// An option shall be about what is selected.
    Refine(Refine),
    /// Copy what the visible table holds.
    Copy(CopyAs),
    /// A view's look changed.
    Look {
        /// The view.
        view: String,
        /// Its look.
        look: String,
        /// How it enters the history.
        commit: Commit,
    },
    /// A function was chosen by its name.
    PickName(String),
    /// A text goes to the clipboard.
    CopyText(String),
    /// A switch of a view's look was set.
    Switch {
        /// The view.
        view: String,
        /// Which of its switches.
        switch: usize,
        /// Which choice.
        choice: usize,
    },
    /// Colours shall tell something else: the id of a [`views::Paint`].
    Paint(String),
    /// Something was selected or, with `None`, nothing is any more. `look` is the look that
    /// changed in the same gesture.
    Picked {
        /// What.
        picked: Option<Picked>,
        /// View and its new look.
        look: Option<(String, String)>,
        /// How it enters the history.
        commit: Commit,
    },
    /// The search text changed.
    Find(String),
    /// The search text shall be meant so.
    FindMode(Mode),
    /// A canvas view tells how many places match the search: inside its zoom, and in all.
    Visible {
        /// The view.
        view: &'static str,
        /// The counts, if it has any to tell.
        matches: Option<(usize, usize)>,
    },
    /// Press a key in the visible canvas view.
    ToView(Key),
    /// Copy something of what is selected.
    CopySelected(Part),
    /// Something happened to the list of tracks.
    Tracks(TracksMsg),
    /// Something happened to the palette or the menu.
    Picker(PickerMsg),
    /// A command was given by key, menu or button.
    Command(CommandId),
    /// The theme was chosen.
    Theme(ThemeChoice),
    /// A toast was dismissed.
    Dismiss(u32),
    /// The browser went to an entry of its history that we wrote.
    WentTo {
        /// Place in our history; `None` if the entry is not ours.
        index: Option<usize>,
        /// The fragment.
        link: String,
    },
    /// The browser does not take links (embedded, or too many at once).
    HistoryRefused,
    /// Something went wrong in the shell; told as a toast.
    Trouble(String),
}
