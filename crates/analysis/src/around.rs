//! What is around a function: callees beneath it, callers above it, and the whole tree upside
//! down.
//!
//! Of a function that recurs only the outermost place on a path counts, so that its total is the
//! one of the top list. The answers are trees like any other, and every view can draw them.
//!
//! Trees upside down can be far larger than the tree they come from: each place of a function
//! brings its whole way to the root. They are made level by level, so that what a limit cuts off
//! is what is furthest from the function, and each node it cuts is marked.

use crate::Tree;
use crate::tree::{Children, Divisors};

/// A tree around something.
#[derive(Clone, Default)]
pub struct Around {
    /// The tree. Its root has one child, the function, or all functions.
    pub tree: Tree,
    /// For each node: there is more beneath it than the limit allowed.
    pub cut: Vec<bool>,
}

/// A place in the tree that stands for some weight in one upside down.
#[derive(Clone, Copy)]
struct Place {
    /// How far the walk has come: a node of the tree it walks in.
    node: u32,
    /// The node it started at, whose weight it brings.
    from: u32,
}

/// The subtrees of the outermost places of a function, merged: root → function → callees. At most
/// about `limit` nodes. The function may have several keys: it stands under the first.
///
/// # Panics
/// Without a key.
pub fn callees(tree: &Tree, children: &Children, keys: &[u32], limit: usize) -> Around {
    let mut around = Grow::new(tree, limit);
    let places: Vec<Place> = outermost(tree, keys)
        .into_iter()
        .map(|node| Place { node, from: node })
        .collect();
    let top = around.child(0, keys[0], &places, Take::Total);
    let mut pending = vec![(top, places)];
    while !pending.is_empty() {
        for (node, places) in std::mem::take(&mut pending) {
            for place in &places {
                around.keep_self(node, place.node);
            }
            let below = places.iter().flat_map(|place| children.of(place.node));
            let below = below.map(|&node| Place { node, from: node }).collect();
            around.split(node, below, |at| tree.key[at as usize], &mut pending);
        }
    }
    around.finish()
}

/// The ways to the outermost places of a function, upside down: root → function → callers. At most
/// about `limit` nodes. The function may have several keys: it stands under the first.
///
/// # Panics
/// Without a key.
pub fn callers(tree: &Tree, keys: &[u32], limit: usize) -> Around {
    let mut around = Grow::new(tree, limit);
    let places: Vec<Place> = outermost(tree, keys)
        .into_iter()
        .map(|node| Place { node, from: node })
        .collect();
    let top = around.child(0, keys[0], &places, Take::Total);
    around.upwards(vec![(top, places)], Take::Total);
    around.finish()
}

/// The whole tree upside down: root → functions by their self value → their callers. At most
/// about `limit` nodes.
pub fn inverted(tree: &Tree, limit: usize) -> Around {
    let mut around = Grow::new(tree, limit);
    let places: Vec<Place> = (0..tree.len() as u32)
        .filter(|&node| around.own[node as usize] != 0 || tree.self_value[node as usize] != 0)
        .map(|node| Place { node, from: node })
        .collect();
    // What ends in the root has no function to be listed under.
    around.keep_self(0, 0);
    let mut pending = Vec::new();
    let named = places.into_iter().filter(|place| place.node != 0).collect();
    around.take = Take::Own;
    around.split(0, named, |at| tree.key[at as usize], &mut pending);
    around.upwards(pending, Take::Own);
    around.finish()
}

/// Places of some keys with no other place of them above, in the order of nodes.
fn outermost(tree: &Tree, keys: &[u32]) -> Vec<u32> {
    let mut wanted = vec![false; tree.keys.len()];
    for &key in keys {
        wanted[key as usize] = true;
    }
    let mut inside = vec![false; tree.len()];
    let mut places = Vec::new();
    for node in 1..tree.len() {
        let above = inside[tree.parent[node] as usize];
        let is_key = wanted[tree.key[node] as usize];
        if is_key && !above {
            places.push(node as u32);
        }
        inside[node] = above || is_key;
    }
    places
}

/// What of its starting node a place brings.
#[derive(Clone, Copy, PartialEq)]
enum Take {
    /// All that passes through it.
    Total,
    /// What ends in it.
    Own,
}

/// A tree that grows level by level.
struct Grow<'a> {
    from: &'a Tree,
    /// Weight that ends in each node of `from`.
    own: Vec<i64>,
    around: Around,
    limit: usize,
    take: Take,
    /// For each key its group in the split under way, plus one; 0 for none.
    group: Vec<u32>,
}

impl<'a> Grow<'a> {
    fn new(from: &'a Tree, limit: usize) -> Self {
        let mut tree = Tree {
            keys: from.keys.clone(),
            grand_total: from.grand_total,
            undivided_total: from.undivided_total,
            divisor: from.divisor.is_some().then(Divisors::default),
            ..Tree::default()
        };
        push(&mut tree, 0, u32::MAX, true);
        Self {
            from,
            own: from.own_weights(),
            around: Around {
                tree,
                cut: vec![false],
            },
            limit,
            take: Take::Total,
            group: vec![0; from.keys.len()],
        }
    }

