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

/// How much a file may ask for. A wasm program has 4 GiB in all, and no allocation of it exceeds
/// 2 GiB; what a file claims is checked against these numbers before memory is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Size of the file: one allocation.
    pub file_bytes: u64,
    /// Size after inflating: one allocation, and the profile's tables need room beside it.
    pub inflated_bytes: u64,
    /// Inflated size over the file's size. One layer of deflate reaches 1032 on a repeated byte;
    /// real profiles stay under 60. Layers inside layers multiply.
    pub inflation_ratio: u64,
    /// Below this inflated size the ratio does not matter.
    pub ratio_free_bytes: u64,
    /// Nodes of the stack table: 8 bytes each and up to 28 while it is filled, so 1 GiB.
    pub stack_nodes: u64,
    /// Samples: 8 bytes each beside their values, so 400 MB.
    pub samples: u64,
    /// Samples times sample types, 8 bytes each, so 1.2 GB.
    pub values: u64,
    /// Rows of any other table: up to 50 bytes each, so 1 GB.
    pub rows: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            file_bytes: (1 << 31) - 1,
            inflated_bytes: (1 << 31) - 1,
            inflation_ratio: 1000,
            ratio_free_bytes: 64 << 20,
            stack_nodes: 30_000_000,
            samples: 50_000_000,
            values: 150_000_000,
            rows: 20_000_000,
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

/// How often a repair was made.
struct Counted {
    repair: &'static Repair,
    count: u64,
    /// Byte of the first one, where that helps.
    first: Option<u64>,
}

/// What a reader is given beside the bytes.
pub struct Cx<'a> {
    /// How much may be asked for.
    pub limits: Limits,
    repairs: Vec<Counted>,
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
        self.count(repair, None);
    }

    /// Counts a repair at a byte of the bare file; the first place is told.
    pub fn repaired_at(&mut self, repair: &'static Repair, at: usize) {
        self.count(repair, Some(at as u64));
    }

    fn count(&mut self, repair: &'static Repair, at: Option<u64>) {
        match self
            .repairs
            .iter_mut()
            .find(|known| std::ptr::eq(known.repair, repair))
        {
            Some(known) => known.count = known.count.saturating_add(1),
            None => self.repairs.push(Counted {
                repair,
                count: 1,
                first: at,
            }),
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

    /// The warnings so far: what happened once, then what was counted, in order of appearance.
    pub(crate) fn take_warnings(&mut self) -> Vec<Warning> {
        let counted = self.repairs.drain(..).map(|known| known.warning());
        self.told.drain(..).chain(counted).collect()
    }
}

impl Counted {
    fn warning(&self) -> Warning {
        let number = |n: u64| profile::units::grouped(n as i64);
        let mut text = match self.count {
            1 => self.repair.one.to_owned(),
            many => self.repair.many.replace("{}", &number(many)),
        };
        if let Some(at) = self.first {
            let which = if self.count == 1 {
                "It"
            } else {
                "The first one"
            };
            text = format!("{text} {which} begins at byte {}.", number(at));
        }
        Warning {
            text,
            count: self.count,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn repairs_are_counted_and_the_first_place_is_told() {
        static LEFT_OUT: Repair = Repair {
            one: "One sample was left out.",
            many: "{} samples were left out.",
        };
        let mut tick = |_, _, _| true;
        let mut cx = Cx::new(Limits::default(), &mut tick);
        cx.repaired_at(&LEFT_OUT, 1234);
        cx.tell("The end is missing.".to_owned());
        for at in 0..1999 {
            cx.repaired_at(&LEFT_OUT, 2000 + at);
        }
        let texts: Vec<_> = cx.take_warnings().into_iter().map(|w| w.text).collect();
        assert_eq!(
            texts,
            [
                "The end is missing.",
                "2,000 samples were left out. The first one begins at byte 1,234."
            ]
        );
        cx.repaired_at(&LEFT_OUT, 0);
        assert_eq!(
            cx.take_warnings()[0].text,
            "One sample was left out. It begins at byte 0."
        );
    }
}
