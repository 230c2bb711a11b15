//! The words between page and worker.
//!
//! Every request carries a number, every response the number of its request: late and doubled
//! answers are told apart by it. A new view adds no word here.

use analysis::Lens;
use serde::{Deserialize, Serialize};
use views::{Blob, Gap, Packed};

/// A question with its number.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Request {
    /// Number, chosen by the asker, unique in the session.
    pub id: u32,
    /// What is asked.
    pub question: Question,
}

/// A file that becomes a part of a profile.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Part {
    /// Its name, as the user knows it.
    pub name: String,
    /// Which of its profiles.
    pub profile: u32,
}

/// How files become one profile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum How {
    /// Equal stacks add up.
    Merge,
    /// The second is taken from the first.
    Diff {
        /// Shares are of the second.
        of_base: bool,
        /// The first is scaled to the second's sums.
        normalize: bool,
    },
}

/// What can be asked of a session.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Question {
    /// Read the file, whose bytes travel beside this message.
    Open {
        /// Its name, as the user knows it.
        name: String,
    },
    /// Read several files, whose bytes travel beside this message in the same order, and make one
    /// profile of them.
    Combine {
        /// The files.
        parts: Vec<Part>,
        /// How they become one.
        how: How,
    },
    /// Compute a view. Answered by [`Reply::Answer`].
    View {
        /// Which of the file's profiles.
        profile: u32,
        /// The view's id.
        view: String,
        /// What is counted.
        lens: Lens,
        /// What of look and selection the data depends on, as the view writes it.
        args: String,
    },
    /// Search the names of a view. Answered by [`Reply::Found`].
    Find {
        /// Which of the file's profiles.
        profile: u32,
        /// The view whose names are searched.
        view: String,
        /// What is counted.
        lens: Lens,
        /// The search text, see [`analysis::Pattern`].
        text: String,
    },
    /// Panic, so that tests can see what the page makes of it.
    Crash,
}

/// A reply with the number of its request.
#[derive(Clone, Debug, PartialEq)]
pub struct Response {
    /// Number of the request.
    pub id: u32,
    /// What is replied.
    pub reply: Reply,
}

/// What a session replies.
#[derive(Clone, Debug, PartialEq)]
pub enum Reply {
    /// Work goes on; more follows under the same number.
    Progress(Progress),
    /// The file is open.
    Opened(Summary),
    /// Data of a view.
    Answer(Answer),
    /// Names that match.
    Found(FoundKeys),
    /// It could not be done.
    Failed(Failure),
}

/// How far a long job is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Progress {
    /// What is being done: index into [`STEPS`].
    pub step: u8,
    /// Units done.
    pub done: u64,
    /// Units in all; 0 if unknown.
    pub total: u64,
}

/// Names of the steps, in their order.
pub static STEPS: [&str; 4] = ["Reading", "Inflating", "Parsing", "Laying out"];

impl Progress {
    /// Name of the step.
    pub fn label(self) -> &'static str {
        STEPS.get(self.step as usize).copied().unwrap_or("Working")
    }

    /// Share of the step that is done, if known.
    pub fn share(self) -> Option<f64> {
        (self.total > 0).then(|| (self.done as f64 / self.total as f64).min(1.0))
    }
}

/// What the page is told about an opened file.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Summary {
    /// Name of the file.
    pub name: String,
    /// Id of the format.
    pub format: String,
    /// Name of the format.
    pub format_name: String,
    /// Wrappers that were taken off, outermost first.
    pub peeled: Vec<String>,
    /// Profiles in the file; at least one.
    pub profiles: Vec<ProfileSummary>,
    /// What was repaired or left out, as sentences.
    pub warnings: Vec<String>,
}

