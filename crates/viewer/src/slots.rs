//! Slots: what the visible view wants, what was asked, what is shown meanwhile.
//!
//! After every update the wanted key is compared with what is shown and what is under way. At
//! most one request per slot and file is under way; when its answer comes late, the newest wish
//! is asked next and the old answer is kept for later, not shown as the new one. A file whose
//! worker is slow does not hold up another one: each has its own worker.

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
    /// What of look and selection the data depends on, as the view writes it.
    pub args: String,
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
    Data {
        /// What the view draws.
        data: AnyData,
        /// What is to be told beside it.
        notes: Vec<String>,
    },
    /// The sentence why there is nothing to show.
    Gap(String),
    /// The sentence why it could not be computed.
    Failed(String),
}

/// A key that knows whose worker answers it.
pub trait OfFile {
    /// The file.
    fn file(&self) -> FileId;
}

impl OfFile for ViewKey {
    fn file(&self) -> FileId {
        self.file
    }
}

impl OfFile for FindKey {
    fn file(&self) -> FileId {
        self.within.file
    }
}

/// A search result; shared, compared by what it says.
pub type FindAnswer = Rc<FoundKeys>;

/// A slot.
#[derive(Debug)]
pub struct Slot<Key, Answer> {
    /// Requests under way, at most one a file.
    flights: Vec<(u32, Key)>,
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
            flights: Vec::new(),
            shown: None,
            kept: Vec::new(),
        }
    }
}

impl<Key: OfFile + PartialEq, Answer> Slot<Key, Answer> {
    /// Shows what is wanted if it is known. True if it has to be asked now.
    pub fn wants(&mut self, key: &Key) -> bool {
        if self.shows(key) {
            return false;
        }
        if let Some(at) = self.kept.iter().position(|kept| kept.key == *key) {
            let known = self.kept.remove(at);
            self.show(known);
            return false;
        }
        let busy = |(_, flight): &(u32, Key)| flight.file() == key.file();
        !self.flights.iter().any(busy)
    }

    /// A request is under way.
    pub fn asked(&mut self, request: u32, key: Key) {
        self.flights.push((request, key));
    }

    /// What a request under way is about.
    pub fn key_of(&self, request: u32) -> Option<&Key> {
        let flight = self.flights.iter().find(|(id, _)| *id == request);
        flight.map(|(_, key)| key)
    }

    /// True if this very answer is on the screen.
    pub fn shows(&self, key: &Key) -> bool {
        self.shown.as_ref().is_some_and(|shown| shown.key == *key)
    }

    /// True if the answer is on the screen or under way.
    pub fn has_or_asks(&self, key: &Key) -> bool {
        self.shows(key) || self.flights.iter().any(|(_, flight)| flight == key)
    }

    /// Takes an answer in. It is shown if it is still wanted, else kept. False if nobody asked.
    pub fn answered(&mut self, request: u32, answer: Answer, wanted: Option<&Key>) -> bool {
        let Some(at) = self.flights.iter().position(|(id, _)| *id == request) else {
            return false;
        };
        let (_, key) = self.flights.remove(at);
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
    pub fn forget(&mut self, file: FileId) {
        self.lost(file);
        self.shown.take_if(|shown| shown.key.file() == file);
        self.kept.retain(|kept| kept.key.file() != file);
    }

    /// Forgets a request whose worker is gone; answers stay.
    pub fn lost(&mut self, file: FileId) {
        self.flights.retain(|(_, key)| key.file() != file);
    }
}

/// What the details of the selection want, if they are shown.
pub fn details(model: &Model) -> Option<ViewKey> {
    let picked = model
        .state
        .picked
        .as_ref()
        .filter(|_| model.prefs.details)?;
    let (wanted, _) = wanted(model);
    Some(ViewKey {
        view: views::details::ID.to_owned(),
        args: views::details::args_of(picked),
        ..wanted?
    })
}

/// What the list of tracks wants, if it is shown or can be typed from.
pub fn tracks(model: &Model) -> Option<ViewKey> {
    let is_shown = model.track_list.shown || model.query.shown;
    of_tracks(model).filter(|_| is_shown)
}

/// What the list of tracks is about: all of them, so that picking asks nothing anew.
pub(crate) fn of_tracks(model: &Model) -> Option<ViewKey> {
    let (wanted, _) = wanted(model);
    let wanted = wanted.filter(|_| model.has_tracks())?;
    Some(ViewKey {
        view: views::tracks::ID.to_owned(),
        args: String::new(),
        lens: Lens {
            tracks: String::new(),
            ..wanted.lens
        },
        ..wanted
    })
}

/// What the view beside the visible one wants, if there is one.
pub fn beside(model: &Model) -> Option<ViewKey> {
    let (wanted, _) = wanted(model);
    let wanted = wanted?;
    let beside = views::find(&wanted.view)?.meta().beside?;
    let (view, state) = (views::find(beside)?, &model.state);
    Some(ViewKey {
        view: beside.to_owned(),
        args: view.args(state.look(beside), state.picked.as_ref()),
        ..wanted
    })
}

/// What the visible view wants: its data, and a search result where something is searched.
pub fn wanted(model: &Model) -> (Option<ViewKey>, Option<FindKey>) {
    let Some(file) = model.current().filter(|file| file.summary().is_some()) else {
        return (None, None);
    };
    let state = &model.state;
    let args = views::find(state.view_id())
        .map(|view| view.args(state.look(view.meta().id), state.picked.as_ref()));
    let args = args.unwrap_or_default();
    let view = ViewKey {
        file: file.id,
        profile: state.profile,
        view: state.view_id().to_owned(),
        lens: model.looking.lens.clone(),
        args,
    };
    let find = state.searched().map(|text| FindKey {
        within: view.clone(),
        text: text.to_owned(),
    });
    (Some(view), find)
}
