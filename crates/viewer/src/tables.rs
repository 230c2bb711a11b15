//! Tables as text, for the clipboard.

use std::fmt::Write as _;

use views::{AnyData, AnyView, Host};

/// How a table is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CopyAs {
    /// Tabs between cells: for spreadsheets.
    Tsv,
    /// A Markdown table: for issues and chats.
    Markdown,
    /// Comma-separated values: for files.
    Csv,
}

impl CopyAs {
    /// All of them, in the order of the menu.
    pub const ALL: [Self; 3] = [Self::Tsv, Self::Markdown, Self::Csv];

    /// Name in the menu.
    pub fn title(self) -> &'static str {
        match self {
            Self::Tsv => "TSV",
            Self::Markdown => "Markdown",
            Self::Csv => "CSV",
        }
    }
}

/// The rows of a view, in the order of its look; a text report as it is.
pub fn text_of(view: &dyn AnyView, data: &AnyData, look: &str, how: CopyAs) -> String {
    let look = view.look(look);
    let order = view.order(data, &look);
    let columns = view.columns();
    if view.meta().host == Host::Text {
        let lines = order
            .iter()
            .map(|&item| view.cell(data, item, 0).text + "\n");
        return lines.collect();
    }
    let heads: Vec<String> = columns.iter().map(|c| c.title.to_owned()).collect();
    let mut out = row(&heads, how);
    if how == CopyAs::Markdown {
        let rule = columns.iter().map(|column| match column.align {
            views::Align::Left => "---",
            views::Align::Right => "--:",
        });
        let _ = writeln!(out, "|{}|", rule.collect::<Vec<_>>().join("|"));
    }
    for item in order {
        out.push_str(&row_of(view, data, item, how));
    }
    out
}

/// One row of a view's table form, without its heads.
pub fn row_of(view: &dyn AnyView, data: &AnyData, item: u32, how: CopyAs) -> String {
    let cells = (0..view.columns().len()).map(|column| view.cell(data, item, column).text);
    row(&cells.collect::<Vec<_>>(), how)
}

fn row(cells: &[String], how: CopyAs) -> String {
    let mut line = match how {
        CopyAs::Tsv => cells
            .iter()
            .map(|text| cell(text))
            .collect::<Vec<_>>()
            .join("\t"),
        CopyAs::Csv => cells
            .iter()
            .map(|cell| quoted(&safe(cell)))
            .collect::<Vec<_>>()
            .join(","),
        CopyAs::Markdown => {
            let cells = cells.iter().map(|cell| {
                let cell = cell.replace('|', "\\|").replace(['\n', '\r'], " ");
                cell.replace('<', "&lt;")
            });
            format!("| {} |", cells.collect::<Vec<_>>().join(" | "))
        }
    };
    line.push('\n');
    line
}

/// A text as a cell between tabs.
pub(crate) fn cell(text: &str) -> String {
    safe(&text.replace(['\t', '\n', '\r'], " "))
}

/// A name must never become a formula in a spreadsheet.
fn safe(cell: &str) -> String {
    let number = cell
        .trim_start_matches('-')
        .starts_with(|c: char| c.is_ascii_digit());
    match cell.starts_with(['=', '+', '-', '@', '\t', '\r']) && !number {
        true => format!("'{cell}"),
        false => cell.to_owned(),
    }
}

fn quoted(cell: &str) -> String {
    match cell.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", cell.replace('"', "\"\"")),
        false => cell.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_stay_cells() {
        let cells = ["1.5s", "-3ms", "=cmd|x", "a,\"b\"", "<T>\tx"].map(str::to_owned);
        assert_eq!(
            row(&cells, CopyAs::Tsv),
            "1.5s\t-3ms\t'=cmd|x\ta,\"b\"\t<T> x\n"
        );
        assert_eq!(
            row(&cells, CopyAs::Csv),
            "1.5s,-3ms,'=cmd|x,\"a,\"\"b\"\"\",<T>\tx\n"
        );
        assert_eq!(
            row(&cells, CopyAs::Markdown),
            "| 1.5s | -3ms | =cmd\\|x | a,\"b\" | &lt;T>\tx |\n"
        );
    }
}
