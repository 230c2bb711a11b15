//! The features of web-sys are sorted and used: each one is a type of the browser that the page
//! touches, so the list tells what that is.

use std::fs;
use std::path::Path;

use crate::step::Outcome;

/// Types that sources use without naming them, and the methods that do.
static BY_METHOD: &[(&str, &[&str])] = &[
    (
        "AddEventListenerOptions",
        &["add_event_listener_with_callback_and_add_event_listener_options"],
    ),
    ("CssStyleDeclaration", &["style", "get_computed_style"]),
    ("DataTransfer", &["data_transfer", "clipboard_data"]),
    ("DomRect", &["get_bounding_client_rect"]),
    ("DomRectReadOnly", &["content_rect"]),
    ("DomTokenList", &["class_list"]),
    (
        "EventTarget",
        &[
            "target",
            "current_target",
            "add_event_listener_with_callback",
        ],
    ),
    ("FileList", &["files"]),
    ("History", &["history"]),
    (
        "HtmlCollection",
        &["children", "options", "selected_options"],
    ),
    ("Location", &["location"]),
    ("MediaQueryList", &["match_media"]),
    (
        "Node",
        &[
            "append_child",
            "parent_node",
            "text_content",
            "set_text_content",
            "contains",
        ],
    ),
    ("NodeList", &["query_selector_all", "child_nodes"]),
    ("Performance", &["performance"]),
    ("PerformanceMark", &["mark"]),
    ("Storage", &["local_storage", "session_storage"]),
    ("TextMetrics", &["measure_text"]),
];

/// Faults of the list in `crates/app/Cargo.toml`.
pub fn check(root: &Path) -> Outcome<Vec<String>> {
    let path = root.join("crates/app/Cargo.toml");
    let manifest = fs::read_to_string(&path).map_err(|e| format!("{}: {e}.", path.display()))?;
    let mut sources = String::new();
    let mut folders = vec![root.join("crates/app/src")];
    while let Some(folder) = folders.pop() {
        let entries = fs::read_dir(&folder).map_err(|e| format!("{}: {e}.", folder.display()))?;
        for path in entries.flatten().map(|entry| entry.path()) {
            if path.is_dir() {
                folders.push(path);
            } else {
                sources += &fs::read_to_string(&path).unwrap_or_default();
            }
        }
    }
    Ok(faults(&manifest, &sources))
}

fn faults(manifest: &str, sources: &str) -> Vec<String> {
    let features = features(manifest);
    let mut faults = Vec::new();
    for pair in features.windows(2) {
        if pair[0] >= pair[1] {
            faults.push(format!(
                "app: the web-sys feature {} stands before {}",
                pair[0], pair[1]
            ));
        }
    }
    for feature in features {
        let methods = BY_METHOD
            .iter()
            .find(|(name, _)| *name == feature)
            .map_or(&[][..], |row| row.1);
        if !has_word(sources, feature) && !methods.iter().any(|method| has_word(sources, method)) {
            faults.push(format!("app: nothing uses the web-sys feature {feature}"));
        }
    }
    faults
}

/// The strings of the list of features behind `web-sys`.
fn features(manifest: &str) -> Vec<&str> {
    let list = manifest
        .split_once("[dependencies.web-sys]")
        .and_then(|(_, rest)| rest.split_once("features = ["))
        .and_then(|(_, rest)| rest.split_once(']'))
        .map_or("", |(list, _)| list);
    list.split('"').skip(1).step_by(2).collect()
}

/// Whether `word` stands in `text` and is no part of a longer one.
fn has_word(text: &str, word: &str) -> bool {
    let within = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(word).any(|(at, _)| {
        !text[..at].ends_with(within) && !text[at + word.len()..].starts_with(within)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(names: &[&str], sources: &str) -> Vec<String> {
        let manifest = format!("[dependencies.web-sys]\nworkspace = true\nfeatures = {names:?}\n");
        faults(&manifest, sources)
    }

    #[test]
    fn features_are_sorted() {
        assert_eq!(of(&["Blob", "Url"], "Blob Url"), Vec::<String>::new());
        assert_eq!(
            of(&["Url", "Blob"], "Blob Url"),
            ["app: the web-sys feature Url stands before Blob"]
        );
        assert_eq!(of(&["Blob", "Blob"], "Blob").len(), 1);
    }

    #[test]
    fn features_are_used_by_name_or_by_method() {
        assert_eq!(
            of(&["Event"], "DragEvent"),
            ["app: nothing uses the web-sys feature Event"]
        );
        assert_eq!(
            of(&["DomRect"], "e.get_bounding_client_rect()"),
            Vec::<String>::new()
        );
    }
}
