//! Filters by labels, the units of numeric labels, and the label that marks a diff's base.

use std::collections::{BTreeMap, BTreeSet};

use profile::{Label, LabelSetId, LabelValue, Profile, StringId, units};

use super::names::{expression, note};
use super::{LensFault, Selection};
use crate::lens::Lens;
use crate::rx::Rx;

/// Marks samples that a diff compares with, as pprof writes it.
const BASE_KEY: &[u8] = b"pprof::base";

/// True if a label set marks a sample of a diff's base.
pub fn is_diff_base(profile: &Profile, labels: LabelSetId) -> bool {
    profile.labels.get(labels).iter().any(|label| {
        profile.strings.bytes(label.key) == BASE_KEY
            && matches!(label.value, LabelValue::Text(text) if profile.strings.bytes(text) == b"true")
    })
}

/// For each label set: it marks a base. `None` if none does.
pub(super) fn base_sets(profile: &Profile) -> Option<Vec<bool>> {
    profile.strings.find(BASE_KEY)?;
    let sets = (0..profile.labels.len() as u32).map(|id| is_diff_base(profile, LabelSetId(id)));
    let sets: Vec<bool> = sets.collect();
    sets.contains(&true).then_some(sets)
}

/// The unit of each key of numeric labels: the first one in the profile; else `bytes` for
/// `alignment` and `request`; else the key itself.
#[derive(Clone, Debug, Default)]
pub struct LabelUnits {
    units: BTreeMap<StringId, String>,
    /// Keys with more than one unit: sentences.
    pub notes: Vec<String>,
}

impl LabelUnits {
    /// Finds the units of a profile's samples.
    pub fn of(profile: &Profile) -> Self {
        let mut found: BTreeMap<StringId, Option<StringId>> = BTreeMap::new();
        let mut others: BTreeMap<StringId, BTreeSet<String>> = BTreeMap::new();
        let mut seen = vec![false; profile.labels.len()];
        for &set in &profile.samples.labels {
            let Some(seen) = seen.get_mut(set.index()) else {
                continue;
            };
            if std::mem::replace(seen, true) {
                continue;
            }
            for label in profile.labels.get(set) {
                let LabelValue::Number(_, unit) = label.value else {
                    continue;
                };
                let had = found.entry(label.key).or_default();
                if unit == StringId::default() {
                    continue;
                }
                match had {
                    None => *had = Some(unit),
                    Some(first) if *first != unit => {
                        let text = profile.strings.text(unit).into_owned();
                        others.entry(label.key).or_default().insert(text);
                    }
                    Some(_) => {}
                }
            }
        }
        let text = |id| profile.strings.text(id).into_owned();
        let units = found.iter().map(|(&key, unit)| {
            let unit = match unit {
                Some(unit) => text(*unit),
                None => match profile.strings.bytes(key) {
                    b"alignment" | b"request" => "bytes".to_owned(),
                    _ => text(key),
                },
            };
            (key, unit)
        });
        let units: BTreeMap<_, _> = units.collect();
        let notes = others.iter().map(|(key, others)| {
            let others: Vec<_> = others.iter().map(String::as_str).collect();
            format!(
                "The label {} is counted in {}, and in some samples in {}, which is taken for the same.",
                text(*key),
                units.get(key).map_or("", String::as_str),
                others.join(", ")
            )
        });
        Self {
            notes: notes.collect(),
            units,
        }
    }

    /// Unit of a key.
    pub fn get(&self, key: StringId) -> &str {
        self.units.get(&key).map_or("", String::as_str)
    }
}

/// A filter of samples by their labels.
enum Filter {
    /// Numeric labels within a range, of one key or any.
    Range(Option<Vec<u8>>, Range),
    /// Every expression matches some `key:value`.
    Any(Vec<Rx>),
    /// Some expression matches some value of the key.
    Keyed(Vec<u8>, Vec<Rx>),
}

/// Bounds in a unit; both are inside.
struct Range {
    low: Option<f64>,
    high: Option<f64>,
    unit: String,
}

