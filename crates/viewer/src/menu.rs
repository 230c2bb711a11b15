//! What can be done with what is selected: the menu of a frame or a row.

use analysis::find::Mode;
use scene::Key;
use views::{AnyView, Commit, Host, Picked, Unfold};

use crate::{CommandId, CopyAs, Effect, Entry, Model, Msg, Refine, tables};

/// What of the selection is copied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Its name.
    Name,
    /// The names from the root down to it, one a line.
    Stack,
    /// Its row in the table form of the visible view.
    Row,
}

/// Everything that can be done with the selection, in the order of the menu; nothing if nothing
/// is selected.
pub fn entries(model: &Model) -> Vec<Entry> {
    let Some(picked) = model.profile().and(model.state.picked.as_ref()) else {
        return Vec::new();
    };
    let module = model.picked_module();
    let all = Refine::BUTTONS.into_iter().chain(Refine::MENU);
    let fitting = all.filter(|how| how.fits(&model.state.lens, picked, &module));
    let refine = |how: Refine| Entry::new(how.title(), how.help(), Msg::Refine(how));
    let mut entries: Vec<Entry> = fitting.map(refine).collect();
    let copy = |title, part| Entry::new(title, "", Msg::CopySelected(part));
    let host = model.shown_data().map(|(view, _, _)| view.meta().host);
    let is_here = item(model, picked).is_some();
    if is_here && host == Some(Host::Canvas) {
        let zoom = Entry::new("Zoom to it", "", Msg::ToView(Key::Enter));
        entries.push(zoom.with_keys("Enter"));
    }
    entries.extend(heaviest_path(model, picked));
    entries.push(copy("Copy name", Part::Name));
    if !picked.path.is_empty() {
        entries.push(copy("Copy stack", Part::Stack));
    }
    if is_here {
        entries.push(copy("Copy row as TSV", Part::Row));
    }
    let search = Msg::Find(search_for(&picked.name));
    entries.push(Entry::new("Search for this name", "", search));
    let others = views::VIEWS.iter().enumerate().filter(|(_, view)| {
        let meta = view.meta();
        meta.id != model.state.view_id() && shows_functions(**view)
    });
    entries.extend(others.map(|(at, view)| {
        let meta = view.meta();
        let title = format!("Show in {}", meta.title.to_lowercase());
        Entry::new(title, "", Msg::Command(CommandId::View(at))).with_keys(meta.key)
    }));
    entries
}

/// Opens the heaviest path under the selected row of a tree.
fn heaviest_path(model: &Model, picked: &Picked) -> Option<Entry> {
    let (view, data, _) = model.shown_data()?;
    let id = view.meta().id;
    let mut look = view.look(model.state.look(id));
    let item = view.locate(data, picked).item?;
    view.fold(data, &look, item)?.open?;
    view.unfold(data, &mut look, item, Unfold::Heaviest);
    let open = Msg::Look {
        view: id.to_owned(),
        look: view.look_text(&look),
        commit: Commit::Amend,
    };
    Some(Entry::new("Open the heaviest path", "", open).with_keys("*"))
}

/// True for views in which a selected function can be found again.
fn shows_functions(view: &dyn AnyView) -> bool {
    view.meta().host != Host::Text && view.columns().iter().any(|c| c.title == "Function")
}

/// The item of the visible view that is selected.
fn item(model: &Model, picked: &Picked) -> Option<u32> {
    let (view, data, _) = model.shown_data()?;
    view.locate(data, picked).item
}

/// A search text that finds a name; names that look like another mode are escaped.
fn search_for(name: &str) -> String {
    match Mode::split(name) {
        (Mode::Contains, _) => name.to_owned(),
        _ => Mode::Regex.join(&analysis::rx::escaped(name)),
    }
}

/// Copies a part of the selection.
pub(crate) fn copy(model: &Model, part: Part, out: &mut Vec<Effect>) {
    let Some(picked) = &model.state.picked else {
        return;
    };
    let text = match part {
        Part::Name => Some(picked.name.clone()),
        Part::Stack => Some(picked.path.join("\n") + "\n"),
        Part::Row => item(model, picked)
            .zip(model.shown_data())
            .map(|(item, (view, data, _))| tables::row_of(view, data, item, CopyAs::Tsv)),
    };
    out.extend(text.map(Effect::Copy));
}
