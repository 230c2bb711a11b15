//! The first walk: every table but the samples, whose places are noted.

use hashbrown::HashMap;

use super::repairs::SKIPPED_FIELD;
use super::wire::{Fault, Value, check_kind, field, fields};
use crate::{Cx, ImportError, Step};

/// A message of the `location` table.
#[derive(Clone, Copy, Default)]
pub(super) struct RawLocation {
    pub id: u64,
    pub mapping: u64,
    pub address: u64,
    pub folded: bool,
    /// Its lines in [`Tables::lines`].
    pub first_line: u32,
    pub end_line: u32,
}

/// A line of a location.
#[derive(Clone, Copy, Default)]
pub(super) struct RawLine {
    pub function: u64,
    pub line: i64,
    pub column: i64,
}

/// A message of the `function` table; names are indices of strings.
#[derive(Clone, Copy, Default)]
pub(super) struct RawFunction {
    pub id: u64,
    pub name: u64,
    pub system_name: u64,
    pub file: u64,
    pub start_line: i64,
}

/// A message of the `mapping` table.
#[derive(Clone, Copy, Default)]
pub(super) struct RawMapping {
    pub id: u64,
    pub start: u64,
    pub limit: u64,
    pub offset: u64,
    pub file: u64,
    pub build_id: u64,
    pub has: [bool; 4],
}

/// Everything but the samples.
#[derive(Default)]
pub(super) struct Tables<'a> {
    pub strings: Vec<&'a [u8]>,
    pub functions: Vec<RawFunction>,
    pub mappings: Vec<RawMapping>,
    pub locations: Vec<RawLocation>,
    pub lines: Vec<RawLine>,
    /// Kind and unit of each value.
    pub types: Vec<(u64, u64)>,
    /// Byte ranges that hold nothing but samples.
    pub samples: Vec<(usize, usize)>,
    pub sample_count: u64,
    pub drop_frames: u64,
    pub keep_frames: u64,
    pub time_nanos: i64,
    pub duration_nanos: i64,
    pub period_type: (u64, u64),
    pub period: i64,
    pub comments: Vec<u64>,
    pub default_type: u64,
    pub doc_url: u64,
    /// Where this profile ends: the end of the bytes, or where the next one begins.
    pub end: usize,
    /// The bytes end inside a field that begins here.
    pub cut_at: Option<usize>,
}

/// Progress is told every so many bytes.
const TICK: usize = 1 << 20;

/// A larger message is no part of a profile: a sample of a million frames takes 5 MB. It bounds
/// what one message can ask for between two checks of the limits.
const MESSAGE: usize = 16 << 20;

/// Walks the profile that begins at `start`.
pub(super) fn gather<'a>(
    bytes: &'a [u8],
    start: usize,
    cx: &mut Cx<'_>,
) -> Result<Tables<'a>, ImportError> {
    let mut tables = Tables {
        end: bytes.len(),
        ..Tables::default()
    };
    let mut at = start;
    let mut next_tick = start.saturating_add(TICK);
    while at < bytes.len() {
        let here = at;
        let (number, value) = match field(bytes, &mut at) {
            Ok(field) => field,
            Err(Fault::Cut) => {
                tables.cut_at = Some(here);
                break;
            }
            Err(fault) => return Err(fault.at(here, bytes.len())),
        };
        if number == 1 && tables.is_whole() {
            tables.end = here;
            break;
        }
        check_kind(number, value).map_err(|fault| fault.at(here, bytes.len()))?;
        let too_large = matches!(value, Value::Bytes(message) if message.len() > MESSAGE);
        if too_large || tables.take(number, value, here, at).is_err() {
            // The message itself has an end, so what follows can be read.
            cx.repaired_at(&SKIPPED_FIELD, here);
        }
        if at >= next_tick {
            next_tick = at.saturating_add(TICK);
            cx.tick(Step::Parsing, (at / 2) as u64, bytes.len() as u64)?;
            tables.check(cx)?;
        }
    }
    tables.check(cx)?;
    Ok(tables)
}

impl<'a> Tables<'a> {
    /// True once there is enough for a profile, so that another sample type begins the next.
    fn is_whole(&self) -> bool {
        !self.types.is_empty() && !self.strings.is_empty() && !self.samples.is_empty()
    }

    fn check(&self, cx: &Cx<'_>) -> Result<(), ImportError> {
        let limits = cx.limits;
        for (what, rows) in [
            ("strings", self.strings.len()),
            ("functions", self.functions.len()),
            ("binaries", self.mappings.len()),
            ("locations", self.locations.len()),
            ("lines", self.lines.len()),
            ("comments", self.comments.len()),
            ("sample types", self.types.len()),
            ("runs of samples", self.samples.len()),
        ] {
            cx.claim(what, rows as u64, limits.rows)?;
        }
        cx.claim("samples", self.sample_count, limits.samples)?;
        let values = self.sample_count.saturating_mul(self.types.len() as u64);
        cx.claim("values", values, limits.values)
    }

