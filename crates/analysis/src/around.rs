//! What is around a function: callees beneath it, callers above it, and the whole tree upside
//! down.
//!
//! Of a function that recurs only the outermost place on a path counts, so that its total is the
//! one of the top list. The answers are trees like any other, and every view can draw them.
//!
//! Trees upside down can be far larger than the tree they come from: each place of a function
//! brings its whole way to the root. They are made level by level, so that what a limit cuts off
//! is what is furthest from the function, and each node it cuts is marked.

use std::ops::Range;

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

/// Nodes of one level of the tree that grows, with their places: one list for the whole level,
/// since most nodes have a single place.
#[derive(Default)]
struct Level {
    nodes: Vec<(u32, Range<usize>)>,
    places: Vec<Place>,
}

impl Level {
    fn begin(node: u32, places: Vec<Place>) -> Self {
        Self {
            nodes: vec![(node, 0..places.len())],
            places,
        }
    }

    fn clear(&mut self) {
        self.nodes.clear();
        self.places.clear();
    }
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
    let (mut level, mut next) = (Level::begin(top, places), Level::default());
    let mut below = Vec::new();
    while !level.nodes.is_empty() {
        next.clear();
        for (node, places) in &level.nodes {
            below.clear();
            if let [place] = level.places[places.clone()] {
                around.copy(*node, place, children, &mut next);
                continue;
            }
            for place in &level.places[places.clone()] {
                around.keep_self(*node, place.node);
                let listed = children.of(place.node).iter();
                below.extend(listed.map(|&node| Place { node, from: node }));
            }
            around.split(*node, &below, &mut next);
        }
        std::mem::swap(&mut level, &mut next);
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
    around.upwards(Level::begin(top, places), Take::Total);
    around.finish()
}

/// The whole tree upside down: root → functions by their self value → their callers. At most
/// about `limit` nodes.
pub fn inverted(tree: &Tree, limit: usize) -> Around {
    let mut around = Grow::new(tree, limit);
    around.own = tree.own_weights();
    let places: Vec<Place> = (0..tree.len() as u32)
        .filter(|&node| around.own[node as usize] != 0 || tree.self_value[node as usize] != 0)
        .map(|node| Place { node, from: node })
        .collect();
    // What ends in the root has no function to be listed under.
    around.keep_self(0, 0);
    let mut first = Level::default();
    let named: Vec<Place> = places.into_iter().filter(|at| at.node != 0).collect();
    around.take = Take::Own;
    around.split(0, &named, &mut first);
    around.upwards(first, Take::Own);
    around.finish()
}

/// Places of some keys with no other place of them above, in the order of nodes.
pub fn outermost(tree: &Tree, keys: &[u32]) -> Vec<u32> {
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
    /// Weight that ends in each node of `from`; empty where nobody takes it.
    own: Vec<i64>,
    around: Around,
    limit: usize,
    take: Take,
    /// For each key its group in the split under way, plus one; 0 for none.
    group: Vec<u32>,
    /// Of the split under way: for each group its key, and where its places go.
    groups: Vec<(u32, Range<usize>)>,
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
            own: Vec::new(),
            around: Around {
                tree,
                cut: vec![false],
            },
            limit,
            take: Take::Total,
            group: vec![0; from.keys.len()],
            groups: Vec::new(),
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

    /// Beneath a single place nothing has to be merged: its children are the node's.
    fn copy(&mut self, node: u32, place: Place, children: &Children, next: &mut Level) {
        self.keep_self(node, place.node);
        let listed = children.of(place.node);
        if !listed.is_empty() && self.around.tree.len() >= self.limit {
            self.around.cut[node as usize] = true;
            return;
        }
        for &child in listed {
            let at = next.places.len();
            let place = Place {
                node: child,
                from: child,
            };
            let key = self.from.key[child as usize];
            let child = self.child(node, key, &[place], Take::Total);
            next.places.push(place);
            next.nodes.push((child, at..at + 1));
        }
    }

    /// Makes a child of a node for each key among some places, in the order of their first
    /// places; they wait for the next level.
    fn split(&mut self, node: u32, places: &[Place], next: &mut Level) {
        let Some(first) = places.first() else {
            return;
        };
        if self.around.tree.len() >= self.limit {
            self.around.cut[node as usize] = true;
            return;
        }
        let from = self.from;
        let key_of = |place: &Place| from.key[place.node as usize];
        let begin = next.places.len();
        // Long ways without a fork are the rule: no grouping for them.
        let key = key_of(first);
        if places[1..].iter().all(|place| key_of(place) == key) {
            let child = self.child(node, key, places, self.take);
            next.places.extend_from_slice(places);
            next.nodes.push((child, begin..next.places.len()));
            return;
        }
        // Count each group, then put every place where its group is.
        let mut groups = std::mem::take(&mut self.groups);
        groups.clear();
        for place in places {
            let group = &mut self.group[key_of(place) as usize];
            if *group == 0 {
                groups.push((key_of(place), 0..0));
                *group = groups.len() as u32;
            }
            groups[*group as usize - 1].1.end += 1;
        }
        let mut at = begin;
        for (_, range) in &mut groups {
            let count = range.end;
            *range = at..at;
            at += count;
        }
        next.places.resize(at, *first);
        for place in places {
            let (_, range) = &mut groups[self.group[key_of(place) as usize] as usize - 1];
            next.places[range.end] = *place;
            range.end += 1;
        }
        for (key, range) in groups.drain(..) {
            self.group[key as usize] = 0;
            let child = self.child(node, key, &next.places[range.clone()], self.take);
            next.nodes.push((child, range));
        }
        self.groups = groups;
    }

    /// Goes from all places to their callers until there is none.
    fn upwards(&mut self, mut level: Level, take: Take) {
        self.take = take;
        let from = self.from;
        let (mut next, mut above) = (Level::default(), Vec::new());
        while !level.nodes.is_empty() {
            next.clear();
            for (node, places) in &level.nodes {
                above.clear();
                for place in &level.places[places.clone()] {
                    let caller = from.parent[place.node as usize];
                    match caller {
                        0 => self.begins(*node, place.from),
                        _ => above.push(Place {
                            node: caller,
                            ..*place
                        }),
                    }
                }
                self.split(*node, &above, &mut next);
            }
            std::mem::swap(&mut level, &mut next);
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
