//! Regular expressions as pprof's users write them: the language of RE2.
//!
//! The engine (regex-lite) knows most of it. What it spells differently is rewritten here; what
//! it cannot do is refused in words: Unicode classes (`\pL`), and `\C`. Letters match in either
//! case only within ASCII under `(?i)`.

use std::fmt::Write as _;

use regex_lite::{Regex, RegexBuilder};

/// A compiled expression.
#[derive(Clone, Debug)]
pub struct Rx(Regex);

/// Compiled programs may take this many bytes: an expression comes from a link.
const SIZE: usize = 1 << 20;

impl Rx {
    /// Reads an expression.
    ///
    /// # Errors
    /// What is wrong with it, as a sentence without its last dot.
    pub fn new(text: &str) -> Result<Self, String> {
        RegexBuilder::new(&rewritten(text)?)
            .size_limit(SIZE)
            .build()
            .map(Self)
            .map_err(|error| {
                let why = error.to_string();
                format!(
                    "“{text}” is no regular expression: {}",
                    why.trim_end_matches('.')
                )
            })
    }

    /// True if the expression matches anywhere in the bytes, which are read as UTF-8.
    pub fn is_match(&self, bytes: &[u8]) -> bool {
        match std::str::from_utf8(bytes) {
            Ok(text) => self.0.is_match(text),
            Err(_) => self.0.is_match(&String::from_utf8_lossy(bytes)),
        }
    }
}

/// The text as an expression that matches just it.
pub fn escaped(text: &str) -> String {
    regex_lite::escape(text)
}

/// The expression in the engine's spelling.
fn rewritten(text: &str) -> Result<String, String> {
    let mut out = String::with_capacity(text.len() + 8);
    let mut rest = text;
    let mut in_class = false;
    while let Some(c) = rest.chars().next() {
        let after = &rest[c.len_utf8()..];
        match c {
            '\\' => {
                let Some(what) = after.chars().next() else {
                    return Err(format!("“{text}” ends with a lone backslash"));
                };
                let beyond = &after[what.len_utf8()..];
                match what {
                    'Q' => {
                        let (literal, end) = match beyond.split_once("\\E") {
                            Some((literal, end)) => (literal, end),
                            None => (beyond, ""),
                        };
                        out.push_str(&regex_lite::escape(literal));
                        rest = end;
                        continue;
                    }
                    'p' | 'P' => {
                        return Err(format!(
                            "“{text}” asks for a class of Unicode characters (\\{what}…), which \
                             is not supported; list the characters instead, as in [a-zäöü]"
                        ));
                    }
                    'C' => {
                        return Err(format!(
                            "“{text}” asks for single bytes (\\C), which is not supported"
                        ));
                    }
                    // RE2 takes any sign with a backslash for itself.
                    what if what.is_ascii_punctuation() => {
                        let _ = write!(out, "\\{what}");
                    }
                    what => {
                        out.push('\\');
                        out.push(what);
                    }
                }
                rest = beyond;
                continue;
            }
            '[' if in_class => match after.strip_prefix(':').and_then(|a| a.split_once(":]")) {
                // A named class stays as it is; a bare bracket is itself.
                Some((name, end)) => {
                    let _ = write!(out, "[:{name}:]");
                    rest = end;
                    continue;
                }
                None => out.push_str("\\["),
            },
            '[' => {
                in_class = true;
                out.push('[');
                rest = after;
                if let Some(end) = rest.strip_prefix('^') {
                    out.push('^');
                    rest = end;
                }
                // A bracket that closes at once is one of the characters.
                if let Some(end) = rest.strip_prefix(']') {
                    out.push_str("\\]");
                    rest = end;
                }
                continue;
            }
            ']' if in_class => {
                in_class = false;
                out.push(']');
            }
            '&' | '~' | '-' if in_class && after.starts_with(c) => {
                // Set operations of the engine, plain characters in RE2.
                let _ = write!(out, "\\{c}");
            }
            '{' if !in_class && !is_repetition(after) => out.push_str("\\{"),
            c => out.push(c),
        }
        rest = after;
    }
    Ok(out)
}

/// True for `3}`, `3,}`, `3,5}`: RE2 takes any other brace for itself.
fn is_repetition(after: &str) -> bool {
    let Some((inside, _)) = after.split_once('}') else {
        return false;
    };
    let (low, high) = inside.split_once(',').unwrap_or((inside, ""));
    let digits = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
    !low.is_empty() && digits(low) && digits(high)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expressions_match_as_in_re2() {
        for (expression, text, matches) in [
            ("b", "abc", true),
            ("^b", "abc", false),
            ("A", "abc", false),
            ("(?i)A", "abc", true),
            (r"\Qa.b(\E$", "xa.b(", true),
            (r"\Qa.b", "a.b", true),
            ("struct {", "struct {}", true),
            ("a{2}", "baab", true),
            ("x{,2}", "x{,2}", true),
            ("[[:alpha:]]+[0-9]", "ab1", true),
            ("[]a]", "]", true),
            ("[a[]", "[", true),
            (r"\(\*T\)\.M", "(*T).M", true),
            (r"a\-b", "a-b", true),
            (r"[a&&b]", "&", true),
            (r"\z", "", true),
            ("é", "café", true),
        ] {
            let rx = Rx::new(expression).expect(expression);
            assert_eq!(
                rx.is_match(text.as_bytes()),
                matches,
                "{expression} in {text}"
            );
        }
        assert!(Rx::new("x").expect("fine").is_match(b"\xff x"));
    }

    #[test]
    fn faults_are_told_in_words() {
        for (expression, word) in [
            ("(a", "no regular expression"),
            (r"\pL", "Unicode"),
            (r"\C", "single bytes"),
            ("a\\", "backslash"),
            ("*a", "no regular expression"),
            ("(a{1000}){1000}", "no regular expression"),
        ] {
            let fault = Rx::new(expression).expect_err(expression);
            assert!(fault.contains(word), "{expression}: {fault}");
        }
    }
}
