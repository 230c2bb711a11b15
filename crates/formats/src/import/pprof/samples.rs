//! The second walk: tables become a [`Profile`], then samples are read into it.

use profile::{
    Builder, FunctionId, Label, LabelValue, LineSpec, LocationId, LocationSpec, Mapping, MappingId,
    Profile, SampleType, StringId, Symbolized,
};

use super::tables::{Ids, RawLine, Tables};
use super::wire::{Fault, Value, WHAT, field, fields};
use crate::cx::Repair;
use crate::{Cx, ImportError, Step};

macro_rules! repairs {
    ($($name:ident: $one:literal, $many:literal;)*) => {$(
        static $name: Repair = Repair { one: $one, many: $many };
    )*};
}

repairs! {
    NO_LOCATION:
        "One frame points to a location that the file does not have; it is shown as “(missing location)”.",
        "{} frames point to locations that the file does not have; they are shown as “(missing location)”.";
    NO_FUNCTION:
        "One frame points to a function that the file does not have; it is shown as “(missing function)”.",
        "{} frames point to functions that the file does not have; they are shown as “(missing function)”.";
    NO_MAPPING:
        "One location points to a binary that the file does not have.",
        "{} locations point to binaries that the file does not have.";
    NO_STRING:
        "One name is not in the file's string table; it is shown as “(missing name)”.",
        "{} names are not in the file's string table; they are shown as “(missing name)”.";
    VALUES_DIFFER:
        "One sample has more or fewer values than there are sample types; missing ones count as 0, surplus ones are left out.",
        "{} samples have more or fewer values than there are sample types; missing ones count as 0, surplus ones are left out.";
    DOUBLE_ID:
        "One table row has an id that another one had before; the first one counts.",
        "{} table rows have ids that others had before; the first one counts.";
    BAD_SAMPLE:
        "One sample could not be read and was left out.",
        "{} samples could not be read and were left out.";
}

const NO_EMPTY_STRING: &str =
    "The string table does not begin with an empty string, as it should; it was read as it is.";

const NO_TYPES: &str =
    "The file does not say what its values are; they are shown as “unknown” with the unit “count”.";

/// Progress is told every so many bytes.
const TICK: usize = 1 << 20;

/// Makes the profile.
pub(super) fn build(
    bytes: &[u8],
    mut tables: Tables<'_>,
    cx: &mut Cx<'_>,
) -> Result<Profile, ImportError> {
    if let Some(at) = tables.cut_at {
        tell_cut(&tables, at, bytes.len(), cx)?;
    }
    if tables.types.is_empty() && tables.samples.is_empty() && tables.functions.is_empty() {
        let why = "it holds no samples, no functions and no sample types";
        return Err(ImportError::Damaged {
            what: WHAT,
            at: 0,
            why,
        });
    }
    if tables
        .strings
        .first()
        .is_some_and(|first| !first.is_empty())
    {
        cx.tell(NO_EMPTY_STRING.to_owned());
    }
    let mut reader = Reader {
        builder: Builder::new(),
        interned: vec![StringId::NONE; tables.strings.len()],
        locations: Vec::new(),
        location_ids: Ids::of(tables.locations.iter().map(|l| l.id)),
        missing_location: None,
        path: Vec::new(),
        values: Vec::new(),
        labels: Vec::new(),
    };
    let mappings = reader.mappings(&tables, cx);
    let functions = reader.functions(&tables, cx);
    reader.locations(&tables, &mappings, &functions, cx);
    reader.header(&mut tables, bytes, cx);
    reader.samples(bytes, &tables, cx)?;
    Ok(reader.builder.finish())
}

/// A cut file is opened if its names are there; else nothing useful is left.
fn tell_cut(
    tables: &Tables<'_>,
    at: usize,
    len: usize,
    cx: &mut Cx<'_>,
) -> Result<(), ImportError> {
    let named = |name: u64| (name as usize) < tables.strings.len();
    let lost = tables.functions.iter().filter(|f| !named(f.name)).count();
    let usable = !tables.samples.is_empty()
        && !tables.types.is_empty()
        && !tables.strings.is_empty()
        && lost.saturating_mul(2) <= tables.functions.len();
    if !usable {
        return Err(ImportError::Cut {
            what: WHAT,
            at: len as u64,
        });
    }
    cx.tell(format!(
        "The file was cut: its last {} bytes are the beginning of something whose rest is \
         missing. What came before is shown; samples may be missing.",
        profile::units::grouped(len.saturating_sub(at) as i64)
    ));
    Ok(())
}

