//! Reports against what `go tool pprof` printed for the same files.
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
    tell("SKIPPED: pprof's stored outputs: ../shared/corpus is not there");
    None
}

/// Says a line at the end of the whole run.
fn tell(line: &str) {
    eprintln!("{line}");
    if let Some(list) = std::env::var_os("PPROFWEB_SKIPS")
        && let Ok(mut list) = fs::OpenOptions::new().append(true).create(true).open(list)
    {
        let _ = writeln!(list, "{line}");
    }
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

fn check(what: &str, results: Vec<Result<(), String>>, at_least: usize) {
    tell(&format!(
        "{what}: {} of {} as pprof printed them",
        results.iter().filter(|r| r.is_ok()).count(),
        results.len()
    ));
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
    check("top of fixtures", results, 8);
}

/// The lines of an index: where the output is stored, the profile, the arguments.
fn index(path: &Path) -> Vec<(String, String, Vec<String>)> {
    let text = fs::read_to_string(path).expect("an index");
    let rows = text.lines().filter_map(|line| {
        let mut fields = line.split('\t').map(str::to_owned);
        let (expected, file, args) = (fields.next()?, fields.next()?, fields.next()?);
        let args = args.split_whitespace().map(str::to_owned).collect();
        (!expected.starts_with('#')).then_some((expected, file, args))
    });
    rows.collect()
}

/// Runs `pprofweb pprof` in a folder.
fn pprof(folder: &Path, args: &[String], file: &Path) -> Result<String, String> {
    let output = Command::new(env!("CARGO_BIN_EXE_pprofweb"))
        .arg("pprof")
        .args(args)
        .arg(file)
        .current_dir(folder)
        .output()
        .expect("the program starts");
    match output.status.success() {
        true => Ok(String::from_utf8_lossy(&output.stdout).into_owned()),
        false => Err(String::from_utf8_lossy(&output.stderr).into_owned()),
    }
}

/// A graph without the numbers of its nodes, which pprof gives at random where nodes are alike:
/// nodes by what they say, edges by what both ends say.
fn structure(dot: &str) -> Vec<String> {
    let id = |line: &str| line.split([' ', '[']).next().unwrap_or("").to_owned();
    let is_box = |id: &str| id.starts_with('N') && id.len() > 1;
    let mut says: std::collections::BTreeMap<String, String> = std::collections::BTreeMap::new();
    let without_id = |text: &str| {
        let Some((before, rest)) = text.split_once(" id=\"") else {
            return text.to_owned();
        };
        let after = rest.split_once('"').map_or("", |(_, after)| after);
        format!("{before}{after}")
    };
    for line in dot.lines() {
        if let Some((name, what)) = line.split_once(" [")
            && is_box(name)
            && !name.contains(' ')
        {
            says.insert(name.to_owned(), without_id(what));
        }
    }
    let mut lines: Vec<String> = dot
        .lines()
        .map(|line| {
            let from = id(line);
            if !is_box(&from) {
                return line.to_owned();
            }
            let Some((_, rest)) = line.split_once(" -> ") else {
                return says.get(&from).cloned().unwrap_or_default();
            };
            let (to, what) = rest.split_once(" [").unwrap_or((rest, ""));
            let end = |id: &str| says.get(id).cloned().unwrap_or_default();
            format!("{} -> {} [{what}", end(&from), end(to))
        })
        .collect();
    lines.sort_unstable();
    lines
}

/// Compares a report with a stored one, a graph by its structure.
fn compare_report(
    folder: &Path,
    args: &[String],
    file: &Path,
    expected: &Path,
) -> Result<(), String> {
    let wanted = fs::read_to_string(expected).expect("a stored output");
    let got = pprof(folder, args, file)?;
    let graph = args.iter().any(|arg| arg == "-dot");
    if got == wanted || graph && structure(&got) == structure(&wanted) {
        return Ok(());
    }
    let lines = |text: &str| -> Vec<String> {
        match graph {
            true => structure(text),
            false => text.lines().map(str::to_owned).collect(),
        }
    };
    let (ours, theirs) = (lines(&got), lines(&wanted));
    let at = ours.iter().zip(&theirs).position(|(a, b)| a != b);
    let at = at.unwrap_or(ours.len().min(theirs.len()));
    let line = |lines: &[String]| lines.get(at).cloned().unwrap_or_default();
    Err(format!(
        "{} {args:?}, line {}\n  ours   {}\n  pprof  {}",
        file.display(),
        at + 1,
        line(&ours),
        line(&theirs)
    ))
}

#[test]
fn reports_of_fixtures_print_as_pprof_printed_them() {
    let folder = root().join("crates/formats/fixtures/go");
    let rows = index(&folder.join("reports/INDEX.tsv"));
    let results = rows.iter().map(|(expected, file, args)| {
        let expected = folder.join("reports").join(expected);
        compare_report(&folder, args, Path::new(file), &expected)
    });
    check("reports of fixtures", results.collect(), 40);
}

#[test]
fn mangled_names_print_as_pprof_printed_them() {
    let folder = root().join("crates/formats/fixtures/mangled");
    let rows = index(&folder.join("reports/INDEX.tsv"));
    let results = rows.iter().map(|(expected, file, args)| {
        let expected = folder.join("reports").join(expected);
        compare_report(&folder, args, Path::new(file), &expected)
    });
    check("reports of mangled names", results.collect(), 19);
}

#[test]
fn a_saved_profile_has_both_names() {
    let folder = root().join("crates/formats/fixtures/mangled");
    let saved = std::env::temp_dir().join(format!("pprofweb-names-{}.pb.gz", std::process::id()));
    let output = format!("-output={}", saved.display());
    let file = Path::new("names.pb.gz");
    pprof(&folder, &["-proto".to_owned(), output], file).expect("a profile");
    let raw = pprof(
        &folder,
        &["-raw".to_owned(), "-symbolize=none".to_owned()],
        &saved,
    )
    .expect("a dump");
    fs::remove_file(&saved).expect("the file");
    // Name, file:line:column s=start(the linker's name)
    let wanted = "ns::map::find src/a.cc:26:0 s=0(_ZN2ns3mapIiNS_5ClassEE4findERKi.part.0)";
    assert!(raw.contains(wanted), "{raw}");
}

#[test]
fn conformance_cases_print_as_pprof_printed_them() {
    let Some(corpus) = corpus() else { return };
    let cases = corpus.join("pprof/cases");
    let rows = index(&cases.join("INDEX.tsv"));
    let results = rows.iter().map(|(expected, file, args)| {
        let expected = cases.join("expect").join(expected);
        compare_report(&cases, args, &cases.join("in").join(file), &expected)
    });
    check("conformance cases", results.collect(), 307);
}

/// Options of pprof's own driver tests that their file names do not carry.
const DRIVER: &[(&str, &[&str])] = &[
    (
        "heap.flat.files.text.focus",
        &["-focus=[12]00", "-taghide=[X3]00"],
    ),
    ("cpu.cum.lines.text.hide", &["-hide=line[X3]0"]),
    ("cpu.cum.lines.text.show", &["-show=[12]00"]),
    (
        "cpu.cum.lines.text.focus.hide",
        &["-hide=line[X3]0", "-focus=[12]00"],
    ),
    ("heap.cum.lines.tree.focus", &["-focus=[24]00"]),
    (
        "heap.cum.relative_percentages.tree.focus",
        &["-focus=[24]00"],
    ),
    ("heap.flat.lines.dot.focus", &["-focus=[12]00"]),
    (
        "contention.flat.addresses.dot.focus.ignore",
        &["-ignore=[X3]002", "-focus=[X1]000"],
    ),
    (
        "cpu.tags.focus.ignore",
        &["-tagignore=tag[13]", "-tagfocus=key[12]"],
    ),
    ("heap_alloc.flat.alloc_space.dot.focus", &["-focus=[234]00"]),
    ("heap_alloc.flat.alloc_space.dot", &["-tagshow=[2]00"]),
    (
        "heap_alloc.flat.alloc_space.dot.hide",
        &["-hide=line.*1?23?"],
    ),
    ("heap.flat.inuse_space.dot.focus", &["-tagfocus=1mb:2gb"]),
    ("heap_request.tags.focus", &["-tagfocus=400kb:"]),
    (
        "heap_request.relative_percentages.tags.focus",
        &["-tagfocus=400kb:"],
    ),
    ("cpu.peek", &["-peek=line.*01"]),
    ("unknown.flat.functions.call_tree.text", &["-nodecount=5"]),
    ("cpusmall.flat.addresses.tree", &["-nodecount=4"]),
    ("heap.tags.unit", &["-unit=bytes"]),
    ("cpu.comments", &["-add_comment=some-comment"]),
];

/// The arguments that the name of a driver test stands for.
fn driver_args(name: &str) -> (String, Vec<String>) {
    let parts: Vec<&str> = name.split('.').collect();
    let defaults = [
        "-compact_labels",
        "-nodecount=20",
        "-nodefraction=0.05",
        "-edgefraction=0.01",
        "-unit=minimum",
    ];
    let mut args: Vec<String> = defaults.iter().map(|&arg| arg.to_owned()).collect();
    for part in &parts[1..] {
        match *part {
            "text" => args.push("-text".to_owned()),
            kind if kind.contains("space") || kind.contains("objects") => {
                args.push(format!("-sample_index={kind}"));
            }
            "peek" | "focus" | "ignore" | "hide" | "show" | "unit" => {}
            flag => args.push(format!("-{flag}")),
        }
    }
    let more = DRIVER.iter().find(|(known, _)| *known == name);
    args.extend(
        more.into_iter()
            .flat_map(|(_, more)| more.iter().map(|&arg| arg.to_owned())),
    );
    (format!("{}.pb.gz", parts[0]), args)
}

#[test]
fn driver_tests_print_as_pprof_printed_them() {
    let Some(corpus) = corpus() else { return };
    let driver = corpus.join("pprof/driver");
    let mut results = Vec::new();
    for entry in fs::read_dir(driver.join("expect"))
        .expect("outputs")
        .flatten()
    {
        let name = entry.file_name().to_string_lossy().into_owned();
        let name = name.strip_prefix("pprof.").expect("pprof.NAME");
        if name == "heap.flat.files.seconds.text" {
            // No test of pprof's own makes it any more, docs/pprof-differences.md tells why.
            continue;
        }
        let (file, args) = driver_args(name);
        let file = driver.join("in").join(file);
        results.push(compare_report(&driver, &args, &file, &entry.path()));
    }
    check("driver outputs", results, 41);
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
    check("top of Go programs", results, 50);
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

#[test]
fn legacy_profiles_are_read_as_pprof_reads_them() {
    let Some(corpus) = corpus() else { return };
    let legacy = corpus.join("pprof/legacy");
    let mut results = Vec::new();
    for entry in fs::read_dir(&legacy).expect("profiles").flatten() {
        let path = entry.path();
        if path.extension().is_none_or(|e| e != "string") {
            continue;
        }
        // Straight after reading, before frames are dropped.
        let args = ["-raw", "-all_frames"].map(str::to_owned);
        let file = path.with_extension("");
        let wanted = fs::read_to_string(&path).expect("a stored dump");
        // The command makes a binary up where there is none; the dump is from before that.
        let made_up = "Mappings\n1: 0x0/0x0/0x0   \n";
        let got = pprof(&legacy, &args, &file).map(|got| match wanted.ends_with("Mappings\n") {
            true => got.replace("M=1 ", "").replace(made_up, "Mappings\n"),
            false => got,
        });
        results.push(match got {
            Ok(got) if got == wanted => Ok(()),
            Ok(_) => Err(format!("{} differs", file.display())),
            Err(error) => Err(error),
        });
    }
    check("legacy dumps", results, 11);
}

#[test]
fn gos_texts_tell_what_its_binary_profiles_tell() {
    let folder = root().join("crates/formats/fixtures/gotext");
    for (name, kinds) in [
        ("heap", &["inuse_space", "inuse_objects"][..]),
        ("mutex", &["delay", "contentions"]),
        ("block", &["delay", "contentions"]),
    ] {
        for kind in kinds {
            let told = |file: &str| {
                let args =
                    ["-top", "-trim=false", &format!("-sample_index={kind}")].map(str::to_owned);
                let text = pprof(&folder, &args, Path::new(file)).expect("a report");
                let rows = text
                    .lines()
                    .skip_while(|line| !line.contains("flat%"))
                    .skip(1);
                // Texts do not tell which calls were inlined, nor the runtime's names at the leaf.
                let rows = rows.map(|row| {
                    row.replace(" (inline)", "")
                        .replace(" (partial-inline)", "")
                });
                let mut rows: Vec<String> = rows.filter(|row| !row.contains(" runtime.")).collect();
                rows.sort_unstable();
                rows
            };
            let (text, binary) = (
                told(&format!("{name}.debug1.txt")),
                told(&format!("{name}.pb.gz")),
            );
            assert!(text.len() > 3, "{name} {kind}: {text:?}");
            assert_eq!(text, binary, "{name} {kind}");
        }
    }
}

#[test]
fn profiles_one_after_the_other_are_merged() {
    let folder = root().join("crates/formats/fixtures/go");
    let bytes = fs::read(folder.join("mutex.pb.gz")).expect("a profile");
    let twice = std::env::temp_dir().join(format!("pprofweb-twice-{}.pb.gz", std::process::id()));
    fs::write(&twice, [bytes.as_slice(), &bytes].concat()).expect("room for a file");
    let total = |file: &Path| {
        let args = ["-top", "-unit=ns", "-compact_labels"].map(str::to_owned);
        let text = pprof(&folder, &args, file).expect("a report");
        let line = text.lines().next().unwrap_or("").to_owned();
        let words: Vec<_> = line
            .split(' ')
            .filter_map(|w| w.strip_suffix("ns"))
            .collect();
        words
            .last()
            .and_then(|w| w.parse::<f64>().ok())
            .expect("a total")
    };
    let (one, both) = (total(&folder.join("mutex.pb.gz")), total(&twice));
    fs::remove_file(&twice).expect("the file");
    assert!((both - 2.0 * one).abs() < 1.0, "{one} {both}");
}