    /// Adds a node for some places.
    fn child(&mut self, parent: u32, key: u32, places: &[Place], take: Take) -> u32 {
        let from = self.from;
        let tree = &mut self.around.tree;
        let node = push(tree, parent, key, true);
        self.around.cut.push(false);
        let slot = node as usize;
        let add = |sum: &mut i64, more: i64| *sum = sum.saturating_add(more);
        for place in places {
            let at = place.from as usize;
            let (value, weight) = match take {
                Take::Total => (from.total[at], from.weight[at]),
                Take::Own => (from.self_value[at], self.own[at]),
            };
            add(&mut tree.total[slot], value);
            add(&mut tree.weight[slot], weight);
            if let (Some(to), Some(by)) = (&mut tree.divisor, &from.divisor) {
                let by = match take {
                    Take::Total => by.total[at],
                    Take::Own => by.own[at],
                };
                add(&mut to.total[slot], by);
            }
            tree.inlined[slot] &= from.inlined[place.node as usize];
        }
        node
    }

    /// What ends in a place of the tree ends in a node of ours.
    fn keep_self(&mut self, node: u32, place: u32) {
        let (to, at) = (node as usize, place as usize);
        let tree = &mut self.around.tree;
        tree.self_value[to] = tree.self_value[to].saturating_add(self.from.self_value[at]);
        if let (Some(to_by), Some(by)) = (&mut tree.divisor, &self.from.divisor) {
            to_by.own[to] = to_by.own[to].saturating_add(by.own[at]);
        }
    }

    /// Makes a child of a node for each key among some places; they wait for the next level.
    fn split(
        &mut self,
        node: u32,
        mut places: Vec<Place>,
        key_of: impl Fn(u32) -> u32,
        next: &mut Vec<(u32, Vec<Place>)>,
    ) {
        if places.is_empty() {
            return;
        }
        if self.around.tree.len() >= self.limit {
            self.around.cut[node as usize] = true;
            return;
        }
        // Long ways without a fork are the rule: no grouping for them.
        if places.len() == 1
            || places
                .iter()
                .all(|p| key_of(p.node) == key_of(places[0].node))
        {
            let child = self.child(node, key_of(places[0].node), &places, self.take);
            places.shrink_to_fit();
            next.push((child, places));
            return;
        }
        let mut groups: Vec<(u32, Vec<Place>)> = Vec::new();
        for place in places {
            let key = key_of(place.node);
            let group = &mut self.group[key as usize];
            if *group == 0 {
                groups.push((key, Vec::new()));
                *group = groups.len() as u32;
            }
            groups[*group as usize - 1].1.push(place);
        }
        for (key, places) in groups {
            self.group[key as usize] = 0;
            let child = self.child(node, key, &places, self.take);
            next.push((child, places));
        }
    }

    /// Goes from all places to their callers until there is none.
    fn upwards(&mut self, mut pending: Vec<(u32, Vec<Place>)>, take: Take) {
        self.take = take;
        let from = self.from;
        while !pending.is_empty() {
            for (node, mut places) in std::mem::take(&mut pending) {
                places.retain_mut(|place| {
                    place.node = from.parent[place.node as usize];
                    if place.node == 0 {
                        self.begins(node, place.from);
                    }
                    place.node != 0
                });
                self.split(node, places, |at| from.key[at as usize], &mut pending);
            }
        }
    }

    /// A way to the root ends in a node of ours: what it brings is the node's own.
    fn begins(&mut self, node: u32, from: u32) {
        let (to, at) = (node as usize, from as usize);
        let tree = &mut self.around.tree;
        let brings = |total: &[i64], own: &[i64]| match self.take {
            Take::Total => total[at],
            Take::Own => own[at],
        };
        let value = brings(&self.from.total, &self.from.self_value);
        tree.self_value[to] = tree.self_value[to].saturating_add(value);
        if let (Some(to_by), Some(by)) = (&mut tree.divisor, &self.from.divisor) {
            to_by.own[to] = to_by.own[to].saturating_add(brings(&by.total, &by.own));
        }
    }

    fn finish(mut self) -> Around {
        let tree = &mut self.around.tree;
        // Of what ends in the root, see `inverted`.
        let nameless = match self.take {
            Take::Total => 0,
            Take::Own => self.own[0],
        };
        let mut sums = (tree.self_value[0], nameless);
        let mut by = tree.divisor.as_ref().map_or(0, |by| by.own[0]);
        for node in (1..tree.len()).filter(|&node| tree.parent[node] == 0) {
            sums.0 = sums.0.saturating_add(tree.total[node]);
            sums.1 = sums.1.saturating_add(tree.weight[node]);
            by = tree
                .divisor
                .as_ref()
                .map_or(by, |d| d.total[node].saturating_add(by));
        }
        (tree.total[0], tree.weight[0]) = sums;
        if let Some(divisor) = &mut tree.divisor {
            divisor.total[0] = by;
        }
        self.around
    }
}

fn push(tree: &mut Tree, parent: u32, key: u32, inlined: bool) -> u32 {
    let id = tree.push(parent, key, inlined);
    if let Some(divisor) = &mut tree.divisor {
        divisor.total.push(0);
    }
    id
}

#[cfg(test)]
mod tests;
