//! Profiles of bare addresses, as all legacy formats are: stacks of numbers, a memory map behind
//! them, sometimes symbols. Addresses become locations in the order of their first use.

use std::collections::BTreeSet;

use hashbrown::HashMap;
use profile::{
    Builder, FunctionId, Label, LineSpec, LocationId, LocationSpec, Mapping, MappingId, Profile,
    SampleType,
};

use super::memory_map::Map;
use crate::{Cx, ImportError, Step};

/// What is known of an address beyond its number.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Symbol {
    pub name: String,
    pub file: String,
    pub line: i64,
}

/// Frames that a profile's own recorder leaves in its stacks, to be dropped as pprof does.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Recorder {
    /// Signal handlers of a sampling profiler.
    Signals,
    /// Memory allocators.
    Allocator,
    /// Locks.
    Locks,
}

impl Recorder {
    /// Expressions of frames to drop and, although the first matches, to keep.
    fn frames(self) -> (String, &'static str) {
        match self {
            Self::Signals => (SIGNALS.join("|"), ""),
            Self::Allocator => (ALLOCATOR.join("|"), KEPT_OF_ALLOCATOR),
            Self::Locks => (LOCKS.join("|"), ""),
        }
    }
}

const SIGNALS: &[&str] = &[
    "ProfileData::Add",
    "ProfileData::prof_handler",
    "CpuProfiler::prof_handler",
    "__pthread_sighandler",
    "__restore",
];

const ALLOCATOR: &[&str] = &[
    "calloc|cfree|malloc|free|memalign|do_memalign|(__)?posix_memalign|pvalloc|valloc|realloc",
    "tcmalloc::.*",
    "tc_(calloc|cfree|malloc|free|memalign|posix_memalign|pvalloc|valloc|realloc)",
    "tc_(new|delete|newarray|deletearray|new_nothrow|newarray_nothrow)",
    "malloc_zone_(malloc|calloc|valloc|realloc|memalign|free)",
    r"runtime\..*",
    "BaseArena::.*|(::)?do_malloc(_no_errno|_pages)?|DoSampledAllocation",
    "MallocedMemBlock::MallocedMemBlock|_M_allocate|__builtin_(vec_)?(delete|new)",
    "__gnu_cxx::new_allocator::allocate|__libc_malloc|__malloc_alloc_template::allocate",
    r"allocate|cpp_alloc|operator new(\[\])?|simple_alloc::allocate",
];

const KEPT_OF_ALLOCATOR: &str = r"runtime\.panic|runtime\.reflectcall|runtime\.call[0-9]*";

const LOCKS: &[&str] = &[
    "(base::)?(RecordLockProfileData|SubmitMutexProfileData|SubmitSpinLockProfileData).*",
    "((base::)?Mutex::)?(AwaitCommon|Unlock|UnlockSlow|ReaderUnlock).*",
    "((base::)?MutexLock::)?~MutexLock.*",
    "(SpinLock::)?(Unlock|SlowUnlock).*|(SpinLockHolder::)?~SpinLockHolder.*",
];

/// Gathers samples of addresses.
pub(crate) struct Addresses {
    pub builder: Builder,
    /// Addresses in the order of their first use.
    order: Vec<u64>,
    known: HashMap<u64, u32>,
    /// Numbers of addresses of all samples, leaf first.
    paths: Vec<u32>,
    /// Where the path of each sample ends.
    ends: Vec<usize>,
    values: Vec<i64>,
    width: usize,
    labels: Vec<profile::LabelSetId>,
    symbols: HashMap<u64, Vec<Symbol>>,
    /// Addresses of Go's runtime that the file does not name.
    hidden: BTreeSet<u64>,
    /// Addresses that share their symbols are one place: formats whose addresses are mere ids.
    ids_only: bool,
}

impl Addresses {
    /// A profile with these sample types, kind and unit.
    pub(crate) fn new(types: &[(&str, &str)]) -> Self {
        let mut builder = Builder::new();
        for (kind, unit) in types {
            builder.add_sample_type(kind.as_bytes(), unit.as_bytes());
        }
        Self {
            builder,
            order: Vec::new(),
            known: HashMap::new(),
            paths: Vec::new(),
            ends: Vec::new(),
            values: Vec::new(),
            width: types.len(),
            labels: Vec::new(),
            symbols: HashMap::new(),
            hidden: BTreeSet::new(),
            ids_only: false,
        }
    }

    /// Addresses are numbers of places, not of memory: they are not shown.
    pub(crate) fn with_ids_only(mut self) -> Self {
        self.ids_only = true;
        self
    }

    /// Sets period, its kind and its unit.
    pub(crate) fn period(&mut self, kind: &str, unit: &str, period: i64) {
        let kind = self.builder.intern(kind.as_bytes());
        let unit = self.builder.intern(unit.as_bytes());
        self.builder.profile.meta.period_type = SampleType { kind, unit };
        self.builder.profile.meta.period = period;
    }

    /// Adds a sample, leaf first; one value per sample type.
    pub(crate) fn sample(&mut self, path: &[u64], values: &[i64], labels: &[Label]) {
        for &address in path {
            let next = self.order.len() as u32;
            let number = *self.known.entry(address).or_insert(next);
            if number == next {
                self.order.push(address);
            }
            self.paths.push(number);
        }
        self.ends.push(self.paths.len());
        let values = values.iter().copied().chain(std::iter::repeat(0));
        self.values.extend(values.take(self.width));
        self.labels.push(self.builder.label_set(labels));
    }

    /// Adds to the values of the newest sample.
    pub(crate) fn again(&mut self, by: i64) -> bool {
        let start = self.values.len().saturating_sub(self.width);
        let values = self.values.get_mut(start..).unwrap_or(&mut []);
        for value in values.iter_mut() {
            *value = value.saturating_add(by);
        }
        !self.ends.is_empty()
    }

