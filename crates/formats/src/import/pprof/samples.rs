//! The second walk: samples are read into the profile, without an allocation for each.

use profile::{Label, LabelValue, LineSpec, LocationId, LocationSpec};

use super::fill::{Reader, named};
use super::repairs::{BAD_SAMPLE, NO_LOCATION, VALUES_DIFFER};
use super::tables::Tables;
use super::wire::{Fault, Value, field, fields};
use crate::{Cx, ImportError, Step};

/// Progress is told every so many bytes.
const TICK: usize = 1 << 20;

impl Reader {
    pub(super) fn samples(
        &mut self,
        bytes: &[u8],
        tables: &Tables<'_>,
        cx: &mut Cx<'_>,
    ) -> Result<(), ImportError> {
        self.make_room(tables.sample_count as usize);
        let half = bytes.len() / 2;
        let mut next_tick = TICK;
        for &(from, to) in &tables.samples {
            let run = bytes.get(..to).unwrap_or(&[]);
            let mut at = from;
            while at < to {
                let here = at;
                let (_, value) = field(run, &mut at).map_err(|f| f.at(here, bytes.len()))?;
                match self.sample(value, tables, cx) {
                    Ok(()) => self.add(cx)?,
                    Err(_) => cx.repaired_at(&BAD_SAMPLE, here),
                }
                if at >= next_tick {
                    next_tick = at.saturating_add(TICK);
                    let done = half.saturating_add(at / 2);
                    cx.tick(Step::Parsing, done as u64, bytes.len() as u64)?;
                }
            }
        }
        Ok(())
    }

    /// Columns of the right size at once: growing ones would take twice as much for a moment.
    fn make_room(&mut self, count: usize) {
        let samples = &mut self.builder.profile.samples;
        samples.stack.reserve_exact(count);
        samples.labels.reserve_exact(count);
        for column in &mut samples.values {
            column.reserve_exact(count);
        }
    }

    /// Reads a sample into the buffers.
    fn sample(
        &mut self,
        message: Value<'_>,
        tables: &Tables<'_>,
        cx: &mut Cx<'_>,
    ) -> Result<(), Fault> {
        self.path.clear();
        self.values.clear();
        self.labels.clear();
        let message = message.bytes()?;
        let mut missing = 0_u32;
        let mut at = 0;
        while at < message.len() {
            let (number, value) = field(message, &mut at)?;
            match number {
                1 => {
                    let Self {
                        path,
                        location_ids,
                        locations,
                        ..
                    } = self;
                    value.numbers(|id| {
                        let row = location_ids
                            .get(id)
                            .and_then(|row| locations.get(row as usize));
                        path.push(row.copied().unwrap_or_else(|| {
                            missing = missing.saturating_add(1);
                            LocationId::NONE
                        }));
                    })?;
                }
                2 => value.numbers(|number| self.values.push(number as i64))?,
                3 => self.label(value, tables, cx)?,
                _ => {}
            }
        }
        if missing > 0 {
            self.fill_missing(cx);
        }
        Ok(())
    }

    /// Adds the sample in the buffers.
    fn add(&mut self, cx: &mut Cx<'_>) -> Result<(), ImportError> {
        if self.values.len() != self.builder.profile.sample_types.len() {
            cx.repaired(&VALUES_DIFFER);
        }
        self.claim_nodes(cx)?;
        let stack = self.builder.stack_of(&self.path);
        let sets = self.builder.profile.labels.len();
        let labels = self.builder.label_set(&self.labels);
        if self.builder.profile.labels.len() > sets {
            self.distinct_labels = self
                .distinct_labels
                .saturating_add(self.labels.len() as u64);
            cx.claim("labels", self.distinct_labels, cx.limits.rows)?;
        }
        self.builder.add_sample(stack, &self.values, labels);
        Ok(())
    }

    /// A path makes at most as many nodes as its locations have lines. Usually a glance shows
    /// that there is room; a file can also repeat a location of a million lines a million times.
    fn claim_nodes(&self, cx: &Cx<'_>) -> Result<(), ImportError> {
        let limit = cx.limits.stack_nodes;
        let nodes = self.builder.profile.stacks.len() as u64;
        let path = self.path.len() as u64;
        if nodes.saturating_add(path.saturating_mul(self.most_lines)) <= limit {
            return Ok(());
        }
        let profile = &self.builder.profile;
        let first = |row: usize| profile.locations.first_frame.get(row).map(|frame| frame.0);
        let frames = profile.frames.len() as u32;
        let lines = |location: &LocationId| {
            let from = first(location.index()).unwrap_or(frames);
            let to = first(location.index().saturating_add(1)).unwrap_or(frames);
            u64::from(to.saturating_sub(from))
        };
        let more: u64 = self.path.iter().map(lines).fold(0, u64::saturating_add);
        cx.claim("distinct stack frames", nodes.saturating_add(more), limit)
    }

    fn fill_missing(&mut self, cx: &mut Cx<'_>) {
        let builder = &mut self.builder;
        let stand_in = *self.missing_location.get_or_insert_with(|| {
            let function = Some(named(builder, b"(missing location)"));
            let lines = [LineSpec {
                function,
                line: 0,
                column: 0,
            }];
            builder.add_location(LocationSpec {
                lines: &lines,
                ..LocationSpec::default()
            })
        });
        for location in self.path.iter_mut().filter(|location| !location.is_some()) {
            *location = stand_in;
            cx.repaired(&NO_LOCATION);
        }
    }

    fn label(
        &mut self,
        value: Value<'_>,
        tables: &Tables<'_>,
        cx: &mut Cx<'_>,
    ) -> Result<(), Fault> {
        let (mut key, mut text, mut number, mut unit) = (0, 0, 0, 0);
        fields(value.bytes()?, |field, value| {
            match field {
                1 => key = value.number()?,
                2 => text = value.number()?,
                3 => number = value.number()? as i64,
                4 => unit = value.number()?,
                _ => {}
            }
            Ok(())
        })?;
        let key = self.string(tables, key, cx);
        let value = match text {
            0 => LabelValue::Number(number, self.optional(tables, unit, cx)),
            text => LabelValue::Text(self.string(tables, text, cx)),
        };
        self.labels.push(Label { key, value });
        Ok(())
    }
}

/// How many values the first sample has.
pub(super) fn values_of_first(bytes: &[u8], tables: &Tables<'_>) -> usize {
    let mut count = 0_usize;
    let Some(&(from, _)) = tables.samples.first() else {
        return 0;
    };
    let mut at = from;
    if let Ok((_, Value::Bytes(sample))) = field(bytes, &mut at) {
        // A damaged sample is counted when it is read.
        let _ = fields(sample, |number, value| match number {
            2 => value.numbers(|_| count = count.saturating_add(1)),
            _ => Ok(()),
        });
    }
    count
}
