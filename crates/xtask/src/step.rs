//! Steps: other programs run one after the other, a line each with its time.
//!
//! A program's output goes to a log under `target/xtask`; only its end is shown, and only when the
//! program failed. That keeps a good run readable and a bad one complete.

use std::fs::{self, File};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

/// What a command answers; the error is a sentence for the terminal.
pub type Outcome<T = ()> = Result<T, String>;

/// Lines of a failed program's output that are shown.
pub const TAIL: usize = 60;

/// The root of the workspace: cargo says where this crate is, else it is looked for upwards.
pub fn root() -> Outcome<PathBuf> {
    let here = match std::env::var_os("CARGO_MANIFEST_DIR") {
        Some(dir) => PathBuf::from(dir),
        None => std::env::current_dir().map_err(|e| format!("No current directory: {e}."))?,
    };
    here.ancestors()
        .find(|dir| dir.join("Cargo.lock").is_file() && dir.join("crates").is_dir())
        .map(Path::to_path_buf)
        .ok_or_else(|| "Run this inside the workspace.".to_owned())
}

/// For commands without arguments.
pub fn no_arguments(command: &str, args: &[String]) -> Outcome {
    match args.first() {
        None => Ok(()),
        Some(arg) => Err(format!("{command} takes no arguments; it was given {arg}.")),
    }
}

/// Runs `work` as a step: its name, then its time.
pub fn timed<T>(name: &str, work: impl FnOnce() -> Outcome<T>) -> Outcome<T> {
    print!("{name:<42}");
    // A terminal that is gone is no reason to stop.
    let _ = std::io::stdout().flush();
    let started = Instant::now();
    let result = work();
    let mark = if result.is_ok() { "ok" } else { "FAILED" };
    println!("{:>8.1} s  {mark}", started.elapsed().as_secs_f64());
    result
}

/// What a program left behind.
pub struct Ran {
    /// Whether it ended well.
    pub good: bool,
    /// Everything it wrote, both streams in order.
    pub output: String,
    /// Where that is kept, relative to the root.
    pub log: String,
}

impl Ran {
    /// The output of a good run, or a sentence with the end of a bad one's.
    pub fn check(self, name: &str) -> Outcome<String> {
        if self.good {
            return Ok(self.output);
        }
        Err(format!(
            "{name} failed:\n{}(all of it: {})",
            tail(&self.output, TAIL),
            self.log
        ))
    }
}

/// Runs a program to its end with both streams in the step's log.
pub fn run(root: &Path, name: &str, command: &mut Command) -> Outcome<Ran> {
    let log = format!("target/xtask/{}.log", slug(name));
    let path = root.join(&log);
    fs::create_dir_all(root.join("target/xtask")).map_err(|e| format!("target/xtask: {e}."))?;
    let file = File::create(&path).map_err(|e| format!("{log}: {e}."))?;
    let twin = file.try_clone().map_err(|e| format!("{log}: {e}."))?;
    let program = command.get_program().to_string_lossy().into_owned();
    let status = command
        .stdin(Stdio::null())
        .stdout(file)
        .stderr(twin)
        .status()
        .map_err(|e| format!("{program} could not be started: {e}."))?;
    let bytes = fs::read(&path).map_err(|e| format!("{log}: {e}."))?;
    let output = String::from_utf8_lossy(&bytes).into_owned();
    Ok(Ran {
        good: status.success(),
        output,
        log,
    })
}

/// A step that is one program.
pub fn step(root: &Path, name: &str, command: &mut Command) -> Outcome<String> {
    timed(name, || run(root, name, command)?.check(name))
}

/// What a program prints; its errors go to the terminal.
pub fn capture(command: &mut Command) -> Outcome<String> {
    let program = command.get_program().to_string_lossy().into_owned();
    let out = command
        .stdin(Stdio::null())
        .stderr(Stdio::inherit())
        .output()
        .map_err(|e| format!("{program} could not be started: {e}."))?;
    if !out.status.success() {
        return Err(format!("{program} failed ({}).", out.status));
    }
    String::from_utf8(out.stdout).map_err(|_| format!("{program} printed no UTF-8."))
}

/// The last `lines` lines, each ended.
pub fn tail(text: &str, lines: usize) -> String {
    let all: Vec<&str> = text.lines().collect();
    let from = all.len().saturating_sub(lines);
    let mut out = String::new();
    if from > 0 {
        out.push_str("…\n");
    }
    for line in all.iter().skip(from) {
        out.push_str(line);
        out.push('\n');
    }
    out
}

/// A name as a file name.
fn slug(name: &str) -> String {
    let dashed: String = name
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() { c } else { '-' })
        .collect();
    dashed
        .split('-')
        .filter(|part| !part.is_empty())
        .collect::<Vec<_>>()
        .join("-")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tail_says_that_it_is_one() {
        assert_eq!(tail("a\nb\n", 3), "a\nb\n");
        assert_eq!(tail("a\nb\nc", 2), "…\nb\nc\n");
    }

    #[test]
    fn names_become_file_names() {
        assert_eq!(slug("clippy (wasm32, app)"), "clippy-wasm32-app");
    }
}
