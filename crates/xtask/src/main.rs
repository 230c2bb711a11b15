//! Everything that runs other programs: setting up, building, serving, testing, measuring.
//!
//! `cargo xtask` prints the commands; each is a row of [`COMMANDS`].

mod hash;
mod step;
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
static COMMANDS: &[Entry] = &[Entry {
    name: "setup",
    args: "",
    help: "install what building and testing need, once for all clones",
    run: tools::command,
}];

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
            eprintln!("{sentence}");
            ExitCode::FAILURE
        }
    }
}

/// The table of commands.
fn usage() -> String {
    let mut out = "cargo xtask COMMAND\n\n".to_owned();
    for entry in COMMANDS {
        let left = format!("{} {}", entry.name, entry.args);
        out.push_str(&format!("  {left:<30} {}\n", entry.help));
    }
    out
}
