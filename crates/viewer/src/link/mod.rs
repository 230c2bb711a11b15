//! The view state in a link's fragment: `v=1&view=top&type=cpu&look=…`.
//!
//! [`FIELDS`] and the lens's [`OPTIONS`] are the only lists of keys. A field that cannot be read becomes its default and a
//! warning, never a dead page. Files are not in links: a link restores how a file is looked at.
//! What makes a link too long for a mail or a browser ([`LONGEST`], [`LONGEST_FILTER`]) is not in
//! it either. A filter or step that is left out changes every number: the link says so ([`CUT`]).

mod escape;

use analysis::Step;
use analysis::lens::Real;
use analysis::options::OPTIONS;
use views::Picked;

use crate::ViewState;

/// The version written first; what older ones meant differently is translated on reading.
pub const VERSION: &str = "1";

/// Bytes of a value before it is encoded. A selected frame below more names than that is linked
/// by its own name alone: stacks of 100,000 frames exist, and browsers refuse such links.
pub const LONGEST: usize = 2000;

/// The same for what is counted, options and steps: numbers depend on them. A call path of a
/// hundred names is 8,000 bytes; browsers take links of 32,000 letters, three for a byte at worst.
pub const LONGEST_FILTER: usize = 8000;

/// The key that says that options or steps are left out, with a number made of them: links of
/// different states differ, and the one that reads it is told.
const CUT: &str = "cut";

/// The key of a step; it is there once for each, in their order.
const STEP: &str = "step";

/// A field of a link.
pub struct Field {
    /// Its key; never used for something else.
    pub key: &'static str,
    /// What it is, for docs and warnings.
    pub title: &'static str,
    write: fn(&ViewState) -> String,
    read: fn(&mut ViewState, &str) -> Option<()>,
}

/// Every field, in the order they are written. The view comes before its look.
pub static FIELDS: &[Field] = &[
    Field {
        key: "view",
        title: "the view",
        write: |state| state.view.clone(),
        read: |state, text| {
            views::find(text)?;
            text.clone_into(&mut state.view);
            Some(())
        },
    },
    Field {
        key: "profile",
        title: "which of the file's profiles",
        write: |state| match state.profile {
            0 => String::new(),
            number => number.to_string(),
        },
        read: |state, text| {
            state.profile = text.parse().ok()?;
            Some(())
        },
    },
    Field {
        key: "type",
        title: "the sample type",
        write: |state| state.lens.sample_type.clone(),
        read: |state, text| {
            text.clone_into(&mut state.lens.sample_type);
            Some(())
        },
    },
    Field {
        key: "look",
        title: "zoom and sorting of the view",
        write: |state| state.look(state.view_id()).to_owned(),
        read: |state, text| {
            let view = state.view_id().to_owned();
            views::find(&view)?.is_look(text).then_some(())?;
            state.set_look(&view, text.to_owned());
            Some(())
        },
    },
    Field {
        key: "look2",
        title: "zoom of the view beside it",
        write: |state| {
            let beside = beside(state).unwrap_or_default();
            state.look(beside).to_owned()
        },
        read: |state, text| {
            let view = beside(state)?;
            views::find(view)?.is_look(text).then_some(())?;
            state.set_look(view, text.to_owned());
            Some(())
        },
    },
    Field {
        key: "paint",
        title: "what colours tell",
        write: |state| state.paint.clone(),
        read: |state, text| {
            views::Paint::find(text)?.id().clone_into(&mut state.paint);
            Some(())
        },
    },
    Field {
        key: "find",
        title: "the search text",
        write: |state| state.find.clone(),
        read: |state, text| {
            text.clone_into(&mut state.find);
            Some(())
        },
    },
    Field {
        key: "sel",
        title: "the selected frame",
        write: |state| state.picked.as_ref().map(write_picked).unwrap_or_default(),
        read: |state, text| {
            state.picked = Some(read_picked(text)?);
            Some(())
        },
    },
    Field {
        key: "at",
        title: "where the selected frame begins",
        write: |state| {
            let at = state.picked.as_ref().and_then(|picked| picked.at);
            at.map(|at| at.0.to_string()).unwrap_or_default()
        },
        read: |state, text| {
            let at: f64 = text.parse().ok()?;
            let picked = state.picked.as_mut()?;
            picked.at = (0.0..=1.0).contains(&at).then_some(Real(at));
            picked.at.map(|_| ())
        },
    },
];

/// The view beside the visible one.
fn beside(state: &ViewState) -> Option<&'static str> {
    views::find(state.view_id())?.meta().beside
}

/// Names are separated by what no function name holds; one that does is not linked.
const SEPARATOR: char = '\u{1f}';