impl Range {
    fn has(&self, value: i64, unit: &str) -> bool {
        let (value, told) = units::scale(value, unit, &self.unit);
        told == self.unit
            && self.low.is_none_or(|low| value >= low)
            && self.high.is_none_or(|high| value <= high)
    }

    /// Reads `32kb`, `:64kb`, `4mb:`, `12kb:64mb`; `None` for anything else.
    fn read(text: &str) -> Option<Self> {
        let Some((low, high)) = text.split_once(':') else {
            let (value, unit) = measure(text)?;
            let (value, unit) = units::scale(value, unit, unit);
            return Some(Self {
                low: Some(value),
                high: Some(value),
                unit,
            });
        };
        let one = |text: &str, unit: Option<&str>| {
            let (value, own) = measure(text)?;
            Some(units::scale(value, own, unit.unwrap_or(own)))
        };
        match (low, high) {
            ("", high) => {
                let (value, unit) = one(high, None)?;
                Some(Self {
                    low: None,
                    high: Some(value),
                    unit,
                })
            }
            (low, "") => {
                let (value, unit) = one(low, None)?;
                Some(Self {
                    low: Some(value),
                    high: None,
                    unit,
                })
            }
            (low, high) => {
                let (low, unit) = one(low, None)?;
                let (high, other) = one(high, Some(&unit))?;
                // Bounds of different measures are no range but an expression.
                (unit == other).then_some(Self {
                    low: Some(low),
                    high: Some(high),
                    unit,
                })
            }
        }
    }
}

/// A whole number with a unit of ASCII letters.
fn measure(text: &str) -> Option<(i64, &str)> {
    let sign = usize::from(text.starts_with(['+', '-']));
    let digits = text[sign..].bytes().take_while(u8::is_ascii_digit).count();
    let (number, unit) = text.split_at(sign + digits);
    let good = digits > 0 && unit.bytes().all(|b| b.is_ascii_alphabetic());
    good.then_some(())?;
    Some((number.parse().ok()?, unit))
}

impl Filter {
    fn read(
        option: &'static str,
        text: &str,
        notes: &mut Vec<String>,
    ) -> Result<Option<Self>, LensFault> {
        if text.is_empty() {
            return Ok(None);
        }
        let (key, value) = match text.split_once('=') {
            Some((key, value)) => (Some(key), value),
            None => (None, text),
        };
        // An empty key is no key.
        let key = key
            .filter(|key| !key.is_empty())
            .map(|k| k.as_bytes().to_vec());
        if let Some(range) = Range::read(value) {
            notes.push(format!(
                "{option}: “{value}” is read as a range of numbers, not as text."
            ));
            return Ok(Some(Self::Range(key, range)));
        }
        let each = value
            .split(',')
            .map(|part| Rx::new(part).map_err(|why| LensFault { option, why }));
        let each = each.collect::<Result<Vec<_>, _>>()?;
        Ok(Some(match key {
            None => Self::Any(each),
            Some(key) => Self::Keyed(key, each),
        }))
    }

    fn has(&self, profile: &Profile, units: &LabelUnits, set: &[Label]) -> bool {
        let bytes = |id| profile.strings.bytes(id);
        match self {
            Self::Range(key, range) => set.iter().any(|label| match label.value {
                LabelValue::Number(value, _) => {
                    key.as_deref().is_none_or(|key| bytes(label.key) == key)
                        && range.has(value, units.get(label.key))
                }
                LabelValue::Text(_) => false,
            }),
            Self::Any(each) => each.iter().all(|rx| {
                set.iter().any(|label| match label.value {
                    LabelValue::Text(text) => {
                        rx.is_match(&[bytes(label.key), b":", bytes(text)].concat())
                    }
                    LabelValue::Number(..) => false,
                })
            }),
            Self::Keyed(key, each) => set.iter().any(|label| match label.value {
                LabelValue::Text(text) => {
                    bytes(label.key) == key.as_slice()
                        && each.iter().any(|rx| rx.is_match(bytes(text)))
                }
                LabelValue::Number(..) => false,
            }),
        }
    }
}

