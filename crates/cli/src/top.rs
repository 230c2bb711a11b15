//! `pprofweb top`: the report of `go tool pprof -top`.

use analysis::Lens;
use analysis::report::top_text;
use analysis::top::TopOptions;

use crate::args::Args;
use crate::{Stop, read};

/// Runs the command.
pub(crate) fn run(args: &[String]) -> Result<String, Stop> {
    let args = Args::parse(args, &["sample-index", "nodecount"])?;
    let path = args.one("FILE")?;
    let node_count = match args.option("nodecount") {
        None => 0,
        Some(text) => text
            .parse()
            .map_err(|_| Stop::Usage(format!("--nodecount needs a whole number, not “{text}”.")))?,
    };
    let profile = read::profile(path)?;
    let lens = Lens::of_type(args.option("sample-index").unwrap_or(""));
    let options = TopOptions {
        node_count,
        ..TopOptions::PPROF
    };
    top_text(&profile, &lens, options).ok_or_else(|| {
        let kinds: Vec<_> = (0..profile.sample_types.len())
            .map(|at| profile.kind_text(at))
            .collect();
        Stop::Failed(format!(
            "{path}: There is no sample type “{}”; there is {}.",
            lens.sample_type,
            kinds.join(", ")
        ))
    })
}
