//! Writes pprof's protocol buffer, raw. Nothing of the model is lost.
//!
//! Writing is rare and small, so the messages are prost's and not hand-made.

use profile::{LabelSetId, LabelValue, Profile, StackId, StringId};
use prost::Message;

use crate::Exporter;

/// The format.
pub static EXPORTER: Exporter = Exporter {
    id: "pprof",
    name: "pprof",
    extension: "pb",
    loses: "",
    write,
};

#[derive(Clone, PartialEq, Message)]
struct ValueType {
    #[prost(int64, tag = "1")]
    kind: i64,
    #[prost(int64, tag = "2")]
    unit: i64,
}

#[derive(Clone, PartialEq, Message)]
struct Sample {
    #[prost(uint64, repeated, tag = "1")]
    location_id: Vec<u64>,
    #[prost(int64, repeated, tag = "2")]
    value: Vec<i64>,
    #[prost(message, repeated, tag = "3")]
    label: Vec<Label>,
}

#[derive(Clone, PartialEq, Message)]
struct Label {
    #[prost(int64, tag = "1")]
    key: i64,
    #[prost(int64, tag = "2")]
    text: i64,
    #[prost(int64, tag = "3")]
    number: i64,
    #[prost(int64, tag = "4")]
    unit: i64,
}

#[derive(Clone, PartialEq, Message)]
struct Mapping {
    #[prost(uint64, tag = "1")]
    id: u64,
    #[prost(uint64, tag = "2")]
    start: u64,
    #[prost(uint64, tag = "3")]
    limit: u64,
    #[prost(uint64, tag = "4")]
    offset: u64,
    #[prost(int64, tag = "5")]
    file: i64,
    #[prost(int64, tag = "6")]
    build_id: i64,
    #[prost(bool, tag = "7")]
    has_functions: bool,
    #[prost(bool, tag = "8")]
    has_filenames: bool,
    #[prost(bool, tag = "9")]
    has_line_numbers: bool,
    #[prost(bool, tag = "10")]
    has_inline_frames: bool,
}

#[derive(Clone, PartialEq, Message)]
struct Location {
    #[prost(uint64, tag = "1")]
    id: u64,
    #[prost(uint64, tag = "2")]
    mapping_id: u64,
    #[prost(uint64, tag = "3")]
    address: u64,
    #[prost(message, repeated, tag = "4")]
    line: Vec<Line>,
    #[prost(bool, tag = "5")]
    is_folded: bool,
}

#[derive(Clone, PartialEq, Message)]
struct Line {
    #[prost(uint64, tag = "1")]
    callee: u64,
    #[prost(int64, tag = "2")]
    number: i64,
    #[prost(int64, tag = "3")]
    column: i64,
}

#[derive(Clone, PartialEq, Message)]
struct Function {
    #[prost(uint64, tag = "1")]
    id: u64,
    #[prost(int64, tag = "2")]
    name: i64,
    #[prost(int64, tag = "3")]
    system_name: i64,
    #[prost(int64, tag = "4")]
    file: i64,
    #[prost(int64, tag = "5")]
    first_line: i64,
}

#[derive(Clone, PartialEq, Message)]
struct File {
    #[prost(message, repeated, tag = "1")]
    sample_type: Vec<ValueType>,
    #[prost(message, repeated, tag = "2")]
    sample: Vec<Sample>,
    #[prost(message, repeated, tag = "3")]
    mapping: Vec<Mapping>,
    #[prost(message, repeated, tag = "4")]
    location: Vec<Location>,
    #[prost(message, repeated, tag = "5")]
    function: Vec<Function>,
    #[prost(bytes = "vec", repeated, tag = "6")]
    string_table: Vec<Vec<u8>>,
    #[prost(int64, tag = "7")]
    drop_frames: i64,
    #[prost(int64, tag = "8")]
    keep_frames: i64,
    #[prost(int64, tag = "9")]
    time_nanos: i64,
    #[prost(int64, tag = "10")]
    duration_nanos: i64,
    #[prost(message, optional, tag = "11")]
    period_type: Option<ValueType>,
    #[prost(int64, tag = "12")]
    period: i64,
    #[prost(int64, repeated, tag = "13")]
    comment: Vec<i64>,
    #[prost(int64, tag = "14")]
    default_sample_type: i64,
    #[prost(int64, tag = "15")]
    doc_url: i64,
}

fn text(id: StringId) -> i64 {
    i64::from(id.0)
}

/// Ids in the file begin at 1; none is 0.
fn id(row: u32) -> u64 {
    match row {
        u32::MAX => 0,
        row => u64::from(row).saturating_add(1),
    }
}

fn at<T: Copy + Default>(column: &[T], row: usize) -> T {
    column.get(row).copied().unwrap_or_default()
}

