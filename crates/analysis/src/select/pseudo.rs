//! Labels as frames: `tagroot` and `tagleaf`.
//!
//! A frame's function is the label's values with commas between, its file is the key. Samples
//! without the label get a frame with an empty name, so that all of them stay comparable.

use std::borrow::Cow;

use hashbrown::HashMap;
use profile::{
    Builder, LabelSetId, LabelValue, LineSpec, LocationId, LocationSpec, Profile, Stacks, StringId,
    units,
};

use super::left::left;
use super::names::note;
use crate::lens::Lens;
use crate::prune;

/// The profile with its labels as frames, if the lens asks for them.
pub(super) fn with_label_frames<'a>(
    profile: &'a Profile,
    lens: &Lens,
    notes: &mut Vec<String>,
) -> Cow<'a, Profile> {
    let keys = |text: &str| -> Vec<String> {
        let keys = text.split(',').filter(|key| !key.is_empty());
        keys.map(str::to_owned).collect()
    };
    let (roots, leaves) = (keys(&lens.tagroot), keys(&lens.tagleaf));
    if roots.is_empty() && leaves.is_empty() {
        return Cow::Borrowed(profile);
    }
    // Frames that the profile asks to drop are gone before there are any of labels.
    let profile = match prune::pruned(profile).filter(|_| !lens.all_frames) {
        Some(_) => match left(profile, &Lens::of_type(&lens.sample_type)) {
            Ok(left) => Cow::Owned(left.profile),
            Err(_) => Cow::Borrowed(profile),
        },
        None => Cow::Borrowed(profile),
    };
    let mut copy = profile.clone().into_owned();
    copy.meta.drop_frames = StringId::default();
    copy.meta.keep_frames = StringId::default();
    copy.stacks = Stacks::default();
    copy.samples.stack.clear();
    copy.samples.labels.clear();
    copy.samples.values.iter_mut().for_each(Vec::clear);
    let mut builder = Builder::default();
    builder.profile = copy;
    let unit = if lens.unit.is_empty() {
        "minimum"
    } else {
        &lens.unit
    };
    let mut frames = LabelFrames {
        builder,
        unit,
        sets: HashMap::new(),
        locations: HashMap::new(),
        matched: HashMap::new(),
    };
    let mut path: Vec<LocationId> = Vec::new();
    let mut values = vec![0_i64; profile.samples.values.len()];
    for sample in 0..profile.samples.len() {
        let set = profile.samples.labels[sample];
        path.clear();
        // Leaf first: the last leaf key is the innermost, the first root key the outermost.
        let outside: Vec<_> = roots
            .iter()
            .rev()
            .map(|key| frames.location(set, key))
            .collect();
        path.extend(leaves.iter().rev().map(|key| frames.location(set, key)));
        for (_, frame) in profile.stacks.walk(profile.samples.stack[sample]) {
            let location = profile.frames.location[frame.index()];
            if profile.locations.first_frame[location.index()] == frame {
                path.push(location);
            }
        }
        path.extend(outside);
        let stack = frames.builder.stack_of(&path);
        for (value, column) in values.iter_mut().zip(&profile.samples.values) {
            *value = column[sample];
        }
        frames.builder.add_sample(stack, &values, set);
    }
    let any = |keys: &[String]| {
        keys.iter()
            .any(|key| frames.matched.get(key) == Some(&true))
    };
    note(roots.is_empty() || any(&roots), "Labels at the root", notes);
    note(
        leaves.is_empty() || any(&leaves),
        "Labels at the leaf",
        notes,
    );
    Cow::Owned(frames.builder.finish())
}

struct LabelFrames<'a> {
    builder: Builder,
    unit: &'a str,
    sets: HashMap<(LabelSetId, String), LocationId>,
    locations: HashMap<(StringId, StringId), LocationId>,
    matched: HashMap<String, bool>,
}

impl LabelFrames<'_> {
    fn location(&mut self, set: LabelSetId, key: &str) -> LocationId {
        if let Some(&known) = self.sets.get(&(set, key.to_owned())) {
            return known;
        }
        let values = self.values(set, key.as_bytes());
        *self.matched.entry(key.to_owned()).or_default() |= !values.is_empty();
        let name = self.builder.intern(&values.join(&b','));
        let file = self.builder.intern(key.as_bytes());
        let builder = &mut self.builder;
        let location = *self.locations.entry((name, file)).or_insert_with(|| {
            let function = builder.add_function(name, StringId::default(), file, 0);
            let line = LineSpec {
                function: Some(function),
                ..LineSpec::default()
            };
            let ids = &mut builder.profile.ids.locations;
            if let Some(largest) = ids.iter().max() {
                ids.push(largest.wrapping_add(1));
            }
            builder.add_location(LocationSpec {
                lines: &[line],
                ..LocationSpec::default()
            })
        });
        self.sets.insert((set, key.to_owned()), location);
        location
    }

    /// The values of a key, texts first.
    fn values(&self, set: LabelSetId, key: &[u8]) -> Vec<Vec<u8>> {
        let profile = &self.builder.profile;
        let bytes = |id| profile.strings.bytes(id);
        let labels = profile.labels.get(set);
        let of_key = || labels.iter().filter(|label| bytes(label.key) == key);
        let texts = of_key().filter_map(|label| match label.value {
            LabelValue::Text(text) => Some(bytes(text).to_vec()),
            LabelValue::Number(..) => None,
        });
        let measured = of_key().any(|label| {
            matches!(label.value, LabelValue::Number(_, unit) if unit != StringId::default())
        });
        let numbers = of_key().filter_map(|label| match label.value {
            LabelValue::Number(value, unit) => {
                let unit = profile.strings.text(unit);
                let to = if measured { self.unit } else { "" };
                Some(units::label(value, &unit, to).into_bytes())
            }
            LabelValue::Text(_) => None,
        });
        texts.chain(numbers).collect()
    }
}
