//! Names of Microsoft's compilers.

use msvc_demangler::DemangleFlags;

use crate::written::without;
use crate::{LONGEST_WRITTEN, Style};

/// Longest name that is looked at: the library descends into pointers and parameters, and the
/// stack of a program in a browser is 1 MiB.
const LONGEST: usize = 1200;

/// Most templates and symbols within a name, each of which begins with `?`: they nest, and cost
/// most of that stack.
const MOST_NESTED: usize = 128;

/// Most parts that a name may stand for.
const MOST_PARTS: f64 = (128 << 10) as f64;

/// A name that begins with `?`.
pub(crate) fn demangle(name: &str, style: Style) -> Option<String> {
    let nested = name.bytes().filter(|byte| *byte == b'?').count();
    if name.len() > LONGEST || nested > MOST_NESTED || most_parts(name) > MOST_PARTS {
        return None;
    }
    let flags = match style {
        Style::Full => DemangleFlags::llvm(),
        Style::Simple | Style::Templates => {
            DemangleFlags::llvm() | DemangleFlags::NAME_ONLY | DemangleFlags::NO_CLASS_TYPE
        }
    };
    let text = msvc_demangler::demangle(name, flags).ok()?;
    if text.len() > LONGEST_WRITTEN {
        return None;
    }
    let text = match style {
        Style::Simple => without(&text, b'<', b'>').into_owned(),
        Style::Templates | Style::Full => text,
    };
    (!text.is_empty() && text != name).then_some(text)
}

/// How many parts a name stands for at most. A digit stands for an earlier part; one that itself
/// has digits multiplies them, but only a function's parameters (`P6…`, `$$A6…`) and symbols
/// within names (`??…`) put parts of one list into another part of it.
fn most_parts(name: &str) -> f64 {
    let bytes = name.as_bytes();
    let digits = bytes.iter().filter(|byte| byte.is_ascii_digit()).count() as f64;
    let lists = bytes
        .windows(2)
        .filter(|two| matches!(two, [b'P'..=b'S' | b'A', b'6'..=b'9'] | [b'?', b'?']))
        .count() as f64;
    let size = bytes.len() as f64;
    match lists {
        0.0 => size,
        lists => size * (digits / lists + 1.0).powf(lists),
    }
}
