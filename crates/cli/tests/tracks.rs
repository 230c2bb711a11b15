//! Tracks on the command line: what the page's list picks, by the same names.

use std::path::PathBuf;
use std::process::Command;

const THREADS: &str = "types: samples/count, *cpu/nanoseconds
main;a 1 30000000 {thread_name=main,tid=7}
main;b 5 50000000 {thread_name=pool,tid=8}
main;c 2 20000000";

/// A profile of threads in a folder of the test's own.
fn made(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let file = folder.join(name);
    let bytes = formats::export::pprof::write(&profile::testing::sketch(THREADS));
    std::fs::write(&file, bytes).expect("a file");
    file
}

/// Rows of the top report as `self name`, and what was told beside it.
fn top(name: &str, options: &[&str]) -> (Vec<String>, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pprofweb"));
    command.arg("top").args(options).arg(made(name));
    let out = command.output().expect("an output");
    let text = String::from_utf8_lossy(&out.stdout);
    let told = String::from_utf8_lossy(&out.stderr).into_owned();
    let rows = text.lines().skip_while(|line| !line.contains("flat%"));
    let rows = rows.skip(1).map(|line| {
        let words: Vec<&str> = line.split_whitespace().collect();
        format!("{} {}", words[0], words[words.len() - 1])
    });
    (rows.collect(), told + &text)
}

#[test]
fn tracks_are_picked_by_name() {
    for (option, rows) in [
        ("--tracks=main (7)", &["30ms a", "0 main"][..]),
        ("--tracks=!main (7)", &["50ms b", "20ms c", "0 main"]),
        (
            "--tracks=pool (8),no thread label",
            &["50ms b", "20ms c", "0 main"],
        ),
        ("--tracks=-", &[]),
    ] {
        let (printed, told) = top("picked.pb", &["--nodefraction=0", option]);
        assert_eq!(printed, rows, "{option}: {told}");
        assert!(
            told.contains(&option[2..]),
            "active filters are told: {told}"
        );
    }
}

#[test]
fn names_that_are_not_there_are_told() {
    let (rows, told) = top("unknown.pb", &["--tracks=main (7),gone"]);
    assert_eq!(rows.len(), 2);
    assert!(told.contains("there is no “gone”"), "{told}");
}
