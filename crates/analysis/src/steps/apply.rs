//! What a step does to a tree.
//!
//! For each node of the old tree a step decides two things: under which node of the new one its
//! callees hang (`hook`), and in which one the samples end that ended in it (`end`). Parents
//! come first, so the hook of a node's caller is always known.

use hashbrown::HashMap;

use std::rc::Rc;

use super::{GONE, Step};
use crate::keys::{base, package_of};
use crate::rx::Rx;
use crate::tree::Divisors;
use crate::{Keys, Tree};

/// A tree after a step.
pub struct Applied {
    /// The tree.
    pub tree: Tree,
    /// For each node of the old tree the node that its samples end in; [`GONE`] for none.
    pub ends: Vec<u32>,
    /// Something matched.
    pub matched: bool,
}

/// Takes a step. An expression that cannot be read matches nothing; [`crate::select::check`]
/// tells of it. O(nodes), but for recursion of every function, which looks up the path of each
/// recursive call.
pub fn apply(old: &Tree, step: &Step) -> Applied {
    let mut new = New::of(old);
    let matched = match step {
        Step::Focus(text) => new.focus(&expression(old, text)),
        Step::Ignore(text) => new.drop(&expression(old, text)),
        Step::Hide(text) => new.hide(&expression(old, text), true),
        Step::Show(text) => new.show(&expression(old, text)),
        Step::ShowFrom(text) => new.show_from(&expression(old, text)),
        Step::Subtree(path) => new.subtree(path),
        Step::Merge(name) => new.hide(&named(old, name), false),
        Step::Drop(name) => new.drop(&named(old, name)),
        Step::Keep(name) => new.focus(&named(old, name)),
        Step::Only(name) => new.show(&named(old, name)),
        Step::From(name) => new.show_from(&named(old, name)),
        Step::Recursion(name) if name.is_empty() => new.all_recursion(),
        Step::Recursion(name) => new.recursion(&named(old, name)),
        Step::DirectRecursion(name) => new.direct_recursion(&named_or_all(old, name)),
        Step::Module(name) => new.collapse(&of_module(old, name), name),
        Step::Package(name) => new.collapse(&of_package(old, name), name),
        Step::Callees(name) => new.seal(&named(old, name)),
    };
    new.finish(matched)
}

/// For each key: an expression matches its name, file or binary.
fn expression(tree: &Tree, text: &str) -> Vec<bool> {
    let keys = &tree.keys;
    let Ok(rx) = Rx::new(text) else {
        return vec![false; keys.len()];
    };
    let mut known: Vec<Option<bool>> = vec![None; keys.names.len()];
    let mut hit = |id: profile::StringId| {
        *known[id.index()].get_or_insert_with(|| rx.is_match(keys.names.bytes(id)))
    };
    let hits = (0..keys.len()).map(|key| {
        let function = keys.info[key].name;
        let name = match keys.names.bytes(function) {
            b"" => keys.name[key],
            _ => function,
        };
        hit(name) | hit(keys.file[key]) | hit(keys.module[key])
    });
    hits.collect()
}

fn by(tree: &Tree, test: impl Fn(&Keys, u32) -> bool) -> Vec<bool> {
    let keys = &tree.keys;
    (0..keys.len() as u32).map(|key| test(keys, key)).collect()
}

fn named(tree: &Tree, name: &str) -> Vec<bool> {
    by(tree, |keys, key| keys.text(key) == name)
}

fn named_or_all(tree: &Tree, name: &str) -> Vec<bool> {
    by(tree, |keys, key| name.is_empty() || keys.text(key) == name)
}

fn of_module(tree: &Tree, name: &str) -> Vec<bool> {
    by(tree, |keys, key| {
        let module = keys.names.text(keys.module[key as usize]);
        !module.is_empty() && base(&module) == name
    })
}

fn of_package(tree: &Tree, name: &str) -> Vec<bool> {
    by(tree, |keys, key| {
        // That of the function: a file or an address in a row's name is no part of it.
        let function = keys.names.text(keys.info[key as usize].name);
        let package = package_of(&function);
        keys.symbolized[key as usize] && !package.is_empty() && package == name
    })
}

/// A tree in the making.
struct New<'a> {
    old: &'a Tree,
    tree: Tree,
    known: HashMap<(u32, u32), u32>,
    hook: Vec<u32>,
    end: Vec<u32>,
}

impl<'a> New<'a> {
    fn of(old: &'a Tree) -> Self {
        let mut tree = Tree {
            keys: old.keys.clone(),
            grand_total: old.grand_total,
            undivided_total: old.undivided_total,
            divisor: old.divisor.is_some().then(Divisors::default),
            keeps_empty: old.keeps_empty,
            ..Tree::default()
        };
        tree.push(0, u32::MAX, true);
        let mut hook = vec![GONE; old.len()];
        let mut end = vec![GONE; old.len()];
        (hook[0], end[0]) = (0, 0);
        Self {
            old,
            tree,
            known: HashMap::new(),
            hook,
            end,
        }
    }

