//! How the top table is looked at: which column sorts it, and which way.

use profile::order::sort_ids;

use super::Rows;
use crate::view::Look;

/// Sort columns, in the order of the table's columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sort {
    /// By self value.
    SelfValue,
    /// By share of self: the same order.
    SelfShare,
    /// By the running sum of self: the same order.
    SumShare,
    /// By total.
    Total,
    /// By share of total: the same order.
    TotalShare,
    /// By name.
    Name,
    /// By how calls were inlined.
    Inlined,
    /// By file and line.
    Place,
}

const ALL: [(Sort, &str); 8] = [
    (Sort::SelfValue, "s"),
    (Sort::SelfShare, "sp"),
    (Sort::SumShare, "ss"),
    (Sort::Total, "t"),
    (Sort::TotalShare, "tp"),
    (Sort::Name, "n"),
    (Sort::Inlined, "i"),
    (Sort::Place, "f"),
];

impl Sort {
    /// The sort of a table column.
    pub fn of_column(column: usize) -> Option<Self> {
        ALL.get(column).map(|(sort, _)| *sort)
    }
}

/// Sort column and direction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TopLook {
    /// The column.
    pub sort: Sort,
    /// Largest first.
    pub descending: bool,
}

impl Default for TopLook {
    fn default() -> Self {
        Self {
            sort: Sort::SelfValue,
            descending: true,
        }
    }
}

impl Look for TopLook {
    fn write(&self) -> String {
        if *self == Self::default() {
            return String::new();
        }
        let id = ALL
            .iter()
            .find(|(sort, _)| *sort == self.sort)
            .map_or("s", |(_, id)| id);
        format!("{id}{}", if self.descending { "-" } else { "+" })
    }

    fn read(text: &str) -> Option<Self> {
        if text.is_empty() {
            return Some(Self::default());
        }
        let descending = text.ends_with('-');
        let id = text.strip_suffix(['-', '+'])?;
        let sort = ALL.iter().find(|(_, known)| *known == id)?.0;
        Some(Self { sort, descending })
    }
}

impl TopLook {
    /// Sorts by a column; the same column again turns the order. Figures begin with the
    /// largest, texts with the first.
    pub fn sort_by(&mut self, column: usize) {
        let Some(sort) = Sort::of_column(column) else {
            return;
        };
        self.descending = match sort == self.sort {
            true => !self.descending,
            false => !matches!(sort, Sort::Name | Sort::Place),
        };
        self.sort = sort;
    }

    /// Rows in this order; equal ones stay in the order of self value.
    pub fn order(&self, data: &Rows) -> Vec<u32> {
        let mut order: Vec<u32> = (0..data.len() as u32).collect();
        let names = &data.names;
        sort_ids(&mut order, &mut |a, b| {
            let (a, b) = (a as usize, b as usize);
            let by = |column: &[i64]| column[a].unsigned_abs().cmp(&column[b].unsigned_abs());
            match self.sort {
                Sort::SelfValue | Sort::SelfShare | Sort::SumShare => by(&data.self_value),
                Sort::Total | Sort::TotalShare => by(&data.total),
                Sort::Inlined => data.inlined[a].cmp(&data.inlined[b]),
                Sort::Name => names.name(a).cmp(names.name(b)),
                Sort::Place => {
                    let place = |row: usize| (names.file(row), names.line_of(row));
                    place(a).cmp(&place(b))
                }
            }
        });
        if self.descending {
            // Stable in both directions: turn, then put runs of equals back.
            order.reverse();
            self.restore_equals(data, &mut order);
        }
        order
    }

    fn restore_equals(&self, data: &Rows, order: &mut [u32]) {
        let same = |a: u32, b: u32| {
            let (a, b) = (a as usize, b as usize);
            match self.sort {
                Sort::SelfValue | Sort::SelfShare | Sort::SumShare => {
                    data.self_value[a] == data.self_value[b]
                }
                Sort::Inlined => data.inlined[a] == data.inlined[b],
                Sort::Total | Sort::TotalShare => data.total[a] == data.total[b],
                Sort::Name => data.names.name(a) == data.names.name(b),
                Sort::Place => data.names.place(a) == data.names.place(b),
            }
        };
        for run in order.chunk_by_mut(|&a, &b| same(a, b)) {
            run.reverse();
        }
    }
}
