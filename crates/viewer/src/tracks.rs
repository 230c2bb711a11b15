//! The list of tracks: which processes and threads there are, which of them are counted.
//!
//! What is picked is the lens's own text ([`Pick`]). A change keeps its kind where it can: all but
//! a few, or only a few, so that links stay short and say what was meant when another file has
//! other tracks.

use std::collections::BTreeSet;

use profile::units;
use views::tracks::{Asked, Pick, Process, Track, Tracks};

use crate::{Model, messages};

/// More rows are not shown; the search narrows them.
const SHOWN: usize = 200;

/// A list with more tracks than this has a box to search in.
const SEARCHED: usize = 12;

/// The list.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TrackList {
    /// It is shown.
    pub shown: bool,
    /// What its names are searched for.
    pub text: String,
    /// The row that keys are about.
    pub chosen: usize,
}

/// Something happened to the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TracksMsg {
    /// The search text changed.
    Type(String),
    /// Go so many rows down, or up.
    Step(isize),
    /// Go to a row.
    Choose(usize),
    /// Pick a row, or no more: its name and whether it is a process.
    Flip(RowName),
    /// Pick only this.
    Only(RowName),
    /// Pick all.
    All,
    /// Pick none.
    None,
}

/// What a row is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowName {
    /// What a lens picks it by.
    pub name: String,
    /// All tracks of a process.
    pub is_process: bool,
}

/// A row of the list.
#[derive(Clone, Debug, PartialEq)]
pub struct TrackRow {
    /// What it is about.
    pub of: RowName,
    /// What it says.
    pub title: String,
    /// It hangs under the process above it.
    pub is_within: bool,
    /// It is picked; `None` if only some of its tracks are.
    pub picked: Option<bool>,
    /// What it weighs.
    pub value: String,
    /// Its share of the total.
    pub share: String,
    /// The same from 0 to 1.
    pub bar: f64,
}

/// The list as it stands.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TrackRows {
    /// The rows.
    pub rows: Vec<TrackRow>,
    /// How many tracks are not shown.
    pub more: usize,
    /// There is a box to search in.
    pub searched: bool,
}

/// True if a process has a row of its own above its tracks.
fn has_row(process: &Process) -> bool {
    let is_itself = |track: &Track| track.name == process.name;
    !process.name.is_empty() && !process.tracks.iter().all(is_itself)
}

/// How many tracks of a process are picked.
fn picked_of(process: &Process, asked: &Asked<'_>) -> usize {
    let tracks = process.tracks.iter();
    let picked = tracks.filter(|track| asked.picks(&track.name, &process.name));
    picked.count()
}

impl Model {
    /// The tracks that are known of the shown profile.
    pub fn tracks(&self) -> Option<&Tracks> {
        views::tracks::of(self.tracks_data()?)
    }

    /// What is picked of them.
    pub fn pick(&self) -> Pick {
        Pick::read(&self.state.lens.tracks)
    }

    /// True if labels of the profile name processes or threads.
    pub fn has_tracks(&self) -> bool {
        let profile = self.profile();
        profile.is_some_and(|profile| !profile.track_keys.is_empty())
    }

    /// The list as it stands; `None` while it is not there yet.
    pub fn track_rows(&self) -> Option<TrackRows> {
        let tracks = self.tracks()?;
        let pick = self.pick();
        let asked = pick.asked();
        let all = tracks.processes.iter();
        let count: usize = all.clone().map(|process| process.tracks.len()).sum();
        let text = self.track_list.text.trim().to_lowercase();
        let fits = |name: &str| text.is_empty() || name.to_lowercase().contains(&text);
        let column = tracks.counted as usize;
        let counted = tracks.types.get(column);
        let (unit, total) = counted.map_or(("", 0), |it| (it.unit.as_str(), it.total));
        let row = |of: RowName, title: &str, is_within, picked, weights: &[i64]| {
            let value = weights.get(column).copied().unwrap_or(0);
            let share = value as f64 / total as f64;
            TrackRow {
                of,
                title: title.to_owned(),
                is_within,
                picked,
                value: units::human(value, unit),
                share: units::signed_percentage(value, total),
                bar: if share.is_finite() {
                    share.abs().min(1.0)
                } else {
                    0.0
                },
            }
        };
        let (mut rows, mut more) = (Vec::new(), tracks.more as usize);
        for process in all {
            let whole = fits(&process.name) && !process.name.is_empty();
            let fitting = process.tracks.iter();
            let fitting: Vec<&Track> = fitting.filter(|track| whole || fits(&track.name)).collect();
            if fitting.is_empty() {
                continue;
            }
            let heads = has_row(process);
            if heads && rows.len() < SHOWN {
                let of = RowName {
                    name: process.name.clone(),
                    is_process: true,
                };
                let picked = match picked_of(process, &asked) {
                    0 => Some(false),
                    some => (some == process.tracks.len()).then_some(true),
                };
                rows.push(row(of, &process.name, false, picked, &process.weights));
            }
            let room = SHOWN.saturating_sub(rows.len());
            more += fitting.len().saturating_sub(room);
            rows.extend(fitting.into_iter().take(room).map(|track| {
                let of = RowName {
                    name: track.name.clone(),
                    is_process: false,
                };
                let picked = asked.picks(&track.name, &process.name);
                row(of, &track.title, heads, Some(picked), &track.weights)
            }));
        }
        Some(TrackRows {
            rows,
            more,
            searched: count > SEARCHED,
        })
    }

