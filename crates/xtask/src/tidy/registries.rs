//! What is declared is listed: every reader and every view stands in its registry.

use std::fs;
use std::path::{Path, PathBuf};

use crate::step::Outcome;

/// Faults of both registries.
pub fn check(root: &Path) -> Outcome<Vec<String>> {
    let mut faults = readers(
        &read(&root.join("crates/formats/src/registry.rs"))?,
        &modules(&root.join("crates/formats/src/import"))?,
    );
    faults.extend(views(
        &read(&root.join("crates/views/src/registry.rs"))?,
        &modules(&root.join("crates/views/src"))?,
    ));
    Ok(faults)
}

/// A module right inside a folder.
struct Module {
    stem: String,
    is_folder: bool,
    /// Of `x.rs`, or of all files right inside `x/`.
    text: String,
}

fn readers(registry: &str, modules: &[Module]) -> Vec<String> {
    let declared = modules
        .iter()
        .filter(|module| module.text.contains("IMPORTER: Importer"));
    declared
        .filter(|module| !registry.contains(&format!("{}::IMPORTER", module.stem)))
        .map(|module| format!("formats: the reader {} is not in registry.rs", module.stem))
        .collect()
}

fn views(registry: &str, modules: &[Module]) -> Vec<String> {
    let folders = modules.iter().filter(|module| module.is_folder);
    folders
        .filter(|module| !registry.contains(&format!("::{}::", module.stem)))
        .map(|module| format!("views: the view {} is not in registry.rs", module.stem))
        .collect()
}

fn modules(folder: &Path) -> Outcome<Vec<Module>> {
    let mut found = Vec::new();
    for path in entries(folder)? {
        let stem = path
            .file_stem()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        let is_folder = path.is_dir();
        let parts = if is_folder {
            entries(&path)?
        } else {
            vec![path]
        };
        let mut text = String::new();
        for part in parts
            .iter()
            .filter(|part| part.extension().is_some_and(|e| e == "rs"))
        {
            text += &read(part)?;
        }
        found.push(Module {
            stem,
            is_folder,
            text,
        });
    }
    Ok(found)
}

fn entries(folder: &Path) -> Outcome<Vec<PathBuf>> {
    let entries = fs::read_dir(folder).map_err(|e| format!("{}: {e}.", folder.display()))?;
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort_unstable();
    Ok(paths)
}

fn read(path: &Path) -> Outcome<String> {
    fs::read_to_string(path).map_err(|e| format!("{}: {e}.", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn module(stem: &str, is_folder: bool, text: &str) -> Module {
        Module {
            stem: stem.to_owned(),
            is_folder,
            text: text.to_owned(),
        }
    }

    #[test]
    fn a_reader_that_is_not_listed_is_a_fault() {
        let modules = [
            module("pprof", true, "pub static IMPORTER: Importer = x;"),
            module("perf", false, "pub static IMPORTER: Importer = y;"),
            module("map", false, "fn helper() {}"),
        ];
        let faults = readers("&[&pprof::IMPORTER]", &modules);
        assert_eq!(faults, ["formats: the reader perf is not in registry.rs"]);
    }

    #[test]
    fn a_view_that_is_not_listed_is_a_fault() {
        let modules = [
            module("flame", true, ""),
            module("top", true, ""),
            module("names", false, ""),
        ];
        let faults = views("&Erased::<crate::flame::Flame>::NEW,", &modules);
        assert_eq!(faults, ["views: the view top is not in registry.rs"]);
    }
}
