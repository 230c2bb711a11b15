//! Files: given, opened, failed, crashed, closed.
//!
//! Whatever becomes of one file, another one that is open and shown stays as it is.

use engine::{How, Part, Progress, Reply, Summary};

use super::steps::{self, Entry};
use super::toast;
use crate::msg::Given;
use crate::{Effect, FileEntry, FileId, Model, Origin, Phase, Tone, ViewState, messages};

/// A worker that dies this often without an answer between is not started again.
const DEATHS: u32 = 3;

fn reading(bytes: u64) -> Phase {
    Phase::Loading(Progress {
        step: 0,
        done: 0,
        total: bytes,
    })
}

pub(super) fn given(model: &mut Model, files: Vec<Given>, out: &mut Vec<Effect>) {
    let Some(first) = files.first().map(|file| file.id) else {
        toast(model, Tone::Note, messages::NOTHING_GIVEN.to_owned());
        return;
    };
    let gift = model.number();
    for Given { id, name, bytes } in files {
        model.files.push(FileEntry {
            id,
            name,
            bytes,
            phase: reading(bytes),
            left_at: None,
            deaths: 0,
            gift,
            was_open: false,
            origin: None,
        });
        out.push(Effect::Open(id));
    }
    // Nothing is open: the page shows the first one being read. It is no step yet, so that a
    // link that waits stays in the address bar.
    let nothing_shown = model
        .current()
        .is_none_or(|file| matches!(file.phase, Phase::Failed { .. }));
    if nothing_shown {
        model.state.file = Some(first);
    }
}

/// Numbers from here on are given to files that are made of others; the shell's own begin at 1.
const DERIVED: u32 = 1 << 30;

/// Makes one profile of the shown one and others, as a file beside them.
pub(super) fn combine(model: &mut Model, with: &[FileId], how: How, out: &mut Vec<Effect>) {
    let is_open = |file: &&FileEntry| file.summary().is_some();
    let Some(shown) = model.current().filter(is_open) else {
        return;
    };
    let others = with.iter().filter_map(|&id| model.file(id)).filter(is_open);
    let all: Vec<&FileEntry> = std::iter::once(shown).chain(others).collect();
    // What is made of several files is not read again from its bytes: its parts are.
    if all.len() < 2 || all.iter().any(|file| file.origin.is_some()) {
        toast(model, Tone::Note, messages::COMBINED_ALREADY.to_owned());
        return;
    }
    let profile_of = |file: &FileEntry| match file.id == shown.id {
        true => model.state.profile,
        false => file.left_at.as_ref().map_or(0, |state| state.profile),
    };
    let parts = all.iter().map(|file| Part {
        name: file.name.clone(),
        profile: profile_of(file),
    });
    let parts: Vec<Part> = parts.collect();
    let name = messages::combined(&parts, how);
    let bytes = all
        .iter()
        .fold(0, |sum: u64, file| sum.saturating_add(file.bytes));
    let from = all.iter().map(|file| file.id).collect();
    let (gift, number) = (model.number(), model.number());
    let id = FileId(DERIVED | number);
    model.files.push(FileEntry {
        id,
        name,
        bytes,
        phase: reading(bytes),
        left_at: None,
        deaths: 0,
        gift,
        was_open: false,
        origin: Some(Origin { parts, how }),
    });
    out.push(Effect::Derive { file: id, from });
    out.push(Effect::Open(id));
}

/// A reply about opening a file.
pub(super) fn opening(
    model: &mut Model,
    id: FileId,
    reply: Reply,
    out: &mut Vec<Effect>,
) -> Option<Entry> {
    match reply {
        Reply::Progress(progress) => {
            let file = model.file_mut(id)?;
            // A late word about a file that is open already changes nothing.
            if matches!(file.phase, Phase::Loading(_)) {
                file.phase = Phase::Loading(progress);
            }
            None
        }
        Reply::Opened(summary) => opened(model, id, summary, out),
        Reply::Failed(failure) => {
            let file = model.file_mut(id)?;
            let message = messages::with_name(&file.name, &failure.message);
            failed(model, id, failure.code, message, out)
        }
        Reply::Answer(_) | Reply::Found(_) => None,
    }
}

/// A file cannot be shown: it says so in its place, or beside what is shown instead.
fn failed(
    model: &mut Model,
    id: FileId,
    code: String,
    message: String,
    out: &mut Vec<Effect>,
) -> Option<Entry> {
    let file = model.file_mut(id)?;
    file.phase = Phase::Failed {
        code,
        message: message.clone(),
    };
    let was_open = file.was_open;
    out.push(Effect::Stop {
        file: id,
        keep: true,
    });
    out.push(Effect::Announce(message.clone()));
    let shown = model.state.file.is_some_and(|shown| shown == id);
    // Another file has come to its end meanwhile; a file that was open keeps its place.
    let other = model.files.iter().find(|file| file.summary().is_some());
    match other.map(|file| file.id) {
        Some(other) if shown && !was_open => {
            toast(model, Tone::Trouble, message);
            Some(enter(model, other, out))
        }
        _ if shown => None,
        _ if model.current().is_some() => {
            toast(model, Tone::Trouble, message);
            None
        }
        _ => {
            model.state.file = Some(id);
            None
        }
    }
}

