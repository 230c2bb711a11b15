//! `pprofweb tables`: the registries as Markdown, for README and docs.

use std::fmt::Write as _;

use crate::Stop;
use crate::args::Args;

/// Runs the command.
pub(crate) fn run(args: &[String]) -> Result<String, Stop> {
    let args = Args::parse(args, &[])?;
    match args.one("NAME")? {
        "formats" => Ok(formats()),
        "views" => Ok(views()),
        "commands" => Ok(commands()),
        other => Err(Stop::Usage(format!("There is no table “{other}”."))),
    }
}

fn formats() -> String {
    let mut out = String::from("| Format | Files | How to record |\n|---|---|---|\n");
    for format in formats::IMPORTERS {
        let extensions: Vec<_> = format
            .extensions
            .iter()
            .map(|e| format!("`.{e}`"))
            .collect();
        let _ = writeln!(
            out,
            "| {} | {} | {} |",
            format.name,
            extensions.join(" "),
            format.how_to_record
        );
    }
    out
}

fn views() -> String {
    let mut out = String::from("| View | Key | What it shows |\n|---|---|---|\n");
    for view in views::VIEWS {
        let meta = view.meta();
        let _ = writeln!(out, "| {} | `{}` | {} |", meta.title, meta.key, meta.hint);
    }
    out
}

fn commands() -> String {
    let mut out = String::from("| Command | What it does |\n|---|---|\n");
    for (name, args, help) in crate::subcommands() {
        let _ = writeln!(out, "| `pprofweb {name} {args}` | {help} |");
    }
    out
}
