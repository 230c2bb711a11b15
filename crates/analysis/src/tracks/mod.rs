//! Tracks: the processes and threads of a profile, as labels of its samples name them.
//!
//! Each label set belongs to one track, those that name no thread to a track of their own, so
//! that nothing is lost. Labels are judged once a set, never once a sample.

mod keys;
mod pick;

use hashbrown::{HashMap, HashSet};
use profile::order::sorted;
use profile::{Label, LabelSetId, Profile};
use serde::{Deserialize, Serialize};

pub use pick::{Asked, Pick, escaped};

use crate::Lens;
use crate::select::{LensFault, Prepared};
use crate::tree::mean;
use keys::Keys;

/// The track of samples whose labels name no thread.
pub const NO_THREAD: &str = "no thread label";

/// The process of samples whose labels name none.
pub const NO_PROCESS: &str = "no process label";

/// Between the names of process and thread.
const WITHIN: &str = " > ";

/// More tracks are not listed, or a label that is new with every sample would fill the memory.
const MOST: usize = 10_000;

/// So many unknown names are told.
const TOLD: usize = 3;

/// The tracks of a profile and what they weigh under a lens.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tracks {
    /// The sample types, whose weights tracks have in this order.
    pub types: Vec<Counted>,
    /// Which of them is counted.
    pub counted: u32,
    /// The processes, heaviest first; one without a name where no label names any.
    pub processes: Vec<Process>,
    /// How many tracks are not listed.
    pub more: u32,
}

/// A sample type.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counted {
    /// What is counted.
    pub kind: String,
    /// In which unit.
    pub unit: String,
    /// Of what shares are told.
    pub total: i64,
}

/// A process.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Process {
    /// Its name with its number; empty if no label names processes.
    pub name: String,
    /// What it weighs, for each sample type.
    pub weights: Vec<i64>,
    /// Its tracks, heaviest first.
    pub tracks: Vec<Track>,
}

/// A thread, or a process whose threads have no names.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Track {
    /// Its name with that of its process: what a lens picks it by.
    pub name: String,
    /// The thread's name with its number; the process's where no label names threads.
    pub title: String,
    /// What it weighs, for each sample type.
    pub weights: Vec<i64>,
}

/// The keys of a profile's labels that name processes and threads, processes first; none if it
/// has no tracks. O(labels).
pub fn track_keys(profile: &Profile) -> Vec<String> {
    Keys::of(profile).names(profile)
}

/// A track by its names.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Name {
    process: String,
    thread: String,
}

impl Name {
    /// What a lens picks it by.
    fn whole(&self) -> String {
        match (self.process.as_str(), self.thread.as_str()) {
            ("", thread) => thread.to_owned(),
            (process, "") => process.to_owned(),
            (process, thread) => format!("{process}{WITHIN}{thread}"),
        }
    }

    fn title(&self) -> &str {
        match self.thread.as_str() {
            "" => &self.process,
            thread => thread,
        }
    }
}

/// Every track, and which one each label set belongs to.
struct Sorted {
    of_set: Vec<u32>,
    names: Vec<Name>,
}

/// Sorts label sets into tracks; `None` if no label names any. O(labels).
fn sort(profile: &Profile) -> Option<Sorted> {
    let keys = Keys::of(profile);
    let (processes, threads) = (keys.of_processes(), keys.of_threads());
    if !processes && !threads {
        return None;
    }
    let mut by_labels: HashMap<Vec<(usize, Label)>, u32> = HashMap::new();
    let mut by_name: HashMap<Name, u32> = HashMap::new();
    let mut names: Vec<Name> = Vec::new();
    let mut telling = Vec::new();
    let sets = (0..profile.labels.len() as u32).map(|set| {
        keys.telling(profile, profile.labels.get(LabelSetId(set)), &mut telling);
        if let Some(&known) = by_labels.get(&telling) {
            return known;
        }
        let (process, thread) = keys::names(profile, &telling);
        let part = |told: bool, name: Option<String>, none: &str| match told {
            true => name.unwrap_or_else(|| none.to_owned()),
            false => String::new(),
        };
        let name = Name {
            process: part(processes, process, NO_PROCESS),
            thread: part(threads, thread, NO_THREAD),
        };
        let track = *by_name.entry(name.clone()).or_insert_with(|| {
            names.push(name);
            names.len() as u32 - 1
        });
        by_labels.insert(telling.clone(), track);
        track
    });
    let of_set = sets.collect();
    Some(Sorted { of_set, names })
}

