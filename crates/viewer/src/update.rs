//! The only thing that changes the model.
//!
//! Each message changes the state and says how the change enters the history; afterwards, in
//! one place, the link is written if it changed and what the visible view wants is asked.

use std::rc::Rc;

use engine::{Answer, Progress, Question, Reply, Summary};
use views::Commit;

use crate::msg::Given;
use crate::slots::{self, FindKey, ViewAnswer, ViewKey};
use crate::{
    CommandId, Effect, FileEntry, FileId, Model, Msg, Phase, Prefs, Toast, Tone, ViewState,
    command, link, messages,
};

/// A worker that dies this often without an answer between is not started again.
const DEATHS: u32 = 3;

/// So many toasts are kept.
const TOASTS: usize = 4;

/// The request number of every opening.
const OPENING: u32 = 0;

/// Takes a message in and says what is to be done.
pub fn update(model: &mut Model, msg: Msg) -> Vec<Effect> {
    let mut effects = Vec::new();
    let before = link::write(&model.state);
    let commit = step(model, msg, &mut effects);
    if let Some(commit) = commit {
        remember(model, commit, &before, &mut effects);
    }
    ask(model, &mut effects);
    effects
}

fn step(model: &mut Model, msg: Msg, out: &mut Vec<Effect>) -> Option<Commit> {
    match msg {
        Msg::Started { link, prefs } => started(model, &link, &prefs, out),
        Msg::Given(files) => given(model, files, out),
        Msg::Replied {
            file,
            request: OPENING,
            reply,
        } => opening(model, file, reply, out),
        Msg::Replied {
            file,
            request,
            reply,
        } => {
            replied(model, file, request, reply);
            None
        }
        Msg::Died { file, message } => {
            died(model, file, &message, out);
            None
        }
        Msg::Cancel(file) | Msg::Close(file) => close(model, file, out),
        Msg::Retry(file) => {
            retry(model, file, out);
            None
        }
        Msg::Select(file) => select(model, file, out),
        Msg::View(view) => {
            views::find(&view)?;
            model.state.view = view;
            Some(Commit::Push)
        }
        Msg::SampleType(kind) => {
            model.state.lens.sample_type = kind;
            Some(Commit::Push)
        }
        Msg::Profile(profile) => {
            model.state.profile = profile;
            model.state.lens.sample_type = String::new();
            Some(Commit::Push)
        }
        Msg::Look { view, look, commit } => {
            model.state.set_look(&view, look);
            Some(commit)
        }
        Msg::Picked {
            picked,
            look,
            commit,
        } => {
            model.state.picked = picked;
            if let Some((view, look)) = look {
                model.state.set_look(&view, look);
            }
            Some(commit)
        }
        Msg::Find(text) => {
            // The first letter is a step, the rest of the word belongs to it.
            let commit = if model.state.find.is_empty() {
                Commit::Push
            } else {
                Commit::Amend
            };
            model.state.find = text;
            Some(commit)
        }
        Msg::Command(id) => run(model, id, out),
        Msg::Theme(theme) => {
            model.prefs.theme = theme;
            out.push(Effect::SavePrefs(model.prefs.write()));
            None
        }
        Msg::Dismiss(id) => {
            model.toasts.retain(|toast| toast.id != id);
            None
        }
        Msg::WentTo { index, link } => went_to(model, index, &link),
        Msg::HistoryRefused => {
            if !model.history_refused {
                model.history_refused = true;
                toast(model, Tone::Note, messages::HISTORY_REFUSED.to_owned());
            }
            None
        }
        Msg::Trouble(text) => {
            toast(model, Tone::Trouble, text);
            None
        }
    }
}

fn toast(model: &mut Model, tone: Tone, text: String) {
    let id = model.number();
    model.toasts.retain(|toast| toast.text != text);
    model.toasts.push(Toast { id, text, tone });
    if model.toasts.len() > TOASTS {
        model.toasts.remove(0);
    }
}

fn started(model: &mut Model, text: &str, prefs: &str, out: &mut Vec<Effect>) -> Option<Commit> {
    model.prefs = Prefs::read(prefs);
    let link = link::read(text);
    for warning in link.warnings {
        toast(model, Tone::Note, warning);
    }
    if link.says_something {
        model.waiting_link = Some(link.state);
    }
    if let Some(id) = link.example {
        example(&id, out);
    }
    // The first entry of the history is the page as it was opened; its link stays as it is.
    model.history.push(model.state.clone());
    None
}

