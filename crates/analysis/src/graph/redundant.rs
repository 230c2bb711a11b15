//! Edges that a picture does not need: their ends are connected another way.

use std::collections::{BTreeSet, VecDeque};

use super::{Graph, sorted_edges};
use crate::Tree;

impl Graph {
    /// Removes residual edges whose callee is reached from their caller another way, the
    /// lightest first. An edge heavier than one that is not residual stays.
    pub fn remove_redundant_edges(&mut self, tree: &Tree) {
        for at in (0..self.listed.len()).rev() {
            let node = self.listed[at];
            let ins = sorted_edges(self, tree, &self.node(node).ins);
            for &edge in ins.iter().rev() {
                if !self.edge(edge).residual {
                    break;
                }
                if self.is_redundant(edge) {
                    self.unlink(edge);
                }
            }
        }
    }

    fn is_redundant(&self, edge: u32) -> bool {
        let (src, dest) = (self.edge(edge).src, self.edge(edge).dest);
        let mut seen = BTreeSet::from([dest]);
        let mut pending = VecDeque::from([dest]);
        while let Some(node) = pending.pop_front() {
            for &other in &self.node(node).ins {
                let from = self.edge(other).src;
                if other == edge || seen.contains(&from) {
                    continue;
                }
                if from == src {
                    return true;
                }
                seen.insert(from);
                pending.push_back(from);
            }
        }
        false
    }
}
