//! What does the user want now? The application without a screen.
//!
//! [`Model`] is all that is known, [`Msg`] all that can happen, [`update()`] the only thing that
//! changes the one by the other; it answers with [`Effect`]s for the shell to carry out. The
//! room knows no DOM and no profile data: only ids, summaries and answers. Whole sessions with an
//! engine on a loopback wire are played in `tests/sessions.rs`.

mod asked;
pub mod command;
pub mod effect;
pub mod files;
pub mod history;
pub mod link;
pub mod looks;
pub mod menu;
pub mod messages;
pub mod model;
pub mod msg;
pub mod palette;
pub mod picker;
pub mod prefs;
pub mod refine;
pub mod slots;
pub mod state;
pub mod tables;
pub mod tracks;
pub mod update;
pub mod walk;

pub use command::{COMMANDS, Chord, Command, CommandId};
pub use effect::Effect;
pub use engine::How;
pub use files::{FileEntry, FileId, Origin, Phase};
pub use history::History;
pub use model::{Model, Toast, Tone};
pub use msg::Msg;
pub use picker::{Entry, Picker, PickerMsg};
pub use prefs::{Prefs, ThemeChoice};
pub use refine::Refine;
pub use slots::{Shown, Slot};
pub use state::ViewState;
pub use tables::CopyAs;
pub use tracks::{TrackList, TracksMsg};
pub use update::update;

pub use analysis::find::Mode;
pub use analysis::{Pattern, options};
