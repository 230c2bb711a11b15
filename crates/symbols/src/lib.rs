//! What is it called in the source? Names of linkers made readable: Rust (legacy and v0), C++
//! (Itanium as on Linux and macOS, and Microsoft's).
//!
//! What a style leaves of a name is what `go tool pprof` leaves of it under
//! `-symbolize=demangle=`. Names come from files, so each has limits: of its own length, of what
//! is written for it (a reference may stand for much), and of nesting.

mod cpp;
mod msvc;
mod rust;
mod written;

pub use written::shortened;

/// Longest name that is looked at; longer ones stay as they are. Compilers write some tens of
/// thousands of bytes for heavy templates.
pub const LONGEST: usize = 64 << 10;

/// Most bytes that are written for one name; a name that needs more stays as it is.
pub const LONGEST_WRITTEN: usize = 64 << 10;

/// What is left of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Style {
    /// The name alone: no parameters, no arguments of templates, no type of the result.
    Simple,
    /// With arguments of templates.
    Templates,
    /// Everything.
    Full,
}

impl Style {
    /// All styles, the shortest first.
    pub const ALL: [Self; 3] = [Self::Simple, Self::Templates, Self::Full];
}

/// True where a name may be one that [`demangle`] reads: a look at its first bytes.
pub fn is_mangled(name: &[u8]) -> bool {
    let mut bare = name;
    // macOS puts one more underscore in front, blocks have two more.
    while let Some(rest) = bare.strip_prefix(b"__") {
        bare = &bare[1..];
        if !rest.starts_with(b"_") {
            break;
        }
    }
    bare.starts_with(b"_Z")
        || bare.starts_with(b"_R")
        || bare.starts_with(b"_GLOBAL_")
        || is_microsoft(name)
}

/// A sign for "?" alone would take Go's and Java's unknown names for Microsoft's.
fn is_microsoft(name: &[u8]) -> bool {
    name.len() > 3 && name.starts_with(b"?") && name.contains(&b'@')
}

/// The name in the source, or `None` where the linker's is no mangled one or cannot be read.
pub fn demangle(raw: &str, style: Style) -> Option<String> {
    if raw.len() > LONGEST || !is_mangled(raw.as_bytes()) {
        return None;
    }
    if is_microsoft(raw.as_bytes()) {
        return msvc::demangle(raw, style);
    }
    // The name as it is, then without the underscore of macOS.
    itanium_or_rust(raw, style).or_else(|| {
        let bare = raw.strip_prefix('_')?;
        itanium_or_rust(bare, style)
    })
}

fn itanium_or_rust(name: &str, style: Style) -> Option<String> {
    if name.starts_with("_R") {
        return rust::v0(name, style);
    }
    if name.starts_with("_ZN")
        && let Some(read) = rust::legacy(name)
    {
        return Some(read);
    }
    cpp::demangle(name, style)
}

/// A text that refuses to grow beyond a limit.
struct Limited {
    text: String,
    left: usize,
}

impl Limited {
    fn new(limit: usize) -> Self {
        Self {
            text: String::new(),
            left: limit,
        }
    }
}

impl std::fmt::Write for Limited {
    fn write_str(&mut self, part: &str) -> std::fmt::Result {
        self.left = self.left.checked_sub(part.len()).ok_or(std::fmt::Error)?;
        self.text.push_str(part);
        Ok(())
    }
}

#[cfg(test)]
mod tests;