/// For each label set: a list of tracks, as a lens has it, picks it; and what is to be told of
/// the list. `None` if it picks all.
pub(crate) fn picked(profile: &Profile, list: &str) -> Option<(Vec<bool>, Vec<String>)> {
    let pick = Pick::read(list);
    let wanted = match &pick {
        Pick::All => return None,
        Pick::Only(names) | Pick::Except(names) => names,
    };
    let Some(sorted) = sort(profile) else {
        let none = "Tracks: no label of this profile names a process or a thread.".to_owned();
        let all = matches!(pick, Pick::Except(_));
        return Some((vec![all; profile.labels.len()], vec![none]));
    };
    let asked = pick.asked();
    // What is not crossed out by a name is unknown.
    let mut unknown: HashSet<&str> = wanted.iter().map(String::as_str).collect();
    let picks = sorted.names.iter().map(|name| {
        let whole = name.whole();
        unknown.remove(whole.as_str());
        unknown.remove(name.process.as_str());
        asked.picks(&whole, &name.process)
    });
    let picks: Vec<bool> = picks.collect();
    let mut notes = Vec::new();
    if wanted.is_empty() {
        notes.push("Tracks: none is picked.".to_owned());
    }
    let in_list = wanted.iter().filter(|name| unknown.contains(name.as_str()));
    let unknown: Vec<&String> = in_list.collect();
    if !unknown.is_empty() {
        let told = unknown.iter().take(TOLD).map(|name| format!("“{name}”"));
        let told: Vec<String> = told.collect();
        let more = match unknown.len().saturating_sub(TOLD) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        notes.push(format!("Tracks: there is no {}{more}.", told.join(", ")));
    }
    let of_set = sorted.of_set.iter().map(|&track| picks[track as usize]);
    Some((of_set.collect(), notes))
}

/// The tracks and their weights under a lens, whatever tracks it picks; `None` if the profile has
/// none. O(samples · sample types + labels).
///
/// # Errors
/// An option that cannot be understood, or a sample type that is not there.
pub fn tracks(profile: &Profile, lens: &Lens) -> Result<Option<Tracks>, LensFault> {
    let all = Lens {
        tracks: String::new(),
        ..lens.clone()
    };
    let prepared = Prepared::new(profile, &all)?;
    let Some(sorted) = sort(&prepared.profile) else {
        return Ok(None);
    };
    Ok(Some(weighed(&prepared, &sorted)))
}

/// A sum and what it is divided by.
type Sum = (i64, i64);

fn weighed(prepared: &Prepared<'_>, sorted_sets: &Sorted) -> Tracks {
    let profile = &prepared.profile;
    let samples = &profile.samples;
    let count = sorted_sets.names.len();
    // Samples with one label set are summed first: there are few tracks and many samples.
    let mut there = vec![false; count];
    let mut sums: Vec<Vec<Sum>> = Vec::new();
    for column in &samples.values {
        let mut of_column = vec![(0_i64, 0_i64); count];
        for (sample, &value) in column.iter().enumerate() {
            if !prepared.selection.has_sample(sample) {
                continue;
            }
            let track = sorted_sets.of_set[samples.labels[sample].index()] as usize;
            let by = prepared.divisors().map_or(0, |column| column[sample]);
            there[track] = true;
            let (sum, divisor) = &mut of_column[track];
            *sum = sum.saturating_add(value);
            *divisor = divisor.saturating_add(by);
        }
        sums.push(of_column);
    }
    let told = |sum: &[Sum]| -> Vec<i64> {
        let each = sum.iter().map(|&(sum, by)| mean(sum, by));
        each.collect()
    };
    let counted = prepared.column;
    let weight = |weights: &[i64]| weights.get(counted).copied().unwrap_or(0).unsigned_abs();
    let mut processes: HashMap<&str, (Vec<Sum>, Vec<Track>)> = HashMap::new();
    let present = sorted_sets.names.iter().enumerate();
    let tracks = present
        .filter(|(track, _)| there[*track])
        .map(|(at, name)| {
            let own = sums.get(counted).map_or((0, 0), |column| column[at]);
            (mean(own.0, own.1).unsigned_abs(), name, at)
        });
    let listed = sorted(tracks.collect(), |(a, name, _), (b, other, _)| {
        b.cmp(a).then_with(|| name.cmp(other))
    });
    let more = listed.len().saturating_sub(MOST) as u32;
    for (at, (_, name, track)) in listed.into_iter().enumerate() {
        let own: Vec<Sum> = sums.iter().map(|column| column[track]).collect();
        let (sum, tracks) = processes.entry(&name.process).or_default();
        sum.resize(own.len(), (0, 0));
        for (sum, own) in sum.iter_mut().zip(&own) {
            *sum = (sum.0.saturating_add(own.0), sum.1.saturating_add(own.1));
        }
        // What is not listed still counts for its process.
        if at < MOST {
            tracks.push(Track {
                name: name.whole(),
                title: name.title().to_owned(),
                weights: told(&own),
            });
        }
    }
    let processes = processes.into_iter().map(|(name, (sum, tracks))| Process {
        name: name.to_owned(),
        weights: told(&sum),
        tracks,
    });
    let processes = processes.filter(|process| !process.tracks.is_empty());
    let processes = sorted(processes.collect(), |a, b| {
        weight(&b.weights)
            .cmp(&weight(&a.weights))
            .then_with(|| a.name.cmp(&b.name))
    });
    let types = (0..samples.values.len()).map(|at| Counted {
        kind: profile.kind_text(at),
        unit: profile.unit_text(at),
        total: prepared.total_of(at),
    });
    Tracks {
        types: types.collect(),
        counted: counted as u32,
        processes,
        more,
    }
}

#[cfg(test)]
mod tests;
