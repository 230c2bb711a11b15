//! The top list: self and total of every function, as `go tool pprof -top` counts them.

use profile::units;

use crate::Tree;
use crate::tree::Children;
use crate::trim::{Edge, Folded, fold};

/// What is left out of a top list.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TopOptions {
    /// Rows with less than this share of the total are dropped (pprof: 0.005).
    pub node_fraction: f64,
    /// Edges with less than this share do not count for the "inline" mark (pprof: 0.001).
    pub edge_fraction: f64,
    /// At most so many rows; 0 means all.
    pub node_count: usize,
}

impl TopOptions {
    /// pprof's own defaults.
    pub const PPROF: Self = Self {
        node_fraction: 0.005,
        edge_fraction: 0.001,
        node_count: 0,
    };
    /// Everything, as the page's table shows it.
    pub const ALL: Self = Self {
        node_fraction: 0.0,
        edge_fraction: 0.0,
        node_count: 0,
    };
}

/// How a row's calls were inlined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Inlined {
    /// Never, or it has no caller.
    No,
    /// From some callers.
    Partly,
    /// Always.
    Always,
}

/// A row of the top list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TopRow {
    /// The function (or address), in the tree's keys.
    pub key: u32,
    /// Value of samples that end in it (pprof: flat).
    pub self_value: i64,
    /// Value of samples that pass through it (pprof: cum).
    pub total: i64,
    /// Whether it was inlined.
    pub inlined: Inlined,
}

/// A top list, heaviest self value first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TopTable {
    /// The rows.
    pub rows: Vec<TopRow>,
    /// Of what shares are told: the sum of all samples' absolute values.
    pub grand_total: i64,
    /// How many rows were too small.
    pub dropped: usize,
    /// How many there were before the count limit.
    pub before_limit: usize,
}

impl TopTable {
    /// The unit that pprof prints all values of the rows in that have at least `fraction` of the
    /// total: for [`profile::units::label`], never empty.
    pub fn unit(&self, fraction: f64, unit: &str) -> String {
        let sum = self
            .rows
            .iter()
            .fold(0_i64, |sum, row| sum.saturating_add(row.self_value));
        let cut = cut(sum, fraction);
        let smallest = self
            .rows
            .iter()
            .filter(|row| row.total.saturating_abs() >= cut)
            .map(|row| match row.self_value {
                0 => row.total,
                own => own,
            })
            .map(i64::saturating_abs)
            .filter(|&value| value != 0)
            .min()
            .unwrap_or(self.grand_total);
        match units::report_unit(smallest, self.grand_total, unit) {
            // Where values do not convert, pprof appends the sample unit unless it is a plain
            // count.
            none if none.is_empty() => "minimum".to_owned(),
            unit => unit,
        }
    }
}

fn cut(sum: i64, fraction: f64) -> i64 {
    ((sum as f64 * fraction) as i64).saturating_abs()
}

/// Makes the top list of a merged tree.
pub fn top(tree: &Tree, children: &Children, options: TopOptions) -> TopTable {
    let whole = fold(tree, children, None);
    let sum = whole
        .flat
        .iter()
        .fold(0_i64, |sum, v| sum.saturating_add(*v));
    let (node_cut, edge_cut) = (
        cut(sum, options.node_fraction),
        cut(sum, options.edge_fraction),
    );

    let alive = |folded: &Folded, key: usize| folded.flat[key] != 0 || folded.cum[key] != 0;
    let mut kept: Vec<bool> = (0..tree.keys.len()).map(|key| alive(&whole, key)).collect();
    let mut folded = whole;
    let mut dropped = 0;
    if node_cut > 0 {
        for (key, kept) in kept.iter_mut().enumerate() {
            if *kept && folded.cum[key].saturating_abs() < node_cut {
                *kept = false;
                dropped += 1;
            }
        }
        if dropped > 0 {
            folded = fold(tree, children, Some(&kept));
        }
    }
    let mut order = sorted(tree, &folded, &kept);
    let before_limit = order.len();
    if options.node_count > 0 && order.len() > options.node_count {
        for &key in order.iter().skip(options.node_count) {
            kept[key as usize] = false;
        }
        folded = fold(tree, children, Some(&kept));
        order = sorted(tree, &folded, &kept);
    }
    let marks = inline_marks(&folded, edge_cut);
    let rows = order
        .into_iter()
        .map(|key| TopRow {
            key,
            self_value: folded.flat[key as usize],
            total: folded.cum[key as usize],
            inlined: marks[key as usize],
        })
        .collect();
    TopTable {
        rows,
        grand_total: tree.grand_total,
        dropped,
        before_limit,
    }
}

