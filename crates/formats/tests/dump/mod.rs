//! Profiles without names, as `go tool pprof -raw` prints them.

use std::collections::BTreeMap;

use profile::{Profile, StackId};

/// What pprof prints of a profile straight after reading it: samples with the ids of their
/// locations, then addresses, then binaries.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Dump {
    pub(crate) samples: Vec<(Vec<i64>, Vec<u64>)>,
    pub(crate) mappings: Vec<(u64, u64, u64, String)>,
    /// Binary of each address, counted from 1.
    pub(crate) mapping_of: BTreeMap<u64, usize>,
}

fn number(text: &str) -> u64 {
    let digits = text.trim_start_matches("0x");
    u64::from_str_radix(digits, 16).expect("a hexadecimal number")
}

/// Reads what pprof printed.
pub(crate) fn dump(text: &str) -> Dump {
    let (head, rest) = text.split_once("\nLocations\n").expect("locations");
    let (locations, mappings) = rest.split_once("Mappings\n").expect("mappings");
    let mut addresses = BTreeMap::new();
    let mut mapping_of = BTreeMap::new();
    for line in locations.lines() {
        let (id, place) = line.trim().split_once(": ").expect("id: address");
        let (address, mapping) = place.trim().split_once(" M=").expect("a mapping");
        addresses.insert(id.to_owned(), number(address));
        mapping_of.insert(number(address), mapping.trim().parse().expect("a number"));
    }
    let samples = head.lines().skip_while(|l| !l.contains("/count")).skip(1);
    Dump {
        samples: samples
            .map(|line| {
                let (values, path) = line.split_once(':').expect("values: path");
                let values = values.split_whitespace();
                (
                    values.map(|v| v.parse().expect("a value")).collect(),
                    path.split_whitespace().map(|id| addresses[id]).collect(),
                )
            })
            .collect(),
        mappings: mappings
            .lines()
            .map(|line| {
                let (_, line) = line.split_once(": ").expect("id: range");
                let (range, file) = line.split_once(' ').expect("range file");
                let range: Vec<u64> = range.split('/').map(number).collect();
                (range[0], range[1], range[2], file.trim().to_owned())
            })
            .collect(),
        mapping_of,
    }
}

/// The same of what we read.
pub(crate) fn ours(profile: &Profile) -> Dump {
    let mut mapping_of = BTreeMap::new();
    let columns = &profile.samples.values;
    let mut samples = Vec::new();
    for (row, &stack) in profile.samples.stack.iter().enumerate() {
        let mut path = Vec::new();
        for (_, frame) in profile.stacks.walk(StackId(stack.0)) {
            let location = profile.frames.location[frame.index()];
            let mapping = profile.locations.mapping[location.index()];
            path.push(profile.address_of(frame));
            mapping_of.insert(profile.address_of(frame), mapping.index() + 1);
        }
        samples.push((columns.iter().map(|c| c[row]).collect(), path));
    }
    let mappings = profile.mappings.iter();
    Dump {
        samples,
        mappings: mappings
            .map(|m| {
                let file = profile.strings.text(m.file).into_owned();
                (m.start, m.limit, m.offset, file)
            })
            .collect(),
        mapping_of,
    }
}
