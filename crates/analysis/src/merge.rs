//! Several profiles as one: merged, or one taken from another (a diff).
//!
//! Functions, binaries, addresses and stacks are the same if what is known of them is the same;
//! addresses are counted from where their binary was loaded, so that two runs compare although
//! the system moved them. The rules are pprof's.

use hashbrown::HashMap;
use profile::order::sorted;
use profile::{
    Builder, FrameId, FunctionId, Label, LabelSetId, LabelValue, LineSpec, LocationId,
    LocationSpec, Mapping, MappingId, Profile, SampleType, StackId, StringId, units,
};

/// Why profiles cannot be one, as a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MergeFault(pub String);

impl std::fmt::Display for MergeFault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for MergeFault {}

/// How a base is taken from a profile.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Diff {
    /// Shares are of the base (pprof: `-diff_base`), and equal stacks of both stay two samples;
    /// else of what is left (pprof: `-base`), where equal stacks cancel.
    pub of_base: bool,
    /// The profile is scaled first, so that both have the same sums.
    pub normalize: bool,
}

/// Merges profiles. Only sample types that all of them have are kept, in the finest unit.
///
/// # Errors
/// Nothing to merge, no sample type in common, or units that do not convert.
pub fn merge(mut profiles: Vec<Profile>) -> Result<Profile, MergeFault> {
    if profiles.len() == 1
        && let Some(only) = profiles.pop()
    {
        return Ok(only);
    }
    keep_common_types(&mut profiles)?;
    scale_units(&mut profiles)?;
    Ok(merged(&profiles))
}

/// Takes a base from a profile.
///
/// # Errors
/// No sample type in common, or units that do not convert.
pub fn diff(profile: Profile, base: Profile, how: Diff) -> Result<Profile, MergeFault> {
    let mut both = vec![profile, base];
    keep_common_types(&mut both)?;
    scale_units(&mut both)?;
    if how.normalize {
        let sums: Vec<Vec<i64>> = both.iter().map(sums).collect();
        let ratios = sums[0].iter().zip(&sums[1]).map(|(&own, &base)| match own {
            0 => 0.0,
            own => base as f64 / own as f64,
        });
        let ratios: Vec<f64> = ratios.collect();
        scale(&mut both[0], &ratios);
    }
    let count = both[1].sample_types.len();
    scale(&mut both[1], &vec![-1.0; count]);
    if how.of_base {
        mark_as_base(&mut both[1]);
    }
    Ok(merged(&both))
}

/// Multiplies each value column, rounding half away from zero; samples left without a value go.
pub fn scale(profile: &mut Profile, ratios: &[f64]) {
    if ratios.iter().all(|&ratio| ratio == 1.0) {
        return;
    }
    for (column, &ratio) in profile.samples.values.iter_mut().zip(ratios) {
        if ratio != 1.0 {
            for value in column {
                *value = (*value as f64 * ratio).round() as i64;
            }
        }
    }
    let samples = &mut profile.samples;
    let count = samples.stack.len();
    let kept: Vec<bool> = (0..count)
        .map(|at| samples.values.iter().any(|column| column[at] != 0))
        .collect();
    let mut at = 0..count;
    samples
        .stack
        .retain(|_| at.next().is_some_and(|at| kept[at]));
    let mut at = 0..count;
    samples
        .labels
        .retain(|_| at.next().is_some_and(|at| kept[at]));
    for column in &mut samples.values {
        let mut at = 0..count;
        column.retain(|_| at.next().is_some_and(|at| kept[at]));
    }
}

fn sums(profile: &Profile) -> Vec<i64> {
    let columns = profile.samples.values.iter();
    columns
        .map(|column| column.iter().fold(0, |sum: i64, v| sum.saturating_add(*v)))
        .collect()
}

/// Labels every sample as one of the base.
fn mark_as_base(profile: &mut Profile) {
    let key = profile.strings.intern(b"pprof::base");
    let value = LabelValue::Text(profile.strings.intern(b"true"));
    let sets = (0..profile.labels.len() as u32).map(LabelSetId);
    let marked: Vec<LabelSetId> = sets
        .map(|set| {
            let mut labels: Vec<Label> = profile.labels.get(set).to_vec();
            labels.retain(|label| label.key != key);
            labels.push(Label { key, value });
            profile.labels.intern(&labels)
        })
        .collect();
    for set in &mut profile.samples.labels {
        *set = marked[set.index()];
    }
}

fn kinds(profile: &Profile) -> Vec<Vec<u8>> {
    let types = profile.sample_types.iter();
    types
        .map(|t| profile.strings.bytes(t.kind).to_vec())
        .collect()
}

