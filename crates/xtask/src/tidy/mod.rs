//! Rules that no compiler holds: levels, registries, file heads, generated tables.

mod features;
mod files;
mod levels;
mod registries;

use std::path::Path;

use crate::docgen;
use crate::step::{Outcome, no_arguments, root, timed};

/// `cargo xtask tidy`
pub fn command(args: &[String]) -> Outcome {
    no_arguments("tidy", args)?;
    let root = root()?;
    timed("tidy", || check(&root))
}

/// Checks all rules; the error has a line for each fault.
pub fn check(root: &Path) -> Outcome {
    let mut faults = levels::check(root)?;
    faults.extend(files::check(root)?);
    faults.extend(registries::check(root)?);
    faults.extend(features::check(root)?);
    faults.extend(docgen::check(root)?);
    if faults.is_empty() {
        Ok(())
    } else {
        Err(faults.join("\n"))
    }
}
