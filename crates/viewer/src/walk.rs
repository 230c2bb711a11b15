//! Walking through what a search found: from place to place of the visible view.
//!
//! A place is a node of a canvas view, a row of a table, a line of a text. They are listed when
//! the first step is taken, and as long as view, result and order stay the same.

use analysis::Pattern;
use views::{AnyData, AnyView, Host, Picked};

use crate::slots::FindAnswer;
use crate::{Effect, Model};

/// A walk.
#[derive(Debug, Default)]
pub struct Walk {
    of: Option<Of>,
    /// Items that match, in the order they are walked in.
    places: Vec<u32>,
    /// The newest step: the item, and what it selected, if items of the view can be selected.
    at: Option<(u32, Option<Picked>)>,
    /// A step (true: forward) that waits for the search's answer.
    pub(crate) waits: Option<bool>,
}

/// What a list of places was made from.
#[derive(Clone, Debug)]
struct Of {
    data: AnyData,
    found: FindAnswer,
    /// Where it decides on the order: the look of a table.
    look: String,
}

impl PartialEq for Of {
    fn eq(&self, other: &Self) -> bool {
        self.data == other.data
            && std::rc::Rc::ptr_eq(&self.found, &other.found)
            && self.look == other.look
    }
}

impl Model {
    /// What there is to walk through: view, and what a list of its places depends on.
    fn walked(&self) -> Option<(&'static dyn AnyView, Of)> {
        self.found().filter(|found| found.fault.is_none())?;
        let (view, data, key) = self.shown_data()?;
        let shown = self.slots.find.shown.as_ref()?;
        // The picture may answer an older question than the search does.
        if shown.key.within != *key {
            return None;
        }
        let look = match view.meta().host {
            Host::Table | Host::Tree => self.state.look(view.meta().id).to_owned(),
            Host::Canvas | Host::Text => String::new(),
        };
        let of = Of {
            data: data.clone(),
            found: shown.answer.clone(),
            look,
        };
        Some((view, of))
    }

    /// The item a walk stands at, if what was listed is still what is shown.
    fn item_walked(&self) -> Option<u32> {
        let (view, of) = self.walked()?;
        if self.walk.of.as_ref() != Some(&of) {
            return None;
        }
        let stays =
            |(_, picked): &&(u32, Option<Picked>)| picked.is_none() || *picked == self.state.picked;
        if let Some((item, _)) = self.walk.at.as_ref().filter(stays) {
            return Some(*item);
        }
        let picked = self.state.picked.as_ref()?;
        view.locate(&of.data, picked).item
    }

    /// Which of the places is selected, and how many there are.
    pub fn place(&self) -> Option<(usize, usize)> {
        let item = self.item_walked()?;
        let at = self.walk.places.iter().position(|&place| place == item)?;
        Some((at, self.walk.places.len()))
    }

    /// The line of a text that a walk stands at.
    pub fn line(&self) -> Option<u32> {
        let (view, _, _) = self.shown_data()?;
        match view.meta().host {
            Host::Text => self.item_walked(),
            Host::Canvas | Host::Table | Host::Tree => None,
        }
    }
}

/// Goes to the next place, or to the one before; waits if the search is not answered yet. True
/// if something was selected.
pub(crate) fn step(model: &mut Model, forward: bool, out: &mut Vec<Effect>) -> bool {
    model.walk.waits = None;
    let Some((view, of)) = model.walked() else {
        model.walk.waits = (model.state.searched().is_some() && model.is_busy()).then_some(forward);
        return false;
    };
    if model.walk.of.as_ref() != Some(&of) {
        let text = model.state.searched().unwrap_or_default();
        model.walk.places = places(view, &of, text);
        model.walk.of = Some(of.clone());
        model.walk.at = None;
    }
    let places = &model.walk.places;
    let Some(last) = places.len().checked_sub(1) else {
        return false;
    };
    let to = match (model.place(), forward) {
        (Some((at, _)), true) if at < last => at + 1,
        (Some((at, _)), false) if at > 0 => at - 1,
        // The list is a ring.
        (_, true) => 0,
        (_, false) => last,
    };
    let Some(&item) = places.get(to) else {
        return false;
    };
    let look = view.look(model.state.look(view.meta().id));
    let tip = view.describe(&of.data, &look, item);
    out.push(Effect::Announce(tip.line()));
    let picked = view.pick(&of.data, item);
    model.walk.at = Some((item, picked.clone()));
    if view.meta().host == Host::Canvas {
        out.push(Effect::Reveal(item));
    }
    let selects = picked.is_some();
    if selects {
        model.state.picked = picked;
    }
    selects
}

/// The items that match, in the view's order.
fn places(view: &dyn AnyView, of: &Of, text: &str) -> Vec<u32> {
    let look = view.look(&of.look);
    let mut items = view.all(&of.data, &look);
    if view.meta().host == Host::Text {
        let pattern = Pattern::parse(text).ok();
        let line = |item| view.cell(&of.data, item, 0).text;
        let hit = |item: &u32| {
            pattern
                .as_ref()
                .is_some_and(|p| p.matches(line(*item).as_bytes()))
        };
        items.retain(hit);
        return items;
    }
    let keys = view.keys(&of.data).iter();
    let names: Vec<bool> = keys
        .map(|key| of.found.keys.binary_search(key).is_ok())
        .collect();
    items.retain(|&item| {
        let name = view.name_of(&of.data, item);
        name.is_some_and(|name| names.get(name as usize).copied().unwrap_or(false))
    });
    items
}
