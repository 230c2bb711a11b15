//! From trees and sequences to rows of boxes; runs in the worker.
//!
//! Left edges are kept in units of weight until the end, so that shares are rounded once and
//! errors never add up.

use analysis::around::{self, Around};
use analysis::select::Prepared;
use analysis::sequence::{By, Sequence, sequence};
use analysis::tree::Children;
use analysis::{Naming, Tree};

use super::data::{Head, Nodes};
use super::modes::Mode;
use crate::names::Names;
use crate::view::{Cx, Gap};

/// Parts of the width that the picture from afar tells apart.
pub(super) const SKYLINE: usize = 512;

/// Around a function so many nodes are laid out at most: stacks are walked once for each place
/// of the function, and a function can be in every stack.
const AROUND: usize = 400_000;

/// Computes the picture that a look asks for.
pub(super) fn compute(
    cx: &mut Cx<'_>,
    naming: Naming,
    mode: Mode,
    pivot: &str,
) -> Result<Nodes, Gap> {
    if mode == Mode::Time && pivot.is_empty() {
        return timed(cx, naming);
    }
    let shared = cx.trees.tree(naming);
    let shared = shared.map_err(|fault| crate::gaps::fault(cx, &fault))?;
    let (tree, children) = &*shared;
    let column = cx.lens.column(cx.profile).unwrap_or(0);
    if tree.weight[0] == 0 {
        return Err(crate::gaps::no_samples(cx, column));
    }
    let head = head(cx, tree);
    if pivot.is_empty() {
        let rows = Rows::of(tree, children, 0, mode);
        return Ok(Picture::new(head, tree.weight[0]).finish(tree, rows, None));
    }
    let keys = named(tree, pivot);
    if keys.is_empty() {
        return Err(Gap(format!(
            "“{pivot}” is not in what the filters leave. Change them, or choose another function."
        )));
    }
    Ok(around(head, tree, children, &keys, mode))
}

/// The function with the heaviest self value: what a picture around a function begins with.
pub(crate) fn heaviest(tree: &Tree) -> Option<u32> {
    let mut own = vec![0_i64; tree.keys.len()];
    for node in 1..tree.len() {
        let sum = &mut own[tree.key[node] as usize];
        *sum = sum.saturating_add(tree.self_value[node].saturating_abs());
    }
    let keys = 0..own.len() as u32;
    keys.max_by_key(|&key| (own[key as usize], std::cmp::Reverse(key)))
}

/// What all pictures of a tree tell.
pub(crate) fn head(cx: &Cx<'_>, tree: &Tree) -> Head {
    let column = cx.lens.column(cx.profile).unwrap_or(0);
    Head {
        kind: cx.profile.kind_text(column),
        unit: cx.profile.unit_text(column),
        // Widths are sums: a mean of means would not add up.
        grand_total: tree.undivided_total,
        ..Head::default()
    }
}

/// The whole tree as it is, or upside down: functions by self value, their callers beneath.
pub(crate) fn outline(mut head: Head, tree: &Tree, children: &Children, inverted: bool) -> Nodes {
    if !inverted {
        let rows = Rows::of(tree, children, 0, Mode::Heavy);
        return Picture::new(head, tree.weight[0]).finish(tree, rows, None);
    }
    let turned = around::inverted(tree, AROUND);
    head.cut = turned.cut.iter().filter(|&&cut| cut).count() as u32;
    let rows = Rows::of(&turned.tree, &turned.tree.children(), 0, Mode::Heavy);
    Picture::new(head, turned.tree.weight[0]).finish(&turned.tree, rows, None)
}

/// The keys of a function's name: in several files there are several.
pub(crate) fn named(tree: &Tree, name: &str) -> Vec<u32> {
    let keys = 0..tree.keys.len() as u32;
    keys.filter(|&key| tree.keys.text(key) == name).collect()
}

/// Callers on one side of a function, callees on the other.
pub(crate) fn around(
    mut head: Head,
    tree: &Tree,
    children: &Children,
    keys: &[u32],
    mode: Mode,
) -> Nodes {
    head.pivot = tree.keys.text(keys[0]).into_owned();
    let above = around::callers(tree, keys, AROUND);
    let cut = |around: &Around| around.cut.iter().filter(|&&cut| cut).count() as u32;
    head.cut = cut(&above);
    // Both hang under a root of their own, whose only child is the function.
    let rows_of =
        |tree: &Tree| Rows::of(tree, &tree.children(), 1.min(tree.len() as u32 - 1), mode);
    let callers = rows_of(&above.tree);
    // What is called at one place only is there already, as a branch of the tree.
    if let [place] = around::outermost(tree, keys)[..]
        && tree.len() <= AROUND
    {
        let callees = Rows::of(tree, children, place, mode);
        let whole = tree.weight[place as usize].max(1);
        return Picture::new(head, whole).finish(tree, callees, Some((&above.tree, callers)));
    }
    let below = around::callees(tree, children, keys, AROUND);
    head.cut += cut(&below);
    let callees = rows_of(&below.tree);
    let whole = below.tree.weight[0].max(1);
    Picture::new(head, whole).finish(&below.tree, callees, Some((&above.tree, callers)))
}

