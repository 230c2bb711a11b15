//! Nodes of the flame graph, row by row: computed in the worker, unpacked on the page.

use analysis::Naming;
use serde::{Deserialize, Serialize};

use crate::columns::{BadColumns, Blob, Packed};
use crate::names::Names;
use crate::view::{Cx, Gap};

/// What all nodes share.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Head {
    /// What is counted.
    pub kind: String,
    /// Unit of the values, as the file names it.
    pub unit: String,
    /// Of what shares are told.
    pub grand_total: i64,
    /// Sum of absolute values: what the root's width stands for.
    pub whole: i64,
    /// The largest self value of a node, by size: what heat is measured by.
    pub hottest: i64,
}

/// Nodes in rows: row 0 is the root alone, each row runs from left to right. Parallel columns.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Nodes {
    /// What all nodes share.
    pub head: Head,
    /// Names; the root has none.
    pub names: Names,
    /// Left edge as a share of the root.
    pub start: Vec<f64>,
    /// Right edge as a share of the root.
    pub end: Vec<f64>,
    /// Value of samples that pass through.
    pub total: Vec<i64>,
    /// Value of samples that end here.
    pub self_value: Vec<i64>,
    /// Number in `names`; `u32::MAX` for the root.
    pub name: Vec<u32>,
    /// The caller; the root is its own.
    pub parent: Vec<u32>,
    /// Children of node `i` are `child[i]..child[i + 1]`; one longer than the rest.
    pub child: Vec<u32>,
    /// Every merged call was inlined.
    pub inlined: Vec<bool>,
    /// Row `r` is `row[r]..row[r + 1]`; one longer than there are rows.
    pub row: Vec<u32>,
}

impl Nodes {
    /// How many nodes there are.
    pub fn len(&self) -> usize {
        self.start.len()
    }

    /// Never: the root always exists.
    pub fn is_empty(&self) -> bool {
        self.start.is_empty()
    }

    /// How many rows there are.
    pub fn rows(&self) -> usize {
        self.row.len().saturating_sub(1)
    }

    /// Nodes of a row.
    pub fn row_range(&self, row: usize) -> std::ops::Range<usize> {
        match (self.row.get(row), self.row.get(row + 1)) {
            (Some(&from), Some(&to)) => from as usize..to as usize,
            _ => 0..0,
        }
    }

    /// The row a node is in.
    pub fn depth(&self, item: u32) -> usize {
        self.row
            .partition_point(|&first| first <= item)
            .saturating_sub(1)
    }

    /// Children of a node, heaviest first.
    pub fn children(&self, item: u32) -> std::ops::Range<u32> {
        let at = item as usize;
        match (self.child.get(at), self.child.get(at + 1)) {
            (Some(&from), Some(&to)) => from..to,
            _ => 0..0,
        }
    }

    /// Name of a node; the root is called what is counted.
    pub fn name_text(&self, item: u32) -> &str {
        match self.name.get(item as usize) {
            Some(&name) if (name as usize) < self.names.len() => self.names.name(name as usize),
            _ => "total",
        }
    }

    /// Names from below the root down to a node, itself included.
    pub fn path(&self, item: u32) -> Vec<String> {
        let mut path = Vec::new();
        let mut at = item;
        while at > 0 {
            path.push(self.name_text(at).to_owned());
            at = self.parent[at as usize];
        }
        path.reverse();
        path
    }

    /// The node at the end of a path of names; `None` for an empty path or one that ends early.
    pub fn walk(&self, path: &[String]) -> Option<u32> {
        let mut at = 0;
        for name in path {
            at = self
                .children(at)
                .find(|&child| self.name_text(child) == name)?;
        }
        (at > 0).then_some(at)
    }

    /// Nodes in reading order, those under a thousandth of the whole left out: what a screen
    /// reader can be asked to read.
    pub fn outline(&self) -> Vec<u32> {
        const LEAST: f64 = 0.001;
        let mut order = Vec::new();
        let mut pending = vec![0_u32];
        while let Some(node) = pending.pop() {
            let at = node as usize;
            if at >= self.len() || self.end[at] - self.start[at] < LEAST {
                continue;
            }
            order.push(node);
            pending.extend(self.children(node).rev());
        }
        order
    }

    pub(super) fn pack(self) -> Packed {
        let packed = Packed::new(&self.head)
            .with(Blob::F64(self.start))
            .with(Blob::F64(self.end))
            .with(Blob::I64(self.total))
            .with(Blob::I64(self.self_value))
            .with(Blob::U32(self.name))
            .with(Blob::U32(self.parent))
            .with(Blob::U32(self.child))
            .with(Blob::U8(self.inlined.into_iter().map(u8::from).collect()))
            .with(Blob::U32(self.row));
        self.names.pack(packed)
    }

