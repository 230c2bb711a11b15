//! Fuzzy matching: letters in their order with anything between, and how good a match is.
//!
//! Names are told by the beginnings of their words, so a letter at the start of a word or of a
//! hump counts most, then a letter right behind the one before. Without a capital letter in what
//! is looked for, case does not matter. Blanks in it only part words.

use std::ops::Range;

/// A letter that matches.
const LETTER: i32 = 16;
/// At the start of the text or of a word.
const WORD: i32 = 10;
/// A capital after a small letter, a digit after none.
const HUMP: i32 = 8;
/// Right behind the letter before.
const RUN: i32 = 9;
/// Each letter that is left out between two matches, up to [`GAPS`] of them.
const GAP: i32 = 1;
/// A word may be far away: it is a gap, and no worse than this one.
const GAPS: i32 = 6;
/// So many letters of a text are looked at, so that a row costs a bounded time.
const LONGEST: usize = 512;

/// How a text matches.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Match {
    /// Greater is better; comparable between texts for the same letters only.
    pub score: i32,
    /// Bytes of the text that match, in order, neighbours joined.
    pub ranges: Vec<Range<usize>>,
}

/// True if letters of either case match: no capital is looked for.
pub(crate) fn any_case(needle: &str) -> bool {
    !needle.chars().any(char::is_uppercase)
}

/// The best match of some letters in a text; no letters match anything.
pub fn best(needle: &str, text: &str) -> Option<Match> {
    let any_case = any_case(needle);
    let fold = |c: char| match any_case {
        true => c.to_lowercase().next().unwrap_or(c),
        false => c,
    };
    let wanted: Vec<char> = needle.chars().filter(|c| !c.is_whitespace()).collect();
    let letters: Vec<(usize, char)> = text.char_indices().take(LONGEST).collect();
    let Some(last) = wanted.len().checked_sub(1) else {
        return Some(Match::default());
    };
    // For each letter of the text: the best score of the letters so far, the newest matched
    // there. `came` says for each of them where the letter before was.
    let mut scores: Vec<Option<i32>> = Vec::new();
    let mut came: Vec<Vec<usize>> = Vec::new();
    for (at, &letter) in wanted.iter().enumerate() {
        let mut row = vec![None; letters.len()];
        let mut from = vec![0; letters.len()];
        // The best place for the letter before, what the way from there costs taken off.
        let mut before: Option<(i32, usize)> = None;
        for (place, &(_, other)) in letters.iter().enumerate() {
            if fold(other) == fold(letter) {
                let value = LETTER + bonus(&letters, place);
                let run = place.checked_sub(1).filter(|_| at > 0);
                let run = run.and_then(|near| Some((scores.get(near).copied()?? + RUN, near)));
                let start = (at == 0).then_some((0, 0));
                let best = [start, before, run].into_iter().flatten().max();
                if let Some((score, near)) = best {
                    row[place] = Some(score + value);
                    from[place] = near;
                }
            }
            let here = scores.get(place).copied().flatten();
            let floor = here.map(|score| (score, place));
            let worn = before.map(|(score, near)| {
                let skipped = i32::try_from(place - near).unwrap_or(i32::MAX);
                (score - if skipped <= GAPS { GAP } else { 0 }, near)
            });
            before = worn.max(floor);
        }
        scores = row;
        came.push(from);
    }
    let (score, mut place) = scores
        .iter()
        .enumerate()
        .filter_map(|(place, score)| Some(((*score)?, place)))
        .max_by_key(|&(score, place)| (score, std::cmp::Reverse(place)))?;
    let mut places = vec![place];
    for from in came.iter().take(last + 1).skip(1).rev() {
        place = from[place];
        places.push(place);
    }
    places.reverse();
    let mut ranges: Vec<Range<usize>> = Vec::new();
    for place in places {
        let (start, letter) = letters[place];
        let end = start + letter.len_utf8();
        match ranges.last_mut() {
            Some(range) if range.end == start => range.end = end,
            _ => ranges.push(start..end),
        }
    }
    Some(Match { score, ranges })
}

