//! The memory map that legacy profiles end with: `/proc/PID/maps` or a list of
//! `START-END: FILE (@OFFSET) BUILD_ID`, possibly behind log prefixes, with `name=value` lines
//! that stand for `$name`.
//!
//! The rules are pprof's, so that addresses belong to the binaries that pprof names: only
//! executable parts count, adjacent parts of one file are one, the first part that is a program
//! and no library comes first.

/// A part of memory that holds a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Part {
    pub start: u64,
    pub limit: u64,
    pub offset: u64,
    pub file: String,
    pub build_id: String,
}

/// Longer lines are no part of a map; also the most that a line grows to by `$name`, which could
/// double it from line to line.
const LINE: usize = 64 << 10;

/// Variables that are kept; real files have one or two.
const VARIABLES: usize = 64;

/// Executable parts that are kept. Linux allows 65,530 parts of any kind; each address is looked
/// up among these one by one.
const PARTS: usize = 16 << 10;

/// Which part every address lies in.
pub(crate) struct Map {
    parts: Vec<Part>,
    /// The part for addresses that no other one holds.
    elsewhere: Option<usize>,
}

impl Map {
    /// Reads a memory map; lines that are none are passed over.
    pub(crate) fn read(text: &[u8]) -> Self {
        let mut variables: Vec<(String, String)> = Vec::new();
        let mut parts = Vec::new();
        for line in text.split(|&b| b == b'\n').filter(|l| l.len() <= LINE) {
            let line = String::from_utf8_lossy(line);
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let Some(line) = substituted(without_log_prefix(line), &variables) else {
                continue;
            };
            match parsed(&line) {
                Line::Part(part) if parts.len() < PARTS => parts.push(part),
                Line::Part(_) | Line::NotExecutable => {}
                Line::Other => {
                    if let Some((name, value)) = line.split_once('=')
                        && variables.len() < VARIABLES
                    {
                        let name = format!("${}", name.trim());
                        variables.push((name, value.trim().to_owned()));
                    }
                }
            }
        }
        Self {
            parts: arranged(parts),
            elsewhere: None,
        }
    }

    /// The part that holds an address. One that no part holds belongs to a part that begins too
    /// late by its own offset (old writers left out beginnings), else to a part without a name.
    pub(crate) fn place(&mut self, address: u64) -> usize {
        let holds = |part: &Part| part.start <= address && address < part.limit;
        if let Some(at) = self.parts.iter().position(holds) {
            return at;
        }
        let begins_late = |part: &mut Part| {
            let start = part.start.wrapping_sub(part.offset);
            let late = part.offset != 0 && start <= address && address < part.start;
            if late {
                (part.start, part.offset) = (start, 0);
            }
            late
        };
        if let Some(at) = self.parts.iter_mut().position(begins_late) {
            return at;
        }
        *self.elsewhere.get_or_insert_with(|| {
            self.parts.push(Part {
                limit: u64::MAX,
                ..Part::default()
            });
            self.parts.len().saturating_sub(1)
        })
    }

    /// All parts; complete once every address has been placed.
    pub(crate) fn parts(&self) -> &[Part] {
        &self.parts
    }
}

/// The line with its variables filled in; nothing if it grows too long.
fn substituted(line: &str, variables: &[(String, String)]) -> Option<String> {
    let mut out = String::new();
    let mut rest = line;
    while let Some(at) = rest.find('$') {
        let (before, from) = rest.split_at(at);
        let found = variables.iter().find(|(name, _)| from.starts_with(name));
        let (name, value) = found.map_or(("$", "$"), |(name, value)| (name, value));
        out.push_str(before);
        out.push_str(value);
        rest = from.strip_prefix(name).unwrap_or("");
        if out.len() > LINE {
            return None;
        }
    }
    out.push_str(rest);
    Some(out)
}

/// Cuts `I0102 03:04:05 file.cc:67] ` off.
fn without_log_prefix(line: &str) -> &str {
    match line.split_once("] ") {
        Some((prefix, rest)) if prefix.contains(':') && !prefix.starts_with('[') => rest,
        _ => line,
    }
}

