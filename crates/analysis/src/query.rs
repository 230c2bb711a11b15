//! The query text: everything a lens filters and transforms, as one line.
//!
//! `focus:json hide:^runtime tag:handler=/api recursion: granularity:lines noinlines`. The
//! grammar is told in docs/query.md. Options come from [`OPTIONS`], steps from [`STEPS`]: a new
//! one of either is a word here by itself.

use std::ops::Range;

use crate::Lens;
use crate::options::{self, Kind, LensOption, OPTIONS};
use crate::select;
use crate::steps::{STEPS, Step};

/// What is wrong with a query, and where in its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QueryFault {
    /// Bytes of the word.
    pub at: Range<usize>,
    /// A sentence without its last dot.
    pub why: String,
}

/// The word that stands for the sample type.
const TYPE: &str = "type";

/// The word that stands for labels: `tag:key=value` keeps, `-tag:key=value` drops.
const TAG: &str = "tag";

/// A word of a query.
struct Word<'a> {
    at: Range<usize>,
    /// `-` or `+` before the name.
    sign: Option<char>,
    name: &'a str,
    /// What stands after the colon; none without one.
    value: Option<String>,
}

/// Reads a query: the lens it describes, whatever was set before.
///
/// # Errors
/// The first word that cannot be understood, or whose expression is none.
pub fn read(text: &str) -> Result<Lens, QueryFault> {
    let mut lens = Lens::default();
    let words = words(text)?;
    let at = |word: &Word<'_>, why| QueryFault {
        at: word.at.clone(),
        why,
    };
    for word in &words {
        take(&mut lens, word).map_err(|why| at(word, why))?;
    }
    if select::check(&lens).is_empty() {
        return Ok(lens);
    }
    // Which word it is shows where the lens goes wrong.
    let mut part = Lens::default();
    for word in &words {
        take(&mut part, word).map_err(|why| at(word, why))?;
        if let Some(fault) = select::check(&part).pop() {
            return Err(at(word, fault.why));
        }
    }
    Ok(lens)
}

/// Writes a lens as a query that reads as the same lens.
pub fn write(lens: &Lens) -> String {
    let mut out = String::new();
    let mut add = |word: String| {
        if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(&word);
    };
    if !lens.sample_type.is_empty() {
        add(format!("{TYPE}:{}", quoted(&lens.sample_type)));
    }
    for option in OPTIONS.iter().filter(|option| option.is_set(lens)) {
        let value = (option.get)(lens);
        match (option.kind, value.as_str()) {
            (Kind::Flag, "true") => add(option.name.to_owned()),
            (Kind::Flag, _) => add(format!("-{}", option.name)),
            _ => add(format!("{}:{}", option.name, quoted(&value))),
        }
    }
    for step in &lens.steps {
        let sign = if step.expression().is_some() { "+" } else { "" };
        add(format!(
            "{sign}{}:{}",
            step.kind().id,
            quoted(&step.value())
        ));
    }
    out
}

/// A value as it stands in a query: with quotes where it holds blanks.
fn quoted(value: &str) -> String {
    let plain = !value.starts_with('"') && !value.chars().any(char::is_whitespace);
    match plain {
        true => value.to_owned(),
        false => format!("\"{}\"", value.replace('\\', "\\\\").replace('"', "\\\"")),
    }
}

fn words(text: &str) -> Result<Vec<Word<'_>>, QueryFault> {
    let mut words = Vec::new();
    let mut rest = text;
    loop {
        rest = rest.trim_start();
        let start = text.len() - rest.len();
        let Some(first) = rest.chars().next() else {
            return Ok(words);
        };
        let sign = Some(first).filter(|first| matches!(first, '-' | '+'));
        let body = &rest[sign.map_or(0, char::len_utf8)..];
        let end = body.find(char::is_whitespace).unwrap_or(body.len());
        let (name, value, after) = match body[..end].find(':') {
            None => (&body[..end], None, &body[end..]),
            Some(colon) if body[colon + 1..].starts_with('"') => {
                let (value, after) = unquoted(&body[colon + 2..]).ok_or_else(|| QueryFault {
                    at: start..text.len(),
                    why: "the quotes are not closed".to_owned(),
                })?;
                (&body[..colon], Some(value), after)
            }
            Some(colon) => {
                let value = body[colon + 1..end].to_owned();
                (&body[..colon], Some(value), &body[end..])
            }
        };
        words.push(Word {
            at: start..text.len() - after.len(),
            sign,
            name,
            value,
        });
        rest = after;
    }
}

