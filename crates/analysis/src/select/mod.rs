//! What counts under a lens: which samples, which frames of their stacks, and what the total is
//! that shares are told of.
//!
//! The steps and their order are those of `go tool pprof`: frames of labels (tagroot, tagleaf),
//! total, focus, ignore, hide and show, show_from, label filters, prune_from; tracks, which pprof
//! does not have, are picked as label filters are. All of them are
//! decided once per location, function or label set and once per node of the stack table, never
//! per sample and frame, so a filter costs what a look at the tables costs.

mod check;
mod labels;
mod left;
mod names;
mod pseudo;

use std::borrow::Cow;
use std::collections::BTreeSet;

use profile::{LabelSetId, Profile, StackId, StringId};

pub use check::{check, usable};
pub use labels::{LabelUnits, is_diff_base};
pub use left::{Left, left};

use crate::lens::Lens;
use crate::prune;
use crate::steps::{GONE, Step};
use crate::tree::mean;
use crate::{Naming, Tree};
use names::Frames;

/// Why a lens cannot be looked through.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LensFault {
    /// Name of the option, or `sample_index`.
    pub option: &'static str,
    /// What is wrong, as a sentence without its last dot.
    pub why: String,
}

impl std::fmt::Display for LensFault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}.", self.option, self.why)
    }
}

impl std::error::Error for LensFault {}

/// A profile under a lens.
pub struct Prepared<'a> {
    /// The profile; its own copy where labels became frames.
    pub profile: Cow<'a, Profile>,
    /// The value column that is counted.
    pub column: usize,
    /// The column that values are divided by, under `mean`.
    pub divisor: Option<usize>,
    /// What counts.
    pub selection: Selection,
    /// Of what shares are told: the sum of absolute values, of the base only in a diff.
    pub total: i64,
    /// The same before `mean` divides it.
    pub undivided: i64,
    /// Shares are of what is left.
    relative: bool,
    /// Steps to be taken on trees of it.
    pub steps: Vec<Step>,
    /// What the steps call rows: the names of the page under the lens.
    pub(crate) step_naming: Naming,
    /// Things worth telling, as sentences: filters that matched nothing.
    pub notes: Vec<String>,
}

/// Which samples count, and which frames of their stacks. `None` means all.
#[derive(Clone, Debug, Default)]
pub struct Selection {
    /// For each sample: it counts.
    pub samples: Option<Vec<bool>>,
    /// For each node of the stack table: it is shown.
    pub nodes: Option<Vec<bool>>,
    /// For each node: where samples that end in it end now.
    pub ends: Option<Vec<StackId>>,
    /// For each frame: what is left of its location still has it.
    pub lines: Option<Vec<bool>>,
    /// For each frame: it was inlined into what is left outside of it.
    pub inlined: Option<Vec<bool>>,
    /// Keys of labels that are not shown.
    pub hidden_labels: BTreeSet<StringId>,
}

impl Selection {
    /// True if a sample counts.
    pub fn has_sample(&self, sample: usize) -> bool {
        self.samples.as_ref().is_none_or(|kept| kept[sample])
    }

    /// True if a node of the stack table is shown.
    pub fn has_node(&self, node: usize) -> bool {
        self.nodes.as_ref().is_none_or(|kept| kept[node])
    }

    /// Where samples that end in a node end now.
    pub fn end(&self, node: StackId) -> StackId {
        self.ends.as_ref().map_or(node, |ends| ends[node.index()])
    }
}

impl<'a> Prepared<'a> {
    /// Looks at a profile through a lens.
    ///
    /// # Errors
    /// An option that cannot be understood, or a sample type that is not there.
    pub fn new(profile: &'a Profile, lens: &Lens) -> Result<Self, LensFault> {
        let Some(column) = lens.column(profile) else {
            return Err(no_such_type(profile, lens));
        };
        if lens.divide_by.0 == 0.0 {
            return Err(LensFault {
                option: "divide_by",
                why: "nothing can be divided by 0".to_owned(),
            });
        }
        let mut notes = Vec::new();
        let profile = pseudo::with_label_frames(profile, lens, &mut notes);
        let divisor = lens.mean.then_some(0);
        let selection = select(&profile, lens, &mut notes)?;
        let mut prepared = Self {
            profile,
            column,
            divisor,
            selection,
            total: 0,
            undivided: 0,
            relative: false,
            steps: lens.steps.clone(),
            step_naming: Naming::FUNCTIONS.under(lens),
            notes,
        };
        check::steps(&lens.steps)?;
        prepared.drop_by_steps();
        prepared.relative = lens.relative_percentages;
        let (sum, by) = prepared.sum(prepared.column);
        prepared.undivided = sum;
        prepared.total = mean(sum, by);
        Ok(prepared)
    }

