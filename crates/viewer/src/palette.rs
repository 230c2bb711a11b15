//! The palette: everything that can be done now, in one list.
//!
//! Nothing is named here that has a table of its own: commands, views, options, themes, examples
//! come from theirs, so that a new one is in the palette by itself.

use analysis::Step;
use analysis::find::Mode;
use analysis::options::{Kind, LensOption, OPTIONS};
use engine::How;
use scene::Key;
use views::{Commit, Host};

use crate::command::{self, COMMANDS, EXAMPLES};
use crate::{CommandId, CopyAs, Entry, Model, Msg, ThemeChoice, menu, messages};

/// Every entry: what is selected first, then what is done most.
pub fn entries(model: &Model) -> Vec<Entry> {
    let mut entries = menu::entries(model);
    commands(model, &mut entries);
    if let Some(profile) = model.profile() {
        views(model, &mut entries);
        let chosen = model.sample_type();
        let kinds = profile.sample_types.iter().enumerate();
        let kinds = kinds.filter(|(at, _)| chosen != Some(*at));
        entries.extend(kinds.map(|(_, kind)| {
            let title = format!("Count: {}", messages::sample_type(kind));
            Entry::new(title, "", Msg::SampleType(kind.kind.clone()))
        }));
        profiles(model, &mut entries);
        looks(model, &mut entries);
        orders(model, &mut entries);
        steps(model, &mut entries);
        copies(model, &mut entries);
        for option in OPTIONS {
            values(model, option, &mut entries);
        }
        let (mode, _) = Mode::split(model.state.find.trim());
        let others = Mode::ALL.into_iter().filter(|other| *other != mode);
        entries.extend(others.map(|mode| {
            let (_, title) = messages::search_mode(mode);
            Entry::new(title, "", Msg::FindMode(mode))
        }));
    }
    files(model, &mut entries);
    let themes = ThemeChoice::ALL.into_iter();
    let themes = themes.filter(|theme| *theme != model.prefs.theme);
    entries.extend(themes.map(|theme| Entry::new(theme.title(), "", Msg::Theme(theme))));
    entries.extend(EXAMPLES.iter().map(|example| {
        let title = format!("Example: {}", example.title);
        Entry::new(title, "", Msg::Command(CommandId::Example(example.id)))
    }));
    entries
}

fn commands(model: &Model, entries: &mut Vec<Entry>) {
    let here = |id| id != CommandId::Palette && id != CommandId::Menu;
    let commands = COMMANDS
        .iter()
        .filter(|command| here(command.id) && command::is_available(model, command.id));
    entries.extend(commands.map(|command| {
        Entry::new(command.title, "", Msg::Command(command.id)).with_keys(command.keys())
    }));
}

fn views(model: &Model, entries: &mut Vec<Entry>) {
    for (at, view) in views::VIEWS.iter().enumerate() {
        let meta = view.meta();
        if meta.id != model.state.view_id() {
            let show = Msg::Command(CommandId::View(at));
            let title = format!("View: {}", meta.title);
            entries.push(Entry::new(title, meta.hint, show).with_keys(meta.key));
        }
    }
    let host = model.shown_data().map(|(view, _, _)| view.meta().host);
    if host == Some(Host::Canvas) {
        let reset = Msg::ToView(Key::Escape);
        let reset = Entry::new(messages::RESET, messages::RESET_HINT, reset);
        entries.push(reset.with_keys("Esc"));
        let moves = [
            (messages::ZOOM_IN, Key::Plus, "+"),
            (messages::ZOOM_OUT, Key::Minus, "−"),
            (messages::TO_THE_ROOT, Key::Home, "Home"),
            (messages::SCROLL_ON, Key::PageDown, "Page Down"),
            (messages::SCROLL_BACK, Key::PageUp, "Page Up"),
        ];
        entries.extend(
            moves.map(|(title, key, keys)| Entry::new(title, "", Msg::ToView(key)).with_keys(keys)),
        );
    }
}

/// The other profiles of the file.
fn profiles(model: &Model, entries: &mut Vec<Entry>) {
    let Some(summary) = model.current().and_then(|file| file.summary()) else {
        return;
    };
    let all = 0..summary.profiles.len();
    let others = all.filter(|&at| at != model.state.profile as usize);
    entries.extend(others.map(|at| {
        let title = format!("Profile: {}", messages::profile(&summary.profiles, at));
        Entry::new(title, "", Msg::Profile(at as u32))
    }));
}

/// What the visible table can be sorted by.
fn orders(model: &Model, entries: &mut Vec<Entry>) {
    let Some((view, _, _)) = model.shown_data() else {
        return;
    };
    let id = view.meta().id;
    if view.sorting(&view.look(model.state.look(id))).is_none() {
        return;
    }
    for (at, column) in view.columns().iter().enumerate() {
        let mut look = view.look(model.state.look(id));
        view.sort(&mut look, at);
        let sort = Msg::Look {
            view: id.to_owned(),
            look: view.look_text(&look),
            commit: Commit::Push,
        };
        entries.push(Entry::new(
            format!("Sort: {}", column.title),
            column.hint,
            sort,
        ));
    }
}

