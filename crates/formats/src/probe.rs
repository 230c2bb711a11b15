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

/// Beginnings of files that are no profiles, so that the message can say what was dropped.
static OTHERS: &[(&[u8], &str)] = &[
    (b"PK\x03\x04", "a zip archive (unpack it first)"),
    (
        b"\x28\xb5\x2f\xfd",
        "zstd-compressed data (unpack it with `zstd -d` first)",
    ),
    (
        b"\xfd7zXZ\x00",
        "xz-compressed data (unpack it with `xz -d` first)",
    ),
    (
        b"BZh",
        "bzip2-compressed data (unpack it with `bzip2 -d` first)",
    ),
    (
        b"\x04\x22\x4d\x18",
        "lz4-compressed data (unpack it with `lz4 -d` first)",
    ),
    (b"\x7fELF", "a Linux program, not a profile of one"),
    (b"\xcf\xfa\xed\xfe", "a macOS program, not a profile of one"),
    (b"MZ", "a Windows program, not a profile of one"),
    (b"\x89PNG", "a picture"),
    (b"\xff\xd8\xff", "a picture"),
    (b"GIF8", "a picture"),
    (b"%PDF", "a PDF document"),
    (
        b"PERFILE2",
        "perf.data (record it with `perf script` as text)",
    ),
    (b"go 1.", "a Go execution trace"),
    (b"JAVA PROFILE", "a Java heap dump"),
    (b"FLR\0", "a Java flight recording"),
    (b"\0asm", "a WebAssembly program"),
    (
        b"<!DOCTYPE",
        "a web page (was the login page saved instead of the profile?)",
    ),
    (
        b"<!doctype",
        "a web page (was the login page saved instead of the profile?)",
    ),
    (
        b"<html",
        "a web page (was the login page saved instead of the profile?)",
    ),
    (b"<?xml", "XML"),
    (b"{", "JSON"),
    (b"[", "JSON"),
];

/// What a file looks like that no reader wants.
pub(crate) fn looks_like(bytes: &[u8]) -> Option<&'static str> {
    let text = bytes.trim_ascii_start();
    let known = |(magic, what): &(&[u8], &'static str)| {
        (bytes.starts_with(magic) || text.starts_with(magic)).then_some(*what)
    };
    if let Some(what) = OTHERS.iter().find_map(known) {
        return Some(what);
    }
    let head = bytes.get(..bytes.len().min(4096)).unwrap_or(bytes);
    let is_text = head
        .iter()
        .all(|&b| b >= 0x20 || matches!(b, b'\t' | b'\n' | b'\r'))
        && std::str::from_utf8(head)
            .map_or_else(|e| e.valid_up_to().saturating_add(4) > head.len(), |_| true);
    is_text.then_some("plain text")
}