/// Nodes of a tree row by row, from one of them on. Parallel columns.
struct Rows {
    /// The tree's node.
    node: Vec<u32>,
    /// Left edge, in weight.
    left: Vec<i64>,
    /// Number of the parent here; the first is its own.
    parent: Vec<u32>,
    /// First child; one longer.
    child: Vec<u32>,
    /// First of each row; one longer.
    row: Vec<u32>,
}

impl Rows {
    fn of(tree: &Tree, children: &Children, top: u32, mode: Mode) -> Self {
        let count = tree.len();
        let mut rows = Self {
            node: Vec::with_capacity(count),
            left: Vec::with_capacity(count),
            parent: Vec::with_capacity(count),
            child: Vec::with_capacity(count + 1),
            row: vec![0],
        };
        rows.node.push(top);
        rows.left.push(0);
        rows.parent.push(0);
        let ranks = (mode == Mode::Name).then(|| tree.name_ranks());
        let mut sorted: Vec<u32> = Vec::new();
        let mut at = 0;
        while at < rows.node.len() {
            let row_end = rows.node.len();
            rows.row.push(row_end as u32);
            while at < row_end {
                rows.child.push(rows.node.len() as u32);
                let node = rows.node[at];
                let mut listed = children.of(node);
                let mut edge = rows.left[at];
                if mode == Mode::Pprof {
                    let weight = |&child: &u32| tree.weight[child as usize];
                    let below = listed.iter().map(weight).fold(0, i64::saturating_add);
                    edge = edge.saturating_add(tree.weight[node as usize].saturating_sub(below));
                }
                if let Some(ranks) = &ranks {
                    sorted.clear();
                    sorted.extend_from_slice(listed);
                    let rank = |&child: &u32| ranks[tree.key[child as usize] as usize];
                    sorted.sort_by_key(rank);
                    listed = &sorted;
                }
                for &child in listed {
                    let weight = tree.weight[child as usize];
                    // A subtree without weight has no width; its values are in the table.
                    if weight > 0 {
                        rows.node.push(child);
                        rows.left.push(edge);
                        rows.parent.push(at as u32);
                        edge = edge.saturating_add(weight);
                    }
                }
                at += 1;
            }
        }
        rows.child.push(rows.node.len() as u32);
        rows
    }
}

/// A picture in the making.
struct Picture {
    nodes: Nodes,
    whole: i64,
    /// For each key its number among the names.
    number: Vec<u32>,
    wanted: Vec<u32>,
}

impl Picture {
    fn new(head: Head, whole: i64) -> Self {
        Self {
            nodes: Nodes {
                head,
                ..Nodes::default()
            },
            whole,
            number: Vec::new(),
            wanted: Vec::new(),
        }
    }

    fn finish(mut self, tree: &Tree, callees: Rows, callers: Option<(&Tree, Rows)>) -> Nodes {
        self.number = vec![u32::MAX; tree.keys.len()];
        self.columns(tree, &callees.node, &callees.left);
        let nodes = &mut self.nodes;
        (nodes.parent, nodes.child, nodes.row) = (callees.parent, callees.child, callees.row);
        nodes.head.callers_row = nodes.row.len() as u32 - 1;
        nodes.skyline = skyline(nodes);
        if let Some((tree, callers)) = callers {
            self.columns(tree, &callers.node[1..], &callers.left[1..]);
            let nodes = &mut self.nodes;
            // Their first is the function itself, which is there already.
            let shift = nodes.parent.len() as u32 - 1;
            let moved = |at: u32| if at == 0 { 0 } else { at + shift };
            nodes
                .parent
                .extend(callers.parent[1..].iter().map(|&at| moved(at)));
            nodes.child.pop();
            nodes
                .child
                .extend(callers.child[1..].iter().map(|&at| moved(at)));
            nodes
                .row
                .extend(callers.row[2..].iter().map(|&at| moved(at)));
        }
        self.nodes.names = Names::of(&tree.keys, &self.wanted);
        self.nodes.head.whole = self.whole;
        measure(&mut self.nodes);
        self.nodes
    }

