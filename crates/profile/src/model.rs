//! The tables of a profile.

use crate::{
    FrameId, FunctionId, LabelSetId, Labels, LocationId, MappingId, StackId, Stacks, StringId,
    Strings,
};

/// A profile: what a reader found in a file, whole and unfiltered.
#[derive(Clone, Default)]
pub struct Profile {
    /// All names.
    pub strings: Strings,
    /// Functions that frames point to.
    pub functions: Functions,
    /// Binaries mapped into the process; the first one is the main binary.
    pub mappings: Vec<Mapping>,
    /// Addresses.
    pub locations: Locations,
    /// Lines of the locations, outermost first, adjacent per location.
    pub frames: Frames,
    /// Call paths.
    pub stacks: Stacks,
    /// Measurements.
    pub samples: Samples,
    /// Label sets of the samples.
    pub labels: Labels,
    /// What the values of a sample mean; one per column of [`Samples::values`].
    pub sample_types: Vec<SampleType>,
    /// The sample type to show first, if the file names one that exists.
    pub default_sample_type: Option<usize>,
    /// The rest of the header.
    pub meta: Meta,
    /// Numbers that the file itself gave.
    pub ids: FileIds,
}

/// Numbers that a file gave its rows, for reports that name them. A row beyond a list, and every
/// row of an empty one, has its place counted from 1.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileIds {
    /// Of addresses.
    pub locations: Vec<u64>,
    /// Of binaries.
    pub mappings: Vec<u64>,
}

impl FileIds {
    /// Number of an address.
    pub fn location(&self, at: usize) -> u64 {
        self.locations.get(at).copied().unwrap_or(at as u64 + 1)
    }

    /// Number of a binary.
    pub fn mapping(&self, at: usize) -> u64 {
        self.mappings.get(at).copied().unwrap_or(at as u64 + 1)
    }

    /// The list, or an empty one where it counts from 1.
    pub fn told(ids: impl Iterator<Item = u64> + Clone) -> Vec<u64> {
        match ids.clone().zip(1..).all(|(id, place)| id == place) {
            true => Vec::new(),
            false => ids.collect(),
        }
    }
}

/// Kind and unit of a value column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct SampleType {
    /// What is counted, for example `cpu` or `inuse_space`.
    pub kind: StringId,
    /// In which unit, for example `nanoseconds` or `bytes`.
    pub unit: StringId,
}

/// Functions, as parallel columns.
#[derive(Clone, Debug, Default)]
pub struct Functions {
    /// Name as people read it.
    pub name: Vec<StringId>,
    /// Name as the linker knows it.
    pub system_name: Vec<StringId>,
    /// Source file.
    pub file: Vec<StringId>,
    /// Line where the function starts, 0 if unknown.
    pub start_line: Vec<i64>,
}

/// How much a mapping's symbols are resolved already, as the file says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Symbolized {
    /// Function names are there.
    pub functions: bool,
    /// File names are there.
    pub filenames: bool,
    /// Line numbers are there.
    pub line_numbers: bool,
    /// Inlined frames are there.
    pub inline_frames: bool,
}

/// A binary mapped into memory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Mapping {
    /// First address.
    pub start: u64,
    /// First address after it.
    pub limit: u64,
    /// Offset of `start` in the file.
    pub offset: u64,
    /// Path of the binary.
    pub file: StringId,
    /// Build id of the binary.
    pub build_id: StringId,
    /// What is symbolised.
    pub symbolized: Symbolized,
}

/// Addresses, as parallel columns.
#[derive(Clone, Debug, Default)]
pub struct Locations {
    /// Binary the address lies in, or `NONE`.
    pub mapping: Vec<MappingId>,
    /// Instruction address, 0 if the file has none.
    pub address: Vec<u64>,
    /// Several symbols share this address after identical code folding.
    pub folded: Vec<bool>,
    /// First frame of each location; its frames end where the next location's begin.
    pub first_frame: Vec<FrameId>,
}

/// Lines of locations, as parallel columns. A location without lines has one frame with no
/// function.
#[derive(Clone, Debug, Default)]
pub struct Frames {
    /// The location this line belongs to.
    pub location: Vec<LocationId>,
    /// The function, or `NONE` where the address is not symbolised.
    pub function: Vec<FunctionId>,
    /// Line number, 0 if unknown.
    pub line: Vec<i64>,
    /// Column number, 0 if unknown.
    pub column: Vec<i64>,
    /// True for every line of a location but its outermost.
    pub inlined: Vec<bool>,
}

