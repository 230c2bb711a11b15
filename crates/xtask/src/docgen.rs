//! Tables in README and docs, printed from the registries of the program itself.
//!
//! Between `<!-- table:NAME -->` and `<!-- /table -->` stands what `pprofweb tables NAME` prints.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::step::{Outcome, capture, no_arguments, root};

/// A file with tables.
struct Page {
    /// Relative to the root.
    name: String,
    path: PathBuf,
    old: String,
    new: String,
}

/// `cargo xtask docgen`: writes all tables.
pub fn command(args: &[String]) -> Outcome {
    no_arguments("docgen", args)?;
    for page in pages(&root()?)?.iter().filter(|page| page.old != page.new) {
        fs::write(&page.path, &page.new).map_err(|e| format!("{}: {e}.", page.name))?;
        println!("wrote {}", page.name);
    }
    Ok(())
}

/// A fault for each file whose tables are not what the registries say.
pub fn check(root: &Path) -> Outcome<Vec<String>> {
    let pages = pages(root)?;
    let stale = pages.iter().filter(|page| page.old != page.new);
    Ok(stale
        .map(|page| {
            format!(
                "{}: its tables are out of date; run cargo xtask docgen",
                page.name
            )
        })
        .collect())
}

/// Every file with tables, as it is and as it should be.
fn pages(root: &Path) -> Outcome<Vec<Page>> {
    let mut names = vec!["README.md".to_owned()];
    if let Ok(docs) = fs::read_dir(root.join("docs")) {
        let files = docs.flatten().map(|entry| entry.path());
        let pages = files.filter(|path| path.extension().is_some_and(|e| e == "md"));
        let bare = pages.filter_map(|path| Some(path.file_name()?.to_string_lossy().into_owned()));
        names.extend(bare.map(|name| format!("docs/{name}")));
    }
    names.sort_unstable();
    let mut pages = Vec::new();
    for name in names {
        let path = root.join(&name);
        // A README that is not there has no tables.
        let old = fs::read_to_string(&path).unwrap_or_default();
        if old.contains(BEGIN) {
            let new = with_tables(&old, |table| print(root, table))
                .map_err(|sentence| format!("{name}: {sentence}"))?;
            pages.push(Page {
                name,
                path,
                old,
                new,
            });
        }
    }
    Ok(pages)
}

fn print(root: &Path, table: &str) -> Outcome<String> {
    let mut cargo = Command::new("cargo");
    cargo
        .args(["run", "-q", "-p", "cli", "--", "tables", table])
        .current_dir(root);
    capture(&mut cargo)
}

const BEGIN: &str = "<!-- table:";
const END: &str = "<!-- /table -->";

/// The text with each table replaced by what `print` says of its name.
fn with_tables(text: &str, print: impl Fn(&str) -> Outcome<String>) -> Outcome<String> {
    let mut parts = text.split(BEGIN);
    let mut out = parts.next().unwrap_or("").to_owned();
    for part in parts {
        let (name, rest) = part
            .split_once(" -->")
            .ok_or("The mark of a table has no end.")?;
        let (_, after) = rest
            .split_once(END)
            .ok_or_else(|| format!("The table {name} has no {END}."))?;
        // Blank lines around it, or Markdown reads the marks as part of the table.
        let table = print(name)?;
        out.extend([
            BEGIN,
            name,
            " -->

",
            table.trim_end(),
            "

",
            END,
            after,
        ]);
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stands_between_the_marks_is_replaced() {
        let text = "a\n<!-- table:x -->\nold\n<!-- /table -->\nb";
        let print = |name: &str| Ok(format!("| new {name} |\n"));
        let new = with_tables(text, print).unwrap();
        assert_eq!(
            new,
            "a\n<!-- table:x -->\n\n| new x |\n\n<!-- /table -->\nb"
        );
        assert_eq!(with_tables(&new, print).unwrap(), new);
    }

    #[test]
    fn a_mark_without_an_end_is_told() {
        let with = |text| with_tables(text, |_| Ok(String::new()));
        assert!(
            with("<!-- table:x -->")
                .unwrap_err()
                .contains("The table x")
        );
        assert!(with("<!-- table:x").is_err());
        assert!(with_tables("<!-- table:x --><!-- /table -->", |_| Err("No.".into())).is_err());
    }
}