/// What the place of a letter is worth.
fn bonus(letters: &[(usize, char)], place: usize) -> i32 {
    let Some((_, before)) = place.checked_sub(1).and_then(|at| letters.get(at)) else {
        return WORD;
    };
    let here = letters[place].1;
    if !here.is_alphanumeric() {
        return 0;
    }
    let hump = here.is_uppercase() && !before.is_uppercase();
    let digits = here.is_ascii_digit() && !before.is_ascii_digit();
    match before.is_alphanumeric() {
        false => WORD,
        true if hump || digits => HUMP,
        true => 0,
    }
}

/// True if the letters stand in a text in their order. `needle` is lower-case when `any_case`.
/// No letters match nothing.
pub(crate) fn is_in(needle: &[u8], any_case: bool, text: &[u8]) -> bool {
    let lower;
    let text = match any_case && !text.is_ascii() {
        true => {
            lower = String::from_utf8_lossy(text).to_lowercase();
            lower.as_bytes()
        }
        false => text,
    };
    let mut rest = needle.iter().peekable();
    for &byte in text {
        let Some(&&wanted) = rest.peek() else { break };
        if byte == wanted || any_case && byte.to_ascii_lowercase() == wanted {
            rest.next();
        }
    }
    !needle.is_empty() && rest.peek().is_none()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ranked<'a>(needle: &str, texts: &[&'a str]) -> Vec<&'a str> {
        let mut all: Vec<_> = texts
            .iter()
            .filter_map(|text| Some((-best(needle, text)?.score, *text)))
            .collect();
        all.sort_by_key(|(score, _)| *score);
        all.into_iter().map(|(_, text)| text).collect()
    }

    fn shown(needle: &str, text: &str) -> Option<String> {
        let found = best(needle, text)?;
        let mut out = String::new();
        let mut at = 0;
        for range in found.ranges {
            out += &text[at..range.start];
            out += &["[", &text[range.clone()], "]"].concat();
            at = range.end;
        }
        Some(out + &text[at..])
    }

    #[test]
    fn beginnings_of_words_come_first() {
        assert_eq!(
            ranked("gl", &["Toggle", "English", "Granularity: lines"]),
            ["Granularity: lines", "Toggle", "English"],
        );
        assert_eq!(
            ranked("top", &["Stop", "View: Top", "Top", "Trace without paths"]),
            ["View: Top", "Top", "Stop", "Trace without paths"],
        );
        assert_eq!(
            ranked("mg", &["imaging", "mallocgc", "mapGet", "m.get"]),
            ["m.get", "mapGet", "mallocgc", "imaging"],
        );
    }

    #[test]
    fn the_best_letters_are_marked() {
        for (needle, text, expected) in [
            ("gl", "Granularity: lines", "[G]ranularity: [l]ines"),
            ("lines", "Granularity: lines", "Granularity: [lines]"),
            ("tl", "theme: toLight", "theme: [t]o[L]ight"),
            ("gran lin", "Granularity: lines", "[Gran]ularity: [lin]es"),
            ("é", "café é", "café [é]"),
            ("x86", "is x86", "is [x86]"),
            ("", "anything", "anything"),
        ] {
            assert_eq!(shown(needle, text).as_deref(), Some(expected), "{needle}");
        }
        assert_eq!(shown("zz", "fizzz"), Some("fi[zz]z".to_owned()));
        assert_eq!(shown("ba", "ab"), None);
        assert_eq!(shown("aa", "a"), None);
    }

    #[test]
    fn a_capital_makes_case_matter() {
        assert!(best("http", "HTTP").is_some());
        assert!(best("Http", "HTTP").is_none());
        assert!(best("HTTP", "http").is_none());
    }

    #[test]
    fn a_long_text_costs_a_bounded_time() {
        let text = "a".repeat(1_000_000);
        assert_eq!(best("aaa", &text).unwrap().ranges.first(), Some(&(0..3)));
        assert_eq!(best("b", &(text + "b")), None);
    }

    #[test]
    fn letters_are_found_as_they_are_matched() {
        for (needle, text) in [
            ("jscan", "json.scan"),
            ("jcs", "json.scan"),
            ("é", "CAFÉ"),
            ("abc", "ab"),
        ] {
            let found = best(needle, text).is_some();
            assert_eq!(is_in(needle.as_bytes(), true, text.as_bytes()), found);
        }
        assert!(!is_in(b"", true, b"a"));
        assert!(!is_in(b"J", false, b"json"));
    }
}