    fn take(&mut self, number: u64, value: Value<'a>, from: usize, to: usize) -> Result<(), Fault> {
        match number {
            1 => self.types.push(pair(value.bytes()?)?),
            2 => {
                self.sample_count = self.sample_count.saturating_add(1);
                match self.samples.last_mut() {
                    Some((_, end)) if *end == from => *end = to,
                    _ => self.samples.push((from, to)),
                }
            }
            3 => self.mappings.push(mapping(value.bytes()?)?),
            4 => self.location(value.bytes()?)?,
            5 => self.functions.push(function(value.bytes()?)?),
            6 => self.strings.push(value.bytes()?),
            7 => self.drop_frames = value.number()?,
            8 => self.keep_frames = value.number()?,
            9 => self.time_nanos = value.number()? as i64,
            10 => self.duration_nanos = value.number()? as i64,
            11 => self.period_type = pair(value.bytes()?)?,
            12 => self.period = value.number()? as i64,
            13 => value.numbers(|comment| self.comments.push(comment))?,
            14 => self.default_type = value.number()?,
            15 => self.doc_url = value.number()?,
            _ => {}
        }
        Ok(())
    }

    fn location(&mut self, bytes: &[u8]) -> Result<(), Fault> {
        let mut location = RawLocation {
            first_line: self.lines.len() as u32,
            ..RawLocation::default()
        };
        let lines = &mut self.lines;
        fields(bytes, |number, value| {
            match number {
                1 => location.id = value.number()?,
                2 => location.mapping = value.number()?,
                3 => location.address = value.number()?,
                4 => lines.push(line(value.bytes()?)?),
                5 => location.folded = value.number()? != 0,
                _ => {}
            }
            Ok(())
        })?;
        location.end_line = self.lines.len() as u32;
        self.locations.push(location);
        Ok(())
    }
}

fn pair(bytes: &[u8]) -> Result<(u64, u64), Fault> {
    let mut pair = (0, 0);
    fields(bytes, |number, value| {
        match number {
            1 => pair.0 = value.number()?,
            2 => pair.1 = value.number()?,
            _ => {}
        }
        Ok(())
    })?;
    Ok(pair)
}

fn line(bytes: &[u8]) -> Result<RawLine, Fault> {
    let mut line = RawLine::default();
    fields(bytes, |number, value| {
        match number {
            1 => line.function = value.number()?,
            2 => line.line = value.number()? as i64,
            3 => line.column = value.number()? as i64,
            _ => {}
        }
        Ok(())
    })?;
    Ok(line)
}

fn function(bytes: &[u8]) -> Result<RawFunction, Fault> {
    let mut function = RawFunction::default();
    fields(bytes, |number, value| {
        match number {
            1 => function.id = value.number()?,
            2 => function.name = value.number()?,
            3 => function.system_name = value.number()?,
            4 => function.file = value.number()?,
            5 => function.start_line = value.number()? as i64,
            _ => {}
        }
        Ok(())
    })?;
    Ok(function)
}

fn mapping(bytes: &[u8]) -> Result<RawMapping, Fault> {
    let mut mapping = RawMapping::default();
    fields(bytes, |number, value| {
        match number {
            1 => mapping.id = value.number()?,
            2 => mapping.start = value.number()?,
            3 => mapping.limit = value.number()?,
            4 => mapping.offset = value.number()?,
            5 => mapping.file = value.number()?,
            6 => mapping.build_id = value.number()?,
            7..=10 => {
                if let Some(has) = mapping.has.get_mut((number as usize).wrapping_sub(7)) {
                    *has = value.number()? != 0;
                }
            }
            _ => {}
        }
        Ok(())
    })?;
    Ok(mapping)
}

/// Finds rows by the ids that a file gave them: usually 1, 2, 3 …, but any number is allowed.
pub(super) struct Ids {
    in_order: usize,
    others: HashMap<u64, u32>,
    /// How many rows had an id that was taken already.
    pub doubled: u64,
    /// How many rows had the id 0.
    pub zero: u64,
}

impl Ids {
    /// Takes the ids of a table in its order. The first row of an id keeps it.
    pub(super) fn of(ids: impl ExactSizeIterator<Item = u64> + Clone) -> Self {
        let in_order = ids
            .clone()
            .zip(1_u64..)
            .take_while(|&(id, expected)| id == expected)
            .count();
        let mut found = Self {
            in_order,
            others: HashMap::new(),
            doubled: 0,
            zero: 0,
        };
        for (row, id) in ids.enumerate().skip(in_order) {
            found.zero = found.zero.saturating_add(u64::from(id == 0));
            let taken = id >= 1 && id <= in_order as u64;
            if taken || found.others.contains_key(&id) {
                found.doubled = found.doubled.saturating_add(1);
            } else {
                found.others.insert(id, row as u32);
            }
        }
        found
    }

    /// The row of an id.
    #[inline]
    pub(super) fn get(&self, id: u64) -> Option<u32> {
        let before = id.wrapping_sub(1);
        if before < self.in_order as u64 {
            return Some(before as u32);
        }
        self.others.get(&id).copied()
    }
}