/// Where the last word of a text begins, quotes that are still open included.
pub fn last_word(text: &str) -> usize {
    let (mut start, mut colons, mut before) = (0, 0, None);
    let mut letters = text.char_indices();
    while let Some((at, letter)) = letters.next() {
        if letter.is_whitespace() {
            (start, colons) = (at + letter.len_utf8(), 0);
        } else if letter == '"' && before == Some(':') && colons == 1 {
            while let Some((_, letter)) = letters.next() {
                match letter {
                    '"' => break,
                    '\\' => drop(letters.next()),
                    _ => {}
                }
            }
        } else if letter == ':' {
            colons += 1;
        }
        before = Some(letter);
    }
    start
}

/// A value without its quotes, which may be open yet.
fn bare(value: &str) -> String {
    let Some(rest) = value.strip_prefix('"') else {
        return value.to_owned();
    };
    let mut bare = String::new();
    let mut letters = rest.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '"' => break,
            '\\' => bare.extend(letters.next()),
            letter => bare.push(letter),
        }
    }
    bare
}

/// What stands in quotes, and what follows them.
fn unquoted(text: &str) -> Option<(String, &str)> {
    let mut value = String::new();
    let mut letters = text.char_indices();
    while let Some((at, letter)) = letters.next() {
        match letter {
            '"' => return Some((value, &text[at + 1..])),
            '\\' => value.push(letters.next()?.1),
            letter => value.push(letter),
        }
    }
    None
}

fn option_named(name: &str) -> Option<&'static LensOption> {
    options::find(name).or_else(|| OPTIONS.iter().find(|option| option.key == name))
}

fn take(lens: &mut Lens, word: &Word<'_>) -> Result<(), String> {
    let Some(value) = &word.value else {
        let flag = option_named(word.name).filter(|option| option.kind == Kind::Flag);
        return match (flag, word.sign) {
            (Some(flag), sign) => {
                let value = if sign == Some('-') { "false" } else { "true" };
                (flag.set)(lens, value)
            }
            // A word of its own is looked for in the stacks, a minus before it drops them.
            (None, Some('-')) => filter(lens, "ignore", word.name, false),
            (None, _) => filter(lens, "focus", word.name, false),
        };
    };
    let minus = word.sign == Some('-');
    match (word.name, minus) {
        (TYPE, false) => lens.sample_type.clone_from(value),
        (TAG, false) => lens.tagfocus.clone_from(value),
        (TAG, true) => lens.tagignore.clone_from(value),
        ("focus" | "f", true) => return filter(lens, "ignore", value, false),
        (_, true) => return Err(format!("“-” does not go with “{}”", word.name)),
        _ => {
            if let Some(option) = option_named(word.name) {
                return match is_filter(option.name) {
                    true => filter(lens, option.name, value, word.sign == Some('+')),
                    false => (option.set)(lens, value),
                };
            }
            let step = Step::of(word.name, value).ok_or_else(|| unknown(word.name))?;
            lens.steps.push(step);
        }
    }
    Ok(())
}

fn is_filter(name: &str) -> bool {
    Step::of(name, "").is_some_and(|step| step.expression().is_some())
}

/// A filter is pprof's option the first time; after that, or after a step, a step.
fn filter(lens: &mut Lens, name: &str, value: &str, step: bool) -> Result<(), String> {
    let option = options::find(name).ok_or_else(|| unknown(name))?;
    if step || option.is_set(lens) || !lens.steps.is_empty() {
        lens.steps.extend(Step::of(name, value));
        return Ok(());
    }
    (option.set)(lens, value)
}

/// All names that a word can begin with.
fn names() -> impl Iterator<Item = (&'static str, &'static str)> {
    let options = OPTIONS.iter().map(|option| (option.name, option.help));
    let steps = STEPS.iter().filter(|step| !is_filter(step.id));
    let steps = steps.map(|step| (step.id, step.help));
    let more = [
        (TYPE, "Which sample type is counted."),
        (
            TAG,
            "Keeps samples with a label: tag:key=value; -tag drops them.",
        ),
    ];
    options.chain(steps).chain(more)
}

fn unknown(name: &str) -> String {
    let near = names()
        .map(|(known, _)| (distance(name, known), known))
        .min()
        .filter(|(far, _)| *far <= 2);
    match near {
        Some((_, known)) => format!("there is no “{name}”; is “{known}” meant"),
        None => format!("there is no “{name}”; words are such as focus, hide, tag, merge"),
    }
}

/// How many letters have to be changed, added or left out.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut corner = i;
        row[0] = i + 1;
        for (j, &y) in b.iter().enumerate() {
            let here = (corner + usize::from(x != y))
                .min(row[j] + 1)
                .min(row[j + 1] + 1);
            corner = row[j + 1];
            row[j + 1] = here;
        }
    }
    row[b.len()]
}