fn keep_common_types(profiles: &mut [Profile]) -> Result<(), MergeFault> {
    let all: Vec<_> = profiles.iter().map(kinds).collect();
    let Some(first) = all.first() else {
        return Err(MergeFault("There is no profile to merge.".to_owned()));
    };
    let common = first
        .iter()
        .filter(|kind| all.iter().all(|kinds| kinds.contains(kind)));
    let common: Vec<Vec<u8>> = common.cloned().collect();
    if common.is_empty() {
        let told = |kinds: &Vec<Vec<u8>>| {
            let texts: Vec<_> = kinds.iter().map(|k| String::from_utf8_lossy(k)).collect();
            texts.join(", ")
        };
        let lists: Vec<_> = all.iter().map(told).collect();
        return Err(MergeFault(format!(
            "The profiles count different things: {}. They need a sample type in common.",
            lists.join(" | ")
        )));
    }
    for (profile, kinds) in profiles.iter_mut().zip(&all) {
        if *kinds == common {
            continue;
        }
        let from: Vec<usize> = common
            .iter()
            .filter_map(|kind| kinds.iter().position(|other| other == kind))
            .collect();
        let default = profile.default_sample_type;
        let types = from.iter().map(|&at| profile.sample_types[at]).collect();
        profile.sample_types = types;
        let columns = &mut profile.samples.values;
        let values = from.iter().map(|&at| columns[at].clone()).collect();
        profile.samples.values = values;
        let default = default.and_then(|had| from.iter().position(|&at| at == had));
        profile.default_sample_type = Some(default.unwrap_or(0));
    }
    Ok(())
}

/// Brings each column, and the period, into the finest unit that one of the profiles has.
fn scale_units(profiles: &mut [Profile]) -> Result<(), MergeFault> {
    let count = profiles.first().map_or(0, |p| p.sample_types.len());
    let mut ratios: Vec<Vec<f64>> = vec![vec![1.0; count]; profiles.len()];
    for column in 0..count {
        let of = |profile: &Profile| profile.sample_types[column];
        let units: Vec<String> = profiles.iter().map(|p| text(p, of(p).unit)).collect();
        let finest = finest(&units)?;
        for ((profile, ratios), unit) in profiles.iter_mut().zip(&mut ratios).zip(&units) {
            ratios[column] = units::scale(1, unit, &finest).0;
            profile.sample_types[column].unit = profile.strings.intern(finest.as_bytes());
        }
    }
    let periods: Vec<String> = profiles
        .iter()
        .map(|p| text(p, p.meta.period_type.unit))
        .collect();
    let named: Vec<String> = periods
        .iter()
        .filter(|unit| !unit.is_empty())
        .cloned()
        .collect();
    if named.len() == profiles.len() {
        let finest = finest(&named)?;
        for (profile, unit) in profiles.iter_mut().zip(&periods) {
            profile.meta.period = units::scale(profile.meta.period, unit, &finest).0 as i64;
            profile.meta.period_type.unit = profile.strings.intern(finest.as_bytes());
        }
    }
    for (profile, ratios) in profiles.iter_mut().zip(&ratios) {
        scale(profile, ratios);
    }
    Ok(())
}

fn finest(all: &[String]) -> Result<String, MergeFault> {
    let mut finest = all.first().cloned().unwrap_or_default();
    for unit in all {
        if *unit == finest {
            continue;
        }
        if !units::convert(unit, &finest) {
            return Err(MergeFault(format!(
                "The profiles count in units that do not convert: {finest} and {unit}."
            )));
        }
        if units::scale(1, unit, &finest).0 < 1.0 {
            finest.clone_from(unit);
        }
    }
    Ok(finest)
}

fn text(profile: &Profile, id: StringId) -> String {
    profile.strings.text(id).into_owned()
}

/// Merges profiles whose sample types are the same.
fn merged(profiles: &[Profile]) -> Profile {
    let mut merger = Merger {
        builder: Builder::new(),
        mappings: HashMap::new(),
        functions: HashMap::new(),
        locations: HashMap::new(),
        samples: HashMap::new(),
    };
    if let Some(first) = profiles.first() {
        merger.header(first, profiles);
    }
    for profile in profiles {
        merger.add(profile);
    }
    let profile = merger.builder.finish();
    let is_zero = |at: usize| profile.samples.values.iter().all(|column| column[at] == 0);
    match (0..profile.samples.len()).any(is_zero) {
        // What cancelled out is left out, and what only it needed.
        true => merged(&[profile]),
        false => profile,
    }
}

