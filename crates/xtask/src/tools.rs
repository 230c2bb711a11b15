//! The tools that building and testing need: found, or installed into the cache.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::cache::{cache, install};
use crate::hash;
use crate::step::{Outcome, capture, no_arguments, root, step};

/// Newer ones need a newer compiler than the pinned one.
const TRUNK: &str = "0.21.14";
const WASM: &str = "wasm32-unknown-unknown";
/// What browsers of this family are called.
const CHROMIUMS: [&str; 3] = ["chromium", "chromium-browser", "google-chrome"];

/// Where the tools are.
pub struct Tools {
    /// The search path with the cached tools in front.
    pub path: OsString,
    /// The packages of `tests/browser/package.json`.
    pub node_modules: PathBuf,
}

impl Tools {
    /// A program that finds the tools.
    pub fn command(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        command
            .env("PATH", &self.path)
            .env("PPROFWEB_NODE_MODULES", &self.node_modules);
        command
    }
}

/// `cargo xtask setup`
pub fn command(args: &[String]) -> Outcome {
    no_arguments("setup", args)?;
    let root = root()?;
    let tools = set_up(&root)?;
    let chromium = chromium(&root)?;
    println!("Packages: {}", tools.node_modules.display());
    println!("Browser: {}", chromium.display());
    Ok(())
}

/// Installs what building needs and is not there.
pub fn set_up(root: &Path) -> Outcome<Tools> {
    check_node()?;
    wasm_target(root)?;
    let cache = cache()?;
    let lock =
        fs::read_to_string(root.join("Cargo.lock")).map_err(|e| format!("Cargo.lock: {e}."))?;
    let bindgen = locked_version(&lock, "wasm-bindgen")
        .ok_or("Cargo.lock names no wasm-bindgen; the page cannot be built without it.")?;
    let trunk = cargo_tool(root, &cache, "trunk", "trunk", TRUNK, true)?;
    // Its own lock file asks for yanked crates.
    let bindgen = cargo_tool(
        root,
        &cache,
        "wasm-bindgen",
        "wasm-bindgen-cli",
        &bindgen,
        false,
    )?;
    let node_modules = npm_packages(root, &cache)?;
    let mut dirs = vec![trunk, bindgen, node_modules.join(".bin")];
    dirs.extend(env::split_paths(&env::var_os("PATH").unwrap_or_default()));
    let path = env::join_paths(dirs).map_err(|e| format!("PATH: {e}."))?;
    Ok(Tools { path, node_modules })
}

/// The browser for tests, installed where this is allowed to.
pub fn chromium(root: &Path) -> Outcome<PathBuf> {
    if let Some(given) = env::var_os("CHROMIUM") {
        return Ok(given.into());
    }
    if let Some(found) = CHROMIUMS.iter().find_map(|name| on_path(name)) {
        return Ok(found);
    }
    let how = "Browser tests need Chromium, and there is none on the PATH. Install it (Debian: \
        sudo apt-get install chromium), or name one: CHROMIUM=… cargo xtask test.";
    let is_root = capture(Command::new("id").arg("-u")).is_ok_and(|uid| uid.trim() == "0");
    if !is_root || on_path("apt-get").is_none() {
        return Err(how.to_owned());
    }
    step(
        root,
        "apt-get update",
        Command::new("apt-get").arg("update"),
    )?;
    let mut install = Command::new("apt-get");
    install.args(["install", "-y", "--no-install-recommends", "chromium"]);
    step(
        root,
        "install chromium",
        install.env("DEBIAN_FRONTEND", "noninteractive"),
    )?;
    CHROMIUMS
        .iter()
        .find_map(|name| on_path(name))
        .ok_or_else(|| how.to_owned())
}

fn check_node() -> Outcome {
    let missing =
        "This needs Node 20 or newer with npm on the PATH (Debian: apt-get install nodejs npm).";
    if on_path("node").is_none() || on_path("npm").is_none() {
        return Err(missing.to_owned());
    }
    let version = capture(Command::new("node").arg("--version"))?;
    match major(&version) {
        Some(major) if major >= 20 => Ok(()),
        _ => Err(format!("{missing} The one there is {}.", version.trim())),
    }
}

