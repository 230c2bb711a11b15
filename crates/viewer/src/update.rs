//! The only thing that changes the model.
//!
//! Each message changes the state and says how the change enters the history; afterwards, in
//! one place, the link is written if it changed, the title follows the file, and what the
//! visible view wants is asked.

mod answers;
mod files;
mod picker;
mod steps;
mod tracks;

use analysis::find::Mode;
use analysis::{Lens, options};

use crate::model::Typed;
use crate::{
    CommandId, CopyAs, Effect, Model, Msg, Prefs, Refine, Toast, Tone, asked, command, link, looks,
    menu, messages, tables, walk,
};
use steps::Entry;
use views::flame::FlameLook;
use views::{Look, Picked};

/// So many toasts are kept.
const TOASTS: usize = 4;

/// The request number of every opening.
const OPENING: u32 = 0;

/// Takes a message in and says what is to be done.
pub fn update(model: &mut Model, msg: Msg) -> Vec<Effect> {
    let mut effects = Vec::new();
    let before = link::write(&model.state);
    let title = title(model);
    let typing = match &msg {
        Msg::Find(_) | Msg::FindMode(_) => Some("find"),
        Msg::Query(_) => Some("query"),
        Msg::Option {
            name, typing: true, ..
        } => Some(*name),
        _ => None,
    };
    let went = matches!(msg, Msg::WentTo { .. });
    let on_screen = matches!(
        msg,
        Msg::Look { .. } | Msg::Picked { .. } | Msg::Switch { .. }
    );
    let old_looks = on_screen.then(|| model.state.looks.clone());
    let mut entry = step(model, msg, &mut effects);
    if let Some(forward) = model.walk.waits.filter(|_| model.found().is_some()) {
        entry = entry.or(walked(model, forward, &mut effects));
    }
    if let Some(old) = old_looks {
        looks::made_here(model, &old);
    }
    model.looking.follow(&model.state.lens);
    if entry.is_some() || went {
        model.typing = typing;
    }
    if let Some(entry) = entry {
        steps::remember(model, entry, &before, &mut effects);
    }
    answers::ask(model, &mut effects);
    let before = link::write(&model.state);
    if looks::follow(model) {
        steps::remember(model, Entry::Amend, &before, &mut effects);
        answers::ask(model, &mut effects);
    }
    let new_title = self::title(model);
    if new_title != title {
        effects.push(Effect::Title(new_title));
    }
    effects
}

fn title(model: &Model) -> String {
    messages::title(model.current().map(|file| file.name.as_str()))
}

