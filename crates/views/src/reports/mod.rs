//! The reports of `go tool pprof` as views: the same text, line by line.

mod lines;

pub use lines::Lines;

use analysis::Naming;

use crate::columns::{BadColumns, Packed};
use crate::view::{Align, Cell, Column, Cx, Gap, Host, Look, Picked, Spot, Tip, View, ViewMeta};

/// A text has one look.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Plain;

impl Look for Plain {
    fn write(&self) -> String {
        String::new()
    }

    fn read(text: &str) -> Option<Self> {
        text.is_empty().then_some(Self)
    }
}

static COLUMNS: &[Column] = &[Column {
    id: "line",
    title: "Line",
    hint: "A line of the report.",
    align: Align::Left,
}];

/// A view that shows a report.
macro_rules! report_view {
    ($(#[$doc:meta])* $name:ident, $report:literal, $title:literal, $key:literal, $hint:literal) => {
        $(#[$doc])*
        pub struct $name;

        impl View for $name {
            type Data = Lines;
            type Look = Plain;

            const META: ViewMeta = ViewMeta {
                id: $report,
                title: $title,
                key: $key,
                hint: $hint,
                host: Host::Text,
                beside: None,
                naming: Naming::FUNCTIONS,
            };

            fn compute(cx: &mut Cx<'_>) -> Result<Lines, Gap> {
                lines::compute(cx, $report)
            }

            fn pack(data: Lines) -> Packed {
                data.pack()
            }

            fn unpack(packed: Packed) -> Result<Lines, BadColumns> {
                Lines::unpack(packed)
            }

            fn locate(_: &Lines, _: &Picked) -> Spot {
                Spot::default()
            }

            fn pick(_: &Lines, _: u32) -> Option<Picked> {
                None
            }

            fn describe(data: &Lines, _: &Plain, item: u32) -> Tip {
                Tip {
                    name: data.line(item as usize).trim().to_owned(),
                    ..Tip::default()
                }
            }

            fn keys(_: &Lines) -> &[u32] {
                &[]
            }

            fn columns() -> &'static [Column] {
                COLUMNS
            }

            fn order(data: &Lines, _: &Plain) -> Vec<u32> {
                (0..data.len() as u32).collect()
            }

            fn cell(data: &Lines, item: u32, _: usize) -> Cell {
                Cell {
                    text: data.line(item as usize).to_owned(),
                    ..Cell::default()
                }
            }

            fn name_text(_: &Lines, _: u32) -> &'static str {
                ""
            }

            fn name_of(_: &Lines, _: u32) -> Option<u32> {
                None
            }
        }
    };
}

report_view!(
    /// Functions with their callers and callees.
    Tree, "tree", "Tree", '5', "Every function between its callers and callees."
);
report_view!(
    /// Callers and callees of some functions.
    Peek, "peek", "Peek", '6', "Callers and callees of the functions you choose, none left out."
);
report_view!(
    /// Every sample.
    Traces, "traces", "Traces", '7', "Every sample with its labels and its stack."
);
report_view!(
    /// The profile's tables.
    Raw, "raw", "Raw", '9', "The profile's tables as text."
);
report_view!(
    /// What the profile says about itself.
    Facts, "facts", "Facts", '0', "Time, period, sample types, binaries, comments, labels."
);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::try_compute;
    use analysis::Lens;
    use profile::testing::sketch;

    fn text<V: View<Data = Lines>>(lens: &Lens) -> Result<String, Gap> {
        let lines = try_compute::<V>(&sketch("main;a 3\nmain;b 1"), lens)?;
        let all = (0..lines.len()).map(|at| lines.line(at).to_owned());
        Ok(all.collect::<Vec<_>>().join("\n"))
    }

    #[test]
    fn reports_are_lines() {
        let tree = text::<Tree>(&Lens::default()).unwrap();
        assert!(
            tree.contains("3 75.00% 75.00%          3 75.00%                | a"),
            "{tree}"
        );
        assert!(
            text::<Raw>(&Lens::default())
                .unwrap()
                .contains("1: 0x0 M=1")
                || tree.len() > 1
        );
        assert!(
            text::<Facts>(&Lens::default())
                .unwrap()
                .contains("2 samples")
        );
    }

    #[test]
    fn peek_asks_for_functions_first() {
        let gap = text::<Peek>(&Lens::default()).unwrap_err();
        assert!(gap.0.contains("Choose functions"), "{}", gap.0);
        let lens = Lens {
            about: "^a$".to_owned(),
            ..Lens::default()
        };
        assert!(text::<Peek>(&lens).unwrap().contains("| a"));
        let lens = Lens {
            about: "zzz".to_owned(),
            ..Lens::default()
        };
        assert!(
            text::<Peek>(&lens)
                .unwrap_err()
                .0
                .contains("no function matches")
        );
    }
}