fn example(id: &str, out: &mut Vec<Effect>) {
    if let Some(example) = command::EXAMPLES.iter().find(|example| example.id == id) {
        out.push(Effect::Example(example.path));
    }
}

fn given(model: &mut Model, files: Vec<Given>, out: &mut Vec<Effect>) -> Option<Commit> {
    if files.is_empty() {
        toast(model, Tone::Note, messages::NOTHING_GIVEN.to_owned());
        return None;
    }
    let gift = model.number();
    for Given { id, name, bytes } in files {
        model.files.push(FileEntry {
            id,
            name,
            bytes,
            phase: Phase::Loading(Progress {
                step: 0,
                done: 0,
                total: bytes,
            }),
            left_at: None,
            deaths: 0,
            gift,
        });
        out.push(Effect::Open(id));
    }
    None
}

fn opening(model: &mut Model, id: FileId, reply: Reply, out: &mut Vec<Effect>) -> Option<Commit> {
    match reply {
        Reply::Progress(progress) => {
            if let Some(file) = model.file_mut(id) {
                // A late word about a file that is open already.
                if matches!(file.phase, Phase::Loading(_)) {
                    file.phase = Phase::Loading(progress);
                }
            }
            None
        }
        Reply::Opened(summary) => opened(model, id, summary, out),
        Reply::Failed(failure) => {
            let shows_another = model.current().is_some_and(|file| file.id != id);
            let file = model.file_mut(id)?;
            let message = messages::with_name(&file.name, &failure.message);
            file.phase = Phase::Failed {
                code: failure.code,
                message: message.clone(),
            };
            out.push(Effect::Stop {
                file: id,
                keep: true,
            });
            out.push(Effect::Announce(message.clone()));
            if shows_another {
                toast(model, Tone::Trouble, message);
                return None;
            }
            model.state.file = Some(id);
            Some(Commit::Amend)
        }
        Reply::Answer(_) | Reply::Found(_) => None,
    }
}

fn opened(
    model: &mut Model,
    id: FileId,
    summary: Summary,
    out: &mut Vec<Effect>,
) -> Option<Commit> {
    let file = model.file_mut(id)?;
    let name = file.name.clone();
    // Opened again after its worker had died: the user is where he was.
    let again = file.deaths > 0;
    file.phase = Phase::Open(summary);
    if again && model.state.file == Some(id) {
        return None;
    }
    out.push(Effect::Announce(messages::opened(&name)));
    if let Some(link) = model.waiting_link.take() {
        leave(model);
        model.state = ViewState {
            file: Some(id),
            ..link
        };
        out.push(Effect::Title(messages::title(Some(&name))));
        out.push(Effect::FocusView);
        return Some(Commit::Push);
    }
    // Of several files given at once the first one that opens is shown; a file given later is
    // newer than what is shown and comes to the front.
    let gift = model.file(id)?.gift;
    let shown = model.current().filter(|shown| shown.summary().is_some());
    if shown.is_some_and(|shown| shown.gift == gift && shown.id != id) {
        return None;
    }
    select(model, id, out)
}

/// Notes down how the present file is looked at.
fn leave(model: &mut Model) {
    let state = model.state.clone();
    if let Some(file) = state.file.and_then(|id| model.file_mut(id)) {
        file.left_at = Some(state);
    }
}

fn select(model: &mut Model, id: FileId, out: &mut Vec<Effect>) -> Option<Commit> {
    if model.state.file == Some(id) && model.slots.view.shown.is_some() {
        return None;
    }
    leave(model);
    let file = model.file(id)?;
    out.push(Effect::Title(messages::title(Some(&file.name))));
    let mut state = file.left_at.clone().unwrap_or_else(|| ViewState {
        // The tab and the search go along; zoom and selection belong to the other file.
        view: model.state.view.clone(),
        find: model.state.find.clone(),
        ..ViewState::default()
    });
    state.file = Some(id);
    model.state = state;
    out.push(Effect::FocusView);
    Some(Commit::Push)
}

