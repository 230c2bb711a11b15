//! Steps: how a change enters the history, and what undo and the browser's buttons bring back.
//!
//! One stack serves both: undo asks the browser to go back, and the browser says where it went.
//! An entry of the browser is ours only if it holds our place *and* the link of the step at that
//! place: after a reload, places of the visit before are still in the browser's entries.

use views::Commit;

use super::{toast, told};
use crate::{Effect, Model, Tone, ViewState, link, messages};

/// How a change enters the history.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Entry {
    /// A step of its own.
    Push,
    /// Replaces the newest step.
    Amend,
    /// A step for which the browser has made an entry already.
    Adopt,
}

impl From<Commit> for Entry {
    fn from(commit: Commit) -> Self {
        match commit {
            Commit::Push => Self::Push,
            Commit::Amend => Self::Amend,
        }
    }
}

/// Enters a change into the history and the address bar, if there is one.
pub(super) fn remember(model: &mut Model, entry: Entry, before: &str, out: &mut Vec<Effect>) {
    let link = link::write(&model.state);
    let present = model.history.present();
    if present == Some(&model.state) && entry != Entry::Adopt {
        return;
    }
    // The first file takes the place of the empty page: nobody wants to go back there.
    let is_first = present.is_none_or(|step| step.file.is_none());
    let same_file = present.is_some_and(|step| step.file == model.state.file);
    let push = match entry {
        // What neither the link nor the file tells apart is no step of its own.
        Entry::Push => !(is_first || same_file && link == before),
        Entry::Amend => false,
        Entry::Adopt => true,
    };
    if push {
        model.history.push(model.state.clone());
    } else {
        model.history.amend(model.state.clone());
    }
    if link::is_cut(&link) && !link::is_cut(before) {
        toast(model, Tone::Note, messages::LINK_CUT.to_owned());
    }
    if !model.history_refused && (push || is_first || link != before) {
        out.push(Effect::Navigate {
            push: push && entry == Entry::Push,
            link,
            index: model.history.index(),
        });
    }
}

/// Undo and redo.
pub(super) fn travel(model: &mut Model, by: i32, out: &mut Vec<Effect>) {
    let possible = match by < 0 {
        true => model.history.can_undo(),
        false => model.history.can_redo(),
    };
    if !possible {
        return;
    }
    if model.history_refused {
        go(
            model,
            model.history.index().saturating_add_signed(by as isize),
        );
    } else {
        // The browser answers with `WentTo`.
        out.push(Effect::Travel(by));
    }
}

/// Goes to a step. The file of that step may be closed by now: then the present one stays.
fn go(model: &mut Model, index: usize) {
    if let Some(state) = model.history.go(index).cloned() {
        keeping_file(model, state);
        fit(model);
    }
}

fn keeping_file(model: &mut Model, state: ViewState) {
    let file = state
        .file
        .filter(|&id| model.file(id).is_some())
        .or(model.state.file);
    if file != model.state.file {
        super::files::leave(model);
    }
    model.state = ViewState { file, ..state };
}

/// The browser went to one of its entries.
pub(super) fn went_to(
    model: &mut Model,
    index: Option<usize>,
    text: &str,
    out: &mut Vec<Effect>,
) -> Option<Entry> {
    let ours = |index: &usize| {
        let step = model.history.get(*index);
        step.is_some_and(|step| link::write(step) == text)
    };
    if let Some(index) = index.filter(ours) {
        go(model, index);
        return None;
    }
    // Typed into the address bar, or a step of an earlier visit.
    let link = told(model, text, out);
    if !link.says_something && link.example.is_some() {
        return None;
    }
    apply(model, link.state)
}

/// Shows what a link says in the present file, or in the next one if none is open.
fn apply(model: &mut Model, linked: ViewState) -> Option<Entry> {
    if model.current().is_none_or(|file| file.summary().is_none()) {
        model.waiting_link = Some(linked);
        return None;
    }
    keeping_file(model, linked);
    fit_told(model);
    Some(Entry::Adopt)
}

/// Fits the state to the shown file, and tells what a link asked for in vain.
pub(super) fn fit_told(model: &mut Model) {
    for text in fit(model) {
        toast(model, Tone::Note, text);
    }
}

/// Fits the state to the shown file: a profile or sample type that it lacks becomes the default,
/// or there would be nothing on the page to choose another one with. Answers what was wrong.
pub(super) fn fit(model: &mut Model) -> Vec<String> {
    let mut wrong = Vec::new();
    let Some(file) = model.current() else {
        return wrong;
    };
    let (name, Some(summary)) = (file.name.clone(), file.summary()) else {
        return wrong;
    };
    let count = summary.profiles.len();
    if model.state.profile as usize >= count {
        wrong.push(messages::no_such_profile(&name, model.state.profile, count));
        model.state.profile = 0;
    }
    let kind = model.state.lens.sample_type.clone();
    let at = model.sample_type();
    let default = model.profile().map(|profile| profile.default_type as usize);
    if !kind.is_empty() && at.is_none() {
        wrong.push(messages::no_such_sample_type(&name, &kind));
    }
    // The default is not named, so that links and steps that mean the same are the same.
    if at.is_none() || at == default {
        model.state.lens.sample_type = String::new();
    }
    wrong
}
