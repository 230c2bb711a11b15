//! `cargo xtask test`: everything a change must pass, and the count at the end.
//!
//! A failed step does not stop the others: one run tells everything. Tests of cargo and node are
//! counted one by one, every other step as one.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::step::{Outcome, TAIL, root, run, step, tail, timed};
use crate::tally::{Tally, cargo_tally, failures, skipped, tap_tally};
use crate::{dist, tidy, tools};

/// Which parts run.
#[derive(Debug, PartialEq, Eq)]
struct Choice {
    native: bool,
    /// Tests whose file or name contains this.
    browser: Option<String>,
}

/// `cargo xtask test`
pub fn command(args: &[String]) -> Outcome {
    let choice = choice(args)?;
    let root = root()?;
    let mut suite = Suite::new(root)?;
    if choice.native {
        suite.native(choice.browser.is_some());
    }
    if let Some(name) = &choice.browser {
        suite.browser(name);
    }
    suite.finish()
}

fn choice(args: &[String]) -> Outcome<Choice> {
    let words: Vec<&str> = args.iter().map(String::as_str).collect();
    let (native, browser) = match words.as_slice() {
        [] => (true, Some("")),
        ["--native"] => (true, None),
        ["--browser"] => (false, Some("")),
        ["--browser", name] => (false, Some(*name)),
        _ => return Err("cargo xtask test [--native | --browser [NAME]]".to_owned()),
    };
    Ok(Choice {
        native,
        browser: browser.map(str::to_owned),
    })
}

/// A run of the suite.
struct Suite {
    root: PathBuf,
    /// Tests append lines `SKIPPED: …` to it.
    skips: PathBuf,
    skipped: Vec<String>,
    tally: Tally,
}

impl Suite {
    fn new(root: PathBuf) -> Outcome<Self> {
        let folder = root.join("target/xtask");
        let skips = folder.join("skips.txt");
        // Only what this run skips is told at its end.
        fs::create_dir_all(&folder)
            .and_then(|()| fs::write(&skips, ""))
            .map_err(|e| format!("{}: {e}.", skips.display()))?;
        Ok(Self {
            root,
            skips,
            skipped: Vec::new(),
            tally: Tally::default(),
        })
    }

    /// A step that counts as one; whether it passed.
    fn one<T>(&mut self, result: Outcome<T>) -> Option<T> {
        match result {
            Ok(value) => {
                self.tally.passed += 1;
                Some(value)
            }
            Err(sentence) => {
                self.fail(&sentence);
                None
            }
        }
    }

    fn fail(&mut self, sentence: &str) {
        self.tally.failed += 1;
        println!("{sentence}\n");
    }

    fn cargo(&mut self, name: &str, args: &[&str]) {
        let mut cargo = Command::new("cargo");
        cargo.args(args).current_dir(&self.root);
        let result = step(&self.root, name, &mut cargo);
        self.one(result);
    }

    fn native(&mut self, with_wasm: bool) {
        let root = self.root.clone();
        let result = timed("tidy", || tidy::check(&root));
        self.one(result);
        self.cargo("formatting", &["fmt", "--all", "--", "--check", "-l"]);
        self.cargo(
            "clippy",
            &["clippy", "-q", "--all-targets", "--", "-D", "warnings"],
        );
        if with_wasm {
            let lint = [
                "clippy",
                "-q",
                "-p",
                "app",
                "--target",
                "wasm32-unknown-unknown",
            ];
            match tools::wasm_target(&root) {
                Ok(()) => self.cargo(
                    "clippy of the page",
                    &[&lint[..], &["--", "-D", "warnings"]].concat(),
                ),
                Err(sentence) => self.fail(&sentence),
            }
        }
        let mut test = Command::new("cargo");
        test.args(["test", "--no-fail-fast"]);
        self.counted("native tests", &mut test, cargo_tally, |text| {
            tail(text, 2 * TAIL)
        });
    }

