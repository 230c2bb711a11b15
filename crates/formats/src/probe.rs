//! What can be told of a file by its beginning.

/// A file as sniffers see it.
#[derive(Clone, Copy, Debug)]
pub struct Probe<'a> {
    /// Name of the file; only breaks ties.
    pub name: &'a str,
    /// The first 256 KiB.
    pub head: &'a [u8],
    /// Length of the whole.
    pub len: usize,
}

/// How well a file fits a format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Match {
    /// Not at all.
    No,
    /// Perhaps, out of 100, and why.
    Maybe(u8, &'static str),
    /// Surely, and why.
    Yes(&'static str),
}

impl Match {
    /// For ranking.
    pub fn score(self) -> u8 {
        match self {
            Self::No => 0,
            Self::Maybe(score, _) => score.min(99),
            Self::Yes(_) => 100,
        }
    }
}

const HEAD: usize = 256 << 10;

impl<'a> Probe<'a> {
    /// Looks at the beginning of a file.
    pub fn new(name: &'a str, bytes: &'a [u8]) -> Self {
        let head = bytes.get(..bytes.len().min(HEAD)).unwrap_or(bytes);
        Self {
            name,
            head,
            len: bytes.len(),
        }
    }

    /// True if the name ends like this, whatever the case.
    pub fn has_extension(&self, extension: &str) -> bool {
        let name = self.name.to_ascii_lowercase();
        name.strip_suffix(extension)
            .is_some_and(|stem| stem.ends_with('.'))
    }
}

/// What a file looks like that no reader wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Likeness {
    /// What it is, with its article.
    pub what: &'static str,
    /// A sentence on what to do; empty if there is nothing to say.
    pub way_out: &'static str,
}

const UNPACK: &str = "Unpack it first.";
const RECORDED: &str = "A profile is another file, recorded while it runs.";
const LOGIN: &str = "Perhaps a login page was saved instead of the profile.";

/// Beginnings of files that are no profiles, so that the message can say what was given.
static OTHERS: &[(&[u8], &str, &str)] = &[
    (b"PK\x03\x04", "a zip archive", UNPACK),
    (
        b"\x28\xb5\x2f\xfd",
        "zstd-compressed data",
        "Unpack it with `zstd -d` first.",
    ),
    (
        b"\xfd7zXZ\x00",
        "xz-compressed data",
        "Unpack it with `xz -d` first.",
    ),
    (
        b"BZh",
        "bzip2-compressed data",
        "Unpack it with `bzip2 -d` first.",
    ),
    (
        b"\x04\x22\x4d\x18",
        "lz4-compressed data",
        "Unpack it with `lz4 -d` first.",
    ),
    (
        b"H4sI",
        "gzip data as base64 text",
        "Decode it with `base64 -d` first.",
    ),
    (b"\x7fELF", "a Linux program", RECORDED),
    (b"\xcf\xfa\xed\xfe", "a macOS program", RECORDED),
    (b"MZ", "a Windows program", RECORDED),
    (b"\0asm", "a WebAssembly program", RECORDED),
    (b"\x89PNG", "a picture", ""),
    (b"\xff\xd8\xff", "a picture", ""),
    (b"GIF8", "a picture", ""),
    (b"%PDF", "a PDF document", ""),
    (b"SQLite format 3\0", "an SQLite database", ""),
    (b"PERFILE2", "perf.data, recorded by Linux perf", ""),
    (b"go 1.", "a Go execution trace", ""),
    (b"JAVA PROFILE", "a Java heap dump", ""),
    (b"FLR\0", "a Java flight recording", ""),
    (b"<!DOCTYPE", "a web page", LOGIN),
    (b"<!doctype", "a web page", LOGIN),
    (b"<html", "a web page", LOGIN),
    (b"<?xml", "XML", ""),
    (b"{", "JSON", ""),
    (b"[", "JSON", ""),
];

/// What a file looks like that no reader wants.
pub(crate) fn looks_like(bytes: &[u8]) -> Option<Likeness> {
    let utf8_mark = b"\xef\xbb\xbf";
    let text = bytes.strip_prefix(utf8_mark).unwrap_or(bytes);
    let text = text.trim_ascii_start();
    let found = OTHERS
        .iter()
        .find(|(magic, ..)| bytes.starts_with(magic) || text.starts_with(magic));
    if let Some(&(_, what, way_out)) = found {
        return Some(Likeness { what, way_out });
    }
    let bare = |what, way_out| Some(Likeness { what, way_out });
    // A tar archive begins with the name of its first file.
    if bytes.get(257..262) == Some(b"ustar") {
        return bare("a tar archive", UNPACK);
    }
    if bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff") {
        return bare("text in UTF-16", "");
    }
    let head = text.get(..text.len().min(4096)).unwrap_or(text);
    let is_text = head
        .iter()
        .all(|&b| b >= 0x20 || matches!(b, b'\t' | b'\n' | b'\r'))
        && std::str::from_utf8(head)
            .map_or_else(|e| e.valid_up_to().saturating_add(4) > head.len(), |_| true);
    is_text.then_some(Likeness {
        what: "plain text",
        way_out: "",
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_other_kinds_are_named() {
        let mut tar = b"notes.txt".to_vec();
        tar.resize(257, 0);
        tar.extend(b"ustar\x0000");
        for (bytes, expected) in [
            (&b"\xef\xbb\xbf {\"a\": 1}"[..], "JSON"),
            (b"\xff\xfea\0", "text in UTF-16"),
            (b"H4sIAAAA", "gzip data as base64 text"),
            (b"gr\xc3\xbc\xc3\x9fe\n", "plain text"),
            (&tar, "a tar archive"),
        ] {
            assert_eq!(looks_like(bytes).map(|l| l.what), Some(expected));
        }
        assert_eq!(looks_like(b"\x01\x02"), None);
    }

    #[test]
    fn extensions_are_compared_whatever_their_case() {
        let probe = Probe::new("A.PB.GZ", b"");
        assert!(probe.has_extension("pb.gz") && probe.has_extension("gz"));
        assert!(!probe.has_extension("b.gz"));
    }
}