/// The profile as bytes.
pub fn write(profile: &Profile) -> Vec<u8> {
    let kind = |t: &profile::SampleType| ValueType {
        kind: text(t.kind),
        unit: text(t.unit),
    };
    let meta = &profile.meta;
    let default = profile
        .default_sample_type
        .and_then(|at| profile.sample_types.get(at));
    let mut string_table: Vec<Vec<u8>> = (0..profile.strings.len() as u32)
        .map(|string| profile.strings.bytes(StringId(string)).to_vec())
        .collect();
    // A label without a text is a number, so the empty text needs another index than 0.
    let empty = string_table.len() as i64;
    if has_empty_text(profile) {
        string_table.push(Vec::new());
    }
    let file = File {
        sample_type: profile.sample_types.iter().map(kind).collect(),
        sample: (0..profile.samples.len())
            .map(|row| sample(profile, row, empty))
            .collect(),
        mapping: (0..)
            .zip(&profile.mappings)
            .map(|(row, m)| mapping(row, m))
            .collect(),
        location: (0..profile.locations.len())
            .map(|row| location(profile, row))
            .collect(),
        function: (0..profile.functions.len())
            .map(|row| function(profile, row))
            .collect(),
        string_table,
        drop_frames: text(meta.drop_frames),
        keep_frames: text(meta.keep_frames),
        time_nanos: meta.time_nanos,
        duration_nanos: meta.duration_nanos,
        period_type: Some(kind(&meta.period_type)),
        period: meta.period,
        comment: meta.comments.iter().map(|&comment| text(comment)).collect(),
        default_sample_type: default.map_or(0, |t| text(t.kind)),
        doc_url: text(meta.doc_url),
    };
    file.encode_to_vec()
}

fn has_empty_text(profile: &Profile) -> bool {
    (0..profile.labels.len() as u32).any(|set| {
        let labels = profile.labels.get(LabelSetId(set));
        labels.iter().any(|label| is_empty_text(label.value))
    })
}

fn is_empty_text(value: LabelValue) -> bool {
    value == LabelValue::Text(StringId(0))
}

fn sample(profile: &Profile, row: usize, empty: i64) -> Sample {
    let samples = &profile.samples;
    let stack = samples.stack.get(row).copied().unwrap_or(StackId(0));
    // Inlined lines are part of their location, which was counted at its outermost line.
    let location_id = profile
        .stacks
        .walk(stack)
        .filter(|(_, frame)| !at(&profile.frames.inlined, frame.index()))
        .filter_map(|(_, frame)| profile.frames.location.get(frame.index()))
        .map(|location| id(location.0))
        .collect();
    let labels = samples
        .labels
        .get(row)
        .map_or(&[][..], |set| profile.labels.get(*set));
    let label = labels
        .iter()
        .map(|label| match label.value {
            LabelValue::Text(value) => Label {
                key: text(label.key),
                text: match is_empty_text(label.value) {
                    true => empty,
                    false => text(value),
                },
                number: 0,
                unit: 0,
            },
            LabelValue::Number(number, unit) => Label {
                key: text(label.key),
                text: 0,
                number,
                unit: text(unit),
            },
        })
        .collect();
    let value = samples
        .values
        .iter()
        .map(|column| at(column, row))
        .collect();
    Sample {
        location_id,
        value,
        label,
    }
}

fn mapping(row: u32, m: &profile::Mapping) -> Mapping {
    Mapping {
        id: id(row),
        start: m.start,
        limit: m.limit,
        offset: m.offset,
        file: text(m.file),
        build_id: text(m.build_id),
        has_functions: m.symbolized.functions,
        has_filenames: m.symbolized.filenames,
        has_line_numbers: m.symbolized.line_numbers,
        has_inline_frames: m.symbolized.inline_frames,
    }
}

fn location(profile: &Profile, row: usize) -> Location {
    let first = |row: usize| {
        profile
            .locations
            .first_frame
            .get(row)
            .map(|frame| frame.index())
    };
    let from = first(row).unwrap_or(0);
    let to = first(row.saturating_add(1)).unwrap_or(profile.frames.len());
    let line = (from..to)
        .rev()
        .filter_map(|frame| {
            let function = profile.frames.function.get(frame)?;
            function.is_some().then(|| Line {
                callee: id(function.0),
                number: at(&profile.frames.line, frame),
                column: at(&profile.frames.column, frame),
            })
        })
        .collect();
    Location {
        id: id(row as u32),
        mapping_id: profile
            .locations
            .mapping
            .get(row)
            .map_or(0, |mapping| id(mapping.0)),
        address: at(&profile.locations.address, row),
        line,
        is_folded: at(&profile.locations.folded, row),
    }
}

fn function(profile: &Profile, row: usize) -> Function {
    let functions = &profile.functions;
    Function {
        id: id(row as u32),
        name: text(at(&functions.name, row)),
        system_name: text(at(&functions.system_name, row)),
        file: text(at(&functions.file, row)),
        first_line: at(&functions.start_line, row),
    }
}