    fn browser(&mut self, name: &str) {
        let root = self.root.clone();
        let tools = match tools::set_up(&root) {
            Ok(tools) => tools,
            Err(sentence) => return self.fail(&sentence),
        };
        let made = dist::make(&root, &tools);
        let Some(table) = self.one(made) else { return };
        print!("{table}");
        let chosen = tools::chromium(&root).and_then(|chromium| {
            let (files, pattern) = selection(test_files(&root.join("tests/browser"))?, name);
            if files.is_empty() {
                Err("tests/browser has no *.test.mjs.".to_owned())
            } else {
                Ok((chromium, files, pattern))
            }
        });
        let (chromium, files, pattern) = match chosen {
            Ok(chosen) => chosen,
            Err(sentence) => return self.fail(&sentence),
        };
        // What the page prints is compared with what the native tool prints.
        self.cargo("build the native tool", &["build", "-q", "-p", "cli"]);
        let folder = std::env::var_os("CARGO_TARGET_DIR");
        let folder = folder.map_or_else(|| root.join("target"), PathBuf::from);
        let mut node = tools.command("node");
        node.env("PPROFWEB_BIN", folder.join("debug/pprofweb"));
        // One file after the other: browsers side by side disturb each other's times.
        node.args(["--test", "--test-concurrency=1", "--test-reporter=tap"]);
        node.args(pattern.map(|name| format!("--test-name-pattern={name}")));
        node.args(files.iter().map(|file| format!("tests/browser/{file}")));
        node.env("CHROMIUM", chromium);
        self.counted("browser tests", &mut node, tap_tally, failures);
    }

    /// Runs tests that are counted one by one.
    fn counted(
        &mut self,
        name: &str,
        command: &mut Command,
        count: fn(&str) -> Tally,
        shown: impl Fn(&str) -> String,
    ) {
        command
            .env("PPROFWEB_SKIPS", &self.skips)
            .current_dir(&self.root);
        let mut tally = Tally::default();
        let result = timed(name, || {
            let ran = run(&self.root, name, command)?;
            self.skipped.extend(skipped(&ran.output));
            tally = count(&ran.output);
            let why = match (ran.good, tally.passed, tally.failed) {
                (true, 1.., 0) => return Ok(()),
                (true, 0, 0) => format!("No test of {name} was run."),
                _ => shown(&ran.output),
            };
            Err(format!("{why}(all of it: {})", ran.log))
        });
        if let Err(sentence) = result {
            println!("{sentence}\n");
            // What did not even compile has no failed test to count.
            tally.failed = tally.failed.max(1);
        }
        self.tally.add(tally);
    }

    /// Tells what was skipped, then the count as the last line.
    fn finish(mut self) -> Outcome {
        let told = fs::read_to_string(&self.skips).unwrap_or_default();
        self.skipped.extend(
            told.lines()
                .filter(|line| !line.is_empty())
                .map(str::to_owned),
        );
        self.skipped.sort_unstable();
        self.skipped.dedup();
        for line in &self.skipped {
            println!("{line}");
        }
        println!("{} passed, {} failed", self.tally.passed, self.tally.failed);
        if self.tally.failed == 0 {
            Ok(())
        } else {
            Err(String::new())
        }
    }
}

/// The names of the browser tests, in order.
fn test_files(folder: &Path) -> Outcome<Vec<String>> {
    let entries = fs::read_dir(folder).map_err(|e| format!("tests/browser: {e}."))?;
    let names = entries
        .flatten()
        .map(|entry| entry.file_name().to_string_lossy().into_owned());
    let mut files: Vec<String> = names.filter(|name| name.ends_with(".test.mjs")).collect();
    files.sort_unstable();
    Ok(files)
}

/// Files whose name contains `name` as a whole; else all files with a pattern for their tests.
fn selection(files: Vec<String>, name: &str) -> (Vec<String>, Option<String>) {
    let named = |file: &String| file.trim_end_matches(".test.mjs").contains(name);
    if name.is_empty() {
        return (files, None);
    }
    if files.iter().any(named) {
        return (files.into_iter().filter(named).collect(), None);
    }
    (files, Some(name.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_chosen() {
        let read = |args: &[&str]| choice(&args.iter().map(|&a| a.to_owned()).collect::<Vec<_>>());
        let of = |native, browser: Option<&str>| {
            Ok(Choice {
                native,
                browser: browser.map(str::to_owned),
            })
        };
        assert_eq!(read(&[]), of(true, Some("")));
        assert_eq!(read(&["--native"]), of(true, None));
        assert_eq!(read(&["--browser", "flame"]), of(false, Some("flame")));
        assert!(read(&["--fast"]).is_err());
    }

    #[test]
    fn a_name_means_files_first_and_tests_else() {
        let files = || vec!["flame.test.mjs".to_owned(), "open.test.mjs".to_owned()];
        assert_eq!(selection(files(), ""), (files(), None));
        assert_eq!(
            selection(files(), "flame"),
            (vec!["flame.test.mjs".to_owned()], None)
        );
        assert_eq!(
            selection(files(), "test"),
            (files(), Some("test".to_owned()))
        );
    }
}