/// What the word at the end of a text could become.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Completion {
    /// The whole text with it.
    pub text: String,
    /// What it does.
    pub help: &'static str,
}

/// So many completions are offered.
const OFFERED: usize = 12;

/// Names that words are completed with: each answers those that hold a text.
pub struct Names<'a> {
    /// Of functions.
    pub functions: &'a dyn Fn(&str) -> Vec<String>,
    /// Of processes and threads.
    pub tracks: &'a dyn Fn(&str) -> Vec<String>,
}

/// Completes the last word of a text: the name of an option or step, one of a choice, the name of
/// a function or track.
pub fn complete(text: &str, names_of: &Names<'_>) -> Vec<Completion> {
    let functions = names_of.functions;
    let (before, word) = text.split_at(last_word(text));
    let made = |rest: String, help| Completion {
        text: format!("{before}{rest}"),
        help,
    };
    let sign = if word.starts_with(['-', '+']) {
        &word[..1]
    } else {
        ""
    };
    let body = &word[sign.len()..];
    let Some((name, value)) = body.split_once(':') else {
        let fitting = names().filter(|(name, _)| name.starts_with(body) && *name != body);
        let all = fitting.map(|(name, help)| {
            let flag = option_named(name).is_some_and(|option| option.kind == Kind::Flag);
            made(format!("{sign}{name}{}", if flag { "" } else { ":" }), help)
        });
        return all.take(OFFERED).collect();
    };
    let option = option_named(name);
    let help = option.map(|option| option.help);
    let help = help.or_else(|| {
        STEPS
            .iter()
            .find(|step| step.id == name)
            .map(|step| step.help)
    });
    let Some(help) = help else { return Vec::new() };
    let value = &bare(value);
    let values: Vec<String> = match option.map(|option| option.kind) {
        Some(Kind::Choice(choices)) => {
            let fitting = choices
                .iter()
                .filter(|choice| choice.starts_with(value.as_str()));
            fitting.map(|&choice| choice.to_owned()).collect()
        }
        Some(Kind::Regex) if value.len() > 1 => {
            let exact = |name: &String| format!("^{}$", crate::rx::escaped(name));
            functions(value).iter().map(exact).collect()
        }
        Some(Kind::Tracks) => {
            // A name that holds a comma is not gone on with.
            let at = value.rfind([',', '!']).map_or(0, |at| at + 1);
            let (before, part) = value.split_at(at);
            let names = (names_of.tracks)(part);
            let whole = |name: &String| format!("{before}{}", crate::tracks::escaped(name));
            names.iter().map(whole).collect()
        }
        None if value.len() > 1 => functions(value),
        _ => Vec::new(),
    };
    let all = values.into_iter().filter(|offered| offered != value);
    all.take(OFFERED)
        .map(|value| made(format!("{sign}{name}:{}", quoted(&value)), help))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn words_set_options_and_take_steps() {
        let lens = read(
            "focus:json hide:^runtime tag:handler=/api granularity:lines noinlines -trim n:20",
        )
        .unwrap();
        assert_eq!(
            (lens.focus.as_str(), lens.hide.as_str()),
            ("json", "^runtime")
        );
        assert_eq!(lens.tagfocus, "handler=/api");
        assert_eq!(lens.granularity, crate::lens::Granularity::Lines);
        assert!(lens.noinlines && !lens.trim && lens.nodecount == 20);
        let lens =
            read("json -tag:user=bob merge:\"operator new\" subtree:main;a recursion:").unwrap();
        assert_eq!(
            (lens.focus.as_str(), lens.tagignore.as_str()),
            ("json", "user=bob")
        );
        assert_eq!(
            lens.steps,
            [
                Step::Merge("operator new".into()),
                Step::Subtree(vec!["main".into(), "a".into()]),
                Step::Recursion(String::new())
            ]
        );
    }

    #[test]
    fn the_second_filter_of_a_kind_is_a_step() {
        let lens = read("focus:a focus:b -gc").unwrap();
        assert_eq!((lens.focus.as_str(), lens.ignore.as_str()), ("a", ""));
        assert_eq!(
            lens.steps,
            [Step::Focus("b".into()), Step::Ignore("gc".into())]
        );
        let lens = read("drop:x hide:y").unwrap();
        assert_eq!((lens.hide.as_str(), lens.steps.len()), ("", 2));
    }

    #[test]
    fn faults_say_where_and_what_is_meant() {
        let fault = |text: &str| read(text).unwrap_err();
        assert_eq!(
            fault("focus:a ingore:b"),
            QueryFault {
                at: 8..16,
                why: "there is no “ingore”; is “ignore” meant".to_owned()
            }
        );
        assert!(fault("granularity:words").why.contains("is none of"));
        assert_eq!(fault("a merge:\"x").at, 2..10);
        assert!(fault("-hide:x").why.contains("does not go with"));
        assert!(fault("http://x:1").why.contains("there is no “http”"));
    }

    #[test]
    fn expressions_that_are_none_are_refused_where_they_stand() {
        for (text, at) in [
            ("focus:a hide:(b merge:c", 8..15),
            ("main.f( x", 0..7),
            ("a -[b", 2..5),
            ("f:a focus:b* +hide:*", 13..20),
            ("merge:(T).m show:\"a (\" x", 12..22),
            ("n:5 tag:k=(", 4..11),
        ] {
            let fault = read(text).unwrap_err();
            assert_eq!(fault.at, at, "{text}: {}", fault.why);
            assert!(fault.why.contains("no regular expression"), "{}", fault.why);
        }
        assert!(read("merge:f(").is_ok(), "a name is no expression");
    }

    #[test]
    fn the_last_word_is_completed() {
        let holding = |all: [&str; 3], part: &str| -> Vec<String> {
            let all = all.into_iter().filter(|name| name.contains(part));
            all.map(str::to_owned).collect()
        };
        let names = Names {
            functions: &|part| holding(["main.handle", "main.hand", "io.Read"], part),
            tracks: &|part| holding(["main (1)", "io,net", "gc"], part),
        };
        let texts = |text: &str| {
            let all = complete(text, &names).into_iter();
            all.map(|completion| completion.text).collect::<Vec<_>>()
        };
        assert_eq!(texts("focus:a gran"), ["focus:a granularity:"]);
        assert_eq!(texts("noinl"), ["noinlines"]);
        assert_eq!(
            texts("granularity:fi"),
            ["granularity:filefunctions", "granularity:files"]
        );
        assert_eq!(
            texts("x merge:hand"),
            ["x merge:main.handle", "x merge:main.hand"]
        );
        assert_eq!(texts("focus:Read"), ["focus:^io\\.Read$"]);
        assert_eq!(texts("nope:x"), [""; 0]);
        assert_eq!(texts("a tracks:ma"), ["a tracks:\"main (1)\""]);
        assert_eq!(texts("tracks:!gc,io"), ["tracks:!gc,io\\,net"]);
        assert_eq!(texts("tracks:").len(), 3);
        assert_eq!(texts("x tracks:\"gc,main ("), ["x tracks:\"gc,main (1)\""]);
        assert_eq!(texts("tracks:\"main (1)\""), [""; 0]);
    }

    #[test]
    fn the_last_word_begins_after_a_blank_outside_of_quotes() {
        for (text, last) in [
            ("", ""),
            ("a b", "b"),
            ("a ", ""),
            ("a merge:\"x y", "merge:\"x y"),
            ("merge:\"x \\\" y\" z", "z"),
            ("merge:\"x y\"", "merge:\"x y\""),
            ("f:a:\"b c", "c"),
        ] {
            assert_eq!(&text[last_word(text)..], last, "{text}");
        }
    }

    fn any_lens() -> impl Strategy<Value = Lens> {
        let text = "[^\\pC]{0,8}";
        let step = (0..STEPS.len(), text).prop_filter_map("a path", |(kind, value)| {
            let id = STEPS[kind].id;
            (id != "subtree").then(|| Step::of(id, &value)).flatten()
        });
        let path = proptest::collection::vec("[^\\pC]{1,5}", 1..4).prop_map(Step::Subtree);
        let steps = proptest::collection::vec(prop_oneof![step, path], 0..4);
        (
            text,
            text,
            text,
            any::<bool>(),
            any::<bool>(),
            -1_i32..99,
            steps,
        )
            .prop_map(
                |(sample_type, focus, tagfocus, noinlines, trim, nodecount, steps)| Lens {
                    sample_type,
                    noinlines,
                    focus,
                    tagfocus,
                    nodecount,
                    trim,
                    steps,
                    ..Lens::default()
                },
            )
            // Expressions that are none are refused.
            .prop_map(|lens| select::usable(&lens, &select::check(&lens)))
    }

    proptest! {
        #[test]
        fn what_is_written_is_read(lens in any_lens()) {
            prop_assert_eq!(read(&write(&lens)), Ok(lens));
        }

        #[test]
        fn no_text_is_a_panic(text in ".{0,40}") {
            let _ = read(&text);
            prop_assert!(text.is_char_boundary(last_word(&text)));
            let same: &dyn Fn(&str) -> Vec<String> = &|part| vec![part.to_owned()];
            let _ = complete(&text, &Names { functions: same, tracks: same });
        }
    }
}
