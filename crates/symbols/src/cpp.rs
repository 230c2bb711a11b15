//! Names of C++ under the Itanium ABI, which Linux and macOS use.

use std::fmt;

use cpp_demangle::{DemangleNodeType, DemangleOptions, DemangleWrite, Symbol};

use crate::{LONGEST_WRITTEN, Style};

/// A name that begins with `_Z`, `___Z` (blocks of clang) or `_GLOBAL_`.
pub(crate) fn demangle(name: &str, style: Style) -> Option<String> {
    let is_block = name.starts_with("___Z");
    let is_key = name.starts_with("_GLOBAL_");
    if !(name.starts_with("_Z") || is_block || is_key) {
        return None;
    }
    // Versions and what compilers append to copies of a function are behind the name; pprof
    // leaves them out in every style.
    let (symbol, _) = Symbol::with_tail(name).ok()?;
    // What stands for another function is told with that one's parameters.
    let stands_for = ["_ZTh", "_ZTv", "_ZTc", "_ZGT"];
    let with_parameters = stands_for.iter().any(|prefix| name.starts_with(prefix));
    let mut options = DemangleOptions::new();
    if style != Style::Full && !with_parameters {
        options = options.no_params().no_return_type();
    }
    let mut out = Writer {
        text: String::new(),
        left: LONGEST_WRITTEN,
        nodes: Vec::new(),
        hidden: 0,
        closes: false,
        templates: style != Style::Simple,
    };
    symbol.structured_demangle(&mut out, &options).ok()?;
    let mut text = out.text;
    if let Some(end) = text.find(" [clone ") {
        text.truncate(end);
    }
    let text = without_empty_packs(&spelled_as_suffixes(&as_special(text)));
    let text = match style {
        Style::Simple | Style::Templates if !is_key && !with_parameters => {
            let is_local = name.starts_with("_ZZ") || name.starts_with("_ZGVZ");
            let text = without_qualifiers(without_enclosing_parameters(&text), is_local);
            // The short name of a type is no name of its constructors.
            match style {
                Style::Simple => text
                    .replace("std::string::string", "std::basic_string::basic_string")
                    .replace("std::string::~string", "std::basic_string::~basic_string"),
                _ => text,
            }
        }
        _ => text,
    };
    (!text.is_empty()).then_some(text)
}

/// What is written, without arguments of templates if they are not wanted.
struct Writer {
    text: String,
    /// Bytes that may still come, hidden ones included: they cost time as well.
    left: usize,
    /// For each node that is open: it hides.
    nodes: Vec<bool>,
    hidden: usize,
    /// The closing bracket of what was hidden comes next.
    closes: bool,
    templates: bool,
}

impl DemangleWrite for Writer {
    fn push_demangle_node(&mut self, node: DemangleNodeType) {
        let hides = !self.templates && matches!(node, DemangleNodeType::TemplateArgs);
        if hides && self.hidden == 0 {
            // The brackets stand outside of the node; one behind `operator<` has a space.
            let bare = self.text.strip_suffix('<').unwrap_or(&self.text);
            let bare = match bare.strip_suffix("< ") {
                Some(_) => bare.len() - 1,
                None => bare.len(),
            };
            self.text.truncate(bare);
        }
        self.hidden += usize::from(hides);
        self.nodes.push(hides);
    }

    fn pop_demangle_node(&mut self) {
        if self.nodes.pop() == Some(true) {
            self.hidden -= 1;
            self.closes = self.hidden == 0;
        }
    }

    fn write_string(&mut self, part: &str) -> fmt::Result {
        // What is empty costs time too.
        let cost = part.len().max(1);
        self.left = self.left.checked_sub(cost).ok_or(fmt::Error)?;
        let closes = std::mem::take(&mut self.closes);
        if self.hidden == 0 && !(closes && part == ">") {
            self.text.push_str(part);
        }
        Ok(())
    }
}