    fn nodes(&self) -> std::ops::Range<usize> {
        1..self.old.len()
    }

    fn parent(&self, node: usize) -> usize {
        self.old.parent[node] as usize
    }

    /// The child of a new node for an old node, under a key.
    fn child(&mut self, hook: u32, key: u32, node: usize) -> u32 {
        let inlined = self.old.inlined[node];
        let tree = &mut self.tree;
        let child = *self
            .known
            .entry((hook, key))
            .or_insert_with(|| tree.push(hook, key, inlined));
        tree.inlined[child as usize] &= inlined;
        child
    }

    /// A node stays what it is, under what its caller has become.
    fn keep(&mut self, node: usize) -> u32 {
        let (hook, key) = (self.hook[self.parent(node)], self.old.key[node]);
        let here = match hook {
            GONE => GONE,
            hook => self.child(hook, key, node),
        };
        (self.hook[node], self.end[node]) = (here, here);
        here
    }

    /// A node becomes another one.
    fn turn_into(&mut self, node: usize, other: u32) {
        (self.hook[node], self.end[node]) = (other, other);
    }

    fn hit(&self, hits: &[bool], node: usize) -> bool {
        hits[self.old.key[node] as usize]
    }

    /// A new node and an old one have the same name.
    fn is_named_as(&self, new: u32, node: usize) -> bool {
        let names = &self.tree.keys.name;
        let name = |key: u32| names.get(key as usize);
        new != 0 && name(self.tree.key[new as usize]) == name(self.old.key[node])
    }

    fn focus(&mut self, hits: &[bool]) -> bool {
        let mut inside = vec![false; self.old.len()];
        self.end[0] = GONE;
        for node in self.nodes() {
            inside[node] = inside[self.parent(node)] || self.hit(hits, node);
            self.keep(node);
            if !inside[node] {
                self.end[node] = GONE;
            }
        }
        inside.contains(&true)
    }

    fn drop(&mut self, hits: &[bool]) -> bool {
        let mut matched = false;
        for node in self.nodes() {
            if self.hit(hits, node) {
                matched = true;
            } else {
                self.keep(node);
            }
        }
        matched
    }

    fn hide(&mut self, hits: &[bool], whole_stacks_go: bool) -> bool {
        let mut matched = false;
        if whole_stacks_go {
            self.end[0] = GONE;
        }
        for node in self.nodes() {
            if !self.hit(hits, node) {
                self.keep(node);
                continue;
            }
            matched = true;
            let hook = self.hook[self.parent(node)];
            self.turn_into(node, hook);
            if hook == 0 && whole_stacks_go {
                self.end[node] = GONE;
            }
        }
        if !matched {
            self.end[0] = 0;
        }
        matched
    }

    fn show(&mut self, hits: &[bool]) -> bool {
        let hidden: Vec<bool> = hits.iter().map(|hit| !hit).collect();
        self.hide(&hidden, true);
        hits.contains(&true)
    }

    fn show_from(&mut self, hits: &[bool]) -> bool {
        let mut inside = vec![false; self.old.len()];
        self.end[0] = GONE;
        for node in self.nodes() {
            inside[node] = inside[self.parent(node)] || self.hit(hits, node);
            if inside[node] {
                self.keep(node);
            } else {
                self.hook[node] = 0;
            }
        }
        inside.contains(&true)
    }

    fn subtree(&mut self, path: &[String]) -> bool {
        // How many names of the path lead to a node; past the last one: within.
        let mut along = vec![u32::MAX; self.old.len()];
        along[0] = 0;
        self.end[0] = GONE;
        let last = path.len() as u32;
        let mut matched = false;
        for node in self.nodes() {
            let above = along[self.parent(node)];
            if above == u32::MAX {
                continue;
            }
            if above == last {
                along[node] = last;
                self.keep(node);
                continue;
            }
            if self.old.keys.text(self.old.key[node]) != path[above as usize] {
                continue;
            }
            along[node] = above + 1;
            if above + 1 == last {
                matched = true;
                self.keep(node);
            } else {
                self.hook[node] = 0;
            }
        }
        matched
    }

    fn direct_recursion(&mut self, hits: &[bool]) -> bool {
        let mut matched = false;
        for node in self.nodes() {
            let hook = self.hook[self.parent(node)];
            if self.is_named_as(hook, node) && self.hit(hits, node) {
                matched = true;
                self.turn_into(node, hook);
            } else {
                self.keep(node);
            }
        }
        matched
    }

