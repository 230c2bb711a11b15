//! Rust's names: legacy (`_ZN…17h<hash>E`) and v0 (`_R…`).

use std::fmt::Write;

use crate::{LONGEST_WRITTEN, Limited, Style};

/// Digits of the hash that ends a legacy name.
const HASH: usize = 16;

/// A legacy name. It looks like one of C++, but for the hash at its end.
pub(crate) fn legacy(name: &str) -> Option<String> {
    // What LLVM and linkers append says nothing of the source.
    let name = match name.rfind("E.") {
        Some(end) => &name[..=end],
        None => name.split_once('@').map_or(name, |(name, _)| name),
    };
    let digits = name.strip_suffix('E')?;
    let digits = digits.get(digits.len().checked_sub(HASH + 3)?..)?;
    let hash = digits.strip_prefix("17h")?;
    // A hash has many different digits; a name of C++ that happens to end like one has not.
    let mut seen = 0_u16;
    for digit in hash.bytes() {
        let value = match digit {
            b'0'..=b'9' => digit - b'0',
            b'a'..=b'f' => digit - b'a' + 10,
            _ => return None,
        };
        seen |= 1 << value;
    }
    if seen.count_ones() < 5 {
        return None;
    }
    path(&name[3..name.len() - HASH - 4])
}

/// A path as identifiers with their lengths in front. Not the library's reading but pprof's, so
/// that reports and filters say what they say there: an underscore behind a length separates it
/// from the identifier, although compilers of this scheme never put one there
/// (`9__private` → `_private`).
fn path(mut rest: &str) -> Option<String> {
    let mut out = String::with_capacity(rest.len());
    while !rest.is_empty() {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let mut length: usize = rest[..digits].parse().ok()?;
        rest = &rest[digits..];
        if let Some(after) = rest.strip_prefix('_') {
            rest = after;
            length = length.checked_sub(1)?;
        }
        if !out.is_empty() {
            out.push_str("::");
        }
        identifier(rest.get(..length)?, &mut out);
        rest = &rest[length..];
    }
    (!out.is_empty()).then_some(out)
}

/// Signs that are no letters stand between dollars.
const SIGNS: &[(&str, char)] = &[
    ("$SP$", '@'),
    ("$BP$", '*'),
    ("$RF$", '&'),
    ("$LT$", '<'),
    ("$GT$", '>'),
    ("$LP$", '('),
    ("$RP$", ')'),
    ("$C$", ','),
];

fn identifier(text: &str, out: &mut String) {
    // An underscore keeps a sign from being the first one.
    let mut rest = match text.starts_with("_$") {
        true => &text[1..],
        false => text,
    };
    while let Some(first) = rest.chars().next() {
        if let Some(after) = rest.strip_prefix("..") {
            out.push_str("::");
            rest = after;
        } else if first != '$' {
            out.push(first);
            rest = &rest[first.len_utf8()..];
        } else if let Some((name, sign)) = SIGNS.iter().find(|(name, _)| rest.starts_with(name)) {
            out.push(*sign);
            rest = &rest[name.len()..];
        } else if let Some((sign, after)) = code_point(rest) {
            out.push(sign);
            rest = after;
        } else {
            out.push_str(rest);
            return;
        }
    }
}

/// A sign by its number: `$u20$`.
fn code_point(text: &str) -> Option<(char, &str)> {
    let (digits, after) = text.strip_prefix("$u")?.split_once('$')?;
    let known = digits.len() <= 6 && digits.bytes().all(|d| d.is_ascii_hexdigit());
    let sign = char::from_u32(u32::from_str_radix(digits, 16).ok().filter(|_| known)?)?;
    (!sign.is_control()).then_some((sign, after))
}

/// A v0 name.
pub(crate) fn v0(name: &str, style: Style) -> Option<String> {
    let name = name.find(['.', '@']).map_or(name, |end| &name[..end]);
    let text = written(name)?;
    Some(match style {
        Style::Simple => without_generics(&text),
        Style::Templates | Style::Full => text,
    })
}

fn written(name: &str) -> Option<String> {
    let read = rustc_demangle::try_demangle(name).ok()?;
    let mut out = Limited::new(LONGEST_WRITTEN);
    // Without hashes and types of constants.
    write!(out, "{read:#}").ok()?;
    // What cannot be read to its end is told in braces by the library.
    let broken = out.text.contains("{invalid syntax}") || out.text.contains("{recursion limit");
    (!broken && out.text != name).then_some(out.text)
}

