//! What is looked at and how: the part of the application that links carry and that undo and
//! the back button walk.

use std::collections::BTreeMap;

use analysis::Lens;
use analysis::find::Mode;
use serde::{Deserialize, Serialize};
use views::{Paint, Picked};

use crate::FileId;

/// Everything a link restores, but for the file itself.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ViewState {
    /// The open file that is shown; never written into a link.
    pub file: Option<FileId>,
    /// Which of the file's profiles.
    pub profile: u32,
    /// What is counted.
    pub lens: Lens,
    /// Id of the visible view; empty means the first one.
    pub view: String,
    /// Look of each view, as the view writes it; defaults are absent.
    pub looks: BTreeMap<String, String>,
    /// What colours tell, as the id of a [`views::Paint`]; empty means what suits the data.
    pub paint: String,
    /// Search text.
    pub find: String,
    /// What is selected.
    pub picked: Option<Picked>,
}

impl ViewState {
    /// The visible view's id.
    pub fn view_id(&self) -> &str {
        match self.view.as_str() {
            "" => views::VIEWS.first().map_or("", |view| view.meta().id),
            id => id,
        }
    }

    /// What colours tell.
    pub fn paint(&self) -> Paint {
        Paint::find(&self.paint).unwrap_or_default()
    }

    /// The search text, if it says what to look for: the signs of a mode alone do not.
    pub fn searched(&self) -> Option<&str> {
        let text = self.find.trim();
        let (_, body) = Mode::split(text);
        (!body.trim().is_empty()).then_some(text)
    }

    /// Look of a view; empty for its default.
    pub fn look(&self, view: &str) -> &str {
        self.looks.get(view).map_or("", String::as_str)
    }

    /// Sets the look of a view.
    pub fn set_look(&mut self, view: &str, look: String) {
        if look.is_empty() {
            self.looks.remove(view);
        } else {
            self.looks.insert(view.to_owned(), look);
        }
    }
}