/// What compilers make beside functions and variables, in the words of other tools.
fn as_special(text: String) -> String {
    if let Some(both) = text.strip_prefix("construction vtable for ") {
        // The table of the second one while an object of the first one is built.
        return match both.split_once("-in-") {
            Some((whole, part)) => format!("construction vtable for {part}-in-{whole}"),
            None => text,
        };
    }
    let Some(inner) = text
        .strip_prefix('{')
        .and_then(|text| text.strip_suffix(")}"))
    else {
        return text;
    };
    if let Some(of) = inner.strip_prefix("vtable(") {
        return format!("vtable for {of}");
    }
    if let Some(of) = inner.strip_prefix("vtt(") {
        return format!("VTT for {of}");
    }
    let Some(mut of) = inner.strip_prefix("virtual override thunk(") else {
        return text;
    };
    let mut offsets = 0;
    let mut is_virtual = false;
    while let Some((offset, rest)) = of.split_once(")}, ") {
        if !(offset.starts_with("{offset(") || offset.starts_with("{virtual offset(")) {
            break;
        }
        is_virtual |= offset.starts_with("{v");
        offsets += 1;
        of = rest;
    }
    match (offsets, is_virtual) {
        (0, _) => text,
        (1, true) => format!("virtual thunk to {of}"),
        (1, false) => format!("non-virtual thunk to {of}"),
        _ => format!("covariant return thunk to {of}"),
    }
}

/// Numbers of these types are told by a suffix: `(unsigned int)8` → `8u`.
const SUFFIXES: &[(&str, &str)] = &[
    ("(unsigned int)", "u"),
    ("(unsigned long)", "ul"),
    ("(unsigned long long)", "ull"),
    ("(long)", "l"),
    ("(long long)", "ll"),
];

fn spelled_as_suffixes(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('(') {
        let (before, from) = rest.split_at(at);
        out.push_str(before);
        let read = SUFFIXES.iter().find_map(|(kind, suffix)| {
            let number = from.strip_prefix(kind)?;
            let sign = usize::from(number.starts_with('-'));
            let digits = number[sign..]
                .bytes()
                .take_while(u8::is_ascii_digit)
                .count();
            (digits > 0).then(|| (number.split_at(sign + digits), suffix))
        });
        match read {
            Some(((number, after), suffix)) => {
                out.push_str(number);
                out.push_str(suffix);
                rest = after;
            }
            None => {
                out.push('(');
                rest = &from[1..];
            }
        }
    }
    out.push_str(rest);
    out
}

/// Without the commas in front of argument packs that hold nothing: `<A, >` → `<A>`.
fn without_empty_packs(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(", ") {
        let (before, from) = rest.split_at(at);
        out.push_str(before);
        rest = &from[2..];
        match rest.as_bytes().first() {
            // Closing brackets of arguments are kept apart.
            Some(b'>') if out.ends_with('>') => out.push(' '),
            Some(b'>' | b')' | b',') => {}
            _ => out.push_str(", "),
        }
    }
    out.push_str(rest);
    out
}

/// Without what says of a method's object that it is constant or about to go. Constant things are
/// left by the library only where the method is local to another one.
fn without_qualifiers(mut text: String, is_local: bool) -> String {
    const QUALIFIERS: [&str; 4] = [" &&", " &", " const", " volatile"];
    let known = if is_local { 4 } else { 2 };
    let known = &QUALIFIERS[..known];
    while let Some(qualifier) = known.iter().find(|q| text.ends_with(**q)) {
        text.truncate(text.len() - qualifier.len());
    }
    text
}

/// The text without the parameters of functions that something is local to:
/// `main(int)::{lambda(int)#1}::operator()` → `main()::{lambda(int)#1}::operator()`.
fn without_enclosing_parameters(text: &str) -> String {
    let ends = closing(text);
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    while let Some(open) = text[at..].find('(').map(|found| at + found) {
        out.push_str(&text[at..open]);
        let end = ends.get(&open).copied().unwrap_or(text.len());
        let rest = &text[end..];
        let rest = rest.strip_prefix(" const").unwrap_or(rest);
        let rest = rest.strip_prefix(" volatile").unwrap_or(rest);
        let rest = rest.strip_prefix(" &").unwrap_or(rest);
        let rest = rest.strip_prefix('&').unwrap_or(rest);
        let is_name = text[open..].starts_with("(anonymous namespace)");
        if rest.starts_with("::") && !is_name {
            out.push_str("()");
            at = end;
        } else {
            out.push('(');
            at = open + 1;
        }
    }
    out.push_str(&text[at..]);
    out
}

/// For each opening parenthesis: behind the one that closes it.
fn closing(text: &str) -> std::collections::BTreeMap<usize, usize> {
    let mut open = Vec::new();
    let mut ends = std::collections::BTreeMap::new();
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'(' => open.push(at),
            b')' => ends.extend(open.pop().map(|start| (start, at + 1))),
            _ => {}
        }
    }
    ends
}