struct Reader {
    builder: Builder,
    /// Strings of the file by number, once they are used.
    interned: Vec<StringId>,
    locations: Vec<LocationId>,
    location_ids: Ids,
    missing_location: Option<LocationId>,
    // Buffers of the sample that is being read.
    path: Vec<LocationId>,
    values: Vec<i64>,
    labels: Vec<Label>,
}

impl Reader {
    fn string(&mut self, tables: &Tables<'_>, number: u64, cx: &mut Cx<'_>) -> StringId {
        let at = number as usize;
        let (Some(bytes), Some(known)) = (tables.strings.get(at), self.interned.get_mut(at)) else {
            if number == 0 {
                // A file without a string table means the empty string by 0.
                return StringId::default();
            }
            cx.repaired(&NO_STRING);
            return self.builder.intern(b"(missing name)");
        };
        if !known.is_some() {
            *known = self.builder.intern(bytes);
        }
        *known
    }

    /// A string that may be absent: 0 is always absent, whatever the table begins with.
    fn optional(&mut self, tables: &Tables<'_>, number: u64, cx: &mut Cx<'_>) -> StringId {
        match number {
            0 => StringId::default(),
            number => self.string(tables, number, cx),
        }
    }

    fn mappings(&mut self, tables: &Tables<'_>, cx: &mut Cx<'_>) -> Ids {
        for raw in &tables.mappings {
            let mapping = Mapping {
                start: raw.start,
                limit: raw.limit,
                offset: raw.offset,
                file: self.optional(tables, raw.file, cx),
                build_id: self.optional(tables, raw.build_id, cx),
                symbolized: Symbolized {
                    functions: raw.has[0],
                    filenames: raw.has[1],
                    line_numbers: raw.has[2],
                    inline_frames: raw.has[3],
                },
            };
            self.builder.add_mapping(mapping);
        }
        told(Ids::of(tables.mappings.iter().map(|m| m.id)), cx)
    }

    fn functions(&mut self, tables: &Tables<'_>, cx: &mut Cx<'_>) -> Ids {
        for raw in &tables.functions {
            let name = self.string(tables, raw.name, cx);
            let system_name = self.optional(tables, raw.system_name, cx);
            let file = self.optional(tables, raw.file, cx);
            // Some writers fill in only the linker's name.
            let name = if name == StringId::default() {
                system_name
            } else {
                name
            };
            self.builder
                .add_function(name, system_name, file, raw.start_line);
        }
        told(Ids::of(tables.functions.iter().map(|f| f.id)), cx)
    }

    fn locations(&mut self, tables: &Tables<'_>, mappings: &Ids, functions: &Ids, cx: &mut Cx<'_>) {
        let mut missing_function = None;
        let mut lines = Vec::new();
        for raw in &tables.locations {
            lines.clear();
            let range = raw.first_line as usize..raw.end_line as usize;
            for &RawLine {
                function,
                line,
                column,
            } in tables.lines.get(range).unwrap_or(&[])
            {
                let function = match functions.get(function) {
                    Some(row) => FunctionId(row),
                    None => {
                        cx.repaired(&NO_FUNCTION);
                        *missing_function
                            .get_or_insert_with(|| named(&mut self.builder, b"(missing function)"))
                    }
                };
                lines.push(LineSpec {
                    function: Some(function),
                    line,
                    column,
                });
            }
            let mapping = mappings.get(raw.mapping).map(MappingId);
            if mapping.is_none() && raw.mapping != 0 {
                cx.repaired(&NO_MAPPING);
            }
            self.locations.push(self.builder.add_location(LocationSpec {
                mapping,
                address: raw.address,
                folded: raw.folded,
                lines: &lines,
            }));
        }
        for _ in 0..self.location_ids.doubled {
            cx.repaired(&DOUBLE_ID);
        }
    }

