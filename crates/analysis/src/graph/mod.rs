//! The call graph: functions (or what else the granularity makes of frames) with their self value
//! and total, and the calls between them, as `go tool pprof` counts both.
//!
//! A function counts once a sample however often it recurs, and so does a call between the same
//! two. Both are the same on the merged tree: only the outermost occurrence on a path counts.

mod order;
mod redundant;
mod tags;
mod trim;

use hashbrown::HashMap;

pub use order::{Order, sorted_edges};
pub use tags::{Source, Tag, Tags};
pub use trim::{TrimOptions, Trimmed, trimmed};

use crate::tree::{Children, Tree, mean};

/// A node of the graph.
#[derive(Clone, Debug, Default)]
pub struct Node {
    /// What it is, in the tree's keys.
    pub key: u32,
    /// Value of samples that end in it.
    pub flat: i64,
    /// What `flat` is divided by when it is told; 0 for nothing.
    pub flat_div: i64,
    /// Value of samples that pass through it.
    pub cum: i64,
    /// What `cum` is divided by when it is told; 0 for nothing.
    pub cum_div: i64,
    /// Calls of it, as numbers of edges.
    pub ins: Vec<u32>,
    /// Calls from it, as numbers of edges.
    pub outs: Vec<u32>,
    /// Its samples' labels, where they were asked for.
    pub tags: Tags,
}

impl Node {
    /// The self value as it is told.
    pub fn told_flat(&self) -> i64 {
        mean(self.flat, self.flat_div)
    }

    /// The total as it is told.
    pub fn told_cum(&self) -> i64 {
        mean(self.cum, self.cum_div)
    }
}

/// A call from one node to another.
#[derive(Clone, Debug, Default)]
pub struct Edge {
    /// The caller.
    pub src: u32,
    /// The callee.
    pub dest: u32,
    /// Value of samples that pass through it.
    pub weight: i64,
    /// What `weight` is divided by when it is told; 0 for nothing.
    pub div: i64,
    /// Nodes between the two were left out.
    pub residual: bool,
    /// Every call was inlined.
    pub inline: bool,
}

impl Edge {
    /// The value as it is told.
    pub fn told(&self) -> i64 {
        mean(self.weight, self.div)
    }
}

/// A graph over a merged tree.
#[derive(Clone, Default)]
pub struct Graph {
    /// All nodes; some may not be listed.
    pub nodes: Vec<Node>,
    /// All edges; those that count are in the lists of their nodes.
    pub edges: Vec<Edge>,
    /// The nodes that count, in the report's order.
    pub listed: Vec<u32>,
}

/// How a graph is built.
#[derive(Clone, Copy, Default)]
pub struct Shape<'a> {
    /// One node for each call path instead of one for each key.
    pub call_tree: bool,
    /// Leave nodes with a negative value out.
    pub drop_negative: bool,
    /// Keys that become nodes; callees of others hang under their callers.
    pub kept: Option<&'a [bool]>,
    /// Where to get labels from.
    pub tags: Option<&'a tags::Source>,
}

impl Graph {
    /// Builds a graph.
    pub fn of(tree: &Tree, children: &Children, shape: Shape<'_>) -> Self {
        let mut graph = match shape.call_tree {
            true => whole_tree(tree),
            false => folded(tree, children, shape.kept),
        };
        if let Some(source) = shape.tags {
            source.fill(&mut graph, tree, shape);
        }
        let counts = |node: &Node| {
            let negative = node.flat < 0 || node.flat == 0 && node.cum < 0;
            (node.flat != 0 || node.cum != 0) && !(shape.drop_negative && negative)
        };
        graph.listed = (0..graph.nodes.len() as u32)
            .filter(|&node| counts(&graph.nodes[node as usize]))
            .collect();
        graph
    }

    /// A listed or unlisted node.
    pub fn node(&self, node: u32) -> &Node {
        &self.nodes[node as usize]
    }

    /// An edge.
    pub fn edge(&self, edge: u32) -> &Edge {
        &self.edges[edge as usize]
    }

    /// Sum of the listed nodes' told self values.
    pub fn shown(&self) -> i64 {
        self.sum(Node::told_flat)
    }

    fn sum(&self, value: impl Fn(&Node) -> i64) -> i64 {
        let values = self.listed.iter().map(|&node| value(self.node(node)));
        values.fold(0, i64::saturating_add)
    }

