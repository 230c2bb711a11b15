//! The top list: self and total of every function, as a table of the page shows it.

use profile::units;

use crate::Tree;
use crate::graph::{Graph, Order, Shape};
use crate::tree::Children;

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

/// A top list, heaviest self value first, with every row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TopTable {
    /// The rows.
    pub rows: Vec<TopRow>,
    /// Of what shares are told: the sum of all samples' absolute values.
    pub grand_total: i64,
}

impl TopTable {
    /// The unit that pprof prints all values of the rows in that have at least `fraction` of the
    /// total: for [`profile::units::label`], never empty.
    pub fn unit(&self, fraction: f64, unit: &str) -> String {
        let sum = self
            .rows
            .iter()
            .fold(0_i64, |sum, row| sum.saturating_add(row.self_value));
        let cut = ((sum as f64 * fraction) as i64).saturating_abs();
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

/// Makes the top list of a merged tree.
pub fn top(tree: &Tree, children: &Children, drop_negative: bool) -> TopTable {
    let shape = Shape {
        drop_negative,
        ..Shape::default()
    };
    let mut graph = Graph::of(tree, children, shape);
    graph.sort(tree, Order::Flat);
    let rows = graph.listed.iter().map(|&number| {
        let node = graph.node(number);
        TopRow {
            key: node.key,
            self_value: node.told_flat(),
            total: node.told_cum(),
            inlined: inlined(&graph, number),
        }
    });
    TopTable {
        rows: rows.collect(),
        grand_total: tree.grand_total,
    }
}

/// Whether the calls of a node were inlined.
pub fn inlined(graph: &Graph, node: u32) -> Inlined {
    let calls = || graph.node(node).ins.iter().map(|&edge| graph.edge(edge));
    match (calls().any(|c| c.inline), calls().any(|c| !c.inline)) {
        (false, _) => Inlined::No,
        (true, true) => Inlined::Partly,
        (true, false) => Inlined::Always,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Lens, Naming};
    use profile::testing::sketch;

    fn rows(text: &str) -> Vec<(String, i64, i64, Inlined)> {
        let tree = Tree::under(&sketch(text), &Lens::default(), Naming::PPROF).unwrap();
        let table = top(&tree, &tree.children(), false);
        let rows = table.rows.iter().map(|r| {
            let name = tree.keys.text(r.key).into_owned();
            (name, r.self_value, r.total, r.inlined)
        });
        rows.collect()
    }

    #[test]
    fn recursion_counts_once_and_equal_rows_go_by_name() {
        use Inlined::No;
        assert_eq!(
            rows("main;f;g;f 3\nmain;f 2\nmain;a 2\nmain;z 2"),
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
    fn the_inline_mark_looks_at_every_caller() {
        let rows = rows("a;>x 5\nb;x 3\na;>y 1");
        let mark = |name: &str| rows.iter().find(|r| r.0 == name).map(|r| r.3);
        assert_eq!(mark("x"), Some(Inlined::Partly));
        assert_eq!(mark("y"), Some(Inlined::Always));
        assert_eq!(mark("a"), Some(Inlined::No));
    }
}
