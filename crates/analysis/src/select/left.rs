//! What a lens leaves of a profile, as a profile of its own: to be saved.

use profile::{Builder, LineSpec, LocationId, LocationSpec, Profile};

use super::{LensFault, Prepared};
use crate::lens::Lens;

/// A profile without what a lens filters out.
pub struct Left {
    /// The profile. Its locations are those of the original, in their order.
    pub profile: Profile,
    /// Things worth telling: filters that matched nothing.
    pub notes: Vec<String>,
}

/// Applies a lens for good: filters, frames of labels, `divide_by`. Sample types stay all.
///
/// # Errors
/// An option that cannot be understood.
pub fn left(profile: &Profile, lens: &Lens) -> Result<Left, LensFault> {
    let prepared = Prepared::new(profile, lens)?;
    let from: &Profile = &prepared.profile;
    let selection = &prepared.selection;
    let mut builder = Builder::new();
    builder.profile = Profile {
        strings: from.strings.clone(),
        functions: from.functions.clone(),
        mappings: from.mappings.clone(),
        labels: from.labels.clone(),
        sample_types: from.sample_types.clone(),
        default_sample_type: from.default_sample_type,
        meta: from.meta.clone(),
        ids: from.ids.clone(),
        ..Profile::default()
    };
    builder.profile.samples.values = vec![Vec::new(); from.samples.values.len()];
    for at in 0..from.locations.len() {
        let lines = lines_left(&prepared, LocationId(at as u32));
        let mapping = from.locations.mapping[at];
        builder.add_location(LocationSpec {
            mapping: (mapping.index() < from.mappings.len()).then_some(mapping),
            address: from.locations.address[at],
            folded: from.locations.folded[at],
            lines: &lines,
        });
    }
    let ratio = 1.0 / lens.divide_by.0;
    let mut path: Vec<LocationId> = Vec::new();
    let mut values = vec![0_i64; from.samples.values.len()];
    for sample in 0..from.samples.len() {
        if !selection.has_sample(sample) {
            continue;
        }
        path.clear();
        let mut last = None;
        let end = selection.end(from.samples.stack[sample]);
        for (node, frame) in from.stacks.walk(end) {
            let location = from.frames.location[frame.index()];
            if last != Some(location) && selection.has_node(node.index()) {
                path.push(location);
                last = Some(location);
            }
            if from.locations.first_frame[location.index()] == frame {
                // A location that calls itself is there twice.
                last = None;
            }
        }
        for (value, column) in values.iter_mut().zip(&from.samples.values) {
            *value = match ratio > 0.0 && ratio != 1.0 {
                true => (column[sample] as f64 * ratio) as i64,
                false => column[sample],
            };
        }
        let labels: Vec<_> = from
            .labels
            .get(from.samples.labels[sample])
            .iter()
            .filter(|label| !selection.hidden_labels.contains(&label.key))
            .copied()
            .collect();
        let labels = builder.label_set(&labels);
        let stack = builder.stack_of(&path);
        builder.add_sample(stack, &values, labels);
    }
    Ok(Left {
        profile: builder.finish(),
        notes: prepared.notes,
    })
}

/// Lines of a location, innermost first; none where it is not symbolised.
fn lines_left(prepared: &Prepared<'_>, location: LocationId) -> Vec<LineSpec> {
    let profile: &Profile = &prepared.profile;
    let first = &profile.locations.first_frame;
    let end = first.get(location.index() + 1);
    let end = end.map_or(profile.frames.len(), |frame| frame.index());
    let known = profile.functions.len();
    let lines = (first[location.index()].index()..end)
        .rev()
        .filter(|&frame| {
            let has = |lines: &Vec<bool>| lines[frame];
            prepared.selection.lines.as_ref().is_none_or(has)
        });
    lines
        .map(|frame| LineSpec {
            function: Some(profile.frames.function[frame]).filter(|f| f.index() < known),
            line: profile.frames.line[frame],
            column: profile.frames.column[frame],
        })
        .filter(|line| line.function.is_some())
        .collect()
}