    fn unlink(&mut self, edge: u32) {
        let Edge { src, dest, .. } = self.edges[edge as usize];
        self.nodes[src as usize].outs.retain(|&e| e != edge);
        self.nodes[dest as usize].ins.retain(|&e| e != edge);
    }
}

/// Every node of the tree but its root is a node of the graph, one number lower.
fn whole_tree(tree: &Tree) -> Graph {
    let mut graph = Graph::default();
    for at in 1..tree.len() {
        let by = tree.divisor.as_ref();
        graph.nodes.push(Node {
            key: tree.key[at],
            flat: tree.self_value[at],
            flat_div: by.map_or(0, |by| by.own[at]),
            cum: tree.total[at],
            cum_div: by.map_or(0, |by| by.total[at]),
            ..Node::default()
        });
        let parent = tree.parent[at];
        if parent != 0 {
            graph.link(Edge {
                src: parent - 1,
                dest: at as u32 - 1,
                weight: tree.total[at],
                div: by.map_or(0, |by| by.total[at]),
                residual: false,
                inline: tree.inlined[at],
            });
        }
    }
    graph
}

impl Graph {
    fn link(&mut self, edge: Edge) -> u32 {
        let number = self.edges.len() as u32;
        self.nodes[edge.src as usize].outs.push(number);
        self.nodes[edge.dest as usize].ins.push(number);
        self.edges.push(edge);
        number
    }
}

/// A step of the walk over the tree.
enum Step {
    Enter {
        node: u32,
        caller: Option<u32>,
        residual: bool,
    },
    LeaveKey(u32),
    LeaveEdge(u32),
}

/// Nodes are keys. A sample that ends in a key that is not kept has no self value any more.
fn folded(tree: &Tree, children: &Children, kept: Option<&[bool]>) -> Graph {
    let mut graph = Graph::default();
    let keys = tree.keys.len();
    graph.nodes.extend((0..keys as u32).map(|key| Node {
        key,
        ..Node::default()
    }));
    let is_kept = |key: u32| kept.is_none_or(|kept| kept[key as usize]);
    let mut open = vec![0_u32; keys];
    let mut edge_of: HashMap<(u32, u32), u32> = HashMap::new();
    let mut open_edges: Vec<u32> = Vec::new();
    let add = |sum: &mut i64, more: i64| *sum = sum.saturating_add(more);

    let top = children.of(0).iter().rev();
    let mut steps: Vec<Step> = top
        .map(|&node| Step::Enter {
            node,
            caller: None,
            residual: false,
        })
        .collect();
    while let Some(step) = steps.pop() {
        let (node, caller, residual) = match step {
            Step::LeaveKey(key) => {
                open[key as usize] -= 1;
                continue;
            }
            Step::LeaveEdge(edge) => {
                open_edges[edge as usize] -= 1;
                continue;
            }
            Step::Enter {
                node,
                caller,
                residual,
            } => (node, caller, residual),
        };
        let at = node as usize;
        let key = tree.key[at];
        let by = tree.divisor.as_ref();
        let total_div = by.map_or(0, |by| by.total[at]);
        let (mut below, mut skipped) = (caller, true);
        if is_kept(key) {
            (below, skipped) = (Some(key), false);
            let sums = &mut graph.nodes[key as usize];
            add(&mut sums.flat, tree.self_value[at]);
            add(&mut sums.flat_div, by.map_or(0, |by| by.own[at]));
            if open[key as usize] == 0 {
                add(&mut sums.cum, tree.total[at]);
                add(&mut sums.cum_div, total_div);
            }
            open[key as usize] += 1;
            steps.push(Step::LeaveKey(key));
            if let Some(caller) = caller.filter(|&caller| caller != key) {
                let edge = *edge_of.entry((caller, key)).or_insert_with(|| {
                    open_edges.push(0);
                    graph.link(Edge {
                        src: caller,
                        dest: key,
                        inline: true,
                        ..Edge::default()
                    })
                });
                if open_edges[edge as usize] == 0 {
                    let sums = &mut graph.edges[edge as usize];
                    add(&mut sums.weight, tree.total[at]);
                    add(&mut sums.div, total_div);
                    sums.residual |= residual;
                    sums.inline &= tree.inlined[at];
                }
                open_edges[edge as usize] += 1;
                steps.push(Step::LeaveEdge(edge));
            }
        }
        steps.extend(children.of(node).iter().rev().map(|&node| Step::Enter {
            node,
            caller: below,
            residual: skipped,
        }));
    }
    graph
}

#[cfg(test)]
mod tests;
