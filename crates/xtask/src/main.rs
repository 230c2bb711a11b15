//! Everything that runs other programs: setting up, building, serving, testing, measuring.
//!
//! `cargo xtask` prints the commands; each is a row of [`COMMANDS`].

mod bench;
mod build;
mod cache;
mod dist;
mod docgen;
mod hash;
mod serve;
mod step;
mod tally;
mod test;
mod tidy;
mod tools;

use std::process::ExitCode;

use step::Outcome;

/// A command of `cargo xtask`.
struct Entry {
    name: &'static str,
    args: &'static str,
    help: &'static str,
    run: fn(&[String]) -> Outcome,
}

/// Every command, in the order people meet them.
static COMMANDS: &[Entry] = &[
    Entry {
        name: "serve",
        args: "[--port N] [--example]",
        help: "build the page and serve it on this machine",
        run: serve::command,
    },
    Entry {
        name: "dist",
        args: "",
        help: "leave the static site in dist/ and tell its sizes",
        run: dist::command,
    },
    Entry {
        name: "test",
        args: "[--native | --browser [NAME]]",
        help: "run everything a change must pass",
        run: test::command,
    },
    Entry {
        name: "bench",
        args: "",
        help: "measure against the field, into docs/bench.md",
        run: bench::command,
    },
    Entry {
        name: "tidy",
        args: "",
        help: "check the rules that no compiler holds",
        run: tidy::command,
    },
    Entry {
        name: "docgen",
        args: "",
        help: "write the tables in README.md and docs/",
        run: docgen::command,
    },
    Entry {
        name: "setup",
        args: "",
        help: "install what building and testing need, once for all clones",
        run: tools::command,
    },
];

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let Some((name, rest)) = args.split_first() else {
        print!("{}", usage());
        return ExitCode::SUCCESS;
    };
    let Some(entry) = COMMANDS.iter().find(|entry| entry.name == name) else {
        eprint!("There is no command {name}.\n\n{}", usage());
        return ExitCode::from(2);
    };
    match (entry.run)(rest) {
        Ok(()) => ExitCode::SUCCESS,
        Err(sentence) => {
            // A failed suite has said everything already.
            if !sentence.is_empty() {
                eprintln!("{sentence}");
            }
            ExitCode::FAILURE
        }
    }
}

/// The table of commands.
fn usage() -> String {
    let rows = COMMANDS.iter().map(|entry| {
        let left = format!("{} {}", entry.name, entry.args);
        format!("  {left:<36} {}\n", entry.help)
    });
    format!("cargo xtask COMMAND\n\n{}", rows.collect::<String>())
}
