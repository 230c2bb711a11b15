//! Slots: what the visible view wants, what was asked, what is shown meanwhile.
//!
//! After every update the wanted key is compared with what is shown and what is under way. At
//! most one request per slot is under way; when its answer comes late, the newest wish is asked
//! next and the old answer is kept for later, not shown as the new one.

use std::rc::Rc;

use analysis::Lens;
use engine::FoundKeys;
use views::AnyData;

use crate::{FileId, Model};

/// Answers kept per slot beside the shown one.
const KEPT: usize = 6;

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
    /// The answer on the screen.
    pub shown: Option<Shown<Key, Answer>>,
    /// Older answers, newest last, so that going back is instant.
    kept: Vec<Shown<Key, Answer>>,
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
        Self {
            flight: None,
            shown: None,
            kept: Vec::new(),
        }
    }
}

impl<Key: Clone + PartialEq, Answer: Clone> Slot<Key, Answer> {
    /// Shows what is wanted if it is known. True if it has to be asked now.
    pub fn wants(&mut self, key: &Key) -> bool {
        if self.shown.as_ref().is_some_and(|shown| shown.key == *key) {
            return false;
        }
        if let Some(at) = self.kept.iter().position(|kept| kept.key == *key) {
            let known = self.kept.remove(at);
            self.show(known);
            return false;
        }
        self.flight.is_none()
    }

    /// Takes an answer to request `id` in. It is shown if it is still wanted, else kept. False
    /// if nobody asked.
    pub fn answered(&mut self, id: u32, answer: Answer, wanted: Option<&Key>) -> bool {
        let Some((_, key)) = self.flight.take_if(|(flight, _)| *flight == id) else {
            return false;
        };
        let shown = Shown { key, answer };
        if Some(&shown.key) == wanted {
            self.show(shown);
        } else {
            self.keep(shown);
        }
        true
    }

    fn show(&mut self, shown: Shown<Key, Answer>) {
        if let Some(old) = self.shown.replace(shown) {
            self.keep(old);
        }
    }

    fn keep(&mut self, shown: Shown<Key, Answer>) {
        self.kept.retain(|kept| kept.key != shown.key);
        self.kept.push(shown);
        if self.kept.len() > KEPT {
            self.kept.remove(0);
        }
    }

    /// Forgets what belongs to a file that is gone.
    pub fn forget(&mut self, gone: impl Fn(&Key) -> bool) {
        self.flight.take_if(|(_, key)| gone(key));
        self.shown.take_if(|shown| gone(&shown.key));
        self.kept.retain(|kept| !gone(&kept.key));
    }

    /// Forgets a request whose worker is gone; answers stay.
    pub fn lost(&mut self, gone: impl Fn(&Key) -> bool) {
        self.flight.take_if(|(_, key)| gone(key));
    }
}

/// What the visible view wants: its data, and a search result where something is searched.
pub fn wanted(model: &Model) -> (Option<ViewKey>, Option<FindKey>) {
    let Some(file) = model.current().filter(|file| file.summary().is_some()) else {
        return (None, None);
    };
    let state = &model.state;
    let view = ViewKey {
        file: file.id,
        profile: state.profile,
        view: state.view_id().to_owned(),
        lens: state.lens.clone(),
    };
    let text = state.find.trim();
    let find = (!text.is_empty()).then(|| FindKey {
        within: view.clone(),
        text: text.to_owned(),
    });
    (Some(view), find)
}