    /// How many samples there are.
    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    /// True if a sample has this address.
    pub(crate) fn knows(&self, address: u64) -> bool {
        self.known.contains_key(&address)
    }

    /// Names an address: innermost function first. The first names stay.
    pub(crate) fn name(&mut self, address: u64, symbols: Vec<Symbol>) {
        self.symbols.entry(address).or_insert(symbols);
    }

    /// Tells progress and holds the limits; called now and then.
    pub(crate) fn check(&self, at: usize, all: usize, cx: &mut Cx<'_>) -> Result<(), ImportError> {
        if !self.len().is_multiple_of(4096) {
            return Ok(());
        }
        cx.tick(Step::Parsing, at as u64, all as u64)?;
        cx.claim("samples", self.len() as u64, cx.limits.samples)?;
        cx.claim("addresses", self.paths.len() as u64, cx.limits.values)
    }

    /// Go's texts leave the names of its runtime out: of functions at the leaf, and of
    /// `runtime.goexit` beneath every goroutine. The former become `runtime.0x…`, so that they
    /// count as what they are; the latter goes, as in Go's own binary profiles.
    pub(crate) fn name_hidden_runtime(&mut self) {
        let mut paths = Vec::with_capacity(self.paths.len());
        let mut start = 0;
        for end in &mut self.ends {
            let path = self.paths.get(start..*end).unwrap_or(&[]);
            start = *end;
            let address = |number: &u32| self.order.get(*number as usize).copied();
            let named = |number: &u32| {
                address(number).is_some_and(|address| self.symbols.contains_key(&address))
            };
            let first = path.iter().position(named);
            for (at, number) in path.iter().enumerate() {
                match (first, address(number)) {
                    (Some(first), Some(_)) if at > first && !named(number) => {}
                    (Some(first), Some(address)) if at < first => {
                        self.hidden.insert(address);
                        paths.push(*number);
                    }
                    _ => paths.push(*number),
                }
            }
            *end = paths.len();
        }
        self.paths = paths;
        for &address in &self.hidden {
            self.symbols.entry(address).or_insert_with(|| {
                vec![Symbol {
                    name: format!("runtime.{address:#x}"),
                    ..Symbol::default()
                }]
            });
        }
    }

    /// The profile. `map` says which binary each address lies in.
    pub(crate) fn finish(
        mut self,
        mut map: Map,
        recorder: Recorder,
        cx: &mut Cx<'_>,
    ) -> Result<Profile, ImportError> {
        // Parts first: placing an address can change one.
        let is_placed = |address: u64| address != 0 && !self.ids_only;
        let parts: Vec<Option<usize>> = self
            .order
            .iter()
            .map(|&address| is_placed(address).then(|| map.place(address)))
            .collect();
        let mappings: Vec<MappingId> = map
            .parts()
            .iter()
            .map(|part| {
                let file = self.builder.intern(part.file.as_bytes());
                let build_id = self.builder.intern(part.build_id.as_bytes());
                self.builder.add_mapping(Mapping {
                    start: part.start,
                    limit: part.limit,
                    offset: part.offset,
                    file,
                    build_id,
                    ..Mapping::default()
                })
            })
            .collect();
        let mut functions: HashMap<(String, String), FunctionId> = HashMap::new();
        let mut lines = Vec::new();
        let mut locations: Vec<LocationId> = Vec::with_capacity(self.order.len());
        for (&address, part) in self.order.iter().zip(parts) {
            lines.clear();
            for symbol in self.symbols.get(&address).into_iter().flatten() {
                let builder = &mut self.builder;
                // Where addresses are mere ids, functions are the same if their names are.
                let file = if self.ids_only { "" } else { &symbol.file };
                let key = (symbol.name.clone(), file.to_owned());
                let function = *functions.entry(key).or_insert_with(|| {
                    let name = builder.intern(symbol.name.as_bytes());
                    let file = builder.intern(symbol.file.as_bytes());
                    builder.add_function(name, name, file, 0)
                });
                lines.push(LineSpec {
                    function: Some(function),
                    line: symbol.line,
                    column: 0,
                });
            }
            locations.push(self.builder.add_location(LocationSpec {
                mapping: part.and_then(|part| mappings.get(part).copied()),
                address: if self.ids_only { 0 } else { address },
                folded: false,
                lines: &lines,
            }));
        }
        let mut start = 0;
        let mut path: Vec<LocationId> = Vec::new();
        let values = self.values.chunks(self.width.max(1));
        for ((&end, values), &labels) in self.ends.iter().zip(values).zip(&self.labels) {
            path.clear();
            let numbers = self.paths.get(start..end).unwrap_or(&[]);
            path.extend(numbers.iter().filter_map(|&n| locations.get(n as usize)));
            start = end;
            let nodes = self.builder.profile.stacks.len().saturating_add(path.len());
            cx.claim("distinct stack frames", nodes as u64, cx.limits.stack_nodes)?;
            let node = self.builder.stack_of(&path);
            self.builder.add_sample(node, values, labels);
        }
        let (drop, keep) = recorder.frames();
        let drop = self.builder.intern(drop.as_bytes());
        let keep = self.builder.intern(keep.as_bytes());
        self.builder.profile.meta.drop_frames = drop;
        self.builder.profile.meta.keep_frames = keep;
        Ok(self.builder.finish())
    }
}

/// Twice the same instruction at the leaf: once as the program counter, once as a return address.
pub(crate) fn without_doubled_leaf(path: &mut Vec<u64>) {
    if let [leaf, second, ..] = path.as_slice()
        && *leaf == second.wrapping_add(1)
    {
        path.remove(1);
    }
}