    fn columns(&mut self, tree: &Tree, order: &[u32], left: &[i64]) {
        let nodes = &mut self.nodes;
        let whole = self.whole as f64;
        let more = order.len();
        nodes.start.reserve(more);
        nodes.end.reserve(more);
        nodes.total.reserve(more);
        nodes.self_value.reserve(more);
        nodes.inlined.reserve(more);
        nodes.name.reserve(more);
        for (&node, &edge) in order.iter().zip(left) {
            let slot = node as usize;
            let end = edge.saturating_add(tree.weight[slot]);
            nodes.start.push(edge as f64 / whole);
            nodes.end.push(end as f64 / whole);
            nodes.total.push(tree.total[slot]);
            nodes.self_value.push(tree.self_value[slot]);
            nodes.inlined.push(node > 0 && tree.inlined[slot]);
            let name = name_number(&mut self.number, &mut self.wanted, tree.key[slot]);
            nodes.name.push(name);
        }
    }
}

/// The number of a key among the names; the root's key has none.
fn name_number(number: &mut [u32], wanted: &mut Vec<u32>, key: u32) -> u32 {
    let Some(number) = number.get_mut(key as usize) else {
        return u32::MAX;
    };
    if *number == u32::MAX {
        *number = wanted.len() as u32;
        wanted.push(key);
    }
    *number
}

/// What heat is measured by.
fn measure(nodes: &mut Nodes) {
    let sizes = nodes.self_value.iter().map(|value| value.saturating_abs());
    nodes.head.hottest = sizes.max().unwrap_or(0);
}

/// How many rows there are over each part of the width.
fn skyline(nodes: &Nodes) -> Vec<u32> {
    let mut skyline = vec![0_u32; SKYLINE];
    let parts = SKYLINE as f64;
    for row in 0..nodes.head.callers_row as usize {
        for item in nodes.row_range(row) {
            let from = (nodes.start[item] * parts).floor().max(0.0) as usize;
            let to = ((nodes.end[item] * parts).ceil() as usize).min(SKYLINE);
            for part in skyline.get_mut(from..to).unwrap_or_default() {
                *part = row as u32 + 1;
            }
        }
    }
    skyline
}

fn timed(cx: &mut Cx<'_>, naming: Naming) -> Result<Nodes, Gap> {
    let prepared = Prepared::new(cx.profile, cx.lens);
    let prepared = prepared.map_err(|fault| crate::gaps::fault(cx, &fault))?;
    let sequence = sequence(&prepared, naming.under(cx.lens));
    if sequence.ends.is_empty() {
        let column = cx.lens.column(cx.profile).unwrap_or(0);
        return Err(crate::gaps::no_samples(cx, column));
    }
    for note in &prepared.notes {
        cx.trees.note(note.clone());
    }
    let mut head = head(cx, &sequence.tree);
    head.note = match sequence.by {
        By::Time => "in order of time".to_owned(),
        By::File => "in the order of the file".to_owned(),
    };
    Ok(spans(head, &sequence))
}

/// One call: where it is, when it began, and what passed through it.
#[derive(Clone, Copy)]
struct Call {
    /// The tree's node.
    node: u32,
    row: u32,
    parent: u32,
    left: i64,
    right: i64,
    total: i64,
    own: i64,
}

/// Every call as a span: neighbouring samples share the frames that their stacks have in common
/// from the root on.
fn spans(head: Head, sequence: &Sequence) -> Nodes {
    let tree = &sequence.tree;
    let mut depth = vec![0_u32; tree.len()];
    for node in 1..tree.len() {
        depth[node] = depth[tree.parent[node] as usize] + 1;
    }
    let begun = |node: u32, row: u32, parent: u32, left: i64| Call {
        node,
        row,
        parent,
        left,
        right: left,
        total: 0,
        own: 0,
    };
    let mut calls = vec![begun(0, 0, 0, 0)];
    // Numbers of the open calls, from the root on.
    let mut open: Vec<u32> = vec![0];
    let mut path: Vec<u32> = Vec::new();
    let mut now = 0_i64;
    for (&end, &value) in sequence.ends.iter().zip(&sequence.values) {
        // The outermost call that goes on: climb from both ends to the first common one.
        path.clear();
        let mut at = end;
        while depth[at as usize] as usize >= open.len()
            || calls[open[depth[at as usize] as usize] as usize].node != at
        {
            path.push(at);
            at = tree.parent[at as usize];
        }
        open.truncate(depth[at as usize] as usize + 1);
        while let Some(node) = path.pop() {
            let parent = open.last().copied().unwrap_or(0);
            let number = calls.len() as u32;
            calls.push(begun(node, open.len() as u32, parent, now));
            open.push(number);
        }
        now = now.saturating_add(value.saturating_abs());
        if let Some(&last) = open.last() {
            let call = &mut calls[last as usize];
            call.own = call.own.saturating_add(value);
            call.total = call.total.saturating_add(value);
            call.right = now;
        }
    }
    for number in (1..calls.len()).rev() {
        let Call {
            parent,
            total,
            right,
            ..
        } = calls[number];
        let parent = &mut calls[parent as usize];
        parent.total = parent.total.saturating_add(total);
        parent.right = parent.right.max(right);
    }
    by_rows(head, tree, &calls)
}

