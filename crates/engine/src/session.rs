//! A session: one opened file, the questions asked about it.

use std::mem;

use analysis::lens::Demangle;
use analysis::merge::{self, Diff};
use analysis::names::{Demangler, Names, any_mangled};
use analysis::{Lens, Pattern};
use formats::{Cx, Limits, Opened};
use profile::Profile;
use views::{AnyView, Cx as ViewCx, Trees};

use crate::memo::{Asked, Memo};
use crate::protocol::{
    Answer, Failure, FoundKeys, How, Part, ProfileSummary, Progress, Question, Reply, Request,
    Response, SampleTypeSummary, Summary,
};

/// Gets what reads mangled names; `None` where it cannot be had.
pub type Loader = Box<dyn FnOnce() -> Option<Box<Demangler<'static>>>>;

/// What reads mangled names: large, and most profiles have none.
#[derive(Default)]
enum Reader {
    /// Not wanted yet.
    Waiting(Loader),
    Ready(Box<Demangler<'static>>),
    /// It cannot be had.
    #[default]
    Missing,
}

/// Told beside answers whose names could not be read.
const NAMES_STAY: &str =
    "Names stay as the linker has them: the part of the program that reads them is not there.";

/// One opened file.
#[derive(Default)]
pub struct Session {
    profiles: Vec<Profile>,
    /// Names of the functions of each profile.
    names: Vec<Names>,
    reader: Reader,
    memo: Memo,
}

impl Session {
    /// A session that asks for what reads mangled names once there is one.
    pub fn with_demangler(loader: Loader) -> Self {
        Self {
            reader: Reader::Waiting(loader),
            ..Self::default()
        }
    }

    /// Answers a request. `files` are those that [`Question::Open`] and [`Question::Combine`] are
    /// about. `report` is told progress and answers false to stop.
    pub fn answer(
        &mut self,
        request: Request,
        files: Vec<Vec<u8>>,
        report: &mut dyn FnMut(Progress) -> bool,
    ) -> Response {
        let id = request.id;
        let reply = match request.question {
            Question::Open { name } => {
                let bytes = files.into_iter().next().unwrap_or_default();
                self.open(&name, bytes, report)
            }
            Question::Combine { parts, how } => self.combine(&parts, files, how, report),
            Question::View {
                profile,
                view,
                lens,
                args,
            } => {
                report(Progress {
                    step: 3,
                    done: 0,
                    total: 0,
                });
                self.view(profile, &view, &lens, &args)
            }
            Question::Find {
                profile,
                view,
                lens,
                text,
            } => self.find(profile, &view, &lens, &text),
            Question::Crash => panic!("asked to crash, to see what comes of it"),
        };
        Response {
            id,
            reply: reply.unwrap_or_else(Reply::Failed),
        }
    }

    /// Reads a file. What was open stays if this one cannot be read.
    fn open(
        &mut self,
        name: &str,
        bytes: Vec<u8>,
        report: &mut dyn FnMut(Progress) -> bool,
    ) -> Result<Reply, Failure> {
        let opened = read(name, bytes, report)?;
        let summary = summary_of(name, &opened);
        self.hold(opened.profiles);
        Ok(Reply::Opened(summary))
    }

    /// Reads several files and makes one profile of them.
    fn combine(
        &mut self,
        parts: &[Part],
        files: Vec<Vec<u8>>,
        how: How,
        report: &mut dyn FnMut(Progress) -> bool,
    ) -> Result<Reply, Failure> {
        let mut profiles = Vec::new();
        let mut warnings = Vec::new();
        for (part, bytes) in parts.iter().zip(files) {
            let named = |text: String| format!("{}: {text}", part.name);
            let opened = read(&part.name, bytes, report).map_err(|failure| Failure {
                message: named(failure.message),
                ..failure
            })?;
            warnings.extend(opened.warnings.iter().map(|w| named(w.text.clone())));
            let wanted = opened.profiles.into_iter().nth(part.profile as usize);
            profiles.extend(wanted);
        }
        let combined = match how {
            How::Merge => merge::merge(profiles),
            How::Diff { of_base, normalize } => {
                let mut both = profiles.into_iter();
                match (both.next(), both.next()) {
                    (Some(profile), Some(base)) => {
                        merge::diff(profile, base, Diff { of_base, normalize })
                    }
                    _ => merge::merge(Vec::new()),
                }
            }
        };
        let profile = combined.map_err(|fault| Failure {
            code: "combine".to_owned(),
            message: fault.to_string(),
        })?;
        let names: Vec<_> = parts.iter().map(|part| part.name.clone()).collect();
        let summary = Summary {
            name: names.join(", "),
            format: "combined".to_owned(),
            format_name: match how {
                How::Merge => "merged".to_owned(),
                How::Diff { .. } => "difference".to_owned(),
            },
            peeled: Vec::new(),
            profiles: vec![profile_summary(&profile)],
            warnings,
        };
        self.hold(vec![profile]);
        Ok(Reply::Opened(summary))
    }

    fn hold(&mut self, profiles: Vec<Profile>) {
        self.names = profiles.iter().map(Names::of).collect();
        self.profiles = profiles;
        self.memo = Memo::default();
    }

