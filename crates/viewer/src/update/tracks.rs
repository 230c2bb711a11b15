//! The list of tracks: searched, walked, picked from.

use views::tracks::Pick;

use super::steps::Entry;
use crate::tracks::{self, TracksMsg};
use crate::{Effect, Model, TrackList};

/// Shows or hides the list.
pub(super) fn toggle(model: &mut Model, out: &mut Vec<Effect>) {
    model.track_list = TrackList {
        shown: !model.track_list.shown && model.has_tracks(),
        ..TrackList::default()
    };
    if !model.track_list.shown {
        out.push(Effect::FocusView);
    }
}

pub(super) fn update(model: &mut Model, msg: TracksMsg) -> Option<Entry> {
    let pick = match msg {
        TracksMsg::Type(text) => {
            model.track_list.text = text;
            model.track_list.chosen = 0;
            return None;
        }
        TracksMsg::Step(by) => {
            let last = model.track_rows()?.rows.len().checked_sub(1)?;
            let list = &mut model.track_list;
            list.chosen = list.chosen.saturating_add_signed(by).min(last);
            return None;
        }
        TracksMsg::Choose(row) => {
            let last = model.track_rows()?.rows.len().checked_sub(1)?;
            model.track_list.chosen = row.min(last);
            return None;
        }
        TracksMsg::All => Pick::All,
        TracksMsg::None => Pick::Only(Vec::new()),
        TracksMsg::Only(row) => Pick::Only(vec![row.name]),
        TracksMsg::Flip(row) => tracks::flipped(model.tracks()?, &model.pick(), &row),
    };
    let text = pick.write();
    (model.state.lens.tracks != text).then(|| {
        model.state.lens.tracks = text;
        Entry::Push
    })
}

/// The labels that name tracks become frames at the root, or no more.
pub(super) fn at_the_root(model: &mut Model) -> Option<Entry> {
    let keys = model.profile()?.track_keys.join(",");
    let root = &mut model.state.lens.tagroot;
    *root = match *root == keys {
        true => String::new(),
        false => keys,
    };
    Some(Entry::Push)
}
