//! The static site and its sizes.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;

use crate::build;
use crate::step::{Outcome, capture, no_arguments, root};
use crate::tools::{self, Tools};

/// The app, gzipped, may be at most this many bytes. Opening and reading a profile fitted into
/// 500 KB; sandwich, call tree, transforms, details and tracks brought the rest. It is one download that
/// stays in the browser's cache, so what counts is that it does not grow unnoticed.
const BUDGET: u64 = 640_000;

/// Examples are fetched only when asked for, so they are told but not counted.
const EXAMPLES: &str = "examples/";

/// Read mangled names, fetched where a profile has some: not counted either, but it has a limit of
/// its own. Three demanglers are most of it.
const NAMES: &str = "symbols.wasm";
const NAMES_BUDGET: u64 = 110_000;

/// Gzips each of its arguments as a web server would and prints the lengths.
const GZIP: &str = "const z = require('zlib'), f = require('fs'); \
    for (const name of process.argv.slice(1)) \
    console.log(z.gzipSync(f.readFileSync(name), { level: 9 }).length)";

/// A file of the site.
struct Item {
    name: String,
    bytes: u64,
    gzipped: u64,
}

/// `cargo xtask dist`
pub fn command(args: &[String]) -> Outcome {
    no_arguments("dist", args)?;
    let root = root()?;
    let tools = tools::set_up(&root)?;
    println!("\n{}", make(&root, &tools)?);
    println!("The site is in dist/: copy the folder to any static host.");
    Ok(())
}

/// Builds the site; answers the table of its sizes, as an error when it is over the budget.
pub fn make(root: &Path, tools: &Tools) -> Outcome<String> {
    let dist = build::build(root, tools)?;
    report(&measure(&dist)?)
}

fn report(items: &[Item]) -> Outcome<String> {
    let mut out = format!("{:>11} {:>11}  file\n", "bytes", "gzipped");
    let mut line = |bytes: u64, gzipped: u64, what: &str| {
        // Writing to a string cannot fail.
        let _ = writeln!(
            out,
            "{:>11} {:>11}  {what}",
            grouped(bytes),
            grouped(gzipped)
        );
    };
    let (mut bytes, mut gzipped) = (0, 0);
    let mut over = false;
    for item in items {
        line(item.bytes, item.gzipped, &item.name);
        over |= item.name == NAMES && item.gzipped > NAMES_BUDGET;
        if !item.name.starts_with(EXAMPLES) && item.name != NAMES {
            bytes += item.bytes;
            gzipped += item.gzipped;
        }
    }
    line(
        bytes,
        gzipped,
        "the app: all but examples and symbols.wasm, which are loaded on demand",
    );
    if over {
        return Err(format!(
            "{out}{NAMES} is over its {} gzipped bytes.",
            grouped(NAMES_BUDGET)
        ));
    }
    if gzipped > BUDGET {
        return Err(format!(
            "{out}The app is over its {} gzipped bytes.",
            grouped(BUDGET)
        ));
    }
    Ok(out)
}

/// All files of a folder with their sizes, in order of their names.
fn measure(dist: &Path) -> Outcome<Vec<Item>> {
    let mut names = Vec::new();
    let mut folders = vec![dist.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).map_err(|e| format!("{}: {e}.", folder.display()))? {
            let path = entry
                .map_err(|e| format!("{}: {e}.", folder.display()))?
                .path();
            if path.is_dir() {
                folders.push(path);
            } else if let Ok(name) = path.strip_prefix(dist) {
                names.push(name.to_string_lossy().replace('\\', "/"));
            }
        }
    }
    names.sort_unstable();
    let mut node = Command::new("node");
    node.args(["-e", GZIP, "--"])
        .args(names.iter().map(|name| dist.join(name)));
    let printed = capture(&mut node)?;
    let mut lengths = printed
        .lines()
        .map(|line| line.parse::<u64>().unwrap_or(u64::MAX));
    let mut items = Vec::new();
    for name in names {
        let bytes = fs::metadata(dist.join(&name))
            .map_err(|e| format!("{name}: {e}."))?
            .len();
        let gzipped = lengths.next().ok_or("Node measured too few files.")?;
        items.push(Item {
            name,
            bytes,
            gzipped,
        });
    }
    Ok(items)
}

/// 1234567 as "1,234,567".
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn item(name: &str, gzipped: u64) -> Item {
        Item {
            name: name.to_owned(),
            bytes: 2 * gzipped,
            gzipped,
        }
    }

    #[test]
    fn numbers_are_grouped() {
        assert_eq!(
            [0, 999, 1000, 1_234_567].map(grouped),
            ["0", "999", "1,000", "1,234,567"]
        );
    }

    #[test]
    fn the_budget_counts_all_but_the_examples() {
        let fits = [
            item("app.wasm", BUDGET - 1_000),
            item("examples/a.gz", 5_000),
            item("symbols.wasm", 100_000),
            item("i.html", 1_000),
        ];
        let table = report(&fits).unwrap();
        let all = format!("     {}  the app", grouped(BUDGET));
        assert!(table.contains(&all), "{table}");
        let over = report(&[item("app.wasm", BUDGET + 1)]).unwrap_err();
        assert!(over.contains(&format!("over its {}", grouped(BUDGET))));
        assert!(
            report(&[item("symbols.wasm", 110_001)])
                .unwrap_err()
                .contains("symbols.wasm is over its 110,000")
        );
    }
}