/// What makes two binaries the same: size in pages, offset, build id or path.
type MappingKey = (u64, u64, StringId);
/// What makes two addresses the same.
type LocationKey = (u64, Option<MappingId>, bool, Vec<LineKey>);
type LineKey = (Option<FunctionId>, i64, i64);

struct Merger {
    builder: Builder,
    mappings: HashMap<MappingKey, MappingId>,
    functions: HashMap<(StringId, StringId, StringId, i64), FunctionId>,
    locations: HashMap<LocationKey, LocationId>,
    samples: HashMap<(StackId, LabelSetId), usize>,
}

/// What a profile's numbers became in the merged one, as far as they were needed.
struct Renamed<'a> {
    from: &'a Profile,
    strings: Vec<Option<StringId>>,
    mappings: Vec<Option<(MappingId, u64)>>,
    functions: Vec<Option<FunctionId>>,
    locations: Vec<Option<LocationId>>,
    labels: Vec<Option<LabelSetId>>,
}

impl Merger {
    fn header(&mut self, first: &Profile, all: &[Profile]) {
        for kind in &first.sample_types {
            let (kind, unit) = (
                first.strings.bytes(kind.kind),
                first.strings.bytes(kind.unit),
            );
            self.builder.add_sample_type(kind, unit);
        }
        let mut intern = |profile: &Profile, id| self.builder.intern(profile.strings.bytes(id));
        let mut meta = profile::Meta {
            drop_frames: intern(first, first.meta.drop_frames),
            keep_frames: intern(first, first.meta.keep_frames),
            period_type: SampleType {
                kind: intern(first, first.meta.period_type.kind),
                unit: intern(first, first.meta.period_type.unit),
            },
            ..profile::Meta::default()
        };
        for profile in all {
            let from = &profile.meta;
            if meta.time_nanos == 0 || from.time_nanos != 0 && from.time_nanos < meta.time_nanos {
                meta.time_nanos = from.time_nanos;
            }
            meta.duration_nanos = meta.duration_nanos.saturating_add(from.duration_nanos);
            if meta.period == 0 || meta.period < from.period {
                meta.period = from.period;
            }
            for &comment in &from.comments {
                let comment = intern(profile, comment);
                if !meta.comments.contains(&comment) {
                    meta.comments.push(comment);
                }
            }
            if meta.doc_url == StringId::default() {
                meta.doc_url = intern(profile, from.doc_url);
            }
        }
        self.builder.profile.meta = meta;
        self.builder.profile.default_sample_type =
            all.iter().find_map(|profile| profile.default_sample_type);
    }

    fn add(&mut self, from: &Profile) {
        let mut renamed = Renamed {
            from,
            strings: vec![None; from.strings.len()],
            mappings: vec![None; from.mappings.len()],
            functions: vec![None; from.functions.len()],
            locations: vec![None; from.locations.len()],
            labels: vec![None; from.labels.len()],
        };
        // The first binary is the main one, and stays the first.
        if self.mappings.is_empty() && !from.mappings.is_empty() {
            self.mapping(&mut renamed, MappingId(0));
        }
        let mut path: Vec<LocationId> = Vec::new();
        let columns = from.samples.values.len();
        let mut values = vec![0_i64; columns];
        for sample in 0..from.samples.len() {
            for (value, column) in values.iter_mut().zip(&from.samples.values) {
                *value = column[sample];
            }
            if values.iter().all(|&value| value == 0) {
                continue;
            }
            path.clear();
            for (_, frame) in from.stacks.walk(from.samples.stack[sample]) {
                let location = from.frames.location[frame.index()];
                if from.locations.first_frame[location.index()] == frame {
                    path.push(self.location(&mut renamed, location));
                }
            }
            let stack = self.builder.stack_of(&path);
            let labels = self.labels(&mut renamed, from.samples.labels[sample]);
            let next = self.builder.profile.samples.len();
            let row = *self.samples.entry((stack, labels)).or_insert(next);
            if row == next {
                self.builder.add_sample(stack, &values, labels);
                continue;
            }
            let sums = &mut self.builder.profile.samples.values;
            for (column, value) in sums.iter_mut().zip(&values) {
                column[row] = column[row].saturating_add(*value);
            }
        }
    }

    fn string(&mut self, renamed: &mut Renamed<'_>, id: StringId) -> StringId {
        let bytes = renamed.from.strings.bytes(id);
        match renamed.strings.get_mut(id.index()) {
            Some(slot) => *slot.get_or_insert_with(|| self.builder.intern(bytes)),
            None => self.builder.intern(bytes),
        }
    }