    /// Gives a profile's functions the names that a lens asks for; answers what is to be told.
    fn name(&mut self, number: usize, way: Demangle) -> Option<&'static str> {
        let profile = self.profiles.get_mut(number)?;
        let names = self.names.get_mut(number)?;
        let reads = !matches!(way, Demangle::None | Demangle::Recorded);
        let wanted = reads && any_mangled(profile);
        if wanted && matches!(self.reader, Reader::Waiting(_)) {
            let waiting = mem::take(&mut self.reader);
            if let Reader::Waiting(load) = waiting
                && let Some(read) = load()
            {
                self.reader = Reader::Ready(read);
            }
        }
        match &mut self.reader {
            Reader::Ready(read) => {
                names.show(profile, way, read.as_mut());
                None
            }
            Reader::Waiting(_) | Reader::Missing => {
                names.show(profile, way, &mut |_, _| None);
                wanted.then_some(NAMES_STAY)
            }
        }
    }

    fn asked<'a>(
        &'a mut self,
        number: u32,
        view: &str,
        lens: &'a Lens,
    ) -> Result<(&'static dyn AnyView, Asked<'a>), Failure> {
        let number = number as usize;
        let told = self.name(number, lens.demangle);
        let view = views::find(view).ok_or_else(|| Failure {
            code: "view".to_owned(),
            message: format!("There is no view “{view}” in this version."),
        })?;
        let profile = self.profiles.get(number).ok_or_else(|| Failure {
            code: "profile".to_owned(),
            message: "The file is not open, or has no such profile.".to_owned(),
        })?;
        Ok((
            view,
            Asked {
                memo: &mut self.memo,
                number,
                profile,
                lens,
                notes: told.map(str::to_owned).into_iter().collect(),
            },
        ))
    }

    fn view(&mut self, number: u32, view: &str, lens: &Lens, args: &str) -> Result<Reply, Failure> {
        let (view, mut asked) = self.asked(number, view, lens)?;
        let mut cx = ViewCx {
            profile: asked.profile,
            lens,
            args,
            trees: &mut asked,
        };
        let computed = view.compute(&mut cx);
        let notes = asked.notes;
        Ok(Reply::Answer(match computed {
            Ok(packed) => Answer::Data { packed, notes },
            Err(gap) => Answer::Gap(gap),
        }))
    }

    fn find(&mut self, number: u32, view: &str, lens: &Lens, text: &str) -> Result<Reply, Failure> {
        let (view, mut asked) = self.asked(number, view, lens)?;
        let Ok(shared) = asked.tree(view.meta().naming) else {
            return Ok(Reply::Found(FoundKeys::default()));
        };
        let tree = &shared.0;
        let grand_total = tree.grand_total;
        Ok(Reply::Found(match Pattern::parse(text) {
            Ok(pattern) => {
                let found = analysis::find::find(tree, &pattern);
                let hits = found.keys.iter().zip(0_u32..).filter(|(hit, _)| **hit);
                FoundKeys {
                    keys: hits.map(|(_, key)| key).collect(),
                    covered: found.covered,
                    grand_total,
                    fault: None,
                }
            }
            Err(fault) => FoundKeys {
                grand_total,
                fault: Some(fault),
                ..FoundKeys::default()
            },
        }))
    }
}

fn read(
    name: &str,
    bytes: Vec<u8>,
    report: &mut dyn FnMut(Progress) -> bool,
) -> Result<Opened, Failure> {
    let mut tick = |step, done, total| {
        report(Progress {
            step: step as u8,
            done,
            total,
        })
    };
    let mut cx = Cx::new(Limits::default(), &mut tick);
    formats::open(name, bytes, &mut cx).map_err(|error| Failure {
        code: error.code().to_owned(),
        message: error.to_string(),
    })
}

fn summary_of(name: &str, opened: &Opened) -> Summary {
    Summary {
        name: name.to_owned(),
        format: opened.format.id.to_owned(),
        format_name: opened.format.name.to_owned(),
        peeled: opened
            .peeled
            .iter()
            .map(|&wrapper| wrapper.to_owned())
            .collect(),
        profiles: opened.profiles.iter().map(profile_summary).collect(),
        warnings: opened
            .warnings
            .iter()
            .map(|warning| warning.text.clone())
            .collect(),
    }
}

fn profile_summary(profile: &Profile) -> ProfileSummary {
    let text = |id| profile.strings.text(id).into_owned();
    let sample_types = profile
        .samples
        .values
        .iter()
        .enumerate()
        .map(|(at, column)| SampleTypeSummary {
            kind: profile.kind_text(at),
            unit: profile.unit_text(at),
            total: column
                .iter()
                .fold(0, |sum, v| sum.saturating_add(v.saturating_abs())),
        })
        .collect();
    let main = profile
        .mappings
        .first()
        .map(|mapping| text(mapping.file))
        .unwrap_or_default();
    ProfileSummary {
        title: analysis::keys::base(&main).to_owned(),
        sample_types,
        default_type: profile.first_sample_type() as u32,
        samples: profile.samples.len() as u64,
        functions: profile.functions.len() as u64,
        time_nanos: profile.meta.time_nanos,
        duration_nanos: profile.meta.duration_nanos,
        comments: profile
            .meta
            .comments
            .iter()
            .map(|&comment| text(comment))
            .collect(),
        doc_url: text(profile.meta.doc_url),
        track_keys: analysis::tracks::track_keys(profile),
    }
}

#[cfg(test)]
mod tests;
