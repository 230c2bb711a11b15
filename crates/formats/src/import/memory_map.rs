//! The memory map that legacy profiles end with: `/proc/PID/maps` or a list of
//! `START-END: FILE (@OFFSET) BUILD_ID`, possibly behind log prefixes, with `name=value` lines
//! that stand for `$name`.
//!
//! The rules are pprof's: only executable parts count, adjacent parts of one file are one, the
//! first part that is a program and no library comes first.

use std::collections::BTreeMap;

/// A part of memory that holds a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Part {
    pub start: u64,
    pub limit: u64,
    pub offset: u64,
    pub file: String,
    pub build_id: String,
}

/// Reads a memory map; lines that are none are passed over.
pub(crate) fn read(text: &[u8]) -> Vec<Part> {
    let mut variables: BTreeMap<String, String> = BTreeMap::new();
    let mut parts: Vec<Part> = Vec::new();
    for line in text.split(|&b| b == b'\n') {
        let line = String::from_utf8_lossy(line);
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let line = substitute(without_log_prefix(line), &variables);
        if let Some(part) = line_part(&line) {
            parts.push(part);
        } else if let Some((name, value)) = line.split_once('=') {
            variables.insert(name.trim().to_owned(), value.trim().to_owned());
        }
    }
    arrange(parts)
}

fn substitute(line: &str, variables: &BTreeMap<String, String>) -> String {
    let mut line = line.to_owned();
    if line.contains('$') {
        for (name, value) in variables {
            line = line.replace(&format!("${name}"), value);
        }
    }
    line
}

/// Cuts `I0102 03:04:05 file.cc:67] ` off.
fn without_log_prefix(line: &str) -> &str {
    match line.split_once("] ") {
        Some((prefix, rest)) if prefix.contains(':') && !prefix.starts_with('[') => rest,
        _ => line,
    }
}

fn hex(text: &str) -> Option<u64> {
    u64::from_str_radix(text.trim_start_matches("0x"), 16).ok()
}

fn line_part(line: &str) -> Option<Part> {
    let mut words = line.split_ascii_whitespace();
    let (start, limit) = words.next()?.trim_end_matches(':').split_once('-')?;
    let (start, limit) = (hex(start)?, hex(limit)?);
    let rest: Vec<&str> = words.collect();
    let is_permissions =
        |word: &&str| word.len() >= 3 && word.bytes().all(|b| b"rwxps-".contains(&b));
    if let Some(permissions) = rest.first().filter(|word| is_permissions(word)) {
        if !permissions.contains('x') {
            return Some(Part::default());
        }
        // offset, device, inode, then the file, which may hold blanks.
        let offset = rest.get(1).and_then(|word| hex(word)).unwrap_or(0);
        let file = rest.get(4..).unwrap_or(&[]).join(" ");
        return Some(Part {
            start,
            limit,
            offset,
            file,
            build_id: String::new(),
        });
    }
    let file = (*rest.first()?).to_owned();
    let mut part = Part {
        start,
        limit,
        file,
        ..Part::default()
    };
    for word in rest.iter().skip(1) {
        match word.strip_prefix("(@").and_then(|w| w.strip_suffix(')')) {
            Some(offset) => part.offset = hex(offset).unwrap_or(0),
            None if hex(word).is_some() => (*word).clone_into(&mut part.build_id),
            None => {}
        }
    }
    Some(part)
}

fn arrange(parts: Vec<Part>) -> Vec<Part> {
    let mut out: Vec<Part> = Vec::new();
    for part in parts {
        // A part that is not executable was read as an empty one.
        if part.limit <= part.start {
            continue;
        }
        match out.last_mut() {
            Some(last)
                if last.limit == part.start
                    && last.file == part.file
                    && last.build_id == part.build_id
                    && last
                        .offset
                        .wrapping_add(last.limit.wrapping_sub(last.start))
                        == part.offset =>
            {
                last.limit = part.limit;
            }
            _ => out.push(part),
        }
    }
    let is_program = |part: &Part| {
        let file = part.file.as_str();
        let name = file.rsplit('/').next().unwrap_or(file);
        !file.is_empty() && !file.starts_with('[') && !name.contains(".so")
    };
    if let Some(main) = out.iter().position(is_program) {
        out.swap(0, main);
    }
    // Transparent huge pages put the beginning of the program into an anonymous part.
    let anonymous = |part: &Part| part.file.starts_with("/anon_hugepage");
    if let Some(at) = out.iter().position(anonymous)
        && let (Some(huge), Some(main)) = (out.get(at).cloned(), out.first_mut())
        && huge.limit == main.start
    {
        main.start = huge.start;
        out.remove(at);
    }
    if let Some(main) = out.first_mut() {
        // Linked at 4 MiB as all non-relocatable programs are: the offset counts from there.
        const LINKED_AT: u64 = 0x40_0000;
        if main.start.wrapping_sub(main.offset) == LINKED_AT {
            main.offset = main.start;
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_kinds_of_lines_are_read() {
        let text = b"build=/opt/app\n\
            I0102 03:04:05 1 x.cc:9] 00600000-00700000 r-xp 00100000 fc:00 12 /lib/libc.so.6\n\
            00400000-00500000 r-xp 00000000 fc:00 11 $build/main\n\
            00500000-00580000 r-xp 00100000 fc:00 11 /opt/app/main\n\
            00800000-00900000 rw-p 00000000 00:00 0 [heap]\n\
            00a00000-00b00000: /lib/x.so (@200) abc123\n";
        let parts = read(text);
        let files: Vec<_> = parts
            .iter()
            .map(|p| (p.file.as_str(), p.start, p.limit))
            .collect();
        assert_eq!(
            files,
            [
                ("/opt/app/main", 0x40_0000, 0x58_0000),
                ("/lib/libc.so.6", 0x60_0000, 0x70_0000),
                ("/lib/x.so", 0xa0_0000, 0xb0_0000),
            ]
        );
        assert_eq!(
            (parts[2].offset, parts[2].build_id.as_str()),
            (0x200, "abc123")
        );
        assert_eq!(parts[0].offset, 0x40_0000, "linked at 4 MiB");
    }
}
