//! Labels: how wide they are and what is left of them when there is too little room.
//!
//! No font engine: widths come from [`Metrics`], which a host fills from measured advances
//! and tests from constants. Work is bounded by the width asked for, not by the length of
//! the name; C++ names of ten thousand letters exist.

/// Glyph widths at the frame font, 12 px monospace, in CSS px.
pub trait Metrics {
    /// How far the pen moves for this character; 0 for those that join the one before.
    fn advance(&self, c: char) -> f64;

    /// Distance of two baselines.
    fn line_height(&self) -> f64 {
        16.0
    }
}

/// Widths for tests: 7.2 px, twice that for wide characters, 0 for combining ones.
#[derive(Clone, Copy, Debug, Default)]
pub struct TestMetrics;

impl Metrics for TestMetrics {
    fn advance(&self, c: char) -> f64 {
        if joins_previous(c) {
            0.0
        } else if is_wide(c) {
            14.4
        } else {
            7.2
        }
    }
}

/// What of a label is shown.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fitted<'a> {
    /// The text, borrowed from the label or from the scratch string.
    pub text: &'a str,
    /// So many bytes at the start of `text` are package prefix, to be dimmed.
    pub dim: usize,
    /// Its width, never over the one asked for.
    pub width: f64,
}

/// Fits a label into `width` CSS px.
///
/// `prefix` is how many bytes at the start may be dropped: the package. It goes first; if
/// the rest is still too wide, its middle becomes "…". Nothing is ever cut inside a
/// character, between a letter and its combining marks, or inside a joined emoji. `None`
/// if there is nothing to show or under three glyphs of a cut label would be left.
pub fn fit<'a>(
    label: &'a str,
    prefix: usize,
    width: f64,
    m: &dyn Metrics,
    scratch: &'a mut String,
) -> Option<Fitted<'a>> {
    let prefix = label.floor_char_boundary(prefix);
    if let Some(used) = whole(label, width, m) {
        let shown = Fitted {
            text: label,
            dim: prefix,
            width: used,
        };
        return (!label.is_empty()).then_some(shown);
    }
    let rest = match &label[prefix..] {
        "" => label,
        rest => rest,
    };
    if prefix > 0
        && let Some(used) = whole(rest, width, m)
    {
        return Some(Fitted {
            text: rest,
            dim: 0,
            width: used,
        });
    }
    cut_middle(rest, width, m, scratch)
}

/// The width of a text that is known to be short.
pub fn measure(text: &str, m: &dyn Metrics) -> f64 {
    text.chars().map(|c| advance(m, c)).sum()
}

const ELLIPSIS: char = '…';

/// A font that answers nonsense must not make sums go backwards.
fn advance(m: &dyn Metrics, c: char) -> f64 {
    m.advance(c).max(0.0)
}

/// The width if all of it fits; stops looking at the first character too many.
fn whole(text: &str, width: f64, m: &dyn Metrics) -> Option<f64> {
    let mut used = 0.0;
    for c in text.chars() {
        used += advance(m, c);
        if used > width {
            return None;
        }
    }
    // Also false for a width of NaN.
    (used <= width).then_some(used)
}

fn cut_middle<'a>(
    text: &str,
    width: f64,
    m: &dyn Metrics,
    scratch: &'a mut String,
) -> Option<Fitted<'a>> {
    let room = width - advance(m, ELLIPSIS);
    if room.is_nan() {
        return None;
    }
    let mut used = 0.0;
    let mut glyphs = 1;
    let (mut head, mut tail) = (0, text.len());
    // Head up to half, tail with what that leaves, head again with what is left of that.
    for (from_start, room) in [(true, room / 2.0), (false, room), (true, room)] {
        while head < tail {
            let size = match from_start {
                true => first_cluster(&text[head..tail]),
                false => last_cluster(&text[head..tail]),
            };
            let cluster = match from_start {
                true => head..head + size,
                false => tail - size..tail,
            };
            let wider = used + measure(&text[cluster], m);
            if wider > room {
                break;
            }
            used = wider;
            glyphs += 1;
            match from_start {
                true => head += size,
                false => tail -= size,
            }
        }
    }
    if glyphs < 3 {
        return None;
    }
    scratch.clear();
    scratch.push_str(&text[..head]);
    scratch.push(ELLIPSIS);
    scratch.push_str(&text[tail..]);
    let width = used + advance(m, ELLIPSIS);
    Some(Fitted {
        text: scratch,
        dim: 0,
        width,
    })
}