/// Steps about every function, the taking back of each step, and of everything.
fn steps(model: &Model, entries: &mut Vec<Entry>) {
    let lens = &model.state.lens;
    let every = [Step::Recursion, Step::DirectRecursion].map(|make| make(String::new()));
    entries.extend(every.into_iter().map(|step| {
        let (title, help) = (step.title(), step.kind().help);
        Entry::new(title, help, Msg::Step(step))
    }));
    entries.extend(lens.steps.iter().enumerate().map(|(at, step)| {
        let title = messages::remove_option(&step.title());
        Entry::new(title, step.kind().help, Msg::RemoveStep(at))
    }));
    if !lens.steps.is_empty() || OPTIONS.iter().any(|option| option.is_set(lens)) {
        entries.push(Entry::new(messages::CLEAR_OPTIONS, "", Msg::ClearOptions));
    }
}

/// Orders, directions, colours: what the visible views can be switched to.
fn looks(model: &Model, entries: &mut Vec<Entry>) {
    let shown = [model.shown_data(), model.beside_data()];
    for (view, _, _) in shown.into_iter().flatten() {
        let id = view.meta().id;
        let look = view.look(model.state.look(id));
        for (switch, row) in view.switches().iter().enumerate() {
            let on = view.switched(&look, switch);
            let choices = row.choices.iter().enumerate();
            entries.extend(choices.filter(|(at, _)| *at != on).map(|(choice, made)| {
                let title = messages::option_on(row.title, made.title);
                let set = Msg::Switch {
                    view: id.to_owned(),
                    switch,
                    choice,
                };
                Entry::new(title, made.hint, set).with_keys(row.keys)
            }));
        }
    }
    let now = model.paint();
    let others = model.paints().iter().filter(|paint| Some(**paint) != now);
    entries.extend(others.map(|paint| {
        let title = messages::option_on(messages::PAINT, paint.title());
        Entry::new(title, paint.hint(), Msg::Paint(paint.id().to_owned()))
    }));
}

fn copies(model: &Model, entries: &mut Vec<Entry>) {
    match model.shown_data().map(|(view, _, _)| view.meta().host) {
        Some(Host::Table | Host::Tree) => entries.extend(CopyAs::ALL.into_iter().map(|how| {
            let title = format!("{} as {}", messages::COPY, how.title());
            Entry::new(title, "", Msg::Copy(how))
        })),
        Some(Host::Text) => entries.push(Entry::new(messages::COPY, "", Msg::Copy(CopyAs::Tsv))),
        _ => {}
    }
}

/// The values an option can be given without typing; what it has now is left out.
fn values(model: &Model, option: &'static LensOption, entries: &mut Vec<Entry>) {
    let lens = &model.state.lens;
    let now = (option.get)(lens);
    let mut add = |title: String, value: &str| {
        let set = Msg::Option {
            name: option.name,
            value: value.to_owned(),
            typing: false,
        };
        entries.push(Entry::new(title, option.help, set));
    };
    match option.kind {
        Kind::Flag => {
            let (word, value) = match now == "true" {
                true => ("off", "false"),
                false => ("on", "true"),
            };
            add(format!("{}: {word}", option.title), value);
        }
        Kind::Choice(choices) => {
            for choice in choices.iter().filter(|choice| **choice != now) {
                add(format!("{}: {choice}", option.title), choice);
            }
            if option.default().is_empty() && !now.is_empty() {
                add(
                    messages::option_on(option.title, messages::DEFAULT_CHOICE),
                    "",
                );
            }
        }
        _ if option.is_set(lens) => {
            let title = messages::option_on(option.title, &now);
            add(messages::remove_option(&title), "");
        }
        _ => {}
    }
}

/// The other files: to be shown, compared with, merged.
fn files(model: &Model, entries: &mut Vec<Entry>) {
    let shown = model.state.file;
    let others = || model.files.iter().filter(|file| Some(file.id) != shown);
    entries.extend(others().map(|file| {
        let title = format!("File: {}", file.name);
        Entry::new(title, "", Msg::Select(file.id))
    }));
    let is_plain = |file: &&crate::FileEntry| file.summary().is_some() && file.origin.is_none();
    if !model.current().as_ref().is_some_and(is_plain) {
        return;
    }
    let parts: Vec<_> = others().filter(is_plain).collect();
    for file in &parts {
        let how = How::Diff {
            of_base: false,
            normalize: false,
        };
        let with = vec![file.id];
        let title = format!("{}: − {}", messages::SUBTRACT, file.name);
        entries.push(Entry::new(title, "", Msg::Combine { with, how }));
    }
    if !parts.is_empty() {
        let merge = Msg::Combine {
            with: parts.iter().map(|file| file.id).collect(),
            how: How::Merge,
        };
        entries.push(Entry::new(messages::MERGE_ALL, "", merge));
    }
}
