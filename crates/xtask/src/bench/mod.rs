//! `cargo xtask bench`: ratios against the field, side by side in one run, into docs/bench.md.

mod pprof;
mod sample;

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::step::{Outcome, capture, no_arguments, root, timed};
use crate::{build, tools};

/// Samples of the large profile.
const SAMPLES: &str = "200000";

/// Samples of one that has a million calls one after another.
const MANY: &str = "1100000";

/// `cargo xtask bench`
pub fn command(args: &[String]) -> Outcome {
    no_arguments("bench", args)?;
    let root = root()?;
    let tools = tools::set_up(&root)?;
    let chromium = tools::chromium(&root)?;
    build::build(&root, &tools)?;
    let profile = timed("make a large profile", || large_profile(&root, SAMPLES))?;
    let many = timed("make a larger one", || large_profile(&root, MANY))?;
    let table = timed("measure", || {
        let mut node = tools.command("node");
        node.arg("tests/browser/bench.mjs")
            .args([&profile, &many])
            .env("CHROMIUM", chromium);
        capture(node.current_dir(&root))
    })?;
    let table = table + &timed("measure beside pprof", || pprof::table(&root, &profile))?;
    println!("\n{table}");
    fs::create_dir_all(root.join("docs"))
        .and_then(|()| fs::write(root.join("docs/bench.md"), &table))
        .map_err(|e| format!("docs/bench.md: {e}."))?;
    match table.contains("meanwhile | none over 50 ms |") {
        true => Ok(()),
        false => Err("The page blocked its main thread for more than 50 ms.".to_owned()),
    }
}

/// So many samples of up to 40 frames, 200,000 are 16 MB raw: made by the generator that lies
/// beside the project, else by the one below.
fn large_profile(root: &Path, samples: &str) -> Outcome<PathBuf> {
    let folder = root.join("target/bench");
    let profile = folder.join(format!("{samples}.pb"));
    let say = |e: std::io::Error| format!("{}: {e}.", profile.display());
    fs::create_dir_all(&folder).map_err(say)?;
    let source = root.join("../shared/tools/gen.rs");
    if !source.is_file() {
        fs::write(
            &profile,
            sample::profile(samples.parse().unwrap_or(200_000)),
        )
        .map_err(say)?;
        return Ok(profile);
    }
    let program = folder.join("gen");
    let mut rustc = Command::new("rustc");
    rustc
        .args(["-O", "-A", "warnings", "-o"])
        .arg(&program)
        .arg(&source)
        .current_dir(root);
    capture(&mut rustc)?;
    let mut generate = Command::new(&program);
    generate.args(["pprof", samples]).stdin(Stdio::null());
    let out = File::create(&profile).map_err(say)?;
    match generate.stdout(out).status() {
        Ok(status) if status.success() => Ok(profile),
        Ok(status) => Err(format!("The generator of profiles failed ({status}).")),
        Err(e) => Err(format!(
            "The generator of profiles could not be started: {e}."
        )),
    }
}