/// Bytes of the first thing that must stay together.
fn first_cluster(text: &str) -> usize {
    let mut before = None;
    for (at, c) in text.char_indices() {
        if before.is_some_and(|b| breaks_between(b, c)) {
            return at;
        }
        before = Some(c);
    }
    text.len()
}

/// Bytes of the last thing that must stay together.
fn last_cluster(text: &str) -> usize {
    let mut after = None;
    for (at, c) in text.char_indices().rev() {
        if after.is_some_and(|a| breaks_between(c, a)) {
            return text.len() - at - c.len_utf8();
        }
        after = Some(c);
    }
    text.len()
}

/// May a text be cut between these two? A small part of Unicode's UAX 29 that decides from
/// two neighbours alone, so it works from either end; it may join a little too much (a row
/// of flags is one cluster), never too little for what names hold.
fn breaks_between(before: char, after: char) -> bool {
    let flags = '\u{1F1E6}'..='\u{1F1FF}';
    !(joins_previous(after)
        || before == '\u{200D}'
        || (flags.contains(&before) && flags.contains(&after)))
}

/// Combining marks, joiners, variation selectors, skin tones, Hangul vowels and finals.
fn joins_previous(c: char) -> bool {
    matches!(u32::from(c),
        0x0300..=0x036F | 0x0483..=0x0489 | 0x0591..=0x05BD | 0x05BF | 0x05C1..=0x05C2
        | 0x05C4..=0x05C5 | 0x0610..=0x061A | 0x064B..=0x065F | 0x0670 | 0x06D6..=0x06DC
        | 0x06DF..=0x06E4 | 0x0730..=0x074A | 0x0900..=0x0903 | 0x093A..=0x093C
        | 0x093E..=0x094F | 0x0951..=0x0957 | 0x0981..=0x0983 | 0x09BC | 0x09BE..=0x09CD
        | 0x0B82 | 0x0BBE..=0x0BCD | 0x0E31 | 0x0E34..=0x0E3A | 0x0E47..=0x0E4E
        | 0x1160..=0x11FF | 0x1AB0..=0x1AFF | 0x1DC0..=0x1DFF | 0x200B..=0x200F
        | 0x202A..=0x202E | 0x2060..=0x2069 | 0x20D0..=0x20FF | 0x302A..=0x302F
        | 0x3099..=0x309A | 0xD7B0..=0xD7FF | 0xFE00..=0xFE0F | 0xFE20..=0xFE2F | 0xFEFF
        | 0x1F3FB..=0x1F3FF | 0xE0020..=0xE007F | 0xE0100..=0xE01EF)
}

/// East Asian wide and emoji: two columns of a monospace font.
fn is_wide(c: char) -> bool {
    matches!(u32::from(c),
        0x1100..=0x115F | 0x2E80..=0x303E | 0x3041..=0x33FF | 0x3400..=0x4DBF
        | 0x4E00..=0x9FFF | 0xA000..=0xA4CF | 0xAC00..=0xD7A3 | 0xF900..=0xFAFF
        | 0xFE30..=0xFE4F | 0xFF00..=0xFF60 | 0xFFE0..=0xFFE6 | 0x1F300..=0x1F64F
        | 0x1F680..=0x1F6FF | 0x1F900..=0x1F9FF | 0x20000..=0x3FFFD)
}

#[cfg(test)]
mod tests;
