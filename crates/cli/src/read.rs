//! Files from disk or standard input.

use std::fs;
use std::io::{self, Read as _};

use analysis::merge;
use formats::{Cx, Limits};
use profile::Profile;

use crate::Stop;

/// Opens a profile; `-` is standard input. Warnings go to standard error.
pub(crate) fn profile(path: &str) -> Result<Profile, Stop> {
    let failed = |text: String| Stop::Failed(format!("{path}: {text}"));
    let bytes = match path {
        "-" => {
            let mut bytes = Vec::new();
            io::stdin().read_to_end(&mut bytes).map(|_| bytes)
        }
        path => fs::read(path),
    }
    .map_err(|error| failed(format!("The file cannot be read: {error}.")))?;
    let mut tick = |_, _, _| true;
    let mut cx = Cx::new(Limits::default(), &mut tick);
    let opened = formats::open(path, bytes, &mut cx).map_err(|error| failed(error.to_string()))?;
    for warning in &opened.warnings {
        eprintln!("pprofweb: {path}: warning: {}", warning.text);
    }
    let mut profiles = opened.profiles;
    let count = profiles.len();
    if count > 1 {
        // `cat a.pb b.pb` makes such files; whoever does that means the sum.
        eprintln!("pprofweb: {path}: warning: The file holds {count} profiles; they are merged.");
        return merge::merge(profiles).map_err(|fault| failed(fault.to_string()));
    }
    profiles
        .pop()
        .ok_or_else(|| failed("The file holds no profile.".to_owned()))
}