fn close(model: &mut Model, id: FileId, out: &mut Vec<Effect>) -> Option<Commit> {
    let at = model.files.iter().position(|file| file.id == id)?;
    model.files.remove(at);
    out.push(Effect::Stop {
        file: id,
        keep: false,
    });
    model.slots.view.forget(|key| key.file == id);
    model.slots.find.forget(|key| key.within.file == id);
    if model.state.file != Some(id) {
        return None;
    }
    model.state.file = None;
    let neighbour = model
        .files
        .get(at)
        .or(model.files.last())
        .map(|file| file.id);
    match neighbour {
        Some(neighbour) => select(model, neighbour, out),
        None => {
            model.state = ViewState::default();
            out.push(Effect::Title(messages::title(None)));
            Some(Commit::Push)
        }
    }
}

fn retry(model: &mut Model, id: FileId, out: &mut Vec<Effect>) {
    let Some(file) = model.file_mut(id) else {
        return;
    };
    file.deaths = 0;
    let bytes = file.bytes;
    file.phase = Phase::Loading(Progress {
        step: 0,
        done: 0,
        total: bytes,
    });
    model.slots.view.forget(|key| key.file == id);
    model.slots.find.forget(|key| key.within.file == id);
    out.push(Effect::Stop {
        file: id,
        keep: true,
    });
    out.push(Effect::Open(id));
}

fn died(model: &mut Model, id: FileId, last_words: &str, out: &mut Vec<Effect>) {
    let Some(file) = model.file_mut(id) else {
        return;
    };
    file.deaths += 1;
    let (name, deaths, bytes) = (file.name.clone(), file.deaths, file.bytes);
    model.slots.view.lost(|key| key.file == id);
    model.slots.find.lost(|key| key.within.file == id);
    out.push(Effect::Stop {
        file: id,
        keep: true,
    });
    let Some(file) = model.file_mut(id) else {
        return;
    };
    if deaths >= DEATHS {
        let message = messages::worker_gave_up(&name, last_words);
        file.phase = Phase::Failed {
            code: "panic".to_owned(),
            message: message.clone(),
        };
        if model.state.file.is_none() {
            model.state.file = Some(id);
        }
        toast(model, Tone::Trouble, message);
        return;
    }
    file.phase = Phase::Loading(Progress {
        step: 0,
        done: 0,
        total: bytes,
    });
    out.push(Effect::Open(id));
    toast(
        model,
        Tone::Trouble,
        messages::worker_restarted(&name, last_words),
    );
}

fn replied(model: &mut Model, id: FileId, request: u32, reply: Reply) {
    let (view, find) = slots::wanted(model);
    match reply {
        Reply::Answer(answer) => {
            let name = match &model.slots.view.flight {
                Some((flight, key)) if *flight == request => key.view.clone(),
                _ => return,
            };
            let answer = match answer {
                Answer::Data(packed) => match views::find(&name).map(|view| view.unpack(packed)) {
                    Some(Ok(data)) => ViewAnswer::Data(data),
                    _ => ViewAnswer::Failed(messages::MIXED_VERSIONS.to_owned()),
                },
                Answer::Gap(gap) => ViewAnswer::Gap(gap.0),
            };
            model.slots.view.answered(request, answer, view.as_ref());
        }
        Reply::Found(found) => {
            model
                .slots
                .find
                .answered(request, Rc::new(found), find.as_ref());
        }
        Reply::Failed(failure) => {
            let failed = ViewAnswer::Failed(failure.message);
            if !model.slots.view.answered(request, failed, view.as_ref()) {
                model.slots.find.lost(|key| key.within.file == id);
            }
        }
        Reply::Progress(_) | Reply::Opened(_) => return,
    }
    if let Some(file) = model.file_mut(id) {
        file.deaths = 0;
    }
}

fn run(model: &mut Model, id: CommandId, out: &mut Vec<Effect>) -> Option<Commit> {
    match id {
        CommandId::Browse => out.push(Effect::Browse),
        CommandId::Example(id) => example(id, out),
        CommandId::Close => {
            let file = model.state.file?;
            return close(model, file, out);
        }
        CommandId::NextFile => return neighbour(model, 1, out),
        CommandId::PreviousFile => return neighbour(model, -1, out),
        CommandId::View(at) => {
            let view = views::VIEWS.get(at)?;
            view.meta().id.clone_into(&mut model.state.view);
            return Some(Commit::Push);
        }
        CommandId::Search => out.push(Effect::FocusSearch),
        CommandId::Clear => return clear(model, out),
        CommandId::NextTheme => {
            model.prefs.theme = model.prefs.theme.next();
            out.push(Effect::SavePrefs(model.prefs.write()));
        }
        CommandId::Keys => model.keys_shown = !model.keys_shown,
        CommandId::Undo => travel(model, -1, out),
        CommandId::Redo => travel(model, 1, out),
    }
    None
}