fn write_picked(picked: &Picked) -> String {
    let names = || picked.path.iter().chain([&picked.name]);
    if names().any(|name| name.contains(SEPARATOR)) {
        return String::new();
    }
    let long: usize = names().map(|name| name.len() + 1).sum();
    match picked.path.is_empty() || long > LONGEST {
        true => picked.name.clone(),
        false => picked.path.iter().fold(String::new(), |mut text, name| {
            text.push(SEPARATOR);
            text.push_str(name);
            text
        }),
    }
}

fn read_picked(text: &str) -> Option<Picked> {
    match text.strip_prefix(SEPARATOR) {
        None => (!text.is_empty()).then(|| Picked {
            name: text.to_owned(),
            ..Picked::default()
        }),
        Some(path) => {
            let path: Vec<String> = path.split(SEPARATOR).map(str::to_owned).collect();
            Some(Picked {
                name: path.last()?.clone(),
                path,
                at: None,
            })
        }
    }
}

/// The state as a fragment, without `#`. Defaults are left out.
pub fn write(state: &ViewState) -> String {
    let mut link = format!("v={VERSION}");
    let mut cut = Vec::new();
    let mut add = |key: &str, value: &str, longest: usize| {
        let fits = value.len() <= longest;
        if !value.is_empty() && fits {
            link.push('&');
            link.push_str(key);
            link.push('=');
            escape::write(value, &mut link);
        }
        fits
    };
    for field in FIELDS {
        add(field.key, &(field.write)(state), LONGEST);
    }
    let options = OPTIONS.iter().filter(|option| option.is_set(&state.lens));
    let options = options.map(|option| (option.key, (option.get)(&state.lens)));
    let steps = state.lens.steps.iter().map(|step| (STEP, step.write()));
    for (key, value) in options.chain(steps) {
        if !add(key, &value, LONGEST_FILTER) {
            cut.push(value);
        }
    }
    if !cut.is_empty() {
        add(CUT, &format!("{:x}", fingerprint(&cut)), LONGEST);
    }
    link
}

/// True if a link leaves out options or steps of the state it was written for.
pub fn is_cut(link: &str) -> bool {
    let mut keys = link.split('&').filter_map(|pair| pair.split_once('='));
    keys.any(|(key, _)| key == CUT)
}

/// Tells texts apart (FNV-1a); it protects nothing.
fn fingerprint(texts: &[String]) -> u32 {
    let bytes = texts.iter().flat_map(|text| text.bytes().chain([0xff]));
    bytes.fold(0x811c_9dc5, |hash: u32, byte| {
        (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)
    })
}

/// A link that was read.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Read {
    /// The state it describes.
    pub state: ViewState,
    /// True if it describes anything.
    pub says_something: bool,
    /// An example to be opened, by its id.
    pub example: Option<String>,
    /// What could not be read, as sentences.
    pub warnings: Vec<String>,
}

/// Reads a fragment, with or without `#`.
pub fn read(fragment: &str) -> Read {
    let mut out = Read::default();
    let pairs: Vec<(&str, &str)> = fragment
        .trim_start_matches('#')
        .split('&')
        .filter(|pair| !pair.is_empty())
        .map(|pair| pair.split_once('=').unwrap_or((pair, "")))
        .collect();
    if let Some((_, version)) = pairs.iter().find(|(key, _)| *key == "v")
        && *version != VERSION
    {
        out.warnings.push(crate::messages::link_version(version));
    }
    if let Some((_, example)) = pairs.iter().find(|(key, _)| *key == "example") {
        out.example = Some(escape::read(example));
    }
    if is_cut(fragment.trim_start_matches('#')) {
        out.warnings.push(crate::messages::LINK_CUT.to_owned());
    }
    // In the order of the table, whatever the order in the link.
    for field in FIELDS {
        let Some((_, value)) = pairs.iter().find(|(key, _)| *key == field.key) else {
            continue;
        };
        if (field.read)(&mut out.state, &escape::read(value)).is_some() {
            out.says_something = true;
        } else {
            out.warnings.push(crate::messages::link_field(field.title));
        }
    }
    for option in OPTIONS {
        let Some((_, value)) = pairs.iter().find(|(key, _)| *key == option.key) else {
            continue;
        };
        match (option.set)(&mut out.state.lens, &escape::read(value)) {
            Ok(()) => out.says_something = true,
            Err(_) => out.warnings.push(crate::messages::link_field(option.title)),
        }
    }
    for (_, value) in pairs.iter().filter(|(key, _)| *key == STEP) {
        match Step::read(&escape::read(value)) {
            Ok(step) => out.state.lens.steps.push(step),
            Err(_) => out.warnings.push(crate::messages::link_field("a step")),
        }
        out.says_something = true;
    }
    out
}

#[cfg(test)]
mod tests;
