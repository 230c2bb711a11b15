//! The large corpus beside the project: every pprof file opens, with the figures that pprof gave.

mod dump;

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Once;

use formats::{Cx, ImportError, Limits, Opened};
use profile::Profile;

fn corpus() -> Option<PathBuf> {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus");
    if corpus.is_dir() {
        return Some(corpus);
    }
    static TOLD: Once = Once::new();
    TOLD.call_once(|| {
        let line = "SKIPPED: reading of the corpus: ../shared/corpus is not there";
        eprintln!("{line}");
        if let Some(list) = std::env::var_os("PPROFWEB_SKIPS")
            && let Ok(mut list) = fs::OpenOptions::new().append(true).create(true).open(list)
        {
            let _ = writeln!(list, "{line}");
        }
    });
    None
}

fn open(path: &Path) -> Result<Opened, ImportError> {
    let bytes = fs::read(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let mut tick = |_, _, _| true;
    let mut cx = Cx::new(Limits::default(), &mut tick);
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    formats::open(&name, bytes, &mut cx)
}

fn opened(path: &Path) -> Opened {
    let opened = open(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    for profile in &opened.profiles {
        profile.validate().expect("a sound profile");
    }
    opened
}

/// Files below a folder of the corpus, in order of their names.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut out = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a folder of the corpus") {
            let path = entry.expect("an entry").path();
            match path.is_dir() {
                true => folders.push(path),
                false => out.push(path),
            }
        }
    }
    out.sort();
    out
}

fn name(path: &Path) -> String {
    path.file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned()
}

fn total(profile: &Profile, kind: &str) -> i64 {
    let column = profile.find_sample_type(kind).expect("such a sample type");
    profile.samples.values[column].iter().sum()
}

#[test]
fn pprofs_own_profiles_open_without_a_warning() {
    let Some(corpus) = corpus() else { return };
    let mut count = 0;
    for folder in ["pprof/cases/in", "pprof/driver/in"] {
        for path in files(&corpus.join(folder)) {
            let opened = opened(&path);
            assert_eq!(opened.warnings, [], "{}", path.display());
            assert_eq!(opened.profiles.len(), 1, "{}", path.display());
            // What was read is written and read again without a difference.
            let written = formats::export::pprof::write(&opened.profiles[0]);
            let mut tick = |_, _, _| true;
            let mut cx = Cx::new(Limits::default(), &mut tick);
            let again = formats::open("x.pb", written.clone(), &mut cx).expect("our own bytes");
            let rewritten = formats::export::pprof::write(&again.profiles[0]);
            let alike = rewritten == written || opened.format.id != "pprof";
            assert!(alike, "{}", path.display());
            assert!(!opened.profiles[0].samples.is_empty(), "{}", path.display());
            count += 1;
        }
    }
    assert!(count >= 18, "{count} files");
}

#[test]
fn files_of_go_open_or_say_what_they_are() {
    let Some(corpus) = corpus() else { return };
    let (mut open_count, mut told) = (0, 0);
    for folder in ["real/go", "gotrace/pprof"] {
        for path in files(&corpus.join(folder)) {
            let name = name(&path);
            if name.contains(".pb") || name.contains(".debug") {
                let opened = opened(&path);
                assert_eq!(opened.format.id == "pprof", name.contains(".pb"), "{name}");
                assert_eq!(opened.warnings, [], "{name}");
                open_count += 1;
            } else {
                // pprof's own reports: no profiles any more.
                let error = open(&path).err().unwrap_or_else(|| panic!("{name} opened"));
                assert_eq!(error.code(), "unknown-format", "{name}: {error}");
                told += 1;
            }
        }
    }
    assert!(open_count >= 64 && told >= 100, "{open_count} and {told}");
}

