//! Rooms for views on the page: a canvas that a view draws on, a virtual table.

pub(crate) mod canvas;
pub(crate) mod core_api {
    //! What the test border may ask of a canvas host.
    pub(crate) use super::core::{
        Shared, items, press, printed, reveal, scheme_id, take_frame_times,
    };
}
mod core;
mod gesture;
mod glide;
mod press;
pub(crate) mod table;
pub(crate) mod tip;

use std::rc::Rc;

use scene::Scheme;
use viewer::{FileId, Msg};
use views::{AnyData, AnyView, Paint, Picked};
use yew::{Callback, Properties};

use crate::testing::Probe;

/// What a host is given. Big values are shared and compared by identity.
#[derive(Clone, Properties)]
pub(crate) struct HostProps {
    /// Id of its element: `view`, or `beside` for the view beside it.
    pub id: &'static str,
    /// The file, so that its first picture can be marked.
    pub file: FileId,
    /// The view.
    pub view: &'static dyn AnyView,
    /// Its data.
    pub data: AnyData,
    /// Its look, as text.
    pub look: String,
    /// What colours tell.
    pub paint: Paint,
    /// What is selected.
    pub picked: Option<Picked>,
    /// Search result by the view's names; `None` when nothing is searched.
    pub found: Option<Rc<Vec<bool>>>,
    /// The search text, for texts that are searched as they are.
    pub find: String,
    /// The line of a text that a walk through the matches stands at.
    pub line: Option<u32>,
    /// The data answers an older question; the newer answer is under way.
    pub stale: bool,
    /// Light or dark.
    pub scheme: Scheme,
    /// Name of what is shown, for screen readers.
    pub label: String,
    /// Where messages go; made once.
    pub dispatch: Callback<Msg>,
    /// What tests look at.
    pub probe: Rc<Probe>,
}

impl PartialEq for HostProps {
    fn eq(&self, other: &Self) -> bool {
        let same_found = match (&self.found, &other.found) {
            (Some(a), Some(b)) => Rc::ptr_eq(a, b),
            (None, None) => true,
            _ => false,
        };
        same_found
            && self.id == other.id
            && self.file == other.file
            && self.view.meta().id == other.view.meta().id
            && self.data == other.data
            && self.look == other.look
            && self.paint == other.paint
            && self.picked == other.picked
            && self.find == other.find
            && self.line == other.line
            && self.stale == other.stale
            && self.scheme == other.scheme
            && self.label == other.label
    }
}
