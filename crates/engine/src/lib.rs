//! What is open, what was asked? Sessions, questions and answers, memo.
//!
//! A session is one opened file in one worker. The page asks in [`protocol`]'s words; the same
//! bytes travel in the browser and, in tests, over [`wire::Loopback`].

mod memo;
pub mod protocol;
mod session;
pub mod wire;

pub use analysis::names::{Demangler, Style};
pub use protocol::{
    Answer, Failure, FoundKeys, How, Part, ProfileSummary, Progress, Question, Reply, Request,
    Response, SampleTypeSummary, Summary,
};
pub use session::{Loader, Session};

/// A format that can be read, as lists and menus show it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FormatRow {
    /// Its name.
    pub name: &'static str,
    /// Usual extensions, without a dot.
    pub extensions: &'static [&'static str],
    /// How such a file is made.
    pub how_to_record: &'static str,
}

/// All formats that can be read, in the registry's order.
pub fn formats() -> impl Iterator<Item = FormatRow> {
    formats::IMPORTERS.iter().map(|importer| FormatRow {
        name: importer.name,
        extensions: importer.extensions,
        how_to_record: importer.how_to_record,
    })
}