/// Calls in the order they began into rows.
fn by_rows(head: Head, tree: &Tree, calls: &[Call]) -> Nodes {
    let rows = calls.iter().map(|call| call.row).max().unwrap_or(0) as usize + 1;
    let mut first = vec![0_u32; rows + 1];
    for call in calls {
        first[call.row as usize + 1] += 1;
    }
    for row in 0..rows {
        first[row + 1] += first[row];
    }
    let (mut fill, mut place) = (first.clone(), vec![0_u32; calls.len()]);
    let mut order = vec![0_u32; calls.len()];
    for (number, call) in calls.iter().enumerate() {
        let next = &mut fill[call.row as usize];
        place[number] = *next;
        order[*next as usize] = number as u32;
        *next += 1;
    }
    let mut nodes = Nodes {
        head,
        row: first,
        ..Nodes::default()
    };
    nodes.head.callers_row = rows as u32;
    let whole = calls[0].right.max(1) as f64;
    let (mut number, mut wanted) = (vec![u32::MAX; tree.keys.len()], Vec::new());
    nodes.child = vec![0; calls.len() + 1];
    for &at in &order {
        let call = calls[at as usize];
        let slot = call.node as usize;
        nodes.start.push(call.left as f64 / whole);
        nodes.end.push(call.right as f64 / whole);
        nodes.total.push(call.total);
        nodes.self_value.push(call.own);
        nodes.inlined.push(call.node > 0 && tree.inlined[slot]);
        nodes
            .name
            .push(name_number(&mut number, &mut wanted, tree.key[slot]));
        let parent = place[call.parent as usize];
        nodes.parent.push(parent);
        if at > 0 {
            nodes.child[parent as usize + 1] += 1;
        }
    }
    // Children follow each other in their row, and rows follow each other: running sums.
    nodes.child[0] = 1;
    for at in 0..calls.len() {
        nodes.child[at + 1] += nodes.child[at];
    }
    nodes.names = Names::of(&tree.keys, &wanted);
    nodes.skyline = skyline(&nodes);
    nodes.head.whole = calls[0].right;
    measure(&mut nodes);
    nodes
}

#[cfg(test)]
mod tests {
    use profile::testing::sketch;
    use proptest::prelude::*;

    use super::*;
    use analysis::Lens;

    /// Every node of a picture: names down to it, its edges, self and total.
    fn told(nodes: &Nodes) -> Vec<(Vec<String>, f64, f64, i64, i64)> {
        let items = 0..nodes.len() as u32;
        items
            .map(|item| {
                let at = item as usize;
                let (left, right) = (nodes.start[at], nodes.end[at]);
                let (own, total) = (nodes.self_value[at], nodes.total[at]);
                (nodes.path(item), left, right, own, total)
            })
            .collect()
    }

    proptest! {
        #[test]
        fn the_branch_of_a_single_place_is_what_merging_answers(
            stacks in proptest::collection::vec(
                (proptest::collection::vec(0_u8..7, 1..8), -9_i64..40), 1..24),
            order in 0..Mode::ALL.len(),
        ) {
            let lines = stacks.iter().map(|(stack, value)| {
                let names: Vec<_> = stack.iter().map(|name| format!("f{name}")).collect();
                format!("{} {value}", names.join(";"))
            });
            let profile = sketch(&lines.collect::<Vec<_>>().join("\n"));
            let tree = Tree::under(&profile, &Lens::default(), Naming::FUNCTIONS).unwrap();
            let children = tree.children();
            let mode = Mode::ALL[order];
            for key in 0..tree.keys.len() as u32 {
                let picture = around(Head::default(), &tree, &children, &[key], mode);
                let below = around::callees(&tree, &children, &[key], AROUND);
                let above = around::callers(&tree, &[key], AROUND);
                let rows_of = |tree: &Tree| Rows::of(tree, &tree.children(), 1, mode);
                let (callees, callers) = (rows_of(&below.tree), rows_of(&above.tree));
                let head = Head {
                    pivot: tree.keys.text(key).into_owned(),
                    ..Head::default()
                };
                let merged = Picture::new(head, below.tree.weight[0].max(1)).finish(
                    &below.tree,
                    callees,
                    Some((&above.tree, callers)),
                );
                prop_assert_eq!(told(&picture), told(&merged));
            }
        }
    }
}
