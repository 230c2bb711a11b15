//! Builds the page with Trunk and writes its content security policy.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::hash;
use crate::step::{Outcome, capture, step, timed};
use crate::tools::Tools;

/// Builds the page in release; answers its folder.
pub fn build(root: &Path, tools: &Tools) -> Outcome<PathBuf> {
    let dist = root.join("dist");
    // Trunk runs offline so that it fetches no tools of its own; the crates must be there then.
    let mut fetch = Command::new("cargo");
    fetch.args(["fetch", "--locked"]).current_dir(root);
    step(root, "fetch crates", &mut fetch)?;
    let mut trunk = tools.command("trunk");
    trunk
        .args(["build", "--release", "--offline", "--dist"])
        .arg(&dist)
        .current_dir(root)
        .env("TRUNK_SKIP_VERSION_CHECK", "true")
        // Trunk reads NO_COLOR as a boolean and stops at "1".
        .env_remove("NO_COLOR");
    step(root, "build the page", &mut trunk)?;
    names(root, tools, &dist)?;
    timed("write the page's policy", || {
        secure(&dist.join("index.html"))
    })?;
    Ok(dist)
}

/// The crate that reads mangled names, and its file beside the page.
const NAMES: (&str, &str) = ("symbols-wasm", "symbols.wasm");

/// Builds the module that the page fetches where a profile has mangled names.
fn names(root: &Path, tools: &Tools, dist: &Path) -> Outcome {
    const TARGET: &str = "wasm32-unknown-unknown";
    let mut cargo = Command::new("cargo");
    cargo
        .args(["build", "--release", "--offline", "--target", TARGET])
        .args(["--package", NAMES.0, "--message-format", "json"])
        .current_dir(root);
    // Where the file is depends on how cargo is set up; its messages say it.
    let messages = timed("build the reading of names", || capture(&mut cargo))?;
    let built = artifact(&messages).ok_or("cargo built no module for mangled names.")?;
    let mut optimize = tools.command("wasm-opt");
    optimize
        .arg("-Oz")
        .arg(&built)
        .arg("-o")
        .arg(dist.join(NAMES.1));
    step(root, "shrink the reading of names", &mut optimize).map(drop)
}

/// The module among the messages of cargo.
fn artifact(messages: &str) -> Option<String> {
    messages
        .lines()
        .filter_map(|line| serde_json::from_str::<serde_json::Value>(line).ok())
        .flat_map(|message| message["filenames"].as_array().cloned().unwrap_or_default())
        .filter_map(|name| name.as_str().map(str::to_owned))
        .find(|name| name.ends_with("symbols_wasm.wasm"))
}

/// Puts the policy in front of everything the page loads.
fn secure(index: &Path) -> Outcome {
    let say = |e: std::io::Error| format!("{}: {e}.", index.display());
    let html = fs::read_to_string(index).map_err(say)?;
    let html = with_policy(&html).ok_or("dist/index.html has no <head>.")?;
    fs::write(index, html).map_err(say)
}

/// The page with a policy that allows its own files, its inline scripts, and nothing else.
fn with_policy(html: &str) -> Option<String> {
    let hash = |script: &&str| hash::base64(&hash::sha256(script.as_bytes()));
    let hashes: Vec<String> = inline_scripts(html).iter().map(hash).collect();
    let scripts = hashes
        .iter()
        .flat_map(|hash| [" 'sha256-", hash, "'"])
        .collect::<String>();
    let policy = format!(
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'{scripts}; \
         worker-src 'self' blob:; connect-src 'self'; style-src 'self' 'unsafe-inline'; \
         img-src 'self' data: blob:; base-uri 'none'; form-action 'none'"
    );
    let (before, after) = html.split_once("<head>")?;
    Some(format!(
        "{before}<head>\n    \
         <meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\" />{after}"
    ))
}

/// The texts of all scripts that stand in the page itself, byte for byte.
fn inline_scripts(html: &str) -> Vec<&str> {
    html.split("<script")
        .skip(1)
        .filter_map(|part| {
            let (attributes, rest) = part.split_once('>')?;
            let (body, _) = rest.split_once("</script>")?;
            let has_source = attributes
                .split_whitespace()
                .any(|word| word.starts_with("src="));
            (!has_source).then_some(body)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "<html><head><script src=\"a.js\"></script>\
        <script type=\"module\">\nx\n</script></head></html>";

    #[test]
    fn the_module_is_found_among_cargos_messages() {
        let messages = concat!(
            "{\"reason\":\"compiler-artifact\",\"filenames\":[\"/t/libsymbols.rlib\"]}\n",
            "no json\n",
            "{\"filenames\":[\"/t/libsymbols_wasm.rlib\",\"/t/symbols_wasm.wasm\"]}\n",
            "{\"reason\":\"build-finished\"}",
        );
        assert_eq!(artifact(messages).as_deref(), Some("/t/symbols_wasm.wasm"));
        assert_eq!(artifact(""), None);
    }

    #[test]
    fn scripts_of_the_page_itself_are_found() {
        assert_eq!(inline_scripts(PAGE), ["\nx\n"]);
        assert_eq!(inline_scripts("<script data-src=\"a\">y</script>"), ["y"]);
    }

    #[test]
    fn the_policy_comes_first_and_allows_inline_scripts_by_hash() {
        let secured = with_policy(PAGE).unwrap();
        assert!(
            secured.starts_with("<html><head>\n    <meta http-equiv=\"Content-Security-Policy\"")
        );
        let hash = hash::base64(&hash::sha256(b"\nx\n"));
        assert!(secured.contains(&format!(
            "'self' 'wasm-unsafe-eval' 'sha256-{hash}'; worker-src"
        )));
        assert!(secured.ends_with(&PAGE["<html><head>".len()..]));
        assert_eq!(with_policy("<p>"), None);
    }
}
