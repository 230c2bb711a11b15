//! Top: every function with its self and total value, sortable.

mod data;
mod look;

pub use data::{Head, Rows};
pub use look::{Sort, TopLook};

use analysis::Naming;
use profile::units::{human, in_column, signed_percentage};

use crate::columns::{BadColumns, Packed};
use crate::view::{Align, Cell, Column, Cx, Detail, Gap, Host, Picked, Spot, Tip, View, ViewMeta};

/// The top view.
pub struct Top;

/// Columns, in the order of [`Sort`].
static COLUMNS: &[Column] = &[
    Column {
        id: "s",
        title: "Self",
        hint: "Value of samples that end in the function (pprof: flat).",
        align: Align::Right,
    },
    Column {
        id: "sp",
        title: "Self %",
        hint: "Self as a share of the total of all samples.",
        align: Align::Right,
    },
    Column {
        id: "ss",
        title: "Sum %",
        hint: "Self of this and all heavier functions as a share of the total (pprof: sum).",
        align: Align::Right,
    },
    Column {
        id: "t",
        title: "Total",
        hint: "Value of samples that pass through the function (pprof: cum).",
        align: Align::Right,
    },
    Column {
        id: "tp",
        title: "Total %",
        hint: "Total as a share of the total of all samples.",
        align: Align::Right,
    },
    Column {
        id: "n",
        title: "Function",
        hint: "The function's name.",
        align: Align::Left,
    },
    Column {
        id: "i",
        title: "Inlined",
        hint: "inline: all calls of it were inlined; partial: some.",
        align: Align::Left,
    },
    Column {
        id: "f",
        title: "File:line",
        hint: "Where the function starts, as far as the profile says.",
        align: Align::Left,
    },
];

impl View for Top {
    type Data = Rows;
    type Look = TopLook;

    const META: ViewMeta = ViewMeta {
        id: "top",
        title: "Top",
        key: '3',
        hint: "Every function with its self and total value.",
        host: Host::Table,
        beside: None,
        naming: Naming::FUNCTIONS,
    };

    fn compute(cx: &mut Cx<'_>) -> Result<Rows, Gap> {
        data::compute(cx, Self::META.naming)
    }

    fn pack(data: Rows) -> Packed {
        data.pack()
    }

    fn unpack(packed: Packed) -> Result<Rows, BadColumns> {
        Rows::unpack(packed)
    }

    fn locate(data: &Rows, picked: &Picked) -> Spot {
        let at = data.names.find(&picked.name).map(|at| at as u32);
        Spot { item: at, name: at }
    }

    fn pick(data: &Rows, item: u32) -> Option<Picked> {
        let at = item as usize;
        (at < data.names.len()).then(|| Picked {
            name: data.names.name(at).to_owned(),
            ..Picked::default()
        })
    }

    fn describe(data: &Rows, _: &TopLook, item: u32) -> Tip {
        let at = item as usize;
        let (Some(&own), Some(&total)) = (data.self_value.get(at), data.total.get(at)) else {
            return Tip::default();
        };
        let told = |value: i64| {
            let share = signed_percentage(value, data.head.grand_total);
            format!("{} ({share} of total)", human(value, &data.head.unit))
        };
        Tip {
            name: data.names.name(at).to_owned(),
            place: data.names.place(at).into_owned(),
            module: data.names.module(at).to_owned(),
            details: vec![
                Detail {
                    label: "Self",
                    value: told(own),
                },
                Detail {
                    label: "Total",
                    value: told(total),
                },
            ],
        }
    }

    fn keys(data: &Rows) -> &[u32] {
        &data.names.key
    }

    fn columns() -> &'static [Column] {
        COLUMNS
    }

    fn order(data: &Rows, look: &TopLook) -> Vec<u32> {
        look.order(data)
    }

    fn cell(data: &Rows, item: u32, column: usize) -> Cell {
        let at = item as usize;
        let (Some(&own), Some(&total)) = (data.self_value.get(at), data.total.get(at)) else {
            return Cell::default();
        };
        let whole = data.head.grand_total;
        let bar = |value: i64| match whole {
            0 => None,
            _ => Some((value as f64 / whole as f64).abs().min(1.0)),
        };
        let figure = |text: String, bar: Option<f64>| Cell { text, bar, dim: 0 };
        let value = |value: i64| in_column(value, &data.head.unit, &data.head.shown_unit);
        match Sort::of_column(column) {
            Some(Sort::SelfValue) => figure(value(own), bar(own)),
            Some(Sort::SelfShare) => figure(signed_percentage(own, whole), None),
            Some(Sort::SumShare) => {
                let sum = data.sum.get(at).copied().unwrap_or(0);
                figure(signed_percentage(sum, whole), None)
            }
            Some(Sort::Total) => figure(value(total), bar(total)),
            Some(Sort::TotalShare) => figure(signed_percentage(total, whole), None),
            Some(Sort::Name) => Cell {
                text: data.names.name(at).to_owned(),
                bar: None,
                dim: data.names.package_len(at),
            },
            Some(Sort::Inlined) => {
                let mark = match data.inlined.get(at) {
                    Some(1) => "partial",
                    Some(2) => "inline",
                    _ => "",
                };
                figure(mark.to_owned(), None)
            }
            Some(Sort::Place) => figure(data.names.place(at).into_owned(), None),
            None => Cell::default(),
        }
    }

    fn sorting(look: &TopLook) -> Option<(usize, bool)> {
        Some((look.sort as usize, look.descending))
    }

    fn sort(look: &mut TopLook, column: usize) {
        look.sort_by(column);
    }

    fn name_text(data: &Rows, name: u32) -> &str {
        data.names.name(name as usize)
    }

    fn item_of(data: &Rows, name: u32) -> Option<u32> {
        ((name as usize) < data.len()).then_some(name)
    }

    fn name_of(_: &Rows, item: u32) -> Option<u32> {
        Some(item)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::computed;
    use crate::view::Look;

    fn table(look: &TopLook) -> Vec<String> {
        let data =
            computed::<Top>("main.main;json.Decode@json.go:7 30\nmain.main;io.Read 9\nmain.main 1");
        Top::order(&data, look)
            .into_iter()
            .map(|item| {
                let cells: Vec<_> = (0..COLUMNS.len())
                    .map(|c| Top::cell(&data, item, c).text)
                    .collect();
                cells.join(" | ")
            })
            .collect()
    }

    #[test]
    fn shares_of_a_diff_have_their_sign() {
        let data = computed::<Top>("main;a -30\nmain;b 10");
        let cells = |item| [0, 1].map(|column| Top::cell(&data, item, column).text);
        assert_eq!(cells(0), ["-30", "-75.00%"]);
        assert_eq!(cells(1), ["10", "25.00%"]);
    }

    #[test]
    fn rows_come_heaviest_first_and_turn_when_asked() {
        assert_eq!(
            table(&TopLook::default()),
            [
                "30 | 75.00% | 75.00% | 30 | 75.00% | json.Decode |  | json.go:7",
                "9 | 22.50% | 97.50% | 9 | 22.50% | io.Read |  | ",
                "1 | 2.50% | 100% | 40 | 100% | main.main |  | ",
            ]
        );
        let mut look = TopLook::default();
        Top::sort(&mut look, Sort::Name as usize);
        assert!(table(&look)[0].contains("io.Read"), "names ascend first");
        assert_eq!(TopLook::read(&look.write()), Some(look.clone()));
        Top::sort(&mut look, Sort::Name as usize);
        assert!(table(&look)[0].contains("main.main"));
        assert_eq!(TopLook::read("zz"), None);
    }
}
