//! Which labels name a process or a thread, and how a label set becomes the name of a track.
//!
//! No two profilers spell these keys alike: case, blanks and signs between words do not count.

use hashbrown::HashMap;
use profile::{Label, LabelSetId, LabelValue, Profile, StringId};

/// What a label says of a track; the order is that of frames at the root.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Says {
    Process,
    ProcessId,
    Thread,
    ThreadId,
}

/// Keys by what they say, the telling ones first: of several in a label set the first counts.
static KEYS: &[(&str, Says)] = &[
    ("processname", Says::Process),
    ("process", Says::Process),
    ("processexecutablename", Says::Process),
    ("comm", Says::Process),
    ("pid", Says::ProcessId),
    ("processid", Says::ProcessId),
    ("processpid", Says::ProcessId),
    ("threadname", Says::Thread),
    ("thread", Says::Thread),
    ("threadcomm", Says::Thread),
    ("tid", Says::ThreadId),
    ("threadid", Says::ThreadId),
    ("osthreadid", Says::ThreadId),
    ("threadnativeid", Says::ThreadId),
];

/// The longest key above, and room for signs between its words; others are no key of ours.
const LONGEST: usize = 32;

/// The place of a key in the list.
fn place(key: &[u8]) -> Option<usize> {
    if key.len() > LONGEST {
        return None;
    }
    let plain = key.iter().filter(|byte| !b"_-. :".contains(byte));
    let plain: Vec<u8> = plain.map(u8::to_ascii_lowercase).collect();
    KEYS.iter().position(|(known, _)| known.as_bytes() == plain)
}

/// The keys of a profile that name processes and threads.
#[derive(Clone, Debug, Default)]
pub(super) struct Keys {
    places: HashMap<StringId, Option<usize>>,
}

/// Name and number of a process or thread.
#[derive(Clone, Copy, Default)]
struct Named {
    name: Option<usize>,
    id: Option<usize>,
}

impl Keys {
    /// Finds them. O(labels).
    pub(super) fn of(profile: &Profile) -> Self {
        let mut places: HashMap<StringId, Option<usize>> = HashMap::new();
        for set in 0..profile.labels.len() as u32 {
            for label in profile.labels.get(LabelSetId(set)) {
                let key = || place(profile.strings.bytes(label.key));
                places.entry(label.key).or_insert_with(key);
            }
        }
        places.retain(|_, place| place.is_some());
        Self { places }
    }

    /// Their names, processes first: what becomes frames at the root.
    pub(super) fn names(&self, profile: &Profile) -> Vec<String> {
        let found = self.places.iter();
        let mut found: Vec<(Says, usize, String)> = found
            .filter_map(|(&key, place)| {
                let place = (*place)?;
                let (_, says) = KEYS.get(place)?;
                Some((*says, place, profile.strings.text(key).into_owned()))
            })
            .collect();
        found.sort_unstable();
        found.into_iter().map(|(_, _, name)| name).collect()
    }

    fn any(&self, says: impl Fn(Says) -> bool) -> bool {
        let mut places = self.places.values().flatten();
        places.any(|&place| KEYS.get(place).is_some_and(|(_, it)| says(*it)))
    }

    /// Some label names a process.
    pub(super) fn of_processes(&self) -> bool {
        self.any(|says| says <= Says::ProcessId)
    }

    /// Some label names a thread.
    pub(super) fn of_threads(&self) -> bool {
        self.any(|says| says >= Says::Thread)
    }

    /// The labels of a set that say something of its track, as places in the list; the same for
    /// all sets of a track, so that names are made once a track and not once a set.
    pub(super) fn telling(&self, profile: &Profile, set: &[Label], out: &mut Vec<(usize, Label)>) {
        out.clear();
        out.extend(set.iter().filter_map(|label| {
            let place = (*self.places.get(&label.key)?)?;
            let says_nothing = matches!(label.value, LabelValue::Text(text) if profile.strings.bytes(text).is_empty());
            (!says_nothing).then_some((place, *label))
        }));
        out.sort_unstable();
    }
}

/// Process and thread that telling labels name; `None` where nothing does.
pub(super) fn names(
    profile: &Profile,
    telling: &[(usize, Label)],
) -> (Option<String>, Option<String>) {
    let of = |says: Says| {
        let mut places = telling.iter().map(|(place, _)| *place);
        places.find(|&place| KEYS.get(place).is_some_and(|(_, it)| *it == says))
    };
    let text = |place: Option<usize>| {
        let of_place = telling.iter().filter(|(at, _)| Some(*at) == place);
        let mut values: Vec<String> = of_place.map(|(_, label)| value(profile, label)).collect();
        values.dedup();
        values.join(",")
    };
    let join = |named: Named, what: &str| match (named.name, named.id) {
        (None, None) => None,
        (None, id) => Some(format!("{what} {}", text(id))),
        (name, None) => {
            let name = text(name);
            let is_number = name.bytes().all(|byte| byte.is_ascii_digit());
            Some(match is_number {
                true => format!("{what} {name}"),
                false => name,
            })
        }
        (name, id) => match (text(name), text(id)) {
            (name, id) if name == id => Some(format!("{what} {id}")),
            (name, id) => Some(format!("{name} ({id})")),
        },
    };
    let process = Named {
        name: of(Says::Process),
        id: of(Says::ProcessId),
    };
    let thread = Named {
        name: of(Says::Thread),
        id: of(Says::ThreadId),
    };
    (join(process, "process"), join(thread, "thread"))
}

/// A number of a process or thread measures nothing: its unit is not told.
fn value(profile: &Profile, label: &Label) -> String {
    match label.value {
        LabelValue::Text(text) => profile.strings.text(text).into_owned(),
        LabelValue::Number(number, _) => number.to_string(),
    }
}