enum Line {
    Part(Part),
    NotExecutable,
    Other,
}

fn parsed(line: &str) -> Line {
    let mut words = line.split_ascii_whitespace();
    let range = words.next().unwrap_or("").trim_end_matches(':');
    let Some((start, limit)) = range.split_once('-') else {
        return Line::Other;
    };
    let (Some(start), Some(limit)) = (hex(start), hex(limit)) else {
        return Line::Other;
    };
    let mut part = Part {
        start,
        limit,
        ..Part::default()
    };
    let words: Vec<&str> = words.collect();
    let is_permissions =
        |word: &&str| word.len() >= 3 && word.bytes().all(|b| b"rwxps-".contains(&b));
    let after = match words.split_first() {
        Some((permissions, _)) if is_permissions(permissions) && !permissions.contains('x') => {
            return Line::NotExecutable;
        }
        Some((permissions, after)) if is_permissions(permissions) => after,
        _ => &words,
    };
    // offset, device, inode, then the file, whose name may hold blanks.
    if let [offset, device, inode, file @ ..] = after
        && device.contains(':')
        && inode.bytes().all(|b| b.is_ascii_digit())
        && let Some(offset) = hex(offset)
    {
        part.offset = offset;
        let file = file.join(" ");
        let file = file.strip_suffix("(deleted)").unwrap_or(&file);
        file.trim_end().clone_into(&mut part.file);
        return Line::Part(part);
    }
    let Some((file, after)) = after.split_first() else {
        return Line::Other;
    };
    (*file).clone_into(&mut part.file);
    for word in after {
        let word = word.trim_start_matches('(').trim_end_matches(')');
        match word.strip_prefix('@') {
            Some(offset) => part.offset = hex(offset).unwrap_or(0),
            None if part.build_id.is_empty() && word.bytes().all(|b| b.is_ascii_hexdigit()) => {
                word.clone_into(&mut part.build_id);
            }
            None => {}
        }
    }
    Line::Part(part)
}

fn hex(text: &str) -> Option<u64> {
    u64::from_str_radix(text.trim_start_matches("0x"), 16).ok()
}

fn arranged(parts: Vec<Part>) -> Vec<Part> {
    let mut out: Vec<Part> = Vec::new();
    for part in parts {
        match out.last_mut() {
            Some(last) if continues(last, &part) => {
                last.limit = part.limit;
                for (had, new) in [
                    (&mut last.file, part.file),
                    (&mut last.build_id, part.build_id),
                ] {
                    if !new.is_empty() {
                        *had = new;
                    }
                }
            }
            _ => out.push(part),
        }
    }
    if let Some(main) = out.iter().position(|part| is_program(&part.file)) {
        out.swap(0, main);
    }
    // Transparent huge pages put the beginning of the program into a part of their own.
    if let [huge, next, ..] = out.as_slice()
        && huge.file.starts_with("/anon_hugepage")
        && huge.limit == next.start
    {
        out.remove(0);
    }
    if let Some(main) = out.first_mut() {
        // Where programs that cannot be moved are linked to: their first part was left out.
        const LINKED_AT: u64 = 0x40_0000;
        if main.start.wrapping_sub(main.offset) == LINKED_AT {
            (main.start, main.offset) = (LINKED_AT, 0);
        }
    }
    out
}

/// True if `next` is the rest of what `last` begins.
fn continues(last: &Part, next: &Part) -> bool {
    let agree = |a: &str, b: &str| a.is_empty() || b.is_empty() || a == b;
    let length = last.limit.wrapping_sub(last.start);
    let fits =
        last.offset == 0 || next.offset == 0 || last.offset.wrapping_add(length) == next.offset;
    agree(&last.file, &next.file)
        && agree(&last.build_id, &next.build_id)
        && last.limit == next.start
        && fits
}

