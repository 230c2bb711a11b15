//! The native `pprofweb` command: the same readers and numbers as the page, in a terminal.

mod flags;
mod read;
mod report;
mod tables;

use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::process::ExitCode;

/// Why a command did not do its work.
pub(crate) enum Stop {
    /// It was called the wrong way: what is wrong.
    Usage(String),
    /// It could not be done: the whole sentence.
    Failed(String),
}

/// A subcommand.
struct Subcommand {
    name: &'static str,
    args: &'static str,
    help: &'static str,
    /// Gets the name it was called by and the arguments behind it.
    run: fn(&str, &[String]) -> Result<Vec<u8>, Stop>,
}

/// All subcommands that are not reports; help is printed from here.
static SUBCOMMANDS: &[Subcommand] = &[
    Subcommand {
        name: "proto",
        args: REPORT_ARGS,
        help: "The profile as the options leave it, in pprof's own format.",
        run: report::run,
    },
    Subcommand {
        name: "pprof",
        args: "ARGUMENTS…",
        help: "What `go tool pprof` prints for the same report arguments.",
        run: report::pprof,
    },
    Subcommand {
        name: "tables",
        args: "NAME",
        help: "A table of this program's registries as Markdown (formats, views, commands, options, steps).",
        run: tables::run,
    },
];

const REPORT_ARGS: &str = "FILE… [options]";
const ABOUT_ARGS: &str = "REGEX FILE… [options]";

/// Every subcommand: reports first.
pub(crate) fn subcommands() -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
    let reports = analysis::report::REPORTS.iter().map(|kind| {
        let args = match kind.wants_expression {
            true => ABOUT_ARGS,
            false => REPORT_ARGS,
        };
        (kind.name, args, kind.help)
    });
    let others = SUBCOMMANDS.iter().map(|c| (c.name, c.args, c.help));
    reports.chain(others)
}

/// Runs a subcommand; `None` if there is none of that name.
fn run(name: &str, args: &[String]) -> Option<Result<Vec<u8>, Stop>> {
    if analysis::report::find(name).is_some() {
        return Some(report::run(name, args));
    }
    let command = SUBCOMMANDS.iter().find(|command| command.name == name)?;
    Some((command.run)(name, args))
}

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let (name, rest) = args
        .split_first()
        .map_or(("help", &[][..]), |(n, rest)| (n.as_str(), rest));
    let result = match name {
        "help" | "--help" | "-h" => Ok(help().into_bytes()),
        "--version" | "-V" => Ok(format!("pprofweb {}\n", env!("CARGO_PKG_VERSION")).into_bytes()),
        name => match run(name, rest) {
            Some(result) => result.map_err(|stop| match stop {
                Stop::Usage(text) => Stop::Usage(with_usage(name, &text)),
                failed @ Stop::Failed(_) => failed,
            }),
            None => Err(Stop::Usage(format!(
                "There is no command “{name}”. `pprofweb help` lists them."
            ))),
        },
    };
    match result {
        Ok(bytes) => {
            // A closed pipe (`| head`) is the reader's good right.
            let _ = io::stdout().write_all(&bytes);
            ExitCode::SUCCESS
        }
        Err(Stop::Usage(text)) => {
            eprintln!("pprofweb: {text}");
            ExitCode::from(2)
        }
        Err(Stop::Failed(text)) => {
            eprintln!("pprofweb: {text}");
            ExitCode::FAILURE
        }
    }
}

fn with_usage(name: &str, text: &str) -> String {
    let known = subcommands().find(|(known, ..)| *known == name);
    match known {
        Some((name, args, _)) => format!("{text}\nusage: pprofweb {name} {args}"),
        None => text.to_owned(),
    }
}

fn help() -> String {
    let mut out = String::from("pprofweb shows where time and memory went.\n\n");
    for (name, args, help) in subcommands() {
        let _ = writeln!(out, "  pprofweb {name} {args}\n      {help}");
    }
    out.push_str("\nFormats that can be read:\n");
    for format in formats::IMPORTERS {
        let _ = writeln!(out, "  {}", format.name);
    }
    out.push_str(
        "\nOptions of reports, as `go tool pprof` spells them (-name=value, --name value):\n",
    );
    out.push_str(&options_help());
    out
}

fn options_help() -> String {
    let mut out = String::new();
    let mut row = |name: &str, help: &str| {
        let _ = writeln!(out, "  --{name:<24} {help}");
    };
    row("sample_index NAME", "Counts this sample type.");
    for option in analysis::options::OPTIONS {
        let value = match option.kind {
            analysis::options::Kind::Flag => "",
            analysis::options::Kind::Regex => " REGEX",
            analysis::options::Kind::LabelFilter => " FILTER",
            analysis::options::Kind::Tracks => " NAMES",
            analysis::options::Kind::Text => " TEXT",
            analysis::options::Kind::Number => " N",
            analysis::options::Kind::Choice(_) => " NAME",
        };
        row(&format!("{}{value}", option.name), option.help);
    }
    row(
        "base FILE",
        "Takes this profile from the others; equal stacks cancel.",
    );
    row(
        "diff_base FILE",
        "Compares with this profile; shares are of it.",
    );
    row("normalize", "Scales the profile to the base first.");
    row("output FILE", "Writes the report into a file.");
    out
}