    /// What stands on the button of the list beside its name; empty if all are picked.
    pub fn tracks_badge(&self) -> String {
        let pick = self.pick();
        match (&pick, self.tracks()) {
            (Pick::All, _) => String::new(),
            (_, Some(tracks)) => {
                let asked = pick.asked();
                let all = tracks.processes.iter();
                let picked = all.clone().map(|process| picked_of(process, &asked)).sum();
                messages::some_of(picked, all.map(|process| process.tracks.len()).sum())
            }
            (Pick::Only(names), None) => names.len().to_string(),
            (Pick::Except(names), None) => format!("−{}", names.len()),
        }
    }

    /// Names of tracks and processes that hold a text.
    pub(crate) fn track_names(&self, part: &str) -> Vec<String> {
        let part = part.to_lowercase();
        let processes = self.tracks().into_iter().flat_map(|it| &it.processes);
        let names = processes.flat_map(|process| {
            let own = Some(&process.name).filter(|_| has_row(process));
            own.into_iter()
                .chain(process.tracks.iter().map(|it| &it.name))
        });
        let fitting = names.filter(|name| name.to_lowercase().contains(&part));
        fitting.take(SEARCHED).cloned().collect()
    }
}

/// What is picked once a row is picked, or no more.
pub(crate) fn flipped(tracks: &Tracks, pick: &Pick, row: &RowName) -> Pick {
    let holds = |process: &&Process| match row.is_process {
        true => process.name == row.name,
        false => process.tracks.iter().any(|track| track.name == row.name),
    };
    let Some(process) = tracks.processes.iter().find(holds) else {
        return pick.clone();
    };
    let about = |track: &&Track| row.is_process || track.name == row.name;
    let mut meant = process.tracks.iter().filter(about);
    let asked = pick.asked();
    let was_on = meant.all(|track| asked.picks(&track.name, &process.name));
    let (mut names, not) = match pick {
        Pick::All => (Vec::new(), true),
        Pick::Only(names) => (names.clone(), false),
        Pick::Except(names) => (names.clone(), true),
    };
    // A process in the list stands for all its tracks: to change one, they are named instead.
    let own: BTreeSet<&String> = process.tracks.iter().map(|track| &track.name).collect();
    let had = names.contains(&process.name) && !process.name.is_empty();
    let is_new = was_on == not;
    if row.is_process {
        names.retain(|name| *name != process.name && !own.contains(name));
        if is_new {
            names.push(process.name.clone());
        }
    } else if is_new {
        names.push(row.name.clone());
    } else {
        names.retain(|name| *name != process.name && *name != row.name);
        if had {
            let others = process.tracks.iter().map(|track| &track.name);
            let others: Vec<String> = others
                .filter(|name| **name != row.name && !names.contains(name))
                .cloned()
                .collect();
            names.extend(others);
        }
    }
    let pick = match (not, names.is_empty()) {
        (true, true) => Pick::All,
        (true, false) => Pick::Except(names),
        (false, _) => Pick::Only(names),
    };
    simplest(tracks, pick)
}

/// All and none have one writing each.
fn simplest(tracks: &Tracks, pick: Pick) -> Pick {
    let (mut picked, mut count) = (0, tracks.more as usize);
    {
        let asked = pick.asked();
        for process in &tracks.processes {
            picked += picked_of(process, &asked);
            count += process.tracks.len();
        }
    }
    match picked {
        0 if tracks.more == 0 => Pick::Only(Vec::new()),
        all if all == count => Pick::All,
        _ => pick,
    }
}
