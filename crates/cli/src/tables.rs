//! `pprofweb tables`: the registries as Markdown, for README and docs.

use std::fmt::Write as _;

use crate::Stop;

/// Runs the command.
pub(crate) fn run(_: &str, args: &[String]) -> Result<Vec<u8>, Stop> {
    let [name] = args else {
        return Err(Stop::Usage("Name one table.".to_owned()));
    };
    let table = match name.as_str() {
        "formats" => formats(),
        "views" => views(),
        "commands" => commands(),
        "options" => options(),
        "steps" => steps(),
        other => return Err(Stop::Usage(format!("There is no table “{other}”."))),
    };
    Ok(table.into_bytes())
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

fn options() -> String {
    let mut out = String::from("| Option | In links | What it does |\n|---|---|---|\n");
    for option in analysis::options::OPTIONS {
        let _ = writeln!(
            out,
            "| `{}` | `{}` | {} |",
            option.name, option.key, option.help
        );
    }
    out
}

fn steps() -> String {
    let mut out = String::from("| Step | What it does |\n|---|---|\n");
    for step in analysis::steps::STEPS {
        let _ = writeln!(out, "| `{}:` | {} |", step.id, step.help);
    }
    out
}