/// The first number of "v22.1.0".
fn major(version: &str) -> Option<u32> {
    version
        .trim()
        .trim_start_matches('v')
        .split('.')
        .next()?
        .parse()
        .ok()
}

/// Adds the target of the page to the compiler.
pub fn wasm_target(root: &Path) -> Outcome {
    let sysroot = capture(
        Command::new("rustc")
            .args(["--print", "sysroot"])
            .current_dir(root),
    )?;
    if Path::new(sysroot.trim())
        .join("lib/rustlib")
        .join(WASM)
        .is_dir()
    {
        return Ok(());
    }
    if on_path("rustup").is_none() {
        return Err(format!(
            "The compiler has no target {WASM}, and there is no rustup to add it."
        ));
    }
    let mut add = Command::new("rustup");
    step(
        root,
        "rustup target add",
        add.args(["target", "add", WASM]).current_dir(root),
    )
    .map(drop)
}

/// The version of a package in the text of a `Cargo.lock`.
fn locked_version(lock: &str, package: &str) -> Option<String> {
    let name = format!("name = \"{package}\"");
    let mut lines = lock.lines().skip_while(|line| *line != name);
    lines.next()?;
    let version = lines.next()?.strip_prefix("version = \"")?;
    Some(version.strip_suffix('"')?.to_owned())
}

/// The folder of a program that cargo installs.
fn cargo_tool(
    root: &Path,
    cache: &Path,
    tool: &str,
    package: &str,
    version: &str,
    locked: bool,
) -> Outcome<PathBuf> {
    let place = cache.join(format!("{tool}-{version}"));
    let program = format!("bin/{tool}{}", env::consts::EXE_SUFFIX);
    install(cache, &place, &program, |fresh| {
        let mut install = Command::new("cargo");
        install
            .args(["install", package, "--version", version, "--root"])
            .arg(fresh);
        if locked {
            install.arg("--locked");
        }
        // A target folder of the project must not be filled with a tool's objects.
        install.env_remove("CARGO_TARGET_DIR").current_dir(root);
        step(root, &format!("install {package} {version}"), &mut install).map(drop)
    })?;
    Ok(place.join("bin"))
}

/// The `node_modules` of the browser tests, keyed by what they ask for.
fn npm_packages(root: &Path, cache: &Path) -> Outcome<PathBuf> {
    let dir = root.join("tests/browser");
    let files = ["package.json", "package-lock.json"];
    let mut key =
        fs::read(dir.join(files[0])).map_err(|e| format!("tests/browser/package.json: {e}."))?;
    let lock = fs::read(dir.join(files[1])).ok();
    key.extend(lock.iter().flatten());
    let place = cache.join(format!("npm-{}", hash::hex(&hash::sha256(&key), 16)));
    install(cache, &place, "node_modules/.bin", |fresh| {
        for name in files.iter().take(1 + usize::from(lock.is_some())) {
            fs::copy(dir.join(name), fresh.join(name)).map_err(|e| format!("{name}: {e}."))?;
        }
        let mut npm = Command::new("npm");
        npm.arg(if lock.is_some() { "ci" } else { "install" })
            .args(["--no-audit", "--no-fund"]);
        // The browser is the system's.
        npm.env("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")
            .current_dir(fresh);
        step(root, "npm packages", &mut npm).map(drop)
    })?;
    Ok(place.join("node_modules"))
}

/// The first program of that name on the path.
pub fn on_path(program: &str) -> Option<PathBuf> {
    let path = env::var_os("PATH")?;
    let name = format!("{program}{}", env::consts::EXE_SUFFIX);
    env::split_paths(&path)
        .map(|dir| dir.join(&name))
        .find(|file| file.is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lock_file_says_the_version() {
        let lock = "[[package]]\nname = \"wasm-bindgen-macro\"\nversion = \"0.1.0\"\n\n\
            [[package]]\nname = \"wasm-bindgen\"\nversion = \"0.2.9\"\n";
        assert_eq!(
            locked_version(lock, "wasm-bindgen").as_deref(),
            Some("0.2.9")
        );
        assert_eq!(locked_version(lock, "trunk"), None);
    }

    #[test]
    fn node_says_its_major_version() {
        assert_eq!((major("v22.1.0\n"), major("none")), (Some(22), None));
    }
}
