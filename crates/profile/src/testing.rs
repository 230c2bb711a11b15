//! Profiles written as text, for tests of every room.
//!
//! A sketch has an optional first line `types: cpu/nanoseconds, samples/count` (the last type
//! is the default as in pprof; a `*` before one makes it `default_sample_type`), then one
//! sample a line: frames from root to leaf joined by `;`, then a value per type. A frame is
//! `name`, `name@file:line`, `>name` for a call inlined into the frame before it, or
//! `!module+0x1f` for an address without a name. `{key=text,bytes=12}` after the values adds
//! labels.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::{
    Builder, FrameId, FunctionId, Label, LabelValue, LineSpec, LocationId, LocationSpec, Mapping,
    MappingId, Profile, StringId,
};

/// Reads a sketch.
///
/// # Panics
/// On text that is not a sketch; it is written by the test beside it.
pub fn sketch(text: &str) -> Profile {
    let mut lines = text
        .lines()
        .map(str::trim)
        .filter(|l| !l.is_empty() && !l.starts_with('#'));
    let mut pending = lines.next();
    let mut sketch = Sketch {
        builder: Builder::new(),
        ..Sketch::default()
    };
    let mut default = None;
    if let Some(types) = pending.and_then(|l| l.strip_prefix("types:")) {
        for (index, each) in types.split(',').map(str::trim).enumerate() {
            let each = each
                .strip_prefix('*')
                .inspect(|_| default = Some(index))
                .unwrap_or(each);
            let (kind, unit) = each.split_once('/').expect("kind/unit");
            sketch
                .builder
                .add_sample_type(kind.as_bytes(), unit.as_bytes());
        }
        pending = lines.next();
    } else {
        sketch.builder.add_sample_type(b"samples", b"count");
    }
    while let Some(line) = pending {
        sketch.sample(line);
        pending = lines.next();
    }
    sketch.builder.profile.default_sample_type = default;
    sketch.builder.finish()
}

#[derive(Default)]
struct Sketch {
    builder: Builder,
    functions: BTreeMap<(String, String), FunctionId>,
    locations: BTreeMap<String, LocationId>,
    mappings: BTreeMap<String, MappingId>,
}

impl Sketch {
    fn sample(&mut self, line: &str) {
        let (line, labels) = match line.split_once('{') {
            Some((line, labels)) => (line.trim(), labels.trim_end_matches('}')),
            None => (line, ""),
        };
        let columns = self.builder.profile.sample_types.len();
        let mut words: Vec<&str> = line.rsplitn(columns + 1, ' ').collect();
        words.reverse();
        let (stack, values) = words.split_first().expect("a stack and values");
        let values: Vec<i64> = values.iter().map(|v| v.parse().expect("a value")).collect();
        let mut groups: Vec<Vec<&str>> = Vec::new();
        for frame in stack.split(';').filter(|f| !f.is_empty() && *f != "-") {
            match groups.last_mut() {
                Some(group) if frame.starts_with('>') => group.push(frame),
                _ => groups.push(vec![frame]),
            }
        }
        let path: Vec<_> = groups
            .iter()
            .rev()
            .map(|group| self.location(group))
            .collect();
        let set: Vec<Label> = labels
            .split(',')
            .filter_map(|l| l.split_once('='))
            .map(|(key, value)| {
                let key = self.builder.intern(key.as_bytes());
                let value = match value.parse() {
                    Ok(number) => LabelValue::Number(number, StringId(0)),
                    Err(_) => LabelValue::Text(self.builder.intern(value.as_bytes())),
                };
                Label { key, value }
            })
            .collect();
        let stack = self.builder.stack_of(&path);
        let set = self.builder.label_set(&set);
        self.builder.add_sample(stack, &values, set);
    }

    fn location(&mut self, group: &[&str]) -> LocationId {
        let key = group.join(";");
        if let Some(&id) = self.locations.get(&key) {
            return id;
        }
        let first = group.first().copied().unwrap_or("");
        let id = if let Some(unnamed) = first.strip_prefix('!') {
            let (module, offset) = unnamed.split_once("+0x").expect("!module+0xoffset");
            let address = u64::from_str_radix(offset, 16).expect("a hexadecimal offset");
            let mapping = self.mapping(module);
            self.builder.add_location(LocationSpec {
                mapping,
                address,
                ..Default::default()
            })
        } else {
            let lines: Vec<LineSpec> = group.iter().rev().map(|f| self.line(f)).collect();
            self.builder.add_location(LocationSpec {
                lines: &lines,
                ..Default::default()
            })
        };
        self.locations.insert(key, id);
        id
    }