fn step(model: &mut Model, msg: Msg, out: &mut Vec<Effect>) -> Option<Entry> {
    match msg {
        Msg::Started { link, prefs } => {
            started(model, &link, &prefs, out);
            None
        }
        Msg::Given(files) => {
            files::given(model, files, out);
            None
        }
        Msg::Replied {
            file,
            request: OPENING,
            reply,
        } => files::opening(model, file, reply, out),
        Msg::Replied {
            file,
            request,
            reply,
        } => {
            answers::replied(model, file, request, reply);
            None
        }
        Msg::Died { file, message } => {
            files::died(model, file, &message, out);
            None
        }
        Msg::Combine { with, how } => {
            files::combine(model, &with, how, out);
            None
        }
        Msg::Cancel(file) | Msg::Close(file) => files::close(model, file, out),
        Msg::Retry(file) => {
            files::retry(model, file, out);
            None
        }
        Msg::Select(file) => files::select(model, file),
        Msg::View(view) => show_view(model, &view),
        Msg::SampleType(kind) => {
            model.state.lens.sample_type = kind;
            steps::fit(model);
            Some(Entry::Push)
        }
        Msg::Profile(profile) => {
            model.state.profile = profile;
            model.state.lens.sample_type = String::new();
            steps::fit(model);
            Some(Entry::Push)
        }
        Msg::Look { view, look, commit } => {
            model.state.set_look(&view, look);
            Some(commit.into())
        }
        Msg::Switch {
            view,
            switch,
            choice,
        } => {
            let view = views::find(&view)?;
            let id = view.meta().id;
            let mut look = view.look(model.state.look(id));
            view.switch(&mut look, switch, choice);
            model.state.set_look(id, view.look_text(&look));
            Some(Entry::Push)
        }
        Msg::PickName(name) => {
            model.state.picked = Some(Picked {
                name,
                ..Picked::default()
            });
            Some(Entry::Push)
        }
        Msg::CopyText(text) => {
            out.push(Effect::Copy(text));
            None
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
            Some(commit.into())
        }
        Msg::Paint(id) => Some(show_paint(model, views::Paint::find(&id)?)),
        Msg::Find(text) => {
            model.state.find = text;
            model.walk.waits = None;
            Some(typed_entry(model, "find"))
        }
        Msg::FindMode(mode) => Some(find_mode(model, mode, out)),
        Msg::Visible { view, matches } => {
            model.visible = matches.map(|(inside, all)| (view, inside, all));
            None
        }
        Msg::ToView(key) => {
            out.push(Effect::ToView(key));
            None
        }
        Msg::CopySelected(part) => {
            menu::copy(model, part, out);
            None
        }
        Msg::Tracks(msg) => tracks::update(model, msg),
        Msg::Picker(msg) => picker::update(model, msg, out),
        Msg::Option {
            name,
            value,
            typing,
        } => set_option(model, name, value, typing),
        Msg::ClearOptions => {
            let sample_type = std::mem::take(&mut model.state.lens.sample_type);
            model.state.lens = Lens::of_type(&sample_type);
            model.looking.typed = None;
            Some(Entry::Push)
        }
        Msg::Refine(how) => refine(model, how),
        Msg::Query(text) => asked::typed(model, text).then(|| {
            let entry = typed_entry(model, "query");
            steps::fit(model);
            entry
        }),
        Msg::Step(step) => {
            model.state.lens.steps.push(step);
            Some(Entry::Push)
        }
        Msg::RemoveStep(at) => {
            let steps = &mut model.state.lens.steps;
            (at < steps.len()).then(|| {
                steps.remove(at);
                Entry::Push
            })
        }
        Msg::Copy(how) => {
            copy(model, how, out);
            None
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
        Msg::WentTo { index, link } => steps::went_to(model, index, &link, out),
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

/// Goes to another place that the search found.
fn walked(model: &mut Model, forward: bool, out: &mut Vec<Effect>) -> Option<Entry> {
    walk::step(model, forward, out).then_some(Entry::Amend)
}

/// Writes the search text anew, so that it is meant in another way.
fn find_mode(model: &mut Model, mode: Mode, out: &mut Vec<Effect>) -> Entry {
    let (_, body) = Mode::split(model.state.find.trim());
    let text = mode.join(body);
    let behind = usize::from(mode == Mode::Regex);
    let caret = text.encode_utf16().count() - behind;
    out.push(Effect::SearchCaret(caret as u32));
    model.state.find = text;
    typed_entry(model, "find")
}

/// The first letter is a step, the rest of the word belongs to it.
fn typed_entry(model: &Model, what: &'static str) -> Entry {
    match model.typing == Some(what) {
        true => Entry::Amend,
        false => Entry::Push,
    }
}

fn set_option(model: &mut Model, name: &'static str, value: String, typing: bool) -> Option<Entry> {
    let option = options::find(name)?;
    model.looking.typed = None;
    let set = match value.is_empty() {
        // An empty box means the default.
        true => (option.set)(&mut model.state.lens, &option.default()),
        false => (option.set)(&mut model.state.lens, &value),
    };
    if let Err(why) = set {
        model.looking.typed = Some(Typed {
            name,
            text: value,
            why,
        });
        return None;
    }
    Some(match typing {
        true => typed_entry(model, name),
        false => Entry::Push,
    })
}

/// Makes an option be about what is selected.
fn refine(model: &mut Model, how: Refine) -> Option<Entry> {
    let picked = model.state.picked.clone()?;
    let module = model.picked_module();
    if !how.fits(&model.state.lens, &picked, &module) {
        return None;
    }
    how.apply(&mut model.state.lens, &picked, &module);
    if how == Refine::Peek {
        // A step for both: the view is part of the same state.
        show_view(model, "peek");
    }
    Some(Entry::Push)
}

/// Copies what the visible table holds.
fn copy(model: &mut Model, how: CopyAs, out: &mut Vec<Effect>) {
    let Some((view, data, _)) = model.shown_data() else {
        return;
    };
    let look = model.state.look(view.meta().id);
    out.push(Effect::Copy(tables::text_of(view, data, look, how)));
}

fn toast(model: &mut Model, tone: Tone, text: String) {
    let id = model.number();
    model.toasts.retain(|toast| toast.text != text);
    model.toasts.push(Toast { id, text, tone });
    if model.toasts.len() > TOASTS {
        model.toasts.remove(0);
    }
}

fn started(model: &mut Model, text: &str, prefs: &str, out: &mut Vec<Effect>) {
    model.prefs = Prefs::read(prefs);
    let link = told(model, text, out);
    if link.says_something {
        model.waiting_link = Some(link.state);
    }
    // The first entry of the history is the page as it was opened; its link stays as it is.
    model.history.push(model.state.clone());
}

/// Reads a link, tells what is wrong with it, opens the example it names.
fn told(model: &mut Model, text: &str, out: &mut Vec<Effect>) -> link::Read {
    let mut link = link::read(text);
    if let Some(id) = &link.example
        && !example(id, out)
    {
        link.warnings.push(messages::link_example(id));
    }
    for warning in std::mem::take(&mut link.warnings) {
        toast(model, Tone::Note, warning);
    }
    link
}

/// Opens an example. False if there is none of that name.
fn example(id: &str, out: &mut Vec<Effect>) -> bool {
    let example = command::EXAMPLES.iter().find(|example| example.id == id);
    out.extend(example.map(|example| Effect::Example(example.path)));
    example.is_some()
}

fn show_view(model: &mut Model, id: &str) -> Option<Entry> {
    let view = views::find(id)?;
    let id = view.meta().id;
    if model.state.view_id() == id {
        return None;
    }
    // The first view is not named, so that links that mean the same are the same.
    model.state.view.clear();
    if model.state.view_id() != id {
        id.clone_into(&mut model.state.view);
    }
    Some(Entry::Push)
}

fn show_paint(model: &mut Model, paint: views::Paint) -> Entry {
    // What the data is drawn with anyway is not named, so that links that mean the same are the
    // same.
    let is_default = model.paints().first() == Some(&paint);
    let id = if is_default { "" } else { paint.id() };
    id.clone_into(&mut model.state.paint);
    Entry::Push
}

/// From one paint to the next, and from the last to the first.
fn next_paint(model: &mut Model) -> Option<Entry> {
    let (paints, now) = (model.paints(), model.paint()?);
    let next = paints
        .iter()
        .position(|&paint| paint == now)
        .map_or(0, |at| at + 1);
    let paint = paints.get(next).or(paints.first())?;
    Some(show_paint(model, *paint))
}

fn run(model: &mut Model, id: CommandId, out: &mut Vec<Effect>) -> Option<Entry> {
    match id {
        CommandId::Browse => out.push(Effect::Browse),
        CommandId::Example(id) => drop(example(id, out)),
        CommandId::Close => {
            let file = model
                .state
                .file
                .or(model.files.first().map(|file| file.id))?;
            return files::close(model, file, out);
        }
        CommandId::NextFile => return files::neighbour(model, 1, out),
        CommandId::PreviousFile => return files::neighbour(model, -1, out),
        CommandId::View(at) => {
            out.push(Effect::FocusView);
            return show_view(model, views::VIEWS.get(at)?.meta().id);
        }
        CommandId::Search => out.push(Effect::FocusSearch),
        CommandId::Pivot => {
            let name = model.state.picked.as_ref()?.name.clone();
            let look = FlameLook::read(model.state.look("flame")).unwrap_or_default();
            let there = model.state.view_id() == "flame" && look.pivot == name;
            let look = FlameLook {
                pivot: if there { String::new() } else { name },
                ..look.whole()
            };
            model.state.set_look("flame", look.write());
            show_view(model, "flame");
            return Some(Entry::Push);
        }
        CommandId::Details => {
            model.prefs.details = !model.prefs.details;
            out.push(Effect::SavePrefs(model.prefs.write()));
        }
        CommandId::Query => {
            model.query.shown = !model.query.shown && model.profile().is_some();
            out.push(match model.query.shown {
                true => Effect::FocusQuery,
                false => Effect::FocusView,
            });
        }
        CommandId::Legend => model.legend_shown = !model.legend_shown,
        CommandId::Sandwich => return show_view(model, "sandwich"),
        CommandId::Clear => return clear(model, out),
        CommandId::NextTheme => {
            model.prefs.theme = model.prefs.theme.next();
            out.push(Effect::SavePrefs(model.prefs.write()));
        }
        CommandId::NextPaint => return next_paint(model),
        CommandId::Options => {
            model.options_shown = !model.options_shown && model.profile().is_some();
            if !model.options_shown {
                out.push(Effect::FocusView);
            }
        }
        CommandId::Tracks => tracks::toggle(model, out),
        CommandId::ThreadsAtRoot => return tracks::at_the_root(model),
        CommandId::Keys => model.keys_shown = !model.keys_shown,
        CommandId::Palette | CommandId::Menu => picker::open(model, id),
        CommandId::NextMatch => return walked(model, true, out),
        CommandId::PreviousMatch => return walked(model, false, out),
        CommandId::Undo => steps::travel(model, -1, out),
        CommandId::Redo => steps::travel(model, 1, out),
    }
    None
}

/// One thing at a time, from the most transient on.
fn clear(model: &mut Model, out: &mut Vec<Effect>) -> Option<Entry> {
    if model.picker.take().is_some() {
        return None;
    }
    if model.keys_shown {
        model.keys_shown = false;
        out.push(Effect::FocusView);
        return None;
    }
    if model.track_list.shown {
        tracks::toggle(model, out);
        return None;
    }
    if model.options_shown {
        model.options_shown = false;
        out.push(Effect::FocusView);
        return None;
    }
    if model.query.shown {
        model.query.shown = false;
        out.push(Effect::FocusView);
        return None;
    }
    if model.toasts.pop().is_some() {
        return None;
    }
    if !model.state.find.is_empty() {
        model.state.find.clear();
        return Some(Entry::Push);
    }
    model.state.picked.take().map(|_| Entry::Push)
}