/// Measurements, as parallel columns.
#[derive(Clone, Debug, Default)]
pub struct Samples {
    /// Where it happened.
    pub stack: Vec<StackId>,
    /// With which labels.
    pub labels: Vec<LabelSetId>,
    /// One column of values per sample type.
    pub values: Vec<Vec<i64>>,
}

/// Header fields that no table holds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Meta {
    /// Regex of frames to drop, as in pprof's `drop_frames`.
    pub drop_frames: StringId,
    /// Regex of frames to keep although `drop_frames` matches.
    pub keep_frames: StringId,
    /// When the profile was taken, nanoseconds since 1970 UTC, 0 if unknown.
    pub time_nanos: i64,
    /// How long it was taken, 0 if unknown.
    pub duration_nanos: i64,
    /// Kind and unit of the sampling period.
    pub period_type: SampleType,
    /// Events between two samples, 0 if unknown.
    pub period: i64,
    /// Free text.
    pub comments: Vec<StringId>,
    /// Where the profile's documentation is.
    pub doc_url: StringId,
}

impl Functions {
    /// How many functions there are.
    pub fn len(&self) -> usize {
        self.name.len()
    }

    /// True when nothing is symbolised.
    pub fn is_empty(&self) -> bool {
        self.name.is_empty()
    }
}

impl Samples {
    /// How many samples there are.
    pub fn len(&self) -> usize {
        self.stack.len()
    }

    /// True when nothing was measured.
    pub fn is_empty(&self) -> bool {
        self.stack.is_empty()
    }
}

impl Frames {
    /// How many frames there are.
    pub fn len(&self) -> usize {
        self.location.len()
    }

    /// True when there are none.
    pub fn is_empty(&self) -> bool {
        self.location.is_empty()
    }
}

impl Locations {
    /// How many locations there are.
    pub fn len(&self) -> usize {
        self.address.len()
    }

    /// True when there are none.
    pub fn is_empty(&self) -> bool {
        self.address.is_empty()
    }
}

impl Profile {
    /// The function of a frame, or `NONE`.
    #[inline]
    pub fn function_of(&self, frame: FrameId) -> FunctionId {
        self.frames
            .function
            .get(frame.index())
            .copied()
            .unwrap_or(FunctionId::NONE)
    }

    /// Name of a function; the empty string for `NONE`.
    #[inline]
    pub fn function_name(&self, function: FunctionId) -> StringId {
        self.functions
            .name
            .get(function.index())
            .copied()
            .unwrap_or_default()
    }

    /// File of a function; the empty string for `NONE`.
    #[inline]
    pub fn function_file(&self, function: FunctionId) -> StringId {
        self.functions
            .file
            .get(function.index())
            .copied()
            .unwrap_or_default()
    }

    /// The binary of a frame, if known.
    pub fn mapping_of(&self, frame: FrameId) -> Option<&Mapping> {
        let location = self.frames.location.get(frame.index())?;
        let mapping = self.locations.mapping.get(location.index())?;
        self.mappings.get(mapping.index())
    }

    /// The address of a frame, 0 if unknown.
    pub fn address_of(&self, frame: FrameId) -> u64 {
        self.frames
            .location
            .get(frame.index())
            .and_then(|location| self.locations.address.get(location.index()))
            .copied()
            .unwrap_or(0)
    }

    /// The sample type shown when nobody asked for another: the file's default, else the last,
    /// as `go tool pprof` does.
    pub fn first_sample_type(&self) -> usize {
        self.default_sample_type
            .filter(|&index| index < self.sample_types.len())
            .unwrap_or_else(|| self.sample_types.len().saturating_sub(1))
    }

    /// Finds a sample type by the name of its kind. As in pprof, `inuse_space` also finds
    /// `space` (old heap profiles), and a number is an index.
    pub fn find_sample_type(&self, name: &str) -> Option<usize> {
        let by_kind = |wanted: &str| {
            self.sample_types
                .iter()
                .position(|t| self.strings.bytes(t.kind) == wanted.as_bytes())
        };
        by_kind(name)
            .or_else(|| name.strip_prefix("inuse_").and_then(by_kind))
            .or_else(|| {
                name.parse()
                    .ok()
                    .filter(|&index: &usize| index < self.sample_types.len())
            })
    }

    /// Kind of a sample type as text.
    pub fn kind_text(&self, sample_type: usize) -> String {
        self.sample_types
            .get(sample_type)
            .map(|t| self.strings.text(t.kind).into_owned())
            .unwrap_or_default()
    }

    /// Unit of a sample type as text.
    pub fn unit_text(&self, sample_type: usize) -> String {
        self.sample_types
            .get(sample_type)
            .map(|t| self.strings.text(t.unit).into_owned())
            .unwrap_or_default()
    }
}
