//! Tables of the file become tables of a [`Profile`].

use profile::{
    Builder, FunctionId, Label, LineSpec, LocationId, LocationSpec, Mapping, MappingId, Profile,
    SampleType, StringId, Symbolized,
};

use super::repairs::{
    DOUBLE_ID, NO_EMPTY_STRING, NO_FUNCTION, NO_MAPPING, NO_STRING, NO_TYPES, ZERO_ID,
};
use super::samples::values_of_first;
use super::tables::{Ids, RawLine, Tables};
use super::wire::WHAT;
use crate::{Cx, ImportError};

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
        most_lines: 1,
        missing_location: None,
        distinct_labels: 0,
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
    let named = |name: u64| name < tables.strings.len() as u64;
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
        "The file was cut: its last {} bytes, from byte {} on, are the beginning of something \
         whose rest is missing. What came before is shown; samples and names may be missing.",
        profile::units::grouped(len.saturating_sub(at) as i64),
        profile::units::grouped(at as i64)
    ));
    Ok(())
}

/// What is known while a profile is filled.
pub(super) struct Reader {
    pub builder: Builder,
    /// Strings of the file by number, once they are used.
    interned: Vec<StringId>,
    pub locations: Vec<LocationId>,
    pub location_ids: Ids,
    /// Lines of the location that has most, at least 1.
    pub most_lines: u64,
    pub missing_location: Option<LocationId>,
    /// Labels of all distinct sets together.
    pub distinct_labels: u64,
    // Buffers of the sample that is being read.
    pub path: Vec<LocationId>,
    pub values: Vec<i64>,
    pub labels: Vec<Label>,
}

impl Reader {
    pub(super) fn string(&mut self, tables: &Tables<'_>, number: u64, cx: &mut Cx<'_>) -> StringId {
        // Not `as`: on wasm32 that would find string 1 by the number 2³² + 1.
        let at = usize::try_from(number).unwrap_or(usize::MAX);
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
    pub(super) fn optional(
        &mut self,
        tables: &Tables<'_>,
        number: u64,
        cx: &mut Cx<'_>,
    ) -> StringId {
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
        let told = tables.mappings.iter().map(|m| m.id);
        self.builder.profile.ids.mappings = profile::FileIds::told(told.clone());
        let ids = Ids::of(told);
        tell_ids(&ids, cx);
        ids
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
        let ids = Ids::of(tables.functions.iter().map(|f| f.id));
        tell_ids(&ids, cx);
        ids
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
            self.most_lines = self.most_lines.max(lines.len() as u64);
            self.locations.push(self.builder.add_location(LocationSpec {
                mapping,
                address: raw.address,
                folded: raw.folded,
                lines: &lines,
            }));
        }
        let told = tables.locations.iter().map(|l| l.id);
        self.builder.profile.ids.locations = profile::FileIds::told(told);
        tell_ids(&self.location_ids, cx);
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
}

pub(super) fn named(builder: &mut Builder, name: &[u8]) -> FunctionId {
    let name = builder.intern(name);
    builder.add_function(name, name, StringId::default(), 0)
}

fn tell_ids(ids: &Ids, cx: &mut Cx<'_>) {
    for _ in 0..ids.doubled {
        cx.repaired(&DOUBLE_ID);
    }
    for _ in 0..ids.zero {
        cx.repaired(&ZERO_ID);
    }
}
