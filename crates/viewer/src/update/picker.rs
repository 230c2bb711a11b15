//! The palette and the menu: opened, walked through, taken from.

use super::steps::Entry;
use crate::picker::{self, PickerKind};
use crate::{CommandId, Effect, Model, Picker, PickerMsg, command};

/// Opens or closes the palette; opens the menu of what is selected.
pub(super) fn open(model: &mut Model, id: CommandId) {
    let kind = match id {
        CommandId::Menu => PickerKind::Menu(None),
        _ => PickerKind::Palette,
    };
    let had = model.picker.take().map(|picker| picker.kind);
    if had != Some(kind) {
        show(model, kind);
    }
}

fn show(model: &mut Model, kind: PickerKind) {
    if matches!(kind, PickerKind::Palette) || command::is_available(model, CommandId::Menu) {
        model.keys_shown = false;
        model.picker = Some(Picker {
            kind,
            ..Picker::default()
        });
    }
}

pub(super) fn update(model: &mut Model, msg: PickerMsg, out: &mut Vec<Effect>) -> Option<Entry> {
    if let PickerMsg::Menu(at) = msg {
        show(model, PickerKind::Menu(Some(at)));
        return None;
    }
    let rows = picker::rows(model);
    let picker = model.picker.as_mut()?;
    match msg {
        PickerMsg::Type(text) => {
            picker.text = text;
            picker.chosen = 0;
        }
        PickerMsg::Step(by) if !rows.is_empty() => {
            let to = (picker.chosen as isize).saturating_add(by);
            picker.chosen = to.rem_euclid(rows.len() as isize) as usize;
        }
        PickerMsg::Choose(at) if at < rows.len() => picker.chosen = at,
        PickerMsg::Run(at) => {
            let row = rows.into_iter().nth(at.unwrap_or(picker.chosen))?;
            model.picker = None;
            return super::step(model, row.entry.msg, out);
        }
        PickerMsg::Left if picker.kind == PickerKind::Palette => {}
        PickerMsg::Left | PickerMsg::Close => model.picker = None,
        PickerMsg::Menu(_) | PickerMsg::Step(_) | PickerMsg::Choose(_) => {}
    }
    None
}
