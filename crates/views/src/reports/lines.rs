//! A report as lines: one page of bytes with the ends of each line.

use analysis::report;

use crate::columns::{BadColumns, Blob, Packed};
use crate::view::{Cx, Gap};

/// The lines of a report.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Lines {
    text: String,
    /// End of each line in `text`, its line break left out.
    ends: Vec<u32>,
}

impl Lines {
    /// Takes a text apart.
    pub fn of(text: String) -> Self {
        let mut ends: Vec<u32> = text.match_indices('\n').map(|(at, _)| at as u32).collect();
        if !text.is_empty() && !text.ends_with('\n') {
            ends.push(text.len() as u32);
        }
        Self { text, ends }
    }

    /// How many lines there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// True when there are none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// A line without its break.
    pub fn line(&self, at: usize) -> &str {
        let end = self.ends.get(at).map_or(0, |&end| end as usize);
        let start = match at {
            0 => 0,
            at => self.ends.get(at - 1).map_or(end, |&end| end as usize + 1),
        };
        self.text.get(start..end).unwrap_or("")
    }

    pub(super) fn pack(self) -> Packed {
        Packed::new(&())
            .with(Blob::U8(self.text.into_bytes()))
            .with(Blob::U32(self.ends))
    }

    pub(super) fn unpack(packed: Packed) -> Result<Self, BadColumns> {
        let ((), mut take) = packed.open()?;
        let text = String::from_utf8(take.u8()?).map_err(|_| BadColumns("lines"))?;
        Ok(Self {
            text,
            ends: take.u32()?,
        })
    }
}

/// Prints a report.
pub(super) fn compute(cx: &mut Cx<'_>, name: &str) -> Result<Lines, Gap> {
    let Some(kind) = report::find(name) else {
        return Err(Gap(format!("There is no report “{name}” in this version.")));
    };
    if kind.wants_expression && cx.lens.about.is_empty() {
        return Err(Gap(
            "Choose functions first: select one in another view and press Peek, or write an \
             expression for their names into “Peek at” under Filters."
                .to_owned(),
        ));
    }
    let printed = report::run(kind, cx.profile, cx.lens, None, report::PAGE_LIMIT);
    let printed = printed.map_err(|fault| crate::gaps::fault(cx, &fault))?;
    for note in printed.notes {
        cx.trees.note(note);
    }
    Ok(Lines::of(printed.text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_taken_apart() {
        for (text, expected) in [
            ("", &[][..]),
            ("a", &["a"]),
            ("a\nbé\n\nc\n", &["a", "bé", "", "c"]),
        ] {
            let lines = Lines::of(text.to_owned());
            let all: Vec<_> = (0..lines.len()).map(|at| lines.line(at)).collect();
            assert_eq!(all, expected);
            assert_eq!(Lines::unpack(lines.clone().pack()), Ok(lines));
        }
    }
}