    /// Samples that the steps leave no place for do not count, in listings of samples either.
    fn drop_by_steps(&mut self) {
        if self.steps.is_empty() {
            return;
        }
        let (tree, ends) = Tree::with_all_ends(self, self.step_naming);
        self.notes.extend(tree.notes);
        let stacks = &self.profile.samples.stack;
        let ends_of = stacks
            .iter()
            .map(|&stack| ends[self.selection.end(stack).index()]);
        let left: Vec<bool> = ends_of.map(|end| end != GONE).collect();
        match &mut self.selection.samples {
            Some(kept) => kept
                .iter_mut()
                .zip(left)
                .for_each(|(kept, left)| *kept &= left),
            none => *none = Some(left),
        }
    }

    /// Values of the counted column.
    pub fn values(&self) -> &[i64] {
        &self.profile.samples.values[self.column]
    }

    /// Values to divide by; none without `mean`.
    pub fn divisors(&self) -> Option<&[i64]> {
        self.divisor
            .and_then(|column| self.profile.samples.values.get(column))
            .map(Vec::as_slice)
    }

    /// Name of the counted sample type, as reports tell it.
    pub fn kind(&self) -> String {
        let kind = self.profile.kind_text(self.column);
        match self.divisor {
            Some(_) => format!("mean_{kind}"),
            None => kind,
        }
    }

    /// Unit of the counted sample type.
    pub fn unit(&self) -> String {
        self.profile.unit_text(self.column)
    }

    /// True if a sample is one of the base that a diff compares with.
    pub fn is_base(&self, labels: LabelSetId) -> bool {
        is_diff_base(&self.profile, labels)
    }

    /// Of what shares of a sample type are told, as [`Prepared::total`] for the counted one.
    pub fn total_of(&self, column: usize) -> i64 {
        let (sum, by) = self.sum(column);
        mean(sum, by)
    }

    /// The total of a column and what it is divided by.
    fn sum(&self, column: usize) -> (i64, i64) {
        let selected_only = self.relative;
        let samples = &self.profile.samples;
        let divisors = self.divisors();
        let base = labels::base_sets(&self.profile);
        let (mut all, mut of_base) = ((0_i64, 0_i64), (0_i64, 0_i64));
        for (sample, &value) in samples.values[column].iter().enumerate() {
            if selected_only && !self.selection.has_sample(sample) {
                continue;
            }
            let by = divisors.map_or(0, |column| column[sample]);
            let add = |sum: &mut (i64, i64)| {
                sum.0 = sum.0.saturating_add(value.saturating_abs());
                sum.1 = sum.1.saturating_add(by);
            };
            add(&mut all);
            if base
                .as_ref()
                .is_some_and(|base| base[samples.labels[sample].index()])
            {
                add(&mut of_base);
            }
        }
        if of_base.0 > 0 { of_base } else { all }
    }
}

fn no_such_type(profile: &Profile, lens: &Lens) -> LensFault {
    let kinds: Vec<_> = (0..profile.sample_types.len())
        .map(|at| profile.kind_text(at))
        .collect();
    LensFault {
        option: "sample_index",
        why: match kinds.as_slice() {
            [] => "the profile counts nothing: it has no sample type".to_owned(),
            _ => format!(
                "there is no sample type “{}”; there is {}",
                lens.sample_type,
                kinds.join(", ")
            ),
        },
    }
}

fn select(profile: &Profile, lens: &Lens, notes: &mut Vec<String>) -> Result<Selection, LensFault> {
    let filters = names::Filters::of(lens)?;
    let label_filters = labels::Filters::of(profile, lens, notes)?;
    let pruned = match lens.all_frames {
        true => None,
        false => prune::pruned(profile),
    };
    let mut selection = Selection::default();
    let mut frames = Frames::new(profile, pruned);
    filters.by_name(&mut frames, &mut selection, notes);
    filters.show_from(&mut frames, &mut selection, notes);
    label_filters.apply(profile, &mut selection, notes);
    labels::tracks(profile, lens, &mut selection, notes);
    filters.prune_from(&mut frames, &mut selection);
    if lens.noinlines {
        frames.outermost_lines_only();
    }
    frames.finish(&mut selection);
    Ok(selection)
}

#[cfg(test)]
mod tests;
