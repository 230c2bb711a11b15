//! In which order nodes and edges are told.

use std::cmp::Ordering;

use profile::order::{sort_ids, sorted};

use super::{Graph, Node};
use crate::Tree;
use crate::keys::Info;

/// What nodes are sorted by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// Self value, as tables are read.
    Flat,
    /// Total.
    Cum,
    /// How much a node tells in a picture: entries, leaves and crossroads before what only
    /// passes values on.
    Entropy,
}

/// Names of a tree's keys, ready to be compared.
pub(super) struct Names<'t> {
    tree: &'t Tree,
}

impl<'t> Names<'t> {
    pub(super) fn of(tree: &'t Tree) -> Self {
        Self { tree }
    }

    fn name(&self, key: u32) -> &'t [u8] {
        let keys = &self.tree.keys;
        keys.names.bytes(keys.name[key as usize])
    }

    /// By name; equal names keep apart by what else is known.
    fn compare(&self, a: u32, b: u32) -> Ordering {
        self.name(a).cmp(self.name(b))
    }

    fn last_resort(&self, a: u32, b: u32) -> Ordering {
        self.spelled(a).cmp(&self.spelled(b)).then(a.cmp(&b))
    }

    /// All that is known of a key, in the order pprof compares it.
    fn spelled(&self, key: u32) -> Vec<u8> {
        let keys = &self.tree.keys;
        let Info {
            name,
            file,
            line,
            column,
            address,
            binary,
            start_line,
        } = keys.info[key as usize];
        let mut out = Vec::new();
        out.extend_from_slice(keys.names.bytes(name));
        out.extend_from_slice(format!("  {address} ").as_bytes());
        out.extend_from_slice(keys.names.bytes(file));
        out.extend_from_slice(format!(" {start_line} {line} {column} ").as_bytes());
        out.extend_from_slice(keys.names.bytes(binary));
        out
    }
}

impl Graph {
    /// Sorts the listed nodes, heaviest first.
    pub fn sort(&mut self, tree: &Tree, order: Order) {
        let names = Names::of(tree);
        let mut listed = std::mem::take(&mut self.listed);
        let score = |node: u32| match order {
            Order::Flat => self.node(node).flat,
            Order::Cum => self.node(node).cum,
            Order::Entropy => self.entropy(node),
        };
        let other = |node: &Node| match order {
            Order::Flat => node.cum,
            Order::Cum | Order::Entropy => node.flat,
        };
        let scores: Vec<u64> = listed
            .iter()
            .map(|&node| score(node).unsigned_abs())
            .collect();
        let mut places: Vec<u32> = (0..listed.len() as u32).collect();
        sort_ids(&mut places, &mut |a, b| {
            let (a, b) = (a as usize, b as usize);
            let (left, right) = (self.node(listed[a]), self.node(listed[b]));
            scores[b]
                .cmp(&scores[a])
                .then_with(|| names.compare(left.key, right.key))
                .then_with(|| other(right).unsigned_abs().cmp(&other(left).unsigned_abs()))
                .then_with(|| names.last_resort(left.key, right.key))
                .then_with(|| listed[a].cmp(&listed[b]))
        });
        listed = places
            .into_iter()
            .map(|place| listed[place as usize])
            .collect();
        self.listed = listed;
    }

    /// pprof's entropy score: the information in the edges on both sides times the total, plus
    /// the self value. A node that only passes its value on scores low.
    fn entropy(&self, node: u32) -> i64 {
        let told = self.node(node);
        let side = |edges: &[u32], own: i64| match edges {
            [] => 1.0,
            edges => self.information(edges, own),
        };
        let score = side(&told.ins, 0) + side(&told.outs, told.flat);
        ((score * told.cum as f64) as i64).saturating_add(told.flat)
    }

    fn information(&self, edges: &[u32], own: i64) -> f64 {
        let weights = || edges.iter().map(|&edge| self.edge(edge).weight);
        let positive = weights().filter(|&weight| weight > 0);
        let total = positive.fold(own, i64::saturating_add);
        if total == 0 {
            return 0.0;
        }
        let term = |weight: i64| {
            let share = weight.unsigned_abs() as f64 / total as f64;
            // An edge of a diff may weigh nothing: it tells nothing either.
            if share == 0.0 {
                0.0
            } else {
                -share * share.log2()
            }
        };
        // In one order, so that the sum does not depend on that of the edges.
        let mut all: Vec<i64> = weights().collect();
        all = sorted(all, Ord::cmp);
        let own = if own > 0 { term(own) } else { 0.0 };
        all.into_iter().map(term).sum::<f64>() + own
    }
}

/// Edges by weight, heaviest first; equal ones by the names of both ends.
pub fn sorted_edges(graph: &Graph, tree: &Tree, edges: &[u32]) -> Vec<u32> {
    let names = Names::of(tree);
    let mut sorted = edges.to_vec();
    sort_ids(&mut sorted, &mut |a, b| {
        let (left, right) = (graph.edge(a), graph.edge(b));
        let key = |node: u32| graph.node(node).key;
        right
            .weight
            .unsigned_abs()
            .cmp(&left.weight.unsigned_abs())
            .then_with(|| names.compare(key(left.src), key(right.src)))
            .then_with(|| names.compare(key(left.dest), key(right.dest)))
            .then_with(|| (left.src, left.dest).cmp(&(right.src, right.dest)))
    });
    sorted
}
