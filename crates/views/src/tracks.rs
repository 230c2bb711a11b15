//! Tracks: processes and threads with what they weigh, to pick from. It is a view without a tab,
//! so that it is asked, kept and told late like all others; the page lays it out itself.

use analysis::Naming;

pub use analysis::tracks::{Asked, Pick, Process, Track, Tracks};

use crate::columns::{BadColumns, Packed};
use crate::erased::AnyData;
use crate::reports::Plain;
use crate::view::{Cell, Column, Cx, Gap, Host, Picked, Spot, Tip, View, ViewMeta};

/// The view.
pub struct TracksView;

/// Id of the view.
pub const ID: &str = "tracks";

/// The tracks in a view's data, if it is this view's.
pub fn of(data: &AnyData) -> Option<&Tracks> {
    data.get()
}

impl View for TracksView {
    type Data = Tracks;
    type Look = Plain;

    const META: ViewMeta = ViewMeta {
        id: ID,
        title: "Tracks",
        key: ' ',
        hint: "Processes and threads with what they weigh.",
        host: Host::Table,
        beside: None,
        naming: Naming::FUNCTIONS,
    };

    fn compute(cx: &mut Cx<'_>) -> Result<Tracks, Gap> {
        let found = analysis::tracks::tracks(cx.profile, cx.lens);
        found
            .map_err(|fault| crate::gaps::fault(cx, &fault))?
            .ok_or_else(|| Gap("No label of this profile names a process or a thread.".to_owned()))
    }

    fn pack(data: Tracks) -> Packed {
        Packed::new(&data)
    }

    fn unpack(packed: Packed) -> Result<Tracks, BadColumns> {
        packed.open().map(|(tracks, _)| tracks)
    }

    fn locate(_: &Tracks, _: &Picked) -> Spot {
        Spot::default()
    }

    fn pick(_: &Tracks, _: u32) -> Option<Picked> {
        None
    }

    fn describe(_: &Tracks, _: &Plain, _: u32) -> Tip {
        Tip::default()
    }

    fn keys(_: &Tracks) -> &[u32] {
        &[]
    }

    fn columns() -> &'static [Column] {
        &[]
    }

    fn order(_: &Tracks, _: &Plain) -> Vec<u32> {
        Vec::new()
    }

    fn cell(_: &Tracks, _: u32, _: usize) -> Cell {
        Cell::default()
    }

    fn name_text(_: &Tracks, _: u32) -> &'static str {
        ""
    }

    fn name_of(_: &Tracks, _: u32) -> Option<u32> {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::try_compute;
    use analysis::Lens;
    use profile::testing::sketch;

    #[test]
    fn all_tracks_are_told_whatever_is_picked() {
        let profile = sketch("main 3 {thread=a}\nmain 4 {thread=b}");
        let lens = Lens {
            tracks: "a".to_owned(),
            ..Lens::default()
        };
        let tracks = try_compute::<TracksView>(&profile, &lens).expect("tracks");
        let names = tracks.processes.iter().flat_map(|process| &process.tracks);
        let names: Vec<_> = names.map(|track| track.name.as_str()).collect();
        assert_eq!((names, tracks.types[0].total), (vec!["b", "a"], 7));
        let none = try_compute::<TracksView>(&sketch("main 1"), &lens);
        assert!(none.unwrap_err().0.starts_with("No label"));
    }
}
