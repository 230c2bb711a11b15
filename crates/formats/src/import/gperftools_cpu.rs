//! gperftools' CPU profile: binary words of 4 or 8 bytes in either byte order, then the memory
//! map as text. Also what old Go programs wrote.
//!
//! Header `0, 3, 0, period in µs, 0`; records `count, depth, addresses (leaf first)`; the end is
//! `0, 1, 0`. Addresses above the leaf are return addresses, so 1 is taken off. The signal
//! handler's own frame, if it is everywhere in second place, is left out as pprof does.
//! There are no names in it: frames are shown as `module+0xoffset`. Google's Java agent writes the
//! same with a 1 in third place, numbers of places for addresses, and their names behind.

use hashbrown::HashMap;
use profile::Profile;

use super::addresses::{Addresses, Recorder, without_doubled_leaf};
use super::java_text;
use super::memory_map::Map;
use super::text::Lines;
use crate::{Cx, ImportError, Importer, Input, Loaded, Match, Probe, Step};

/// The format.
pub static IMPORTER: Importer = Importer {
    id: "gperftools-cpu",
    name: "gperftools CPU profile",
    extensions: &["cpu", "prof"],
    how_to_record: "C++: link with `-lprofiler`, run with `CPUPROFILE=cpu.prof ./program`.",
    sniff,
    read,
};

const WHAT: &str = "gperftools CPU profile";

/// The deepest stack that is believed where the file was cut inside it; gperftools stops at 254.
const DEEPEST: u64 = 1024;

/// How words are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Words {
    size: usize,
    little: bool,
}

/// In pprof's order.
const KINDS: [Words; 4] = [
    Words {
        size: 4,
        little: true,
    },
    Words {
        size: 4,
        little: false,
    },
    Words {
        size: 8,
        little: true,
    },
    Words {
        size: 8,
        little: false,
    },
];

impl Words {
    /// The word at a byte offset, which moves behind it.
    fn next(self, bytes: &[u8], at: &mut usize) -> Option<u64> {
        let end = at.checked_add(self.size)?;
        let word = bytes.get(*at..end)?;
        *at = end;
        let push = |value: u64, &byte: &u8| (value << 8) | u64::from(byte);
        Some(match self.little {
            true => word.iter().rev().fold(0, push),
            false => word.iter().fold(0, push),
        })
    }

    /// What the header says, if these words begin a profile.
    fn header(self, bytes: &[u8]) -> Option<Header> {
        let mut at = 0;
        let mut word = || self.next(bytes, &mut at);
        let header = [word()?, word()?, word()?, word()?, word()?];
        match header {
            [0, 3, java @ (0 | 1), period, 0] if period > 0 => Some(Header {
                period,
                java: java == 1,
            }),
            _ => None,
        }
    }
}

/// What the header says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Header {
    /// Between two samples, in µs.
    period: u64,
    /// Addresses are numbers of places that are named behind the samples.
    java: bool,
}

fn kind_of(bytes: &[u8]) -> Option<(Words, Header)> {
    KINDS
        .iter()
        .find_map(|words| Some((*words, words.header(bytes)?)))
}

fn sniff(probe: &Probe<'_>) -> Match {
    match kind_of(probe.head) {
        Some(_) => Match::Yes("it begins with the header of a gperftools CPU profile"),
        None => Match::No,
    }
}

/// A record: its count and where its addresses lie in the common list.
struct Record {
    count: i64,
    first: usize,
    end: usize,
}

