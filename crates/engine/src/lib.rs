//! What is open, what was asked? Sessions, questions and answers, memo.
//!
//! A session is one opened file in one worker. The page asks in [`protocol`]'s words; the same
//! bytes travel in the browser and, in tests, over [`wire::Loopback`].

pub mod protocol;

pub use protocol::{
    Answer, Failure, FoundKeys, ProfileSummary, Progress, Question, Reply, Request, Response,
    SampleTypeSummary, Summary,
};
