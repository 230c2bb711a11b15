//! Tags: the labels of samples, each key with its values and what they weigh. A click on a value
//! keeps only its samples.

use analysis::report::{TagKey, TagValue, tag_keys};
use analysis::{Naming, Prepared};
use profile::units::{label, signed_percentage};
use serde::{Deserialize, Serialize};

use crate::columns::{BadColumns, Blob, Packed};
use crate::reports::Plain;
use crate::view::{Align, Cell, Column, Cx, Detail, Gap, Host, Picked, Spot, Tip, View, ViewMeta};

/// The tags view.
pub struct Tags;

/// Keys and values of labels, as parallel columns; a key stands before its values.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Rows {
    head: Head,
    total: Vec<i64>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Head {
    unit: String,
    grand_total: i64,
    /// For each row: its key.
    keys: Vec<String>,
    /// For each row: its value; none for the row of a key.
    values: Vec<Option<String>>,
    /// For each row: the filter that keeps its samples only; empty if there is none.
    filters: Vec<String>,
}

static COLUMNS: &[Column] = &[
    Column {
        id: "t",
        title: "Total",
        hint: "Value of the samples that have the label.",
        align: Align::Right,
    },
    Column {
        id: "tp",
        title: "Total %",
        hint: "Total as a share of the total of all samples.",
        align: Align::Right,
    },
    Column {
        id: "k",
        title: "Key",
        hint: "The label's key.",
        align: Align::Left,
    },
    Column {
        id: "n",
        title: "Value",
        hint: "The label's value. A click keeps only its samples.",
        align: Align::Left,
    },
];

impl View for Tags {
    type Data = Rows;
    type Look = Plain;

    const META: ViewMeta = ViewMeta {
        id: "tags",
        title: "Tags",
        key: '8',
        hint: "Labels of samples with their values and shares; a click filters.",
        host: Host::Table,
        beside: None,
        naming: Naming::FUNCTIONS,
    };

    fn compute(cx: &mut Cx<'_>) -> Result<Rows, Gap> {
        let prepared = Prepared::new(cx.profile, cx.lens);
        let prepared = prepared.map_err(|fault| crate::gaps::fault(cx, &fault))?;
        for note in &prepared.notes {
            cx.trees.note(note.clone());
        }
        let mut rows = Rows::default();
        rows.head.unit = prepared.unit();
        rows.head.grand_total = prepared.total;
        for key in tag_keys(&prepared, "auto") {
            rows.head.keys.push(key.name.clone());
            rows.head.values.push(None);
            rows.head.filters.push(String::new());
            rows.total.push(key.total);
            for value in &key.values {
                rows.head.keys.push(key.name.clone());
                rows.head.filters.push(filter(&key, value));
                rows.head.values.push(Some(value.name.clone()));
                rows.total.push(value.total);
            }
        }
        match rows.total.is_empty() {
            true => Err(Gap(
                "The samples have no labels. In Go, pprof.Do sets them; bytes come with heap \
                 profiles."
                    .to_owned(),
            )),
            false => Ok(rows),
        }
    }

    fn pack(data: Rows) -> Packed {
        Packed::new(&data.head).with(Blob::I64(data.total))
    }

    fn unpack(packed: Packed) -> Result<Rows, BadColumns> {
        let (head, mut take): (Head, _) = packed.open()?;
        let total = take.i64()?;
        let lengths = [head.keys.len(), head.values.len(), head.filters.len()];
        match lengths.iter().all(|&length| length == total.len()) {
            true => Ok(Rows { head, total }),
            false => Err(BadColumns("tags")),
        }
    }

    fn locate(_: &Rows, _: &Picked) -> Spot {
        Spot::default()
    }

    fn pick(_: &Rows, _: u32) -> Option<Picked> {
        None
    }

