//! Looks follow frames: a zoom that was made in some data is moved to the same frame when its
//! view shows other data, of another sample type, filter or order, whether the view was visible
//! meanwhile or not.
//!
//! A look is text and says shares of a width, so it has to be known which data it was made in.
//! One that came otherwise, by a link or by undo, was made in the data that it comes with.

use std::collections::BTreeMap;

use views::{AnyData, AnyView, Host};

use crate::slots::ViewKey;
use crate::{FileId, Model, slots};

/// Where the look of each view was made. Only of the shown file, and only looks that say
/// something: data is big.
#[derive(Debug, Default)]
pub struct Looks {
    made: BTreeMap<&'static str, Made>,
}

/// A look and the data it was made in.
#[derive(Clone, Debug)]
struct Made {
    look: String,
    key: ViewKey,
    data: AnyData,
}

impl Looks {
    /// Forgets what belongs to a file that is gone.
    pub(crate) fn forget(&mut self, file: FileId) {
        self.made.retain(|_, made| made.key.file != file);
    }
}

type Shown = (&'static dyn AnyView, AnyData, ViewKey);

/// What is on the screen and can be zoomed.
fn shown(model: &Model) -> Vec<Shown> {
    let all = [model.shown_data(), model.beside_data()];
    let all = all.into_iter().flatten();
    let canvas = all.filter(|(view, ..)| view.meta().host == Host::Canvas);
    let owned = canvas.map(|(view, data, key)| (view, data.clone(), key.clone()));
    owned.collect()
}

fn note(model: &mut Model, view: &'static dyn AnyView, data: AnyData, key: ViewKey) {
    let id = view.meta().id;
    let look = model.state.look(id).to_owned();
    let made = &mut model.looks.made;
    made.retain(|other, made| *other != id && made.key.file == key.file);
    if !look.is_empty() {
        made.insert(id, Made { look, key, data });
    }
}

/// Looks that are others than before were changed on the screen: they were made in what is there.
pub(crate) fn made_here(model: &mut Model, before: &BTreeMap<String, String>) {
    for (view, data, key) in shown(model) {
        let id = view.meta().id;
        if before.get(id) != model.state.looks.get(id) {
            note(model, view, data, key);
        }
    }
}

/// Moves looks whose views show other data now. True if one changed.
pub(crate) fn follow(model: &mut Model) -> bool {
    let mut changed = false;
    for (view, data, key) in shown(model) {
        let id = view.meta().id;
        let wanted = [slots::wanted(model).0, slots::beside(model)];
        // Older data stays on the screen while the wanted one is under way.
        if !wanted.into_iter().flatten().any(|wanted| wanted == key) {
            continue;
        }
        let text = model.state.look(id);
        let made = model.looks.made.get(id);
        let made = made.filter(|made| made.look == text && made.key.file == key.file);
        if let Some(made) = made.filter(|made| made.key != key) {
            let carried = view.carry(&made.data, &data, &view.look(text));
            let carried = view.look_text(&carried);
            changed |= carried != text;
            model.state.set_look(id, carried);
        }
        note(model, view, data, key);
    }
    changed
}