    fn mapping(&mut self, module: &str) -> Option<MappingId> {
        if module.is_empty() {
            return None;
        }
        if let Some(&id) = self.mappings.get(module) {
            return Some(id);
        }
        let file = self.builder.intern(module.as_bytes());
        let id = self.builder.add_mapping(Mapping {
            limit: 1 << 40,
            file,
            ..Default::default()
        });
        self.mappings.insert(module.to_owned(), id);
        Some(id)
    }

    fn line(&mut self, frame: &str) -> LineSpec {
        let frame = frame.trim_start_matches('>');
        let (name, place) = frame.split_once('@').unwrap_or((frame, ""));
        let (file, line) = match place.rsplit_once(':') {
            Some((file, line)) => (file, line.parse().unwrap_or(0)),
            None => (place, 0),
        };
        let key = (name.to_owned(), file.to_owned());
        let function = match self.functions.get(&key) {
            Some(&id) => id,
            None => {
                let name = self.builder.intern(name.as_bytes());
                let file = self.builder.intern(file.as_bytes());
                let id = self.builder.add_function(name, name, file, 0);
                self.functions.insert(key, id);
                id
            }
        };
        LineSpec {
            function: Some(function),
            line,
            column: 0,
        }
    }
}

/// The stack tree with each path's own values, one line a node, for comparing readers.
pub fn tree_text(profile: &Profile) -> String {
    let mut own = vec![vec![0_i64; profile.sample_types.len()]; profile.stacks.len()];
    for (type_index, column) in profile.samples.values.iter().enumerate() {
        for (stack, value) in profile.samples.stack.iter().zip(column) {
            if let Some(cell) = own
                .get_mut(stack.index())
                .and_then(|c| c.get_mut(type_index))
            {
                *cell = cell.wrapping_add(*value);
            }
        }
    }
    let mut paths = BTreeMap::new();
    for (node, values) in own.iter().enumerate() {
        if values.iter().all(|v| *v == 0) {
            continue;
        }
        let mut frames: Vec<String> = profile
            .stacks
            .walk(crate::StackId(node as u32))
            .map(|(_, frame)| frame_text(profile, frame))
            .collect();
        frames.reverse();
        let sums = paths
            .entry(frames.join(";"))
            .or_insert_with(|| vec![0_i64; values.len()]);
        for (sum, value) in sums.iter_mut().zip(values) {
            *sum = sum.wrapping_add(*value);
        }
    }
    let mut out = String::new();
    for (path, values) in paths {
        let values: Vec<_> = values.iter().map(i64::to_string).collect();
        let _ = writeln!(out, "{path} {}", values.join(" "));
    }
    out
}

fn frame_text(profile: &Profile, frame: FrameId) -> String {
    let function = profile.function_of(frame);
    if !function.is_some() {
        let module = profile
            .mapping_of(frame)
            .map(|m| profile.strings.text(m.file))
            .unwrap_or_default();
        return format!("!{module}+0x{:x}", profile.address_of(frame));
    }
    let inlined = profile
        .frames
        .inlined
        .get(frame.index())
        .copied()
        .unwrap_or(false);
    let mark = if inlined { ">" } else { "" };
    let name = profile.strings.text(profile.function_name(function));
    let file = profile.strings.text(profile.function_file(function));
    let line = profile.frames.line.get(frame.index()).copied().unwrap_or(0);
    match (file.is_empty(), line) {
        (true, 0) => format!("{mark}{name}"),
        _ => format!("{mark}{name}@{file}:{line}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sketch_prints_as_it_was_written() {
        let text = "\
!libc.so+0x1f 1 2
main;fib@fib.go:3;>add@fib.go:9 30 3
main;fib@fib.go:3 10 1
";
        let profile = sketch(&format!("types: *cpu/nanoseconds, samples/count\n{text}"));
        assert_eq!(profile.first_sample_type(), 0);
        let mut lines: Vec<_> = text.lines().collect();
        lines.sort_unstable();
        assert_eq!(tree_text(&profile).lines().collect::<Vec<_>>(), lines);
    }
}
