//! What the readers of text formats share: lines with their places, numbers, lists of addresses.

use profile::{Label, LabelValue};

use super::addresses::{Addresses, Symbol};
use super::memory_map::Map;
use crate::cx::Repair;
use crate::{Cx, Likeness};

/// A line that is not what its place in the file asks for.
pub(crate) static ODD_LINE: Repair = Repair {
    one: "One line could not be read and was left out.",
    many: "{} lines could not be read and were left out.",
};

/// Lines of a text, one after the other.
#[derive(Clone)]
pub(crate) struct Lines<'a> {
    bytes: &'a [u8],
    at: usize,
}

/// A line: where it begins, and its text without line break and blanks at the end.
#[derive(Clone, Copy)]
pub(crate) struct Line<'a> {
    pub at: usize,
    pub text: &'a str,
}

impl<'a> Lines<'a> {
    pub(crate) fn of(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0 }
    }

    /// Where the next line begins.
    pub(crate) fn at(&self) -> usize {
        self.at
    }

    /// What has not been read yet.
    pub(crate) fn rest(&self) -> &'a [u8] {
        self.bytes.get(self.at..).unwrap_or(&[])
    }
}

impl<'a> Iterator for Lines<'a> {
    type Item = Line<'a>;

    fn next(&mut self) -> Option<Line<'a>> {
        let rest = self.rest();
        if rest.is_empty() {
            return None;
        }
        let at = self.at;
        let end = rest.iter().position(|&b| b == b'\n').unwrap_or(rest.len());
        self.at = at.saturating_add(end).saturating_add(1);
        let line = rest.get(..end).unwrap_or(rest);
        // What is not UTF-8 ends the line: names of files may be anything, figures are ASCII.
        let text = match std::str::from_utf8(line) {
            Ok(text) => text,
            Err(error) => {
                let good = line.get(..error.valid_up_to()).unwrap_or(&[]);
                match std::str::from_utf8(good).unwrap_or("") {
                    // Not a blank line: one that cannot be read.
                    "" => "\u{fffd}",
                    text => text,
                }
            }
        };
        Some(Line {
            at,
            text: text.trim_end(),
        })
    }
}

/// True for blank lines and comments.
pub(crate) fn is_comment(line: &str) -> bool {
    let line = line.trim_start();
    line.is_empty() || line.starts_with('#')
}

/// True for the line above a memory map.
pub(crate) fn begins_map(line: &str) -> bool {
    line.contains("--- Memory map: ---") || line.contains("MAPPED_LIBRARIES:")
}

/// The memory map behind the samples. `inside` says that its heading was read already.
pub(crate) fn map_behind(mut lines: Lines<'_>, inside: bool) -> Map {
    let mut found = inside;
    while !found {
        match lines.next() {
            Some(line) => found = begins_map(line.text),
            None => return Map::read(&[]),
        }
    }
    Map::read(lines.rest())
}

/// All numbers written `0x1f` in a line; `None` if one of them is too large.
pub(crate) fn addresses_in(line: &str, out: &mut Vec<u64>) -> Option<()> {
    let mut rest = line;
    while let Some((_, after)) = rest.split_once("0x") {
        let is_hex = |b: &u8| b.is_ascii_digit() || (b'a'..=b'f').contains(b);
        let digits = after.bytes().take_while(|b| is_hex(b)).count();
        let (number, behind) = after.split_at_checked(digits)?;
        if digits > 0 {
            out.push(u64::from_str_radix(number, 16).ok()?);
        }
        rest = behind;
    }
    Some(())
}

/// Return addresses lie behind the call: one less lies on it. Zeros are no addresses but filling.
pub(crate) fn onto_calls(path: &mut Vec<u64>) {
    path.retain(|&address| address != 0);
    for address in path.iter_mut() {
        *address = address.wrapping_sub(1);
    }
}

/// A whole number, also `0x1f`.
pub(crate) fn number(text: &str) -> Option<i64> {
    let text = text.trim();
    match text.strip_prefix("0x") {
        Some(hex) => i64::from_str_radix(hex, 16).ok(),
        None => text.parse().ok(),
    }
}

/// Symbols that Go writes beneath a sample: `# 0x47e9c main.f+0x1c /src/main.go:12` with tabs between. Lines
/// of one address follow each other, the innermost inlined call first.
#[derive(Default)]
pub(crate) struct GoSymbols {
    address: u64,
    found: Vec<Symbol>,
    /// Labels of the sample: `# labels: {"k":"v"}`.
    labels: Vec<(String, String)>,
}