    fn describe(data: &Rows, _: &Plain, item: u32) -> Tip {
        let at = item as usize;
        let (Some(key), Some(&total)) = (data.head.keys.get(at), data.total.get(at)) else {
            return Tip::default();
        };
        let value = data.head.values.get(at).and_then(Option::as_deref);
        let share = signed_percentage(total, data.head.grand_total);
        Tip {
            name: value.map_or_else(|| key.clone(), |value| format!("{key}: {value}")),
            place: String::new(),
            module: String::new(),
            details: vec![Detail {
                label: "Total",
                value: format!(
                    "{} ({share} of total)",
                    label(total, &data.head.unit, "auto")
                ),
            }],
        }
    }

    fn keys(_: &Rows) -> &[u32] {
        &[]
    }

    fn refine(data: &Rows, item: u32) -> Option<(&'static str, String)> {
        let filter = data.head.filters.get(item as usize)?;
        (!filter.is_empty()).then(|| ("tagfocus", filter.clone()))
    }

    fn columns() -> &'static [Column] {
        COLUMNS
    }

    fn order(data: &Rows, _: &Plain) -> Vec<u32> {
        (0..data.total.len() as u32).collect()
    }

    fn cell(data: &Rows, item: u32, column: usize) -> Cell {
        let at = item as usize;
        let (Some(&total), Some(key)) = (data.total.get(at), data.head.keys.get(at)) else {
            return Cell::default();
        };
        let value = data.head.values.get(at).and_then(Option::as_deref);
        let whole = data.head.grand_total;
        let share = (whole != 0).then(|| (total as f64 / whole as f64).abs().min(1.0));
        match column {
            0 => Cell {
                text: label(total, &data.head.unit, "auto"),
                bar: share,
                dim: 0,
            },
            1 => Cell {
                text: signed_percentage(total, whole),
                ..Cell::default()
            },
            2 => Cell {
                text: if value.is_none() {
                    key.clone()
                } else {
                    String::new()
                },
                ..Cell::default()
            },
            _ => Cell {
                text: value.unwrap_or("").to_owned(),
                ..Cell::default()
            },
        }
    }

    fn name_text(_: &Rows, _: u32) -> &'static str {
        ""
    }

    fn name_of(_: &Rows, _: u32) -> Option<u32> {
        None
    }
}

/// The label filter that keeps the samples of a value.
fn filter(key: &TagKey, value: &TagValue) -> String {
    let TagKey { name, unit, .. } = key;
    match value.range {
        // A text must match as a whole; commas would part it.
        None if value.name.contains(',') => String::new(),
        None => format!("{name}=^{}$", analysis::rx::escaped(&value.name)),
        Some(_) if !unit.bytes().all(|b| b.is_ascii_alphabetic()) => String::new(),
        Some((low, high)) if low == high => format!("{name}={low}{unit}"),
        Some((low, high)) => format!("{name}={low}{unit}:{high}{unit}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{computed, try_compute};
    use profile::testing::sketch;

    #[test]
    fn keys_stand_before_their_values() {
        let rows = computed::<Tags>("main;a 3 {job=x}\nmain;b 1 {job=y.z,bytes=4096}\nmain 4");
        let printed: Vec<String> = (0..rows.total.len() as u32)
            .map(|item| {
                let cells = (0..4).map(|column| Tags::cell(&rows, item, column).text);
                cells.collect::<Vec<_>>().join("|")
            })
            .collect();
        assert_eq!(
            printed,
            [
                "1|12.50%|bytes|",
                "1|12.50%||4kB",
                "4|50.00%|job|",
                "3|37.50%||x",
                "1|12.50%||y.z"
            ]
        );
        let refine = |item| Tags::refine(&rows, item).map(|(_, value)| value);
        assert_eq!(refine(0), None, "a key is no filter");
        assert_eq!(refine(1).as_deref(), Some("bytes=4096bytes"));
        assert_eq!(refine(4).as_deref(), Some("job=^y\\.z$"));
    }

    #[test]
    fn no_labels_is_a_sentence() {
        let gap = try_compute::<Tags>(&sketch("main 1"), &analysis::Lens::default());
        assert!(gap.unwrap_err().0.contains("no labels"));
    }
}
