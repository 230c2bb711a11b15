//! `pprofweb top` against what `go tool pprof -top` printed for the same files.
//!
//! The fixtures of `crates/formats/fixtures` are always compared; the large corpus beside the
//! project only where it is present.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn corpus() -> Option<PathBuf> {
    let corpus = root().join("../shared/corpus");
    if corpus.is_dir() {
        return Some(corpus);
    }
    let line = "SKIPPED: pprof's stored outputs: ../shared/corpus is not there";
    eprintln!("{line}");
    if let Some(list) = std::env::var_os("PPROFWEB_SKIPS")
        && let Ok(mut list) = fs::OpenOptions::new().append(true).create(true).open(list)
    {
        let _ = writeln!(list, "{line}");
    }
    None
}

/// What the program prints; its error text where it fails.
fn top(file: &Path, options: &[&str]) -> Result<String, String> {
    let output = Command::new(env!("CARGO_BIN_EXE_pprofweb"))
        .arg("top")
        .arg(file)
        .args(options)
        .output()
        .expect("the program starts");
    match output.status.success() {
        true => Ok(String::from_utf8_lossy(&output.stdout).into_owned()),
        false => Err(String::from_utf8_lossy(&output.stderr).into_owned()),
    }
}

/// Compares, and tells the first line that differs.
fn compare(file: &Path, options: &[&str], expected: &Path) -> Result<(), String> {
    let wanted = fs::read_to_string(expected).expect("a stored output");
    let got = top(file, options)?;
    if got.trim_end() == wanted.trim_end() {
        return Ok(());
    }
    let differs = got
        .lines()
        .zip(wanted.lines())
        .find(|(got, wanted)| got != wanted)
        .map_or(("(length)".to_owned(), String::new()), |(a, b)| {
            (a.to_owned(), b.to_owned())
        });
    Err(format!(
        "{} {options:?}\n  ours   {}\n  pprof  {}",
        file.display(),
        differs.0,
        differs.1
    ))
}

fn check(results: Vec<Result<(), String>>, at_least: usize) {
    let faults: Vec<_> = results.iter().filter_map(|r| r.as_ref().err()).collect();
    assert!(
        faults.is_empty(),
        "{} of {} differ:\n{}",
        faults.len(),
        results.len(),
        faults
            .iter()
            .map(|f| f.as_str())
            .collect::<Vec<_>>()
            .join("\n")
    );
    assert!(
        results.len() >= at_least,
        "only {} outputs were compared",
        results.len()
    );
}

#[test]
fn fixtures_print_as_pprof_printed_them() {
    let folder = root().join("crates/formats/fixtures/go");
    let mut results = Vec::new();
    for entry in fs::read_dir(folder).expect("fixtures").flatten() {
        let path = entry.path();
        let name = path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        // PROFILE.TYPE.top.txt beside PROFILE.pb.gz
        let Some(stem) = name.strip_suffix(".top.txt") else {
            continue;
        };
        let (profile, kind) = stem.split_once('.').expect("PROFILE.TYPE");
        let file = path.with_file_name(format!("{profile}.pb.gz"));
        results.push(compare(&file, &["--sample-index", kind], &path));
    }
    check(results, 8);
}

#[test]
fn conformance_cases_print_as_pprof_printed_them() {
    let Some(corpus) = corpus() else { return };
    let cases = corpus.join("pprof/cases");
    let index = fs::read_to_string(cases.join("INDEX.tsv")).expect("an index");
    let mut results = Vec::new();
    for line in index.lines() {
        let fields: Vec<&str> = line.split('\t').collect();
        let [expected, file, args] = fields[..] else {
            continue;
        };
        let args: Vec<&str> = args.split_whitespace().collect();
        let ours: Option<Vec<&str>> = args
            .iter()
            .filter(|arg| **arg != "-top")
            .map(|arg| {
                (arg.starts_with("-sample_index=") || arg.starts_with("-nodecount="))
                    .then_some(*arg)
            })
            .collect();
        let (true, Some(ours)) = (args.contains(&"-top"), ours) else {
            continue;
        };
        let file = cases.join("in").join(file.trim_start_matches("in/"));
        let expected = cases
            .join("expect")
            .join(expected.trim_start_matches("expect/"));
        results.push(compare(&file, &ours, &expected));
    }
    check(results, 7);
}

#[test]
fn profiles_of_go_programs_print_as_pprof_printed_them() {
    let Some(corpus) = corpus() else { return };
    let folder = corpus.join("gotrace/pprof");
    let mut results = Vec::new();
    for entry in fs::read_dir(folder.join("top")).expect("outputs").flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let Some((profile, kind)) = name
            .strip_suffix(".txt")
            .and_then(|stem| stem.rsplit_once('.'))
        else {
            continue;
        };
        let beside = folder.join(format!("{profile}.pb.gz"));
        let older = corpus
            .join("gotrace/versions")
            .join(format!("{profile}.pb.gz"));
        let file = if beside.is_file() { beside } else { older };
        // These outputs were made with -nodecount=80.
        let options = ["--sample-index", kind, "--nodecount", "80"];
        results.push(compare(&file, &options, &entry.path()));
    }
    check(results, 50);
}

#[test]
fn errors_name_the_file_and_the_way_out() {
    let error = top(Path::new("/nonexistent/a.pb"), &[]).unwrap_err();
    assert!(
        error.starts_with("pprofweb: /nonexistent/a.pb: The file cannot be read"),
        "{error}"
    );
    let file = root().join("Cargo.toml");
    let error = top(&file, &[]).unwrap_err();
    assert!(
        error.contains("Cargo.toml: This looks like plain text"),
        "{error}"
    );
}