/// Libraries end with `.so`, or with a version behind that.
fn is_program(file: &str) -> bool {
    let library = file.match_indices(".so").any(|(at, so)| {
        let after = file.get(at.saturating_add(so.len())..).unwrap_or("");
        let version = after.strip_prefix(['.', '_']);
        after.is_empty() || version.is_some_and(|v| v.starts_with(|c: char| c.is_ascii_digit()))
    });
    !file.is_empty() && !file.starts_with('[') && !library
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;

    use super::*;

    fn lines(text: &str) -> Vec<String> {
        Map::read(text.as_bytes())
            .parts()
            .iter()
            .map(|p| {
                let (start, limit, offset) = (p.start, p.limit, p.offset);
                let text = format!("{start:x}-{limit:x} {offset:x} {} {}", p.file, p.build_id);
                text.trim_end().to_owned()
            })
            .collect()
    }

    #[test]
    fn both_kinds_of_lines_are_read() {
        let text = "build=/opt/app\n\
            I0102 03:04:05 1 x.cc:9] 00600000-00700000 r-xp 00100000 fc:00 12 /lib/libc.so.6\n\
            00400000-00500000 r-xp 00000000 fc:00 11 $build/main\n\
            00500000-00580000 r-xp 00100000 fc:00 11 /opt/app/main\n\
            00800000-00900000 rw-p 00000000 00:00 0 [heap]\n\
            00a00000-00b00000: /lib/x.so (@200) abc123\n\
            0xc00000-0xd00000 r-xp 0 00:00 0 /opt/two words (deleted)\n\
            nonsense\n";
        assert_eq!(
            lines(text),
            [
                "400000-580000 0 /opt/app/main",
                "600000-700000 100000 /lib/libc.so.6",
                "a00000-b00000 200 /lib/x.so abc123",
                "c00000-d00000 0 /opt/two words",
            ]
        );
    }

    #[test]
    fn a_program_linked_at_4_mb_begins_there() {
        let text = "401000-500000 r-xp 00001000 fc:00 11 /opt/main\n";
        assert_eq!(lines(text), ["400000-500000 0 /opt/main"]);
    }

    #[test]
    fn huge_pages_before_the_program_are_left_out() {
        let text = "400000-600000 r-xp 0 00:00 0 /anon_hugepage\n\
            600000-700000 r-xp 0 fc:00 11 /opt/main\n";
        assert_eq!(lines(text), ["600000-700000 0 /opt/main"]);
    }

    #[test]
    fn programs_are_told_from_libraries() {
        for (file, program) in [
            ("/opt/main", true),
            ("/opt/my.software/main", true),
            ("/lib/libc.so", false),
            ("/lib/libc.so.6", false),
            ("/lib/libstdc++.so_7", false),
            ("[vdso]", false),
            ("", false),
        ] {
            assert_eq!(is_program(file), program, "{file}");
        }
    }

    #[test]
    fn every_address_finds_a_part() {
        let text = "400000-500000 r-xp 0 fc:00 11 /opt/main\n\
            700000-800000 r-xp 00100000 fc:00 12 /lib/a.so\n";
        let mut map = Map::read(text.as_bytes());
        let places: Vec<_> = [
            0x40_0000, 0x4f_ffff, 0x70_0000, 0x65_0000, 0x10, 0x50_0000, 0x20,
        ]
        .map(|address| map.place(address))
        .to_vec();
        assert_eq!(places, [0, 0, 1, 1, 2, 2, 2]);
        assert_eq!(map.parts()[1].start, 0x60_0000, "its beginning was missing");
        assert_eq!(map.parts()[2].limit, u64::MAX);
    }

    #[test]
    fn variables_cannot_grow_without_end() {
        let mut text = String::from("v0=xxxxxxxxxxxxxxxx\n");
        for n in 1..60 {
            let _ = writeln!(text, "v{n}=$v{0}$v{0}$v{0}$v{0}", n - 1);
        }
        text += "400000-500000 r-xp 0 fc:00 11 $v59\n";
        let parts = lines(&text);
        assert!(parts.iter().all(|part| part.len() <= 2 * LINE));
    }
}