    pub(super) fn unpack(packed: Packed) -> Result<Self, BadColumns> {
        let (head, mut take) = packed.open()?;
        let nodes = Self {
            head,
            start: take.f64()?,
            end: take.f64()?,
            total: take.i64()?,
            self_value: take.i64()?,
            name: take.u32()?,
            parent: take.u32()?,
            child: take.u32()?,
            inlined: take.u8()?.into_iter().map(|flag| flag != 0).collect(),
            row: take.u32()?,
            names: Names::unpack(&mut take)?,
        };
        match nodes.fits() {
            true => Ok(nodes),
            false => Err(BadColumns("flame")),
        }
    }

    /// Columns are parallel and point into each other, so that drawing can index.
    fn fits(&self) -> bool {
        let count = self.len();
        let last = |column: &[u32]| column.last().map(|&last| last as usize);
        count > 0
            && [
                self.end.len(),
                self.total.len(),
                self.self_value.len(),
                self.name.len(),
                self.parent.len(),
                self.inlined.len(),
            ]
            .iter()
            .all(|&len| len == count)
            && self.child.len() == count + 1
            && self.child.is_sorted()
            && last(&self.child) == Some(count)
            && self.row.first() == Some(&0)
            && self.row.is_sorted()
            && last(&self.row) == Some(count)
            && (1..count).all(|at| (self.parent[at] as usize) < at)
    }
}

pub(super) fn compute(cx: &mut Cx<'_>, naming: Naming) -> Result<Nodes, Gap> {
    let tree = cx.trees.tree(naming);
    let tree = tree.map_err(|fault| crate::gaps::fault(cx, &fault))?;
    let column = cx.lens.column(cx.profile).unwrap_or(0);
    let (tree, children) = &*tree;
    let whole = tree.weight[0];
    if whole == 0 {
        return Err(crate::gaps::no_samples(cx, column));
    }
    let count = tree.len();
    // Nodes row by row. `order[i]` is the tree's node of our node `i`.
    let mut order: Vec<u32> = Vec::with_capacity(count);
    let mut nodes = Nodes {
        head: Head {
            kind: cx.profile.kind_text(column),
            unit: cx.profile.unit_text(column),
            // Widths are sums: a mean of means would not add up.
            grand_total: tree.undivided_total,
            whole,
            hottest: 0,
        },
        start: Vec::with_capacity(count),
        end: Vec::with_capacity(count),
        total: Vec::with_capacity(count),
        self_value: Vec::with_capacity(count),
        name: Vec::with_capacity(count),
        parent: Vec::with_capacity(count),
        child: Vec::with_capacity(count + 1),
        inlined: Vec::with_capacity(count),
        row: vec![0],
        names: Names::default(),
    };
    // Left edges in units of weight, so that shares are rounded once and never add up errors.
    let mut left: Vec<i64> = Vec::with_capacity(count);
    order.push(0);
    left.push(0);
    nodes.parent.push(0);
    let mut at = 0;
    while at < order.len() {
        let row_end = order.len();
        nodes.row.push(row_end as u32);
        while at < row_end {
            nodes.child.push(order.len() as u32);
            let mut edge = left[at];
            for &child in children.of(order[at]) {
                let weight = tree.weight[child as usize];
                // A subtree without weight has no width; its values are in the table.
                if weight > 0 {
                    order.push(child);
                    left.push(edge);
                    nodes.parent.push(at as u32);
                    edge = edge.saturating_add(weight);
                }
            }
            at += 1;
        }
    }
    nodes.child.push(order.len() as u32);

    let mut number = vec![u32::MAX; tree.keys.len()];
    let mut wanted = Vec::new();
    for (&node, &edge) in order.iter().zip(&left) {
        let slot = node as usize;
        nodes.start.push(edge as f64 / whole as f64);
        nodes
            .end
            .push(edge.saturating_add(tree.weight[slot]) as f64 / whole as f64);
        nodes.total.push(tree.total[slot]);
        nodes.self_value.push(tree.self_value[slot]);
        nodes.inlined.push(node > 0 && tree.inlined[slot]);
        nodes
            .name
            .push(match number.get_mut(tree.key[slot] as usize) {
                None => u32::MAX,
                Some(number) => {
                    if *number == u32::MAX {
                        *number = wanted.len() as u32;
                        wanted.push(tree.key[slot]);
                    }
                    *number
                }
            });
    }
    let sizes = nodes.self_value.iter().map(|value| value.saturating_abs());
    nodes.head.hottest = sizes.max().unwrap_or(0);
    nodes.names = Names::of(&tree.keys, &wanted);
    Ok(nodes)
}
