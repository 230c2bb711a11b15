//! Names that are readable already, and longer than a style wants them.

use std::borrow::Cow;

use crate::Style;

/// A name that was demangled before it was written down, without what a style leaves out. The
/// rule is pprof's: what has brackets or `::` is taken for C++, unless it looks like Java
/// (`Class.<init>`) or like a method of a generic type of Go (`a.(*B[...]).M`).
pub fn shortened(name: &str, style: Style) -> Cow<'_, str> {
    let is_cpp = (name.contains(['<', '>', '[', ']']) || name.contains("::"))
        && !name.contains(".<")
        && !name.contains("]).");
    if !is_cpp || style == Style::Full {
        return Cow::Borrowed(name);
    }
    let name = without(name, b'(', b')');
    match style {
        Style::Simple => match without(&name, b'<', b'>') {
            Cow::Borrowed(same) if same.len() == name.len() => name,
            other => Cow::Owned(other.into_owned()),
        },
        Style::Templates | Style::Full => name,
    }
}

/// No list of parameters, although it stands between parentheses. pprof takes it for one and makes
/// `::f` of `(anonymous namespace)::f`.
const ANONYMOUS: &str = "(anonymous namespace)";

/// The text without what stands between two brackets and without them. From the first closing
/// bracket that has no opening one on everything stays.
pub(crate) fn without(text: &str, open: u8, close: u8) -> Cow<'_, str> {
    if !text.as_bytes().contains(&open) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut depth = 0_usize;
    // What is not yet told begins here; while a bracket is open, that is the bracket.
    let mut told = 0;
    let mut name_ends = 0;
    for (at, byte) in text.bytes().enumerate() {
        if at < name_ends {
            continue;
        }
        if byte == open {
            if depth == 0 && open == b'(' && text[at..].starts_with(ANONYMOUS) {
                name_ends = at + ANONYMOUS.len();
                continue;
            }
            if depth == 0 {
                out.push_str(&text[told..at]);
                told = at;
            }
            depth += 1;
        } else if byte == close {
            match depth {
                0 => break,
                1 => told = at + 1,
                _ => {}
            }
            depth -= 1;
        }
    }
    out.push_str(&text[told..]);
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn readable_names_are_shortened_as_pprof_shortens_them() {
        for (name, simple, templates) in [
            ("ns::f(int)", "ns::f", "ns::f"),
            ("ns::A<int>::f(int)", "ns::A::f", "ns::A<int>::f"),
            ("f(int)", "f(int)", "f(int)"),
            ("operator<", "operator<", "operator<"),
            ("a::operator>>(b)", "a::operator>>", "a::operator>>"),
            ("a<b<c>, d>", "a", "a<b<c>, d>"),
            (
                "java.util.A.<init>",
                "java.util.A.<init>",
                "java.util.A.<init>",
            ),
            ("main.(*T[...]).M", "main.(*T[...]).M", "main.(*T[...]).M"),
            ("main.(*T).M.F[...]", "main..M.F[...]", "main..M.F[...]"),
            ("main.(*T).M", "main.(*T).M", "main.(*T).M"),
            (
                "(anonymous namespace)::f()",
                "(anonymous namespace)::f",
                "(anonymous namespace)::f",
            ),
        ] {
            assert_eq!(shortened(name, Style::Simple), simple);
            assert_eq!(shortened(name, Style::Templates), templates);
            assert_eq!(shortened(name, Style::Full), name);
        }
    }
}
