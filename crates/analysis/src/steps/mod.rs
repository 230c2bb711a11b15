//! Steps: transforms of the merged tree that a person takes one after the other, each on what
//! the ones before have left.
//!
//! pprof's own filters (see [`crate::select`]) have one order and one expression each; steps have
//! the order they were taken in, and may be repeated. They work on the tree and not on samples:
//! one pass over its nodes each, parents before children, whatever the number of samples.

mod apply;
mod text;

use serde::{Deserialize, Serialize};

pub(crate) use apply::regrouped;
pub use apply::{Applied, apply};

/// Marks a stack whose samples a step has dropped.
pub const GONE: u32 = u32::MAX;

/// A step. Functions, modules and packages are named exactly, as the rows of the lens's
/// granularity are (`f a.go:12` by lines); expressions are pprof's: they match the name, the file
/// or the binary of a frame. Functions of one name in several files are one.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Step {
    /// Keeps stacks through a match of the expression: of `a;b` and `a;c`, focus `b` leaves `a;b`.
    Focus(String),
    /// Drops stacks through a match: ignore `b` leaves `a;c`.
    Ignore(String),
    /// Drops frames that match, callers get their values: `a;b;c` hide `b` is `a;c`. Stacks with
    /// no frame left go.
    Hide(String),
    /// Keeps only frames that match: `a;b;c` show `b` is `b`.
    Show(String),
    /// Drops what is above the outermost match: `a;b;c;b` show from `b` is `b;c;b`. Stacks
    /// without a match go.
    ShowFrom(String),
    /// Keeps the one place at this path of names from the root, without what is above it:
    /// of `a;b;c`, `a;d;b` the subtree at `a;b` is `b;c`.
    Subtree(Vec<String>),
    /// Drops the frames of one function, callers get their values; nothing goes: `a;f;b` is `a;b`.
    Merge(String),
    /// Drops the samples that pass through one function.
    Drop(String),
    /// Keeps the samples that pass through one function.
    Keep(String),
    /// Keeps only the frames of one function: `a;f;b;f` is `f;f`. Samples without one go.
    Only(String),
    /// Drops what is above the outermost call of one function, and samples without one:
    /// `a;f;b;f` is `f;b;f`.
    From(String),
    /// From the first to the last place of a function on a path all becomes one:
    /// `a;f;g;f;b` is `a;f;b`. Without a name: of every function.
    Recursion(String),
    /// Neighbouring places of a function become one: `a;f;f;b` is `a;f;b`. Without a name: of
    /// every function.
    DirectRecursion(String),
    /// Neighbouring frames of one binary become one that bears its name: with `libc` of
    /// `a;malloc;sbrk` is `a;libc`.
    Module(String),
    /// Neighbouring frames of one package become one that bears its name.
    Package(String),
    /// What a function calls becomes its own: `a;f;b` is `a;f`.
    Callees(String),
}

/// A kind of step: its name in links and queries, its name for people, what it does.
pub struct StepKind {
    /// Name in links and in the query text.
    pub id: &'static str,
    /// Name for people, before its value.
    pub title: &'static str,
    /// What it does, as a sentence.
    pub help: &'static str,
    /// Makes one of a value.
    make: fn(String) -> Step,
}

/// Every kind, in the order of menus.
#[rustfmt::skip]
pub static STEPS: &[StepKind] = &[
    StepKind { id: "focus", title: "Focus", make: Step::Focus,
        help: "Keeps stacks in which a function, file or binary matches." },
    StepKind { id: "ignore", title: "Ignore", make: Step::Ignore,
        help: "Drops stacks in which a function, file or binary matches." },
    StepKind { id: "hide", title: "Hide", make: Step::Hide,
        help: "Drops the frames that match; their callers get the values." },
    StepKind { id: "show", title: "Show", make: Step::Show,
        help: "Keeps only the frames that match." },
    StepKind { id: "show_from", title: "Show from", make: Step::ShowFrom,
        help: "Drops what is above the outermost match; stacks without a match go." },
    StepKind { id: "subtree", title: "Only the subtree", make: |value| Step::Subtree(text::names(&value)),
        help: "Keeps the one call path (names with ; between, from the root) and what is beneath it." },
    StepKind { id: "merge", title: "Merge", make: Step::Merge,
        help: "Drops the frames of a function; its callers get the values." },
    StepKind { id: "drop", title: "Drop samples with", make: Step::Drop,
        help: "Drops the samples that pass through a function." },
    StepKind { id: "keep", title: "Keep samples with", make: Step::Keep,
        help: "Keeps the samples that pass through a function." },
    StepKind { id: "only", title: "Only", make: Step::Only,
        help: "Keeps only the frames of a function; samples without one go." },
    StepKind { id: "from", title: "From", make: Step::From,
        help: "Drops what is above the outermost call of a function; samples without one go." },
    StepKind { id: "recursion", title: "Collapse recursion", make: Step::Recursion,
        help: "From the first to the last call of a function on a path all becomes one; without a name, of every function." },
    StepKind { id: "direct_recursion", title: "Collapse direct recursion", make: Step::DirectRecursion,
        help: "Calls of a function by itself become one; without a name, of every function." },
    StepKind { id: "module", title: "Collapse module", make: Step::Module,
        help: "Neighbouring frames of a binary become one." },
    StepKind { id: "package", title: "Collapse package", make: Step::Package,
        help: "Neighbouring frames of a package become one." },
    StepKind { id: "callees", title: "Collapse callees of", make: Step::Callees,
        help: "What a function calls counts as its own." },
];

impl Step {
    /// Its kind.
    pub fn kind(&self) -> &'static StepKind {
        let at = match self {
            Self::Focus(_) => 0,
            Self::Ignore(_) => 1,
            Self::Hide(_) => 2,
            Self::Show(_) => 3,
            Self::ShowFrom(_) => 4,
            Self::Subtree(_) => 5,
            Self::Merge(_) => 6,
            Self::Drop(_) => 7,
            Self::Keep(_) => 8,
            Self::Only(_) => 9,
            Self::From(_) => 10,
            Self::Recursion(_) => 11,
            Self::DirectRecursion(_) => 12,
            Self::Module(_) => 13,
            Self::Package(_) => 14,
            Self::Callees(_) => 15,
        };
        &STEPS[at]
    }

    /// Its expression, if it has one.
    pub fn expression(&self) -> Option<&str> {
        match self {
            Self::Focus(text)
            | Self::Ignore(text)
            | Self::Hide(text)
            | Self::Show(text)
            | Self::ShowFrom(text) => Some(text),
            _ => None,
        }
    }

    /// For people: `Hide ^runtime`.
    pub fn title(&self) -> String {
        let value = match self {
            Self::Subtree(path) => path.last().cloned().unwrap_or_default(),
            Self::Recursion(name) | Self::DirectRecursion(name) if name.is_empty() => {
                "of every function".to_owned()
            }
            _ => self.value(),
        };
        format!("{} {value}", self.kind().title)
    }
}

#[cfg(test)]
mod tests;
