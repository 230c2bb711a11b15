//! What a report leaves out: small nodes, small edges, what is beyond the number of rows.
//!
//! Where nodes go, the graph is built anew from the tree without them, so that every value is
//! exact; only a call tree is edited in place.

use super::tags::Source;
use super::{Graph, Order, Shape};
use crate::Tree;
use crate::tree::Children;

/// What to leave out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TrimOptions {
    /// At most so many nodes; 0 means all.
    pub node_count: usize,
    /// Nodes with less than this share of the sum are left out.
    pub node_fraction: f64,
    /// Edges with less than this share of the sum are left out.
    pub edge_fraction: f64,
    /// What nodes are sorted by.
    pub order: Order,
    /// One node for each call path.
    pub call_tree: bool,
    /// Leave nodes with a negative value out.
    pub drop_negative: bool,
}

/// A graph without what was left out.
pub struct Trimmed {
    /// The graph.
    pub graph: Graph,
    /// How many nodes there were before the limit of their number.
    pub before_limit: usize,
    /// How many nodes were too small.
    pub dropped_nodes: usize,
    /// How many edges were too small.
    pub dropped_edges: usize,
}

/// The caller of an edge that is gone until the next sweep.
const GONE: u32 = u32::MAX;

/// Labels of a node that a picture has room for.
const MAX_TAGS: usize = 4;

/// Builds the graph that a report shows.
pub fn trimmed(
    tree: &Tree,
    children: &Children,
    options: TrimOptions,
    tags: Option<&Source>,
) -> Trimmed {
    let visual = options.order == Order::Entropy;
    let shape = Shape {
        call_tree: options.call_tree,
        drop_negative: options.drop_negative,
        kept: None,
        tags,
    };
    let build = |kept: &[bool]| {
        let shape = Shape {
            kept: Some(kept),
            ..shape
        };
        Graph::of(tree, children, shape)
    };
    let mut graph = Graph::of(tree, children, shape);
    let sum = graph.sum(|node| node.flat);
    let cut = |fraction: f64| ((sum as f64 * fraction) as i64).saturating_abs();
    let (node_cut, edge_cut) = (cut(options.node_fraction), cut(options.edge_fraction));

    let mut dropped_nodes = 0;
    if node_cut > 0 {
        let large = |&&node: &&u32| graph.node(node).cum.saturating_abs() >= node_cut;
        let kept: Vec<u32> = graph.listed.iter().filter(large).copied().collect();
        if kept.len() < graph.listed.len() {
            dropped_nodes = graph.listed.len() - kept.len();
            match options.call_tree {
                true => graph.trim_tree(&kept, tree),
                false => graph = build(&keys_of(&graph, &kept, tree)),
            }
        }
    }
    let before_limit = graph.listed.len();

    graph.sort(tree, options.order);
    if options.node_count > 0 {
        graph.trim_tags(node_cut);
        graph.trim_edges(edge_cut);
        let count = graph.room(options.node_count, visual);
        if count < graph.listed.len() {
            let kept = graph.listed[..count].to_vec();
            match options.call_tree {
                true => graph.trim_tree(&kept, tree),
                false => graph = build(&keys_of(&graph, &kept, tree)),
            }
            graph.sort(tree, options.order);
        }
    }
    graph.trim_tags(node_cut);
    let dropped_edges = graph.trim_edges(edge_cut);
    if visual {
        graph.remove_redundant_edges(tree);
    }
    Trimmed {
        graph,
        before_limit,
        dropped_nodes,
        dropped_edges,
    }
}

fn keys_of(graph: &Graph, nodes: &[u32], tree: &Tree) -> Vec<bool> {
    let mut kept = vec![false; tree.keys.len()];
    for &node in nodes {
        kept[graph.node(node).key as usize] = true;
    }
    kept
}

impl Graph {
    /// How many of the listed nodes a limit leaves; labels take room as well in a picture.
    fn room(&self, limit: usize, visual: bool) -> usize {
        let mut room = limit;
        if visual {
            let mut count = 0;
            for (at, &node) in self.listed.iter().enumerate() {
                count += 1 + self.node(node).tags.with_flat().min(MAX_TAGS);
                if count >= limit {
                    room = at + 1;
                    break;
                }
            }
        }
        room.min(self.listed.len())
    }

    fn trim_tags(&mut self, cut: i64) {
        for &node in &self.listed {
            self.nodes[node as usize].tags.trim(cut);
        }
    }

    /// Removes small edges into listed nodes; answers how many.
    fn trim_edges(&mut self, cut: i64) -> usize {
        let small: Vec<u32> = self
            .listed
            .iter()
            .flat_map(|&node| self.node(node).ins.iter().copied())
            .filter(|&edge| self.edge(edge).weight.saturating_abs() < cut)
            .collect();
        for &edge in &small {
            self.edges[edge as usize].src = GONE;
        }
        if !small.is_empty() {
            self.sweep();
        }
        small.len()
    }

    /// Takes edges that are gone out of the lists of their nodes.
    fn sweep(&mut self) {
        let edges = &self.edges;
        let alive = |edge: &u32| edges[*edge as usize].src != GONE;
        for node in &mut self.nodes {
            node.ins.retain(alive);
            node.outs.retain(alive);
        }
    }

    /// Keeps some nodes of a tree; children of others hang under the next one kept above.
    fn trim_tree(&mut self, kept: &[u32], tree: &Tree) {
        let mut stays = vec![false; self.nodes.len()];
        for &node in kept {
            stays[node as usize] = true;
        }
        let old = std::mem::take(&mut self.listed);
        for &node in &old {
            if stays[node as usize] {
                self.listed.push(node);
                continue;
            }
            let outs = std::mem::take(&mut self.nodes[node as usize].outs);
            let outs = outs.into_iter().filter(|&edge| self.edge(edge).src != GONE);
            let outs: Vec<u32> = outs.collect();
            let Some(above) = self.node(node).ins.first().copied() else {
                for edge in outs {
                    let child = self.edge(edge).dest;
                    self.nodes[child as usize].ins.clear();
                    self.edges[edge as usize].src = GONE;
                }
                continue;
            };
            let (parent, inline) = (self.edge(above).src, self.edge(above).inline);
            self.edges[above as usize].src = GONE;
            for edge in outs {
                let told = &mut self.edges[edge as usize];
                told.src = parent;
                told.residual = true;
                told.inline &= inline;
                self.nodes[parent as usize].outs.push(edge);
            }
        }
        self.sweep();
        self.remove_redundant_edges(tree);
    }
}