fn read(input: Input<'_>, cx: &mut Cx<'_>) -> Result<Loaded, ImportError> {
    let bytes = input.bytes;
    let (words, header) = kind_of(bytes).ok_or(ImportError::Unknown { looks_like: None })?;
    let mut at = words.size.saturating_mul(5);
    let (mut records, mut addresses) = (Vec::new(), Vec::new());
    loop {
        let here = at;
        let head = (words.next(bytes, &mut at), words.next(bytes, &mut at));
        let left = bytes.len().saturating_sub(at) as u64;
        let fits = |depth: u64| depth <= left.checked_div(words.size as u64).unwrap_or(0);
        let (count, depth) = match head {
            (Some(count), Some(depth)) if fits(depth) => (count, depth),
            (Some(_), Some(depth)) if records.is_empty() || depth > DEEPEST => {
                let why = "a stack is deeper than the rest of the file";
                return Err(ImportError::Damaged {
                    what: WHAT,
                    at: here as u64,
                    why,
                });
            }
            _ => {
                cx.tell(format!(
                    "The file was cut: its end mark and the list of binaries are missing. What \
                     came before byte {} is shown.",
                    profile::units::grouped(here as i64)
                ));
                at = bytes.len();
                break;
            }
        };
        let first = addresses.len();
        for _ in 0..depth {
            addresses.extend(words.next(bytes, &mut at));
        }
        if (count, depth, addresses.get(first)) == (0, 1, Some(&0)) {
            addresses.truncate(first);
            break;
        }
        if !header.java {
            for address in addresses.iter_mut().skip(first.saturating_add(1)) {
                *address = address.wrapping_sub(1);
            }
        }
        records.push(Record {
            count: count as i64,
            first,
            end: addresses.len(),
        });
        if records.len() % 4096 == 0 {
            cx.tick(Step::Parsing, at as u64, bytes.len() as u64)?;
            cx.claim("samples", records.len() as u64, cx.limits.samples)?;
        }
    }
    let rest = bytes.get(at..).unwrap_or(&[]);
    let stacks = match header.java {
        true => stacks_of(&records, &addresses),
        false => cleaned(&records, &addresses),
    };
    let profile = build(&records, &stacks, rest, header, cx)?;
    Ok(Loaded::Profiles(vec![profile]))
}

/// The stacks, without the signal handler's frame: an address that stands in second place in
/// nearly all samples (31 of 32) is left out wherever it is second; this twice at most.
fn cleaned(records: &[Record], addresses: &[u64]) -> Vec<Vec<u64>> {
    let mut stacks = stacks_of(records, addresses);
    for _ in 0..2 {
        let mut counts: HashMap<u64, usize> = HashMap::new();
        for &second in stacks.iter().filter_map(|stack| stack.get(1)) {
            let count = counts.entry(second).or_insert(0);
            *count = count.saturating_add(1);
        }
        let enough = stacks.len().saturating_sub(stacks.len() / 32);
        // At most one address can be that frequent, so the map's order does not show.
        let Some(handler) = counts
            .iter()
            .find(|(_, count)| **count >= enough)
            .map(|(a, _)| *a)
        else {
            break;
        };
        for stack in &mut stacks {
            if stack.get(1) == Some(&handler) {
                stack.remove(1);
            }
        }
    }
    stacks.iter_mut().for_each(without_doubled_leaf);
    stacks
}

fn stacks_of(records: &[Record], addresses: &[u64]) -> Vec<Vec<u64>> {
    let stacks = records.iter().map(|r| addresses.get(r.first..r.end));
    stacks.map(|stack| stack.unwrap_or(&[]).to_vec()).collect()
}