    fn header(&mut self, tables: &mut Tables<'_>, bytes: &[u8], cx: &mut Cx<'_>) {
        for &(kind, unit) in &tables.types {
            let kind = self.string(tables, kind, cx);
            let unit = self.string(tables, unit, cx);
            self.add_type(kind, unit);
        }
        if tables.types.is_empty() && !tables.samples.is_empty() {
            cx.tell(NO_TYPES.to_owned());
            let kind = self.builder.intern(b"unknown");
            let unit = self.builder.intern(b"count");
            for _ in 0..values_of_first(bytes, tables).clamp(1, 64) {
                self.add_type(kind, unit);
            }
        }
        let default = self.optional(tables, tables.default_type, cx);
        let types = &self.builder.profile.sample_types;
        let default_type = match default == StringId::default() {
            true => None,
            false => types.iter().position(|t| t.kind == default),
        };
        self.builder.profile.default_sample_type = default_type;
        let mut meta = std::mem::take(&mut self.builder.profile.meta);
        meta.drop_frames = self.optional(tables, tables.drop_frames, cx);
        meta.keep_frames = self.optional(tables, tables.keep_frames, cx);
        meta.time_nanos = tables.time_nanos;
        meta.duration_nanos = tables.duration_nanos;
        let (kind, unit) = tables.period_type;
        meta.period_type = SampleType {
            kind: self.optional(tables, kind, cx),
            unit: self.optional(tables, unit, cx),
        };
        meta.period = tables.period;
        let comments = std::mem::take(&mut tables.comments);
        meta.comments = comments
            .iter()
            .map(|&text| self.string(tables, text, cx))
            .collect();
        meta.doc_url = self.optional(tables, tables.doc_url, cx);
        self.builder.profile.meta = meta;
    }

    fn add_type(&mut self, kind: StringId, unit: StringId) {
        let strings = &self.builder.profile.strings;
        let (kind, unit) = (strings.bytes(kind).to_vec(), strings.bytes(unit).to_vec());
        self.builder.add_sample_type(&kind, &unit);
    }

    fn samples(
        &mut self,
        bytes: &[u8],
        tables: &Tables<'_>,
        cx: &mut Cx<'_>,
    ) -> Result<(), ImportError> {
        let half = bytes.len() / 2;
        let mut next_tick = TICK;
        for &(from, to) in &tables.samples {
            let run = bytes.get(..to).unwrap_or(&[]);
            let mut at = from;
            while at < to {
                let here = at;
                let (_, value) = field(run, &mut at).map_err(|f| f.at(here, bytes.len()))?;
                if self.sample(value.bytes(), tables, cx).is_err() {
                    cx.repaired(&BAD_SAMPLE);
                }
                if at >= next_tick {
                    next_tick = at.saturating_add(TICK);
                    let done = half.saturating_add(at / 2);
                    cx.tick(Step::Parsing, done as u64, bytes.len() as u64)?;
                    let nodes = self.builder.profile.stacks.len();
                    cx.claim("distinct stack frames", nodes as u64, cx.limits.stack_nodes)?;
                }
            }
        }
        let nodes = self.builder.profile.stacks.len();
        cx.claim("distinct stack frames", nodes as u64, cx.limits.stack_nodes)
    }

    fn sample(
        &mut self,
        message: &[u8],
        tables: &Tables<'_>,
        cx: &mut Cx<'_>,
    ) -> Result<(), Fault> {
        self.path.clear();
        self.values.clear();
        self.labels.clear();
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
        if self.values.len() != self.builder.profile.sample_types.len() {
            cx.repaired(&VALUES_DIFFER);
        }
        let stack = self.builder.stack_of(&self.path);
        let labels = self.builder.label_set(&self.labels);
        self.builder.add_sample(stack, &self.values, labels);
        Ok(())
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
        fields(value.bytes(), |field, value| {
            match field {
                1 => key = value.number(),
                2 => text = value.number(),
                3 => number = value.number() as i64,
                4 => unit = value.number(),
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

fn named(builder: &mut Builder, name: &[u8]) -> FunctionId {
    let name = builder.intern(name);
    builder.add_function(name, name, StringId::default(), 0)
}

fn told(ids: Ids, cx: &mut Cx<'_>) -> Ids {
    for _ in 0..ids.doubled {
        cx.repaired(&DOUBLE_ID);
    }
    ids
}

/// How many values the first sample has.
fn values_of_first(bytes: &[u8], tables: &Tables<'_>) -> usize {
    let mut count = 0_usize;
    let Some(&(from, _)) = tables.samples.first() else {
        return 0;
    };
    let mut at = from;
    if let Ok((_, sample)) = field(bytes, &mut at) {
        // A damaged sample is counted when it is read.
        let _ = fields(sample.bytes(), |number, value| match number {
            2 => value.numbers(|_| count = count.saturating_add(1)),
            _ => Ok(()),
        });
    }
    count
}
