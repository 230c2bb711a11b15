//! The invariants that everything above the model relies on.

use std::fmt;

use crate::Profile;

/// An invariant that does not hold: a fault of a reader, never of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broken {
    /// Which rule.
    pub rule: &'static str,
    /// At which row.
    pub row: usize,
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (row {})", self.rule, self.row)
    }
}

impl Profile {
    /// Checks every invariant; O(size).
    pub fn validate(&self) -> Result<(), Broken> {
        let count = |len: usize, wanted: usize, rule| match len == wanted {
            true => Ok(()),
            false => Err(Broken { rule, row: len }),
        };
        fn below(
            ids: impl Iterator<Item = u32>,
            limit: usize,
            rule: &'static str,
        ) -> Result<(), Broken> {
            for (row, id) in ids.enumerate() {
                if id != u32::MAX && id as usize >= limit {
                    return Err(Broken { rule, row });
                }
            }
            Ok(())
        }
        let (functions, frames) = (&self.functions, &self.frames);
        count(
            functions.system_name.len(),
            functions.len(),
            "functions.system_name is parallel",
        )?;
        count(
            functions.file.len(),
            functions.len(),
            "functions.file is parallel",
        )?;
        count(
            functions.start_line.len(),
            functions.len(),
            "functions.start_line is parallel",
        )?;
        count(
            frames.function.len(),
            frames.len(),
            "frames.function is parallel",
        )?;
        count(frames.line.len(), frames.len(), "frames.line is parallel")?;
        count(
            frames.column.len(),
            frames.len(),
            "frames.column is parallel",
        )?;
        count(
            frames.inlined.len(),
            frames.len(),
            "frames.inlined is parallel",
        )?;
        count(
            self.stacks.frame.len(),
            self.stacks.len(),
            "stacks.frame is parallel",
        )?;
        count(
            self.samples.labels.len(),
            self.samples.len(),
            "samples.labels is parallel",
        )?;
        count(
            self.samples.values.len(),
            self.sample_types.len(),
            "a value column per type",
        )?;
        for column in &self.samples.values {
            count(
                column.len(),
                self.samples.len(),
                "value columns are parallel",
            )?;
        }
        below(
            functions.name.iter().map(|s| s.0),
            self.strings.len(),
            "function names exist",
        )?;
        below(
            functions.file.iter().map(|s| s.0),
            self.strings.len(),
            "function files exist",
        )?;
        below(
            frames.location.iter().map(|l| l.0),
            self.locations.len(),
            "locations exist",
        )?;
        below(
            frames.function.iter().map(|f| f.0),
            functions.len(),
            "functions exist",
        )?;
        below(
            self.locations.mapping.iter().map(|m| m.0),
            self.mappings.len(),
            "mappings exist",
        )?;
        below(
            self.stacks.frame.iter().map(|f| f.0),
            frames.len(),
            "stack frames exist",
        )?;
        below(
            self.samples.stack.iter().map(|s| s.0),
            self.stacks.len(),
            "stacks exist",
        )?;
        below(
            self.samples.labels.iter().map(|l| l.0),
            self.labels.len(),
            "label sets exist",
        )?;
        for (row, parent) in self.stacks.parent.iter().enumerate().skip(1) {
            if parent.index() >= row {
                return Err(Broken {
                    rule: "a stack's parent comes before it",
                    row,
                });
            }
        }
        Ok(())
    }
}