fn build(
    records: &[Record],
    stacks: &[Vec<u64>],
    rest: &[u8],
    header: Header,
    cx: &mut Cx<'_>,
) -> Result<Profile, ImportError> {
    let types = [("samples", "count"), ("cpu", "nanoseconds")];
    let mut profile = Addresses::new(&types);
    if header.java {
        profile = profile.with_ids_only();
    }
    let nanos = (header.period as i64).saturating_mul(1000);
    profile.period("cpu", "nanoseconds", nanos);
    for (record, stack) in records.iter().zip(stacks) {
        let values = [record.count, record.count.saturating_mul(nanos)];
        profile.sample(stack, &values, &[]);
        profile.check(0, 0, cx)?;
    }
    let map = match header.java {
        true => {
            java_text::places(Lines::of(rest), &mut profile);
            Map::read(&[])
        }
        false => Map::read(rest),
    };
    profile.finish(map, Recorder::Signals, cx)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Limits;

    fn file(words: Words, records: &[(u64, &[u64])], map: &str) -> Vec<u8> {
        let mut all = vec![0, 3, 0, 10_000, 0];
        for (count, stack) in records {
            all.push(*count);
            all.push(stack.len() as u64);
            all.extend_from_slice(stack);
        }
        all.extend([0, 1, 0]);
        let mut bytes = Vec::new();
        for word in all {
            let le = word.to_le_bytes();
            let be = word.to_be_bytes();
            match words.little {
                true => bytes.extend_from_slice(&le[..words.size]),
                false => bytes.extend_from_slice(&be[8 - words.size..]),
            }
        }
        bytes.extend_from_slice(map.as_bytes());
        bytes
    }

    #[test]
    fn every_word_size_and_byte_order() {
        let map = "00400000-00500000 r-xp 00000000 fc:00 11 /opt/main\n";
        for words in KINDS {
            let bytes = file(
                words,
                &[(3, &[0x40_0010, 0x40_0021]), (1, &[0x40_0010])],
                map,
            );
            let mut tick = |_, _, _| true;
            let mut cx = Cx::new(Limits::default(), &mut tick);
            let opened = crate::open("x.cpu", bytes, &mut cx).unwrap();
            assert_eq!(opened.format.id, "gperftools-cpu");
            assert_eq!(
                profile::testing::tree_text(&opened.profiles[0]),
                "!/opt/main+0x400010 1 10000000\n\
                 !/opt/main+0x400020;!/opt/main+0x400010 3 30000000\n"
            );
        }
    }

    #[test]
    fn a_depth_beyond_the_file_is_refused() {
        let mut bytes = file(KINDS[2], &[(1, &[0x10])], "");
        bytes[6 * 8] = 0xff;
        let mut tick = |_, _, _| true;
        let mut cx = Cx::new(Limits::default(), &mut tick);
        assert_eq!(
            crate::open("x", bytes, &mut cx).err().unwrap().code(),
            "damaged"
        );
    }

    #[test]
    fn a_file_without_its_end_is_shown_and_told() {
        let bytes = file(KINDS[2], &[(3, &[0x10, 0x21]), (1, &[0x30])], "");
        let mut tick = |_, _, _| true;
        let mut cx = Cx::new(Limits::default(), &mut tick);
        // Without the end mark, then without half of the last record.
        for (missing, values) in [(3 * 8, &[3, 1][..]), (4 * 8, &[3]), (5 * 8, &[3])] {
            let cut = bytes[..bytes.len() - missing].to_vec();
            let opened = crate::open("x", cut, &mut cx).unwrap();
            assert_eq!(opened.profiles[0].samples.values[0], values);
            assert!(opened.warnings[0].text.starts_with("The file was cut"));
        }
    }

    #[test]
    fn the_handlers_frame_and_the_doubled_leaf_are_left_out() {
        // 0x99 is second everywhere; behind it the leaf is repeated as a return address.
        let records: Vec<Vec<u64>> = (1..=40)
            .map(|n| vec![0x1000 + n, 0x9a, 0x1000 + n, 0x2001])
            .collect();
        let records: Vec<(u64, &[u64])> = records.iter().map(|r| (1, &r[..])).collect();
        let mut tick = |_, _, _| true;
        let mut cx = Cx::new(Limits::default(), &mut tick);
        let opened = crate::open("x", file(KINDS[0], &records, ""), &mut cx).unwrap();
        let tree = profile::testing::tree_text(&opened.profiles[0]);
        assert_eq!(tree.lines().count(), 40);
        assert!(
            tree.lines()
                .all(|l| l.starts_with("!+0x2000;!+0x10") && l.matches(';').count() == 1),
            "{tree}"
        );
    }

    #[test]
    fn damage_never_panics() {
        let path = concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/fixtures/gperftools/mill.cpu.prof"
        );
        let good = std::fs::read(path).unwrap();
        let open = |bytes: Vec<u8>| {
            let mut tick = |_, _, _| true;
            let mut cx = Cx::new(Limits::default(), &mut tick);
            if let Ok(opened) = crate::open("x", bytes, &mut cx) {
                opened.profiles[0].validate().unwrap();
            }
        };
        for len in (0..good.len()).step_by(97) {
            open(good[..len].to_vec());
        }
        let mut seed = 88_172_645_463_325_252_u64;
        for _ in 0..1000 {
            let mut bytes = good.clone();
            for _ in 0..3 {
                seed ^= seed << 13;
                seed ^= seed >> 7;
                seed ^= seed << 17;
                let at = seed as usize % bytes.len();
                bytes[at] = (seed >> 32) as u8;
            }
            open(bytes);
        }
    }
}