/// Kept keys by |self|, then name, then |total|: pprof's order.
fn sorted(tree: &Tree, folded: &Folded, kept: &[bool]) -> Vec<u32> {
    let mut order: Vec<u32> = (0..tree.keys.len() as u32)
        .filter(|&key| {
            let slot = key as usize;
            kept[slot] && (folded.flat[slot] != 0 || folded.cum[slot] != 0)
        })
        .collect();
    let name = |key: u32| tree.keys.names.bytes(tree.keys.name[key as usize]);
    order.sort_unstable_by(|&a, &b| {
        let magnitude = |column: &[i64], key: u32| column[key as usize].unsigned_abs();
        magnitude(&folded.flat, b)
            .cmp(&magnitude(&folded.flat, a))
            .then_with(|| name(a).cmp(name(b)))
            .then_with(|| magnitude(&folded.cum, b).cmp(&magnitude(&folded.cum, a)))
            .then(a.cmp(&b))
    });
    order
}

fn inline_marks(folded: &Folded, edge_cut: i64) -> Vec<Inlined> {
    let mut inlined = vec![(false, false); folded.flat.len()];
    // Only flags are set here, so the map's order does not show.
    for (&(_, callee), edge) in &folded.edges {
        let Edge {
            weight,
            inlined: always,
        } = *edge;
        if weight.saturating_abs() < edge_cut {
            continue;
        }
        let (some, others) = &mut inlined[callee as usize];
        *some |= always;
        *others |= !always;
    }
    inlined
        .into_iter()
        .map(|mark| match mark {
            (false, _) => Inlined::No,
            (true, true) => Inlined::Partly,
            (true, false) => Inlined::Always,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Lens, Naming};
    use profile::testing::sketch;

    fn rows(text: &str, options: TopOptions) -> (Vec<(String, i64, i64, Inlined)>, usize) {
        let tree = Tree::of(&sketch(text), &Lens::default(), Naming::Pprof).unwrap();
        let table = top(&tree, &tree.children(), options);
        let rows = table
            .rows
            .iter()
            .map(|r| {
                (
                    tree.keys.text(r.key).into_owned(),
                    r.self_value,
                    r.total,
                    r.inlined,
                )
            })
            .collect();
        (rows, table.dropped)
    }

    #[test]
    fn recursion_counts_once_and_equal_rows_go_by_name() {
        use Inlined::No;
        let (rows, _) = rows(
            "main;f;g;f 3\nmain;f 2\nmain;a 2\nmain;z 2",
            TopOptions::ALL,
        );
        assert_eq!(
            rows,
            [
                ("f".into(), 5, 5, No),
                ("a".into(), 2, 2, No),
                ("z".into(), 2, 2, No),
                ("g".into(), 0, 3, No),
                ("main".into(), 0, 9, No),
            ]
        );
    }

    #[test]
    fn small_rows_are_dropped_and_counted() {
        let (rows, dropped) = rows("main;big 1000\nmain;tiny 4", TopOptions::PPROF);
        assert_eq!(dropped, 1);
        assert_eq!(rows.len(), 2);
    }

    #[test]
    fn the_inline_mark_looks_at_every_caller() {
        let (rows, _) = rows("a;>x 5\nb;x 3\na;>y 1", TopOptions::ALL);
        let mark = |name: &str| rows.iter().find(|r| r.0 == name).map(|r| r.3);
        assert_eq!(mark("x"), Some(Inlined::Partly));
        assert_eq!(mark("y"), Some(Inlined::Always));
        assert_eq!(mark("a"), Some(Inlined::No));
    }
}