impl GoSymbols {
    /// Takes a comment line in.
    pub(crate) fn line(&mut self, line: &str, into: &mut Addresses) {
        let Some(comment) = line.trim_start().strip_prefix('#') else {
            return;
        };
        if let Some(labels) = comment.trim_start().strip_prefix("labels: ") {
            self.labels = quoted_pairs(labels);
            return;
        }
        let mut parts = comment.split_whitespace();
        let address = parts.next().and_then(|a| a.strip_prefix("0x"));
        let Some(address) = address.and_then(|a| u64::from_str_radix(a, 16).ok()) else {
            return;
        };
        if address != self.address {
            self.flush(into);
            self.address = address;
        }
        // Names may have blanks (generic types), files too: parts are set apart by tabs.
        let mut fields = comment.split('\t').filter(|field| !field.is_empty());
        let (_, name, place) = (fields.next(), fields.next(), fields.next());
        let Some((name, offset)) = name.and_then(|name| name.trim().rsplit_once('+')) else {
            return;
        };
        if !offset.starts_with("0x") {
            return;
        }
        let (file, line) = place
            .and_then(|place| place.trim().rsplit_once(':'))
            .unwrap_or(("", ""));
        self.found.push(Symbol {
            name: name.to_owned(),
            file: file.to_owned(),
            line: number(line).unwrap_or(0),
        });
    }

    /// Hands on what was gathered: called before the next sample and at the end.
    pub(crate) fn flush(&mut self, into: &mut Addresses) {
        let found = std::mem::take(&mut self.found);
        if !found.is_empty() {
            into.name(self.address, found);
        }
        self.address = 0;
    }

    /// The labels of the sample above.
    pub(crate) fn labels(&mut self, into: &mut Addresses) -> Vec<Label> {
        let labels = std::mem::take(&mut self.labels);
        let labels = labels.into_iter().map(|(key, value)| Label {
            key: into.builder.intern(key.as_bytes()),
            value: LabelValue::Text(into.builder.intern(value.as_bytes())),
        });
        labels.collect()
    }
}

/// `{"a":"b", "c":"d"}` in Go's quotes.
fn quoted_pairs(text: &str) -> Vec<(String, String)> {
    let mut strings = Vec::new();
    let mut open: Option<String> = None;
    let mut escaped = false;
    for c in text.chars() {
        match (&mut open, c) {
            (Some(string), c) if escaped => {
                string.push(match c {
                    'n' => '\n',
                    't' => '\t',
                    c => c,
                });
                escaped = false;
            }
            (Some(_), '\\') => escaped = true,
            (Some(_), '"') => strings.extend(open.take()),
            (Some(string), c) => string.push(c),
            (None, '"') => open = Some(String::new()),
            (None, _) => {}
        }
    }
    let mut pairs = Vec::new();
    let mut strings = strings.into_iter();
    while let (Some(key), Some(value)) = (strings.next(), strings.next()) {
        pairs.push((key, value));
    }
    pairs
}

/// Counts a line that could not be read.
pub(crate) fn odd(line: Line<'_>, cx: &mut Cx<'_>) {
    cx.repaired_at(&ODD_LINE, line.at);
}

/// Why a text that begins like a format holds nothing of it.
pub(crate) const NOTHING_INSIDE: Likeness = Likeness {
    what: "a text profile without a sample",
    way_out: "Record it again, or take it in Go without `debug=`.",
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_keep_their_places() {
        let all: Vec<_> = Lines::of(b"a \r\n\nb\xffc\n\xff")
            .map(|line| (line.at, line.text))
            .collect();
        assert_eq!(all, [(0, "a"), (4, ""), (5, "b"), (9, "\u{fffd}")]);
    }

    #[test]
    fn addresses_are_found_in_any_text() {
        let mut found = Vec::new();
        let read = addresses_in("PC: 0x1f 0x 0x00a: f(0xFF)", &mut found);
        assert_eq!((read, found), (Some(()), vec![0x1f, 0xa]));
        assert_eq!(addresses_in("0x11112222333344445", &mut Vec::new()), None);
    }

    #[test]
    fn labels_are_in_gos_quotes() {
        assert_eq!(
            quoted_pairs(r#"{"a":"b\"c", "d":"e"}"#),
            [
                ("a".to_owned(), "b\"c".to_owned()),
                ("d".to_owned(), "e".to_owned())
            ]
        );
        assert_eq!(quoted_pairs(r#"{"a":"#), []);
    }
}