/// Reads a filter, to see whether it can be read.
pub(super) fn check(option: &'static str, text: &str) -> Result<(), LensFault> {
    Filter::read(option, text, &mut Vec::new()).map(drop)
}

/// Leaves out the samples of tracks that the lens does not pick.
pub(super) fn tracks(
    profile: &Profile,
    lens: &Lens,
    selection: &mut Selection,
    notes: &mut Vec<String>,
) {
    let Some((picked, told)) = crate::tracks::picked(profile, &lens.tracks) else {
        return;
    };
    notes.extend(told);
    let labels = &profile.samples.labels;
    let kept = selection
        .samples
        .get_or_insert_with(|| vec![true; labels.len()]);
    for (kept, set) in kept.iter_mut().zip(labels) {
        *kept &= picked[set.index()];
    }
}

/// The label filters of a lens.
pub(super) struct Filters {
    focus: Option<Filter>,
    ignore: Option<Filter>,
    show: Option<Rx>,
    hide: Option<Rx>,
    units: LabelUnits,
}

impl Filters {
    pub(super) fn of(
        profile: &Profile,
        lens: &Lens,
        notes: &mut Vec<String>,
    ) -> Result<Self, LensFault> {
        let focus = Filter::read("tagfocus", &lens.tagfocus, notes)?;
        let ignore = Filter::read("tagignore", &lens.tagignore, notes)?;
        let units = match (&focus, &ignore) {
            (None, None) => LabelUnits::default(),
            _ => LabelUnits::of(profile),
        };
        notes.extend(units.notes.iter().cloned());
        Ok(Self {
            focus,
            ignore,
            show: expression("tagshow", &lens.tagshow)?,
            hide: expression("taghide", &lens.taghide)?,
            units,
        })
    }

    pub(super) fn apply(
        &self,
        profile: &Profile,
        selection: &mut Selection,
        notes: &mut Vec<String>,
    ) {
        self.samples(profile, selection, notes);
        if self.show.is_some() || self.hide.is_some() {
            self.keys(profile, selection, notes);
        }
    }

    fn samples(&self, profile: &Profile, selection: &mut Selection, notes: &mut Vec<String>) {
        if self.focus.is_none() && self.ignore.is_none() {
            return;
        }
        let judge = |filter: &Option<Filter>, without: bool| -> Vec<bool> {
            let sets = (0..profile.labels.len() as u32).map(LabelSetId);
            sets.map(|set| match filter {
                None => without,
                Some(filter) => filter.has(profile, &self.units, profile.labels.get(set)),
            })
            .collect()
        };
        let (focused, ignored) = (judge(&self.focus, true), judge(&self.ignore, false));
        let labels = &profile.samples.labels;
        let kept = selection
            .samples
            .get_or_insert_with(|| vec![true; labels.len()]);
        let (mut in_focus, mut out) = (false, false);
        for (kept, set) in kept.iter_mut().zip(labels) {
            if *kept {
                let (focused, ignored) = (focused[set.index()], ignored[set.index()]);
                in_focus |= focused;
                out |= ignored;
                *kept = focused && !ignored;
            }
        }
        note(self.focus.is_none() || in_focus, "Label focus", notes);
        note(self.ignore.is_none() || out, "Label ignore", notes);
    }

    fn keys(&self, profile: &Profile, selection: &mut Selection, notes: &mut Vec<String>) {
        let (mut shown, mut hidden) = (false, false);
        let mut seen = BTreeSet::new();
        for (sample, set) in profile.samples.labels.iter().enumerate() {
            if !selection.has_sample(sample) {
                continue;
            }
            for label in profile.labels.get(*set) {
                if !seen.insert(label.key) {
                    continue;
                }
                let key = profile.strings.bytes(label.key);
                let show = self.show.as_ref().is_none_or(|rx| rx.is_match(key));
                let hide = self.hide.as_ref().is_some_and(|rx| rx.is_match(key));
                shown |= show;
                hidden |= hide;
                if !show || hide {
                    selection.hidden_labels.insert(label.key);
                }
            }
        }
        note(self.show.is_none() || shown, "Label show", notes);
        note(self.hide.is_none() || hidden, "Label hide", notes);
    }
}
