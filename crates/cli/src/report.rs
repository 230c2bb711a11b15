//! Reports: what `go tool pprof` prints, as subcommands of their own and under pprof's flags.

use std::fs;

use analysis::merge::{self, Diff};
use analysis::names::Names;
use analysis::report;
use profile::Profile;

use crate::flags::{self, Asked, PROTO};
use crate::{Stop, read};

/// `pprofweb REPORT FILE… [options]`
pub(crate) fn run(name: &str, args: &[String]) -> Result<Vec<u8>, Stop> {
    print(&flags::read(args, Some(name))?)
}

/// `pprofweb pprof ARGUMENTS…`: the report command lines of `go tool pprof`, unchanged.
pub(crate) fn pprof(_: &str, args: &[String]) -> Result<Vec<u8>, Stop> {
    let asked = flags::read(args, None)?;
    if asked.report.is_none() {
        let names: Vec<_> = report::REPORTS
            .iter()
            .map(|kind| format!("-{}", kind.name))
            .collect();
        return Err(Stop::Usage(format!(
            "Name a report: {}, -proto.",
            names.join(", ")
        )));
    }
    print(&asked)
}

fn print(asked: &Asked) -> Result<Vec<u8>, Stop> {
    let mut profile = gather(asked)?;
    Names::of(&profile).show(&mut profile, asked.lens.demangle, &mut symbols::demangle);
    if let Some(comment) = &asked.comment {
        let comment = profile.strings.intern(comment.as_bytes());
        profile.meta.comments.push(comment);
    }
    let name = asked.report.as_deref().unwrap_or("top");
    let printed = if name == PROTO {
        proto(&profile, asked)?
    } else {
        let kind = report::find(name)
            .ok_or_else(|| Stop::Usage(format!("There is no report “{name}”.")))?;
        if kind.wants_expression && asked.about.is_none() && asked.lens.about.is_empty() {
            return Err(Stop::Usage(format!(
                "{name} needs an expression: which functions it is about."
            )));
        }
        let printed = report::run(
            kind,
            &profile,
            &asked.lens,
            asked.about.as_deref(),
            usize::MAX,
        )
        .map_err(|fault| Stop::Failed(format!("{}: {fault}", asked.files.join(", "))))?;
        tell(&printed.notes);
        printed.text.into_bytes()
    };
    let Some(path) = &asked.output else {
        return Ok(printed);
    };
    fs::write(path, printed)
        .map_err(|error| Stop::Failed(format!("{path}: The file cannot be written: {error}.")))?;
    Ok(Vec::new())
}

fn tell(notes: &[String]) {
    for note in notes {
        eprintln!("pprofweb: {note}");
    }
}

fn proto(profile: &Profile, asked: &Asked) -> Result<Vec<u8>, Stop> {
    let left = analysis::select::left(profile, &asked.lens)
        .map_err(|fault| Stop::Failed(fault.to_string()))?;
    tell(&left.notes);
    let raw = (formats::export::pprof::EXPORTER.write)(&left.profile);
    Ok(formats::export::gzip::compressed(&raw))
}

/// Reads all files and makes one profile of them.
fn gather(asked: &Asked) -> Result<Profile, Stop> {
    let files = without_binary(&asked.files);
    if files.is_empty() {
        return Err(Stop::Usage("FILE is missing.".to_owned()));
    }
    if asked.normalize && asked.base.is_empty() {
        return Err(Stop::Usage(
            "--normalize needs a base: --base FILE or --diff_base FILE.".to_owned(),
        ));
    }
    let all = |files: &[String]| -> Result<Profile, Stop> {
        let profiles = files.iter().map(|path| read::profile(path));
        let profiles = profiles.collect::<Result<Vec<_>, _>>()?;
        merge::merge(profiles).map_err(|fault| Stop::Failed(fault.to_string()))
    };
    let profile = all(files)?;
    if asked.base.is_empty() {
        return Ok(profile);
    }
    let how = Diff {
        of_base: asked.diff_base,
        normalize: asked.normalize,
    };
    merge::diff(profile, all(&asked.base)?, how).map_err(|fault| Stop::Failed(fault.to_string()))
}

/// pprof takes the profiled binary as a first argument; there is nothing to look up in it here.
fn without_binary(files: &[String]) -> &[String] {
    let is_binary = |path: &String| {
        let mut magic = [0; 4];
        let read =
            fs::File::open(path).and_then(|mut f| std::io::Read::read_exact(&mut f, &mut magic));
        let known = [*b"\x7fELF", *b"\xcf\xfa\xed\xfe", *b"\xce\xfa\xed\xfe"];
        read.is_ok() && (known.contains(&magic) || magic.starts_with(b"MZ"))
    };
    match files {
        [first, rest @ ..] if !rest.is_empty() && is_binary(first) => {
            eprintln!("pprofweb: {first} is a program; symbols are taken from the profile alone.");
            rest
        }
        files => files,
    }
}
