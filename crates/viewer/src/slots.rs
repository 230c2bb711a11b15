//! Slots: what the visible view wants, what was asked, what is shown meanwhile.
//!
//! After every update the wanted key is compared with what is shown and what is under way. At
//! most one request per slot is under way; when its answer comes late, the newest wish is asked
//! next and the old answer is kept for later, not shown as the new one.

use std::rc::Rc;

use analysis::Lens;
use engine::FoundKeys;
use views::AnyData;

use crate::FileId;

/// What a view's data depends on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ViewKey {
    /// The file.
    pub file: FileId,
    /// Its profile.
    pub profile: u32,
    /// The view's id.
    pub view: String,
    /// What is counted.
    pub lens: Lens,
}

/// What a search result depends on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FindKey {
    /// Where.
    pub within: ViewKey,
    /// The text.
    pub text: String,
}

/// A view's data, or why there is none.
#[derive(Clone, Debug, PartialEq)]
pub enum ViewAnswer {
    /// Data.
    Data(AnyData),
    /// The sentence why there is nothing to show.
    Gap(String),
    /// The sentence why it could not be computed.
    Failed(String),
}

/// A search result; shared, compared by what it says.
pub type FindAnswer = Rc<FoundKeys>;

/// A slot.
#[derive(Debug)]
pub struct Slot<Key, Answer> {
    /// The request under way.
    pub flight: Option<(u32, Key)>,
    /// The newest answer.
    pub shown: Option<Shown<Key, Answer>>,
    /// Answers kept, newest last, so that going back is instant.
    pub kept: Vec<Shown<Key, Answer>>,
}

/// An answer and what it answers.
#[derive(Clone, Debug, PartialEq)]
pub struct Shown<Key, Answer> {
    /// What was wanted.
    pub key: Key,
    /// What came.
    pub answer: Answer,
}

impl<Key, Answer> Default for Slot<Key, Answer> {
    fn default() -> Self {
        Self { flight: None, shown: None, kept: Vec::new() }
    }
}

/// What a slot does about a wish.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wish {
    /// The answer is there.
    Have,
    /// It is under way, or something else is and it comes next.
    Wait,
    /// It has to be asked.
    Ask,
}
