//! Each file by itself: it opens with what and why, is not too long, leaves no loose ends and
//! names no machine.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::step::{Outcome, capture};

/// Longer files are two things.
const LONGEST: usize = 700;

/// Marks of loose ends and folders of machines; written apart, or this file would accuse itself.
const LOOSE: [&str; 2] = [concat!("TO", "DO"), concat!("FIX", "ME")];
const HOMES: [&str; 2] = [concat!("/ro", "ot/"), concat!("/ho", "me/")];

/// Faults of all files that are tracked or about to be.
pub fn check(root: &Path) -> Outcome<Vec<String>> {
    let mut git = Command::new("git");
    git.args(["ls-files", "--cached", "--others", "--exclude-standard"])
        .current_dir(root);
    let mut faults = Vec::new();
    for name in capture(&mut git)?.lines() {
        // What is deleted but not yet committed has no faults.
        let Ok(bytes) = fs::read(root.join(name)) else {
            continue;
        };
        faults.extend(faults_of(name, &String::from_utf8_lossy(&bytes)));
    }
    Ok(faults)
}

fn faults_of(name: &str, text: &str) -> Vec<String> {
    let mut faults = Vec::new();
    let extension = Path::new(name)
        .extension()
        .and_then(|e| e.to_str())
        .unwrap_or("");
    if extension == "rs" && !text.starts_with("//!") {
        faults.push(format!(
            "{name}: a file opens with what it is and why (//!)"
        ));
    }
    if extension == "rs" && text.lines().count() > LONGEST {
        faults.push(format!(
            "{name}: has more than {LONGEST} lines, so it is two things"
        ));
    }
    let is_ours = matches!(
        extension,
        "rs" | "mjs" | "js" | "css" | "html" | "toml" | "md"
    );
    for (number, line) in (1..).zip(text.lines()) {
        if is_ours && has_loose_end(line) {
            faults.push(format!(
                "{name}:{number}: a loose end names its issue, as (#n)"
            ));
        }
        if HOMES.iter().any(|home| line.contains(home)) {
            faults.push(format!("{name}:{number}: names a folder of one machine"));
        }
    }
    faults
}

/// Whether the line has a mark that is not followed by `(#n)`.
fn has_loose_end(line: &str) -> bool {
    LOOSE.iter().any(|mark| {
        line.match_indices(mark).any(|(at, _)| {
            let (before, after) = (&line[..at], &line[at + mark.len()..]);
            let within = |c: char| c.is_alphanumeric() || c == '_';
            let is_word = !before.ends_with(within) && !after.starts_with(within);
            let digits = after
                .strip_prefix("(#")
                .and_then(|rest| rest.split_once(')'));
            let has_issue = digits.is_some_and(|(n, _)| n.parse::<u32>().is_ok());
            is_word && !has_issue
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_rule_has_its_fault() {
        assert_eq!(
            faults_of("a.rs", "//! What.\nfn f() {}\n"),
            Vec::<String>::new()
        );
        assert_eq!(faults_of("a.rs", "fn f() {}\n").len(), 1);
        assert_eq!(faults_of("a.rs", &"//!\n".repeat(LONGEST)).len(), 0);
        assert_eq!(faults_of("a.rs", &"//!\n".repeat(LONGEST + 1)).len(), 1);
        assert_eq!(
            faults_of("a.md", &format!("see {}x", HOMES[1]))[0],
            "a.md:1: names a folder of one machine"
        );
    }

    #[test]
    fn loose_ends_name_their_issue() {
        let mark = LOOSE[0];
        assert!(has_loose_end(&format!("// {mark}: later")));
        assert!(has_loose_end(&format!("// {mark}(#x) {mark}(#3)")));
        assert!(!has_loose_end(&format!("// {mark}(#3): later")));
        assert!(!has_loose_end(&format!("{mark}S AUTO{mark} {mark}_")));
    }
}