/// What stands between brackets, while a text is walked through.
#[derive(Clone, Copy, PartialEq)]
enum Open {
    /// Generic arguments: dropped, but for what a trait's associated types are.
    Generics { dropping: bool },
    /// Everything else.
    Other,
}

/// The text with empty brackets where generic arguments stand; `<T as Trait>` and lifetimes of
/// `for<'a>` are no arguments.
fn without_generics(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut out = String::with_capacity(text.len());
    let mut open: Vec<Open> = Vec::new();
    // How many of those drop.
    let mut dropping = 0_usize;
    let mut at = 0;
    while at < bytes.len() {
        let start = at;
        let byte = bytes[at];
        at += 1;
        match byte {
            b'-' if bytes.get(at) == Some(&b'>') => at += 1,
            b'\'' | b'"' => at = quoted(bytes, start),
            b'<' if is_generic(&text[..start]) => {
                if dropping == 0 {
                    out.push('<');
                }
                let keeps = is_binding(&text[at..]);
                dropping += usize::from(!keeps);
                open.push(Open::Generics { dropping: !keeps });
                continue;
            }
            b'<' | b'(' | b'[' | b'{' => open.push(Open::Other),
            b'>' | b')' | b']' | b'}' => {
                if let Some(Open::Generics { dropping: true }) = open.pop() {
                    dropping -= 1;
                }
            }
            b',' if matches!(open.last(), Some(Open::Generics { .. })) => {
                let keeps = is_binding(text[at..].trim_start());
                if let Some(Open::Generics { dropping: drops }) = open.last_mut() {
                    dropping = dropping - usize::from(*drops) + usize::from(!keeps);
                    *drops = !keeps;
                }
            }
            _ => {
                // Up to the next sign that matters, whole characters.
                while at < bytes.len() && !b"-'\"<([{>)]},".contains(&bytes[at]) {
                    at += 1;
                }
            }
        }
        if dropping == 0 {
            out.push_str(&text[start..at]);
        }
    }
    out
}

/// The end of a literal of a character or string; a lifetime is one sign long.
fn quoted(bytes: &[u8], start: usize) -> usize {
    let quote = bytes[start];
    let next = bytes.get(start + 1).copied();
    let width = next.map_or(1, |byte| match byte {
        0..0xc0 => 1,
        0xc0..0xe0 => 2,
        0xe0..0xf0 => 3,
        _ => 4,
    });
    let literal =
        quote == b'"' || next == Some(b'\\') || bytes.get(start + 1 + width) == Some(&b'\'');
    if !literal {
        return start + 1;
    }
    let mut at = start + 1;
    while at < bytes.len() {
        match bytes[at] {
            b'\\' => at += 2,
            byte if byte == quote => return at + 1,
            _ => at += 1,
        }
    }
    bytes.len()
}

/// True where a bracket after this text opens generic arguments.
fn is_generic(before: &str) -> bool {
    match before.as_bytes().last() {
        Some(b'_' | b'}' | b':' | b'>') => true,
        Some(byte) if byte.is_ascii_alphanumeric() || !byte.is_ascii() => {
            let word = before
                .rfind(|sign: char| !(sign.is_alphanumeric() || sign == '_'))
                .map_or(before, |at| &before[at..]);
            word.trim_start_matches([' ', '(', '<', '&', ',']) != "for"
        }
        _ => false,
    }
}

/// True for `Item = …`, what an associated type of a trait is.
fn is_binding(rest: &str) -> bool {
    let word = rest.find(|sign: char| !(sign.is_alphanumeric() || sign == '_'));
    word.is_some_and(|end| end > 0 && rest[end..].starts_with(" = "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn generic_arguments_go_and_types_of_impls_stay() {
        for (text, simple) in [
            (
                "core::ptr::drop_in_place::<a::B<c::D>>",
                "core::ptr::drop_in_place::<>",
            ),
            (
                "<a::B<u8> as c::D<e::F>>::f::<u8>",
                "<a::B<> as c::D<>>::f::<>",
            ),
            (
                "<&for<'a> fn(&'a u8) -> b::C<u8>>::f",
                "<&for<'a> fn(&'a u8) -> b::C<>>::f",
            ),
            (
                "<dyn a::I<Item = b::C<u8>>>::f",
                "<dyn a::I<Item = b::C<>>>::f",
            ),
            ("<dyn a::I<u8, Item = u8>>::f", "<dyn a::I<, Item = u8>>::f"),
            ("a::b::<'>'>::{closure#0}", "a::b::<>::{closure#0}"),
            ("<[a::B<'a'>]>::f", "<[a::B<>]>::f"),
        ] {
            assert_eq!(without_generics(text), simple, "{text}");
        }
    }
}