/// What the page is told about a profile.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ProfileSummary {
    /// What it is a profile of: the main binary, or empty.
    pub title: String,
    /// Sample types in the file's order.
    pub sample_types: Vec<SampleTypeSummary>,
    /// The one shown first.
    pub default_type: u32,
    /// How many samples.
    pub samples: u64,
    /// How many functions have names.
    pub functions: u64,
    /// When it was taken, nanoseconds since 1970, 0 if unknown.
    pub time_nanos: i64,
    /// How long, 0 if unknown.
    pub duration_nanos: i64,
    /// Free text of the file.
    pub comments: Vec<String>,
    /// Where its documentation is, empty if nowhere.
    pub doc_url: String,
    /// Keys of labels that name processes and threads, see [`analysis::tracks`]; none if it has no
    /// tracks.
    pub track_keys: Vec<String>,
}

/// What the page is told about a sample type.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SampleTypeSummary {
    /// What is counted.
    pub kind: String,
    /// In which unit.
    pub unit: String,
    /// Sum of the absolute values of all samples.
    pub total: i64,
}

/// Data of a view, or the sentence that tells why there is none.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// Data.
    Data {
        /// Columns for [`views::AnyView::unpack`].
        packed: Packed,
        /// What is to be told beside them: a filter that matched nothing.
        notes: Vec<String>,
    },
    /// Nothing to show.
    Gap(Gap),
}

/// Answer to a search.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct FoundKeys {
    /// Numbers of the matching keys in the view's tree, ascending.
    pub keys: Vec<u32>,
    /// Value of all samples that pass through a match.
    pub covered: i64,
    /// Of what that is a share.
    pub grand_total: i64,
    /// What is wrong with the search text, if anything.
    pub fault: Option<String>,
}

/// Why something could not be done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Failure {
    /// Short and stable, for tests and reports.
    pub code: String,
    /// A sentence: what, where, way out. Without the file's name.
    pub message: String,
}

/// A response in two parts: what is encoded, and the columns that are handed over as they are.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Wire {
    /// Postcard bytes.
    pub head: Vec<u8>,
    /// Columns.
    pub blobs: Vec<Blob>,
}

#[derive(Serialize, Deserialize)]
enum Head {
    Progress(Progress),
    Opened(Summary),
    Data(Vec<u8>, Vec<String>),
    Gap(Gap),
    Found(FoundKeys),
    Failed(Failure),
}

/// Bytes that are no message: two versions mixed, or a fault of ours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BadMessage;

impl Request {
    /// As bytes.
    pub fn encode(&self) -> Vec<u8> {
        postcard::to_allocvec(self).unwrap_or_default()
    }

    /// From bytes.
    pub fn decode(bytes: &[u8]) -> Result<Self, BadMessage> {
        postcard::from_bytes(bytes).map_err(|_| BadMessage)
    }
}

impl Response {
    /// As bytes and columns.
    pub fn encode(self) -> Wire {
        let (head, blobs) = match self.reply {
            Reply::Progress(progress) => (Head::Progress(progress), Vec::new()),
            Reply::Opened(summary) => (Head::Opened(summary), Vec::new()),
            Reply::Answer(Answer::Data { packed, notes }) => {
                (Head::Data(packed.head, notes), packed.blobs)
            }
            Reply::Answer(Answer::Gap(gap)) => (Head::Gap(gap), Vec::new()),
            Reply::Found(found) => (Head::Found(found), Vec::new()),
            Reply::Failed(failure) => (Head::Failed(failure), Vec::new()),
        };
        Wire {
            head: postcard::to_allocvec(&(self.id, head)).unwrap_or_default(),
            blobs,
        }
    }

    /// From bytes and columns.
    pub fn decode(wire: Wire) -> Result<Self, BadMessage> {
        let (id, head) = postcard::from_bytes(&wire.head).map_err(|_| BadMessage)?;
        let reply = match head {
            Head::Progress(progress) => Reply::Progress(progress),
            Head::Opened(summary) => Reply::Opened(summary),
            Head::Data(head, notes) => Reply::Answer(Answer::Data {
                packed: Packed {
                    head,
                    blobs: wire.blobs,
                },
                notes,
            }),
            Head::Gap(gap) => Reply::Answer(Answer::Gap(gap)),
            Head::Found(found) => Reply::Found(found),
            Head::Failed(failure) => Reply::Failed(failure),
        };
        Ok(Self { id, reply })
    }
}