/// One thing at a time, from the most transient on.
fn clear(model: &mut Model, out: &mut Vec<Effect>) -> Option<Commit> {
    if model.keys_shown {
        model.keys_shown = false;
        out.push(Effect::FocusView);
        return None;
    }
    if model.toasts.pop().is_some() {
        return None;
    }
    if !model.state.find.is_empty() {
        model.state.find.clear();
        return Some(Commit::Push);
    }
    model.state.picked.take().map(|_| Commit::Push)
}

fn neighbour(model: &mut Model, by: isize, out: &mut Vec<Effect>) -> Option<Commit> {
    let here = model
        .files
        .iter()
        .position(|file| Some(file.id) == model.state.file)?;
    let count = model.files.len() as isize;
    let to = (here as isize + by).rem_euclid(count) as usize;
    let id = model.files.get(to)?.id;
    select(model, id, out)
}

fn travel(model: &mut Model, by: i32, out: &mut Vec<Effect>) {
    let possible = if by < 0 {
        model.history.can_undo()
    } else {
        model.history.can_redo()
    };
    if !possible {
        return;
    }
    if model.history_refused {
        let to = model.history.index().saturating_add_signed(by as isize);
        go(model, to);
    } else {
        // The browser answers with `WentTo`: one stack for its buttons and ours.
        out.push(Effect::Travel(by));
    }
}

/// Goes to a step. The file of that step may be closed by now: then the present one stays.
fn go(model: &mut Model, index: usize) -> bool {
    let Some(state) = model.history.go(index).cloned() else {
        return false;
    };
    let file = state
        .file
        .filter(|&id| model.file(id).is_some())
        .or(model.state.file);
    model.state = ViewState { file, ..state };
    true
}

fn went_to(model: &mut Model, index: Option<usize>, text: &str) -> Option<Commit> {
    if index.is_some_and(|index| go(model, index)) {
        return None;
    }
    if link::write(&model.state) == text {
        return None;
    }
    // Typed into the address bar, or a step of an earlier visit.
    let read = link::read(text);
    for warning in read.warnings {
        toast(model, Tone::Note, warning);
    }
    if !read.says_something {
        return None;
    }
    model.state = ViewState {
        file: model.state.file,
        ..read.state
    };
    Some(Commit::Push)
}

/// Enters a change into the history and the address bar, if there is one.
fn remember(model: &mut Model, commit: Commit, before: &str, out: &mut Vec<Effect>) {
    let link = link::write(&model.state);
    let present = model.history.present();
    if present == Some(&model.state) {
        return;
    }
    let same_file = present.is_some_and(|step| step.file == model.state.file);
    // What neither the link nor the file tells apart is no step of its own.
    let push = commit == Commit::Push && !(same_file && link == before);
    if push {
        model.history.push(model.state.clone());
    } else {
        model.history.amend(model.state.clone());
    }
    if !model.history_refused && (push || link != before) {
        out.push(Effect::Navigate {
            push,
            link,
            index: model.history.index(),
        });
    }
}

/// Asks for what the visible view wants and nobody has asked for.
fn ask(model: &mut Model, out: &mut Vec<Effect>) {
    let (view, find) = slots::wanted(model);
    if let Some(key) = view
        && model.slots.view.wants(&key)
    {
        let request = model.number();
        let ViewKey {
            file,
            profile,
            view,
            lens,
        } = key.clone();
        out.push(Effect::Ask {
            file,
            request,
            question: Question::View {
                profile,
                view,
                lens,
            },
        });
        model.slots.view.flight = Some((request, key));
    }
    if let Some(key) = find
        && model.slots.find.wants(&key)
    {
        let request = model.number();
        let FindKey { within, text } = key.clone();
        let ViewKey {
            file,
            profile,
            view,
            lens,
        } = within;
        let question = Question::Find {
            profile,
            view,
            lens,
            text,
        };
        out.push(Effect::Ask {
            file,
            request,
            question,
        });
        model.slots.find.flight = Some((request, key));
    }
}