fn opened(model: &mut Model, id: FileId, summary: Summary, out: &mut Vec<Effect>) -> Option<Entry> {
    let file = model.file_mut(id)?;
    let (name, gift) = (file.name.clone(), file.gift);
    let again = std::mem::replace(&mut file.was_open, true);
    file.phase = Phase::Open(summary);
    if again {
        // Its worker had died: the user is where he was.
        steps::fit(model);
        return None;
    }
    out.push(Effect::Announce(messages::opened(&name)));
    // Of several files given at once one is shown; a file given later is newer than what is
    // shown and comes to the front.
    let shown = model
        .current()
        .filter(|shown| shown.id != id && !matches!(shown.phase, Phase::Failed { .. }));
    if shown.is_some_and(|shown| shown.gift == gift) {
        return None;
    }
    Some(enter(model, id, out))
}

/// Shows a file that has just been opened, as a waiting link says.
fn enter(model: &mut Model, id: FileId, out: &mut Vec<Effect>) -> Entry {
    // Who searches in one file while another one is being read goes on typing.
    if model
        .history
        .present()
        .is_none_or(|step| step.file.is_none())
    {
        out.push(Effect::FocusView);
    }
    let Some(link) = model.waiting_link.take() else {
        switch(model, id);
        return Entry::Push;
    };
    leave(model);
    model.state = ViewState {
        file: Some(id),
        ..link
    };
    steps::fit_told(model);
    Entry::Push
}

/// Notes down how the present file is looked at.
pub(super) fn leave(model: &mut Model) {
    let state = model.state.clone();
    let file = state.file.and_then(|id| model.file_mut(id));
    if let Some(file) = file.filter(|file| file.summary().is_some()) {
        file.left_at = Some(state);
    }
}

/// Shows a file as it was left, or as a new one.
fn switch(model: &mut Model, id: FileId) {
    if model.state.file != Some(id) {
        leave(model);
    }
    let left = model.file(id).and_then(|file| file.left_at.clone());
    let mut state = left.unwrap_or_else(|| ViewState {
        // The tab and the search go along; zoom and selection belong to the other file.
        view: model.state.view.clone(),
        find: model.state.find.clone(),
        ..ViewState::default()
    });
    state.file = Some(id);
    model.state = state;
}

pub(super) fn select(model: &mut Model, id: FileId) -> Option<Entry> {
    model.file(id)?;
    if model.state.file == Some(id) {
        return None;
    }
    switch(model, id);
    Some(Entry::Push)
}

pub(super) fn neighbour(model: &mut Model, by: isize, out: &mut Vec<Effect>) -> Option<Entry> {
    let is_shown = |file: &FileEntry| Some(file.id) == model.state.file;
    let here = model.files.iter().position(is_shown)?;
    let count = model.files.len() as isize;
    let to = (here as isize + by).rem_euclid(count) as usize;
    let id = model.files.get(to)?.id;
    out.push(Effect::FocusView);
    select(model, id)
}

pub(super) fn close(model: &mut Model, id: FileId, out: &mut Vec<Effect>) -> Option<Entry> {
    let at = model.files.iter().position(|file| file.id == id)?;
    model.files.remove(at);
    out.push(Effect::Stop {
        file: id,
        keep: false,
    });
    model.slots.forget(id);
    model.looks.forget(id);
    if model.state.file != Some(id) {
        return None;
    }
    // The next one in the row, but rather one that can be looked at.
    let after = model.files.iter().skip(at);
    let row = || after.clone().chain(model.files.iter().take(at).rev());
    let next = row().find(|file| file.summary().is_some()).or(row().next());
    let next = next.map(|file| file.id);
    model.state.file = None;
    match next {
        Some(next) => switch(model, next),
        None => model.state = ViewState::default(),
    }
    Some(Entry::Push)
}

pub(super) fn retry(model: &mut Model, id: FileId, out: &mut Vec<Effect>) {
    let Some(file) = model.file_mut(id) else {
        return;
    };
    file.deaths = 0;
    file.phase = reading(file.bytes);
    model.slots.forget(id);
    out.push(Effect::Stop {
        file: id,
        keep: true,
    });
    out.push(Effect::Open(id));
}

pub(super) fn died(model: &mut Model, id: FileId, last_words: &str, out: &mut Vec<Effect>) {
    model.slots.lost(id);
    let Some(file) = model.file_mut(id) else {
        return;
    };
    file.deaths += 1;
    let name = file.name.clone();
    if file.deaths >= DEATHS {
        let message = messages::worker_gave_up(&name, last_words);
        failed(model, id, "panic".to_owned(), message, out);
        return;
    }
    file.phase = reading(file.bytes);
    out.push(Effect::Stop {
        file: id,
        keep: true,
    });
    out.push(Effect::Open(id));
    let text = messages::worker_restarted(&name, last_words);
    toast(model, Tone::Trouble, text);
}