    fn recursion(&mut self, hits: &[bool]) -> bool {
        // The outermost place of the function on the way to each node.
        let mut first = vec![GONE; self.old.len()];
        let mut matched = false;
        for node in self.nodes() {
            first[node] = first[self.parent(node)];
            match (self.hit(hits, node), first[node]) {
                (true, GONE) => first[node] = self.keep(node),
                (true, first) => {
                    matched = true;
                    self.turn_into(node, first);
                }
                (false, _) => {
                    self.keep(node);
                }
            }
        }
        matched
    }

    fn all_recursion(&mut self) -> bool {
        let recursive = recursive_calls(self.old);
        let mut matched = false;
        for node in self.nodes() {
            let mut at = self.hook[self.parent(node)];
            if recursive[node] {
                while at != 0 && !self.is_named_as(at, node) {
                    at = self.tree.parent[at as usize];
                }
            }
            if recursive[node] && at != 0 {
                matched = true;
                self.turn_into(node, at);
            } else {
                self.keep(node);
            }
        }
        matched
    }

    fn collapse(&mut self, hits: &[bool], name: &str) -> bool {
        if !hits.contains(&true) {
            for node in self.nodes() {
                self.keep(node);
            }
            return false;
        }
        let key = Rc::make_mut(&mut self.tree.keys).add(name.as_bytes());
        for node in self.nodes() {
            if !self.hit(hits, node) {
                self.keep(node);
                continue;
            }
            let hook = self.hook[self.parent(node)];
            let here = match self.tree.key[hook as usize] == key {
                true => hook,
                false => self.child(hook, key, node),
            };
            self.turn_into(node, here);
        }
        true
    }

    fn seal(&mut self, hits: &[bool]) -> bool {
        let mut sealed = vec![false; self.old.len()];
        for node in self.nodes() {
            let parent = self.parent(node);
            if sealed[parent] {
                sealed[node] = true;
                self.turn_into(node, self.hook[parent]);
            } else {
                sealed[node] = self.hit(hits, node);
                self.keep(node);
            }
        }
        sealed.contains(&true)
    }

    /// Moves the values, and leaves out what carries none.
    fn finish(mut self, matched: bool) -> Applied {
        let add = |sum: &mut i64, more: i64| *sum = sum.saturating_add(more);
        let own = self.old.own_weights();
        let tree = &mut self.tree;
        for (node, &end) in self.end.iter().enumerate() {
            if end == GONE {
                continue;
            }
            let end = end as usize;
            add(&mut tree.self_value[end], self.old.self_value[node]);
            add(&mut tree.weight[end], own[node]);
            if let (Some(to), Some(from)) = (&mut tree.divisor, &self.old.divisor) {
                add(&mut to.own[end], from.own[node]);
            }
        }
        let place = tree.without_empty();
        tree.sum_up();
        for end in self.end.iter_mut().filter(|end| **end != GONE) {
            *end = place[*end as usize];
        }
        Applied {
            tree: self.tree,
            ends: self.end,
            matched,
        }
    }
}

/// The tree under other keys: `becomes` is, for each of its keys, one of `keys`; what has none
/// there, as steps have made it, gets one of its own name.
pub(crate) fn regrouped(old: &Tree, becomes: &[u32], keys: Rc<Keys>) -> Applied {
    let mut new = New::of(old);
    new.tree.keys = keys;
    let mut becomes = becomes.to_vec();
    for key in becomes.len()..old.keys.len() {
        let name = old.keys.names.bytes(old.keys.name[key]);
        becomes.push(Rc::make_mut(&mut new.tree.keys).add(name));
    }
    for node in new.nodes() {
        let hook = new.hook[new.parent(node)];
        let here = new.child(hook, becomes[old.key[node] as usize], node);
        new.turn_into(node, here);
    }
    new.finish(true)
}

/// For each node: a function of the same name is above it.
fn recursive_calls(tree: &Tree) -> Vec<bool> {
    let children = tree.child_lists();
    let mut open = vec![0_u32; tree.keys.names.len()];
    let mut recursive = vec![false; tree.len()];
    // A node to enter, or, marked, to leave.
    let mut pending: Vec<(u32, bool)> = children.of(0).iter().map(|&node| (node, false)).collect();
    while let Some((node, leave)) = pending.pop() {
        let name = tree.keys.name[tree.key[node as usize] as usize].index();
        if leave {
            open[name] -= 1;
            continue;
        }
        recursive[node as usize] = open[name] > 0;
        open[name] += 1;
        pending.push((node, true));
        pending.extend(children.of(node).iter().map(|&child| (child, false)));
    }
    recursive
}
