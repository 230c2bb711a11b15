//! The native `pprofweb` command: the same readers and numbers as the page, in a terminal.

mod args;
mod read;
mod tables;
mod top;

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
    run: fn(&[String]) -> Result<String, Stop>,
}

/// All subcommands; help is printed from here.
static SUBCOMMANDS: &[Subcommand] = &[
    Subcommand {
        name: "top",
        args: "FILE [--sample-index NAME] [--nodecount N]",
        help: "Functions by self value, as `go tool pprof -top` prints them",
        run: top::run,
    },
    Subcommand {
        name: "tables",
        args: "NAME",
        help: "A table of this program's registries as Markdown (formats, views, commands)",
        run: tables::run,
    },
];

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let (name, rest) = args
        .split_first()
        .map_or(("help", &[][..]), |(n, rest)| (n.as_str(), rest));
    let result = match name {
        "help" | "--help" | "-h" => Ok(help()),
        "--version" | "-V" => Ok(format!("pprofweb {}\n", env!("CARGO_PKG_VERSION"))),
        name => match SUBCOMMANDS.iter().find(|command| command.name == name) {
            Some(command) => (command.run)(rest).map_err(|stop| match stop {
                Stop::Usage(text) => Stop::Usage(format!(
                    "{text}\nusage: pprofweb {} {}",
                    command.name, command.args
                )),
                failed @ Stop::Failed(_) => failed,
            }),
            None => Err(Stop::Usage(format!(
                "There is no command “{name}”. `pprofweb help` lists them."
            ))),
        },
    };
    match result {
        Ok(text) => {
            // A closed pipe (`| head`) is the reader's good right.
            let _ = io::stdout().write_all(text.as_bytes());
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

fn help() -> String {
    let mut out = String::from("pprofweb shows where time and memory went.\n\n");
    for command in SUBCOMMANDS {
        let Subcommand {
            name, args, help, ..
        } = command;
        let _ = writeln!(out, "  pprofweb {name} {args}\n      {help}");
    }
    out
}

/// Name and arguments of all subcommands.
pub(crate) fn subcommands() -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
    SUBCOMMANDS
        .iter()
        .map(|command| (command.name, command.args, command.help))
}