#[test]
fn no_other_file_is_taken_for_a_pprof_profile() {
    let Some(corpus) = corpus() else { return };
    let mut wrong = Vec::new();
    let mut count = 0;
    for folder in ["real", "speedscope", "pprof/legacy", "gotrace/broken"] {
        for path in files(&corpus.join(folder)) {
            count += 1;
            let path_text = path.to_string_lossy().into_owned();
            match open(&path) {
                Ok(opened) => {
                    let magic = [
                        ".pb",
                        "pprof",
                        "/wrong-extension.json",
                        ".cpu",
                        ".debug",
                        "orchard.gperf.",
                    ];
                    let meant = magic.iter().any(|m| path_text.contains(m));
                    if !meant {
                        wrong.push(format!("{path_text}: read as {}", opened.format.id));
                    }
                }
                Err(error) => {
                    let text = error.to_string();
                    let sentence = text.ends_with('.') && text.len() > 20;
                    if !sentence || matches!(error, ImportError::Cancelled) {
                        wrong.push(format!("{path_text}: {text}"));
                    }
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(count > 300, "{count} files");
}

#[test]
fn totals_are_those_of_the_manifest() {
    let Some(corpus) = corpus() else { return };
    for (file, kind, expected) in [
        ("real/go/ferry.go.cpu.pb.gz", "samples", 568),
        ("real/go/ferry.go.cpu.pb.gz", "cpu", 5_680_000_000),
        ("real/go/ferry.go.cpu.nogz.pb", "cpu", 5_680_000_000),
        ("real/odd/wrong-extension.json", "cpu", 5_680_000_000),
        ("real/go/ferry.go.goroutine.pb.gz", "goroutine", 9),
        ("real/go/ferry.go.block.pb.gz", "contentions", 85_253),
        ("real/go/ferry.go.block.pb.gz", "delay", 3_658_128_587),
        ("real/go/ferry.go.mutex.pb.gz", "contentions", 1977),
        ("real/go/ferry.go.mutex.pb.gz", "delay", 2_819_403_492),
        ("real/go/ferry.go.threadcreate.pb.gz", "threadcreate", 6),
        ("real/go/ferry.go.heap.pb.gz", "inuse_space", 9_191_921),
        ("real/go/ferry.go.heap.pb.gz", "alloc_space", 5_424_128_456),
        ("real/go/ferry.go.heap.pb.gz", "alloc_objects", 2_098_161),
        ("real/native/orchard.gperf.cpu.prof", "samples", 134),
        ("real/rust/kiln.pprofrs.pb", "samples", 1008),
    ] {
        let opened = opened(&corpus.join(file));
        assert_eq!(total(&opened.profiles[0], kind), expected, "{file} {kind}");
    }
}

#[test]
fn cut_files_open_in_part_or_say_so() {
    let Some(corpus) = corpus() else { return };
    let error = open(&corpus.join("real/odd/truncated.pb.gz")).err();
    assert_eq!(error.expect("an error").code(), "cut");
    match open(&corpus.join("real/odd/truncated.pb")) {
        Ok(opened) => assert!(opened.warnings[0].text.starts_with("The file was cut")),
        Err(error) => assert_eq!(error.code(), "cut"),
    }
    let error = open(&corpus.join("real/odd/empty.prof")).err();
    assert_eq!(error.expect("an error").code(), "empty");
}

#[test]
fn gperftools_profiles_are_what_pprof_reads() {
    let Some(corpus) = corpus() else { return };
    for file in ["cppbench.cpu", "gobench.cpu", "go.crc32.cpu"] {
        let path = corpus.join("pprof/legacy").join(file);
        let text = fs::read_to_string(path.with_extension("cpu.string")).expect("a dump");
        let opened = opened(&path);
        assert_eq!(opened.format.id, "gperftools-cpu");
        let (ours, theirs) = (dump::ours(&opened.profiles[0]), dump::dump(&text));
        assert_eq!(ours.samples, theirs.samples, "{file}");
        assert_eq!(ours.mappings, theirs.mappings, "{file}");
        assert_eq!(ours.mapping_of, theirs.mapping_of, "{file}");
        assert_eq!(opened.profiles[0].meta.period, 10_000_000, "{file}");
    }
}
