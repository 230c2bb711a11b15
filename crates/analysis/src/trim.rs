//! Flat, cum and edges of a merged tree, folded by key, with some keys left out.
//!
//! pprof counts a function once per sample however often it recurs, and an edge once per sample
//! and pair. Both are the same on the tree: only the outermost occurrence on a path counts.

use hashbrown::HashMap;

use crate::Tree;
use crate::tree::Children;

/// An edge from caller to callee.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Edge {
    pub weight: i64,
    /// Every call was inlined.
    pub inlined: bool,
}

/// Sums by key.
pub(crate) struct Folded {
    pub flat: Vec<i64>,
    pub cum: Vec<i64>,
    /// (caller key, callee key) → edge.
    pub edges: HashMap<(u32, u32), Edge>,
}

/// Sums a tree by key; keys that are not `kept` vanish, their callees hang under their caller.
/// A sample that ends in a vanished frame has no flat value any more, as in pprof.
pub(crate) fn fold(tree: &Tree, children: &Children, kept: Option<&[bool]>) -> Folded {
    let keys = tree.keys.len();
    let mut folded = Folded {
        flat: vec![0; keys],
        cum: vec![0; keys],
        edges: HashMap::new(),
    };
    let is_kept = |key: u32| kept.is_none_or(|kept| kept[key as usize]);
    let mut open = vec![0_u32; keys];
    let mut open_edges: HashMap<(u32, u32), u32> = HashMap::new();

    enum Step {
        Enter { node: u32, caller: Option<u32> },
        LeaveKey(u32),
        LeaveEdge((u32, u32)),
    }
    let mut steps: Vec<Step> = children
        .of(0)
        .iter()
        .rev()
        .map(|&node| Step::Enter { node, caller: None })
        .collect();
    while let Some(step) = steps.pop() {
        match step {
            Step::LeaveKey(key) => open[key as usize] -= 1,
            Step::LeaveEdge(pair) => {
                if let Some(count) = open_edges.get_mut(&pair) {
                    *count -= 1;
                }
            }
            Step::Enter { node, caller } => {
                let at = node as usize;
                let key = tree.key[at];
                let mut below = caller;
                if is_kept(key) {
                    below = Some(key);
                    let slot = key as usize;
                    folded.flat[slot] = folded.flat[slot].saturating_add(tree.self_value[at]);
                    if open[slot] == 0 {
                        folded.cum[slot] = folded.cum[slot].saturating_add(tree.total[at]);
                    }
                    open[slot] += 1;
                    steps.push(Step::LeaveKey(key));
                    if let Some(pair) = caller.filter(|&c| c != key).map(|c| (c, key)) {
                        let count = open_edges.entry(pair).or_insert(0);
                        if *count == 0 {
                            let edge = folded.edges.entry(pair).or_insert(Edge {
                                weight: 0,
                                inlined: true,
                            });
                            edge.weight = edge.weight.saturating_add(tree.total[at]);
                            edge.inlined &= tree.inlined[at];
                        }
                        *count += 1;
                        steps.push(Step::LeaveEdge(pair));
                    }
                }
                steps.extend(children.of(node).iter().rev().map(|&node| Step::Enter {
                    node,
                    caller: below,
                }));
            }
        }
    }
    folded
}
