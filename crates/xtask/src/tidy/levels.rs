//! Who may use whom: dependencies point downwards only, and only `app` knows the browser.

use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::step::{Outcome, capture};

/// A crate of ours.
struct Level {
    name: &'static str,
    /// Its height in the drawing of ARCHITECTURE.md; tests may use everything below.
    height: u8,
    /// What it may use.
    uses: &'static [&'static str],
}

const fn level(name: &'static str, height: u8, uses: &'static [&'static str]) -> Level {
    Level { name, height, uses }
}

static LEVELS: &[Level] = &[
    level("profile", 0, &[]),
    level("symbols", 0, &[]),
    level("scene", 0, &[]),
    level("analysis", 1, &["profile", "symbols"]),
    level("formats", 2, &["profile"]),
    level("views", 3, &["analysis", "scene", "profile"]),
    level("engine", 4, &["formats", "views", "analysis", "profile"]),
    level(
        "viewer",
        5,
        &["engine", "views", "analysis", "scene", "profile"],
    ),
    level("symbols-wasm", 1, &["symbols"]),
    level("app", 6, &["viewer", "engine", "views", "scene"]),
    level(
        "cli",
        6,
        &[
            "engine", "views", "formats", "analysis", "profile", "symbols",
        ],
    ),
    level("xtask", 6, &[]),
];

/// The browser's crates; only `app` names them.
static BROWSER: &[&str] = &[
    "yew",
    "gloo",
    "web-sys",
    "js-sys",
    "wasm-bindgen",
    "wasm-bindgen-futures",
    "serde-wasm-bindgen",
];

/// Faults of the workspace.
pub fn check(root: &Path) -> Outcome<Vec<String>> {
    let mut cargo = Command::new("cargo");
    cargo
        .args(["metadata", "--no-deps", "--format-version", "1"])
        .current_dir(root);
    let metadata: Value =
        serde_json::from_str(&capture(&mut cargo)?).map_err(|e| format!("cargo metadata: {e}."))?;
    Ok(faults(&metadata))
}

fn faults(metadata: &Value) -> Vec<String> {
    let mut faults = Vec::new();
    for package in array(&metadata["packages"]) {
        let name = package["name"].as_str().unwrap_or("");
        let Some(level) = of(name) else {
            faults.push(format!(
                "crate {name} has no level: add it in xtask/src/tidy/levels.rs"
            ));
            continue;
        };
        for dependency in array(&package["dependencies"]) {
            let used = dependency["name"].as_str().unwrap_or("");
            let in_tests = dependency["kind"].as_str() == Some("dev");
            let allowed = |other: &Level| {
                level.uses.contains(&used) || (in_tests && other.height < level.height)
            };
            if of(used).is_some_and(|other| !allowed(other)) {
                faults.push(format!(
                    "{name} must not use {used}: dependencies point downwards"
                ));
            }
            if BROWSER.contains(&used) && name != "app" {
                faults.push(format!(
                    "{name} must not use {used}: only app knows the browser"
                ));
            }
        }
    }
    faults
}

fn of(name: &str) -> Option<&'static Level> {
    LEVELS.iter().find(|level| level.name == name)
}

fn array(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn upward_and_browser_dependencies_are_faults() {
        let of = |name: &str, kind: Value| json!({"name": name, "kind": kind});
        let metadata = json!({"packages": [
            {"name": "scene", "dependencies": [of("profile", Value::Null)]},
            {"name": "viewer", "dependencies": [
                of("yew", Value::Null), of("formats", json!("dev")), of("app", json!("dev"))]},
            {"name": "views", "dependencies": [of("scene", Value::Null), of("serde", Value::Null)]},
            {"name": "newcomer", "dependencies": []},
        ]});
        let faults = faults(&metadata);
        assert_eq!(faults.len(), 4, "{faults:?}");
        assert!(faults[0].contains("scene must not use profile"));
        assert!(faults[1].contains("viewer must not use yew"));
        assert!(faults[2].contains("viewer must not use app"));
        assert!(faults[3].contains("newcomer has no level"));
    }

    #[test]
    fn the_table_points_downwards_itself() {
        for level in LEVELS {
            for used in level.uses {
                assert!(
                    of(used).unwrap().height < level.height,
                    "{} → {used}",
                    level.name
                );
            }
        }
    }
}