    /// The merged binary, and by how much its addresses are moved.
    fn mapping(&mut self, renamed: &mut Renamed<'_>, id: MappingId) -> Option<(MappingId, u64)> {
        const PAGE: u64 = 0x1000;
        if let Some(known) = *renamed.mappings.get(id.index())? {
            return Some(known);
        }
        let from = renamed.from.mappings[id.index()];
        let file = self.string(renamed, from.file);
        let build_id = self.string(renamed, from.build_id);
        let size = from.limit.wrapping_sub(from.start).wrapping_add(PAGE - 1) / PAGE;
        let name = if build_id == StringId::default() {
            file
        } else {
            build_id
        };
        let builder = &mut self.builder;
        let merged = *self
            .mappings
            .entry((size, from.offset, name))
            .or_insert_with(|| {
                builder.add_mapping(Mapping {
                    file,
                    build_id,
                    ..from
                })
            });
        let start = self.builder.profile.mappings[merged.index()].start;
        let known = (merged, start.wrapping_sub(from.start));
        renamed.mappings[id.index()] = Some(known);
        Some(known)
    }

    fn function(&mut self, renamed: &mut Renamed<'_>, id: FunctionId) -> Option<FunctionId> {
        if let Some(known) = *renamed.functions.get(id.index())? {
            return Some(known);
        }
        let functions = &renamed.from.functions;
        let at = id.index();
        let (name, system) = (functions.name[at], functions.system_name[at]);
        let (file, line) = (functions.file[at], functions.start_line[at]);
        let name = self.string(renamed, name);
        let system = self.string(renamed, system);
        let file = self.string(renamed, file);
        let builder = &mut self.builder;
        let merged = *self
            .functions
            .entry((name, system, file, line))
            .or_insert_with(|| builder.add_function(name, system, file, line));
        renamed.functions[at] = Some(merged);
        Some(merged)
    }

    fn location(&mut self, renamed: &mut Renamed<'_>, id: LocationId) -> LocationId {
        let at = id.index();
        if let Some(known) = renamed.locations[at] {
            return known;
        }
        let from = renamed.from;
        let mapping = self.mapping(renamed, from.locations.mapping[at]);
        let moved = mapping.map_or(0, |(_, by)| by);
        let address = from.locations.address[at].wrapping_add(moved);
        let start = mapping.map_or(0, |(id, _)| self.builder.profile.mappings[id.index()].start);
        let folded = from.locations.folded[at];
        let first = from.locations.first_frame[at].0;
        let end = from.locations.first_frame.get(at + 1);
        let end = end.map_or(from.frames.len() as u32, |frame| frame.0);
        let mut lines = Vec::with_capacity((end - first) as usize);
        for frame in (first..end).rev() {
            let function = from.function_of(FrameId(frame));
            lines.push(LineSpec {
                function: self.function(renamed, function),
                line: from.frames.line[frame as usize],
                column: from.frames.column[frame as usize],
            });
        }
        let key = (
            address.wrapping_sub(start),
            mapping.map(|(id, _)| id),
            folded,
            lines
                .iter()
                .map(|l| (l.function, l.line, l.column))
                .collect(),
        );
        let bare = matches!(lines.as_slice(), [one] if one.function.is_none());
        let builder = &mut self.builder;
        let merged = *self.locations.entry(key).or_insert_with(|| {
            builder.add_location(LocationSpec {
                mapping: mapping.map(|(id, _)| id),
                address,
                folded,
                lines: if bare { &[] } else { &lines },
            })
        });
        renamed.locations[at] = Some(merged);
        merged
    }

    fn labels(&mut self, renamed: &mut Renamed<'_>, set: LabelSetId) -> LabelSetId {
        if let Some(known) = renamed.labels[set.index()] {
            return known;
        }
        let from = renamed.from;
        let mut labels: Vec<Label> = Vec::new();
        for label in from.labels.get(set) {
            labels.push(Label {
                key: self.string(renamed, label.key),
                value: match label.value {
                    LabelValue::Text(text) => LabelValue::Text(self.string(renamed, text)),
                    LabelValue::Number(value, unit) => {
                        LabelValue::Number(value, self.string(renamed, unit))
                    }
                },
            });
        }
        // In what order a file writes its keys does not matter; that of one key's values does.
        let strings = &self.builder.profile.strings;
        let key = |label: &Label| {
            let number = matches!(label.value, LabelValue::Number(..));
            (number, strings.bytes(label.key))
        };
        labels = sorted(labels, |a, b| key(a).cmp(&key(b)));
        let merged = self.builder.label_set(&labels);
        renamed.labels[set.index()] = Some(merged);
        merged
    }
}

#[cfg(test)]
mod tests;
