//! How readers fill a [`Profile`].
//!
//! Functions, mappings and locations go in first, then samples. Stacks become nodes of the
//! prefix tree here: a sample shares the beginning of its stack with the sample before it more
//! often than not, so that part is compared instead of looked up.

use hashbrown::HashMap;

use crate::{
    FrameId, FunctionId, Label, LabelSetId, LocationId, Mapping, MappingId, Profile, SampleType,
    StackId, Stacks, StringId,
};

/// One line of a location, outermost call last, as pprof writes them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LineSpec {
    /// The function, or `NONE`.
    pub function: Option<FunctionId>,
    /// Line number, 0 if unknown.
    pub line: i64,
    /// Column number, 0 if unknown.
    pub column: i64,
}

/// A location to be added.
#[derive(Clone, Copy, Debug, Default)]
pub struct LocationSpec<'a> {
    /// The binary, if known.
    pub mapping: Option<MappingId>,
    /// The instruction's address, 0 if unknown.
    pub address: u64,
    /// Identical code folding happened.
    pub folded: bool,
    /// Lines, innermost first (pprof's order). None means not symbolised.
    pub lines: &'a [LineSpec],
}

/// Fills a profile table by table.
#[derive(Default)]
pub struct Builder {
    /// The profile so far. Names are interned directly into its string table.
    pub profile: Profile,
    /// (parent node, location) → last node of the location's frames.
    children: HashMap<(u32, u32), StackId>,
    /// Locations of the newest stack, root first, each with its last node.
    newest: Vec<(LocationId, StackId)>,
}

impl Builder {
    /// An empty profile.
    pub fn new() -> Self {
        let mut builder = Self::default();
        builder.profile.strings = crate::Strings::new();
        builder
    }

    /// Interns a string.
    pub fn intern(&mut self, bytes: &[u8]) -> StringId {
        self.profile.strings.intern(bytes)
    }

    /// Adds a value column. All are added before the first sample.
    pub fn add_sample_type(&mut self, kind: &[u8], unit: &[u8]) -> usize {
        debug_assert!(self.profile.samples.is_empty(), "types come before samples");
        let sample_type = SampleType {
            kind: self.intern(kind),
            unit: self.intern(unit),
        };
        self.profile.sample_types.push(sample_type);
        self.profile.samples.values.push(Vec::new());
        self.profile.sample_types.len() - 1
    }

    /// Adds a binary.
    pub fn add_mapping(&mut self, mapping: Mapping) -> MappingId {
        self.profile.mappings.push(mapping);
        MappingId(self.profile.mappings.len() as u32 - 1)
    }

    /// Adds a function.
    pub fn add_function(
        &mut self,
        name: StringId,
        system_name: StringId,
        file: StringId,
        start_line: i64,
    ) -> FunctionId {
        let functions = &mut self.profile.functions;
        functions.name.push(name);
        functions.system_name.push(system_name);
        functions.file.push(file);
        functions.start_line.push(start_line);
        FunctionId(functions.name.len() as u32 - 1)
    }

    /// Adds a location with its frames.
    pub fn add_location(&mut self, spec: LocationSpec<'_>) -> LocationId {
        let Profile {
            locations, frames, ..
        } = &mut self.profile;
        let id = LocationId(locations.address.len() as u32);
        locations
            .mapping
            .push(spec.mapping.unwrap_or(MappingId::NONE));
        locations.address.push(spec.address);
        locations.folded.push(spec.folded);
        locations
            .first_frame
            .push(FrameId(frames.location.len() as u32));
        let unknown = [LineSpec::default()];
        let lines = if spec.lines.is_empty() {
            &unknown
        } else {
            spec.lines
        };
        for (depth, line) in lines.iter().rev().enumerate() {
            frames.location.push(id);
            frames
                .function
                .push(line.function.unwrap_or(FunctionId::NONE));
            frames.line.push(line.line);
            frames.column.push(line.column);
            frames.inlined.push(depth > 0);
        }
        id
    }

    /// The node of the call path through these locations, leaf first (pprof's order). Every
    /// location was added before.
    pub fn stack_of(&mut self, leaf_first: &[LocationId]) -> StackId {
        let shared = self
            .newest
            .iter()
            .zip(leaf_first.iter().rev())
            .take_while(|((had, _), wanted)| had == *wanted)
            .count();
        self.newest.truncate(shared);
        let mut node = self.newest.last().map_or(Stacks::ROOT, |&(_, node)| node);
        for &location in leaf_first.iter().rev().skip(shared) {
            node = self.child(node, location);
            self.newest.push((location, node));
        }
        node
    }

    fn child(&mut self, parent: StackId, location: LocationId) -> StackId {
        let Profile {
            stacks,
            locations,
            frames,
            ..
        } = &mut self.profile;
        *self
            .children
            .entry((parent.0, location.0))
            .or_insert_with(|| {
                let first = locations
                    .first_frame
                    .get(location.index())
                    .map_or(0, |frame| frame.0);
                let end = locations
                    .first_frame
                    .get(location.index() + 1)
                    .map_or(frames.location.len() as u32, |frame| frame.0);
                (first..end).fold(parent, |node, frame| stacks.push(node, FrameId(frame)))
            })
    }

    /// The id of a label set.
    pub fn label_set(&mut self, labels: &[Label]) -> LabelSetId {
        self.profile.labels.intern(labels)
    }

    /// Adds a sample. Missing values count as 0; surplus ones are left out (readers count and
    /// report both before they call this).
    pub fn add_sample(&mut self, stack: StackId, values: &[i64], labels: LabelSetId) {
        let samples = &mut self.profile.samples;
        samples.stack.push(stack);
        samples.labels.push(labels);
        for (index, column) in samples.values.iter_mut().enumerate() {
            column.push(values.get(index).copied().unwrap_or(0));
        }
    }

    /// The finished profile.
    pub fn finish(self) -> Profile {
        debug_assert_eq!(self.profile.validate(), Ok(()));
        self.profile
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stacks_share_prefixes_and_inlined_lines_become_nodes() {
        let mut builder = Builder::new();
        builder.add_sample_type(b"samples", b"count");
        let names: Vec<_> = [&b"main"[..], b"outer", b"inner"]
            .iter()
            .map(|name| {
                let id = builder.intern(name);
                builder.add_function(id, id, StringId(0), 0)
            })
            .collect();
        let line = |index: usize| LineSpec {
            function: names.get(index).copied(),
            line: 1,
            column: 0,
        };
        let main = builder.add_location(LocationSpec {
            lines: &[line(0)],
            ..Default::default()
        });
        let both = builder.add_location(LocationSpec {
            lines: &[line(2), line(1)],
            ..Default::default()
        });
        let a = builder.stack_of(&[both, main]);
        let b = builder.stack_of(&[main]);
        let c = builder.stack_of(&[both, main]);
        assert_eq!((a, b, c), (StackId(3), StackId(1), StackId(3)));
        let profile = builder.finish();
        assert_eq!(profile.stacks.parent, [0, 0, 1, 2].map(StackId));
        assert_eq!(profile.frames.inlined, [false, false, true]);
    }
}
