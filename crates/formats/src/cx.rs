//! What accompanies a reader: limits, progress, warnings.

use crate::ImportError;

/// What is being done, as the progress bar names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Step {
    /// The file's bytes are being read.
    Reading,
    /// Compression is being taken off.
    Inflating,
    /// The format is being read.
    Parsing,
    /// A view is being made.
    LayingOut,
}

impl Step {
    /// Name of the step.
    pub fn label(self) -> &'static str {
        match self {
            Self::Reading => "Reading",
            Self::Inflating => "Inflating",
            Self::Parsing => "Parsing",
            Self::LayingOut => "Laying out",
        }
    }
}

/// How much a file may ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Size after inflating. A wasm program has 4 GiB in all; the profile's tables need room
    /// beside the bytes.
    pub inflated_bytes: u64,
    /// Inflated size over compressed size. Deflate cannot exceed 1032; real profiles stay under
    /// 60, so 400 is an attack or a file of one repeated byte.
    pub inflation_ratio: u64,
    /// Below this inflated size the ratio does not matter.
    pub ratio_free_bytes: u64,
    /// Nodes of the stack table: 12 bytes each here, about 60 in trees and views.
    pub stack_nodes: u64,
    /// Rows of any other table.
    pub rows: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            inflated_bytes: 1 << 31,
            inflation_ratio: 400,
            ratio_free_bytes: 64 << 20,
            stack_nodes: 30_000_000,
            rows: 50_000_000,
        }
    }
}

/// Something that was repaired or left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    /// A full sentence.
    pub text: String,
    /// How often it happened.
    pub count: u64,
}

/// A kind of repair: its two sentences, for one and for many (`{}` is the number).
#[derive(Debug, PartialEq, Eq)]
pub struct Repair {
    /// When it happened once.
    pub one: &'static str,
    /// When it happened more often.
    pub many: &'static str,
}

/// What a reader is given beside the bytes.
pub struct Cx<'a> {
    /// How much may be asked for.
    pub limits: Limits,
    repairs: Vec<(&'static Repair, u64)>,
    told: Vec<Warning>,
    tick: &'a mut dyn FnMut(Step, u64, u64) -> bool,
}

impl<'a> Cx<'a> {
    /// `tick` is told step, units done and units in all, and answers false to stop.
    pub fn new(limits: Limits, tick: &'a mut dyn FnMut(Step, u64, u64) -> bool) -> Self {
        Self {
            limits,
            repairs: Vec::new(),
            told: Vec::new(),
            tick,
        }
    }

    /// Tells progress; an error if the user has cancelled.
    pub fn tick(&mut self, step: Step, done: u64, total: u64) -> Result<(), ImportError> {
        match (self.tick)(step, done, total) {
            true => Ok(()),
            false => Err(ImportError::Cancelled),
        }
    }

    /// Counts a repair.
    pub fn repaired(&mut self, repair: &'static Repair) {
        match self
            .repairs
            .iter_mut()
            .find(|(known, _)| std::ptr::eq(*known, repair))
        {
            Some((_, count)) => *count = count.saturating_add(1),
            None => self.repairs.push((repair, 1)),
        }
    }

    /// Tells something that happens once, as a sentence.
    pub fn tell(&mut self, text: String) {
        self.told.push(Warning { text, count: 1 });
    }

    /// Refuses more than `limit` of something.
    pub fn claim(&self, what: &'static str, count: u64, limit: u64) -> Result<(), ImportError> {
        match count > limit {
            true => Err(ImportError::TooLarge { what, count, limit }),
            false => Ok(()),
        }
    }

    /// The warnings so far, most frequent kinds last told first seen.
    pub(crate) fn take_warnings(&mut self) -> Vec<Warning> {
        let counted = self.repairs.drain(..).map(|(repair, count)| Warning {
            text: match count {
                1 => repair.one.to_owned(),
                many => repair
                    .many
                    .replace("{}", &profile::units::grouped(many as i64)),
            },
            count,
        });
        self.told.drain(..).chain(counted).collect()
    }
}
