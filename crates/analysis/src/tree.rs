//! The merged call tree: stacks whose frames have equal keys become one path.

use std::rc::Rc;

use hashbrown::HashMap;
use profile::Profile;
use profile::order::sort_ids;

use crate::select::{LensFault, Prepared};
use crate::{Keys, Lens, Naming, steps};

/// A merged call tree, as parallel columns. Node 0 is the root and stands for the whole
/// profile; every other node's parent has a smaller number.
#[derive(Clone, Default)]
pub struct Tree {
    /// What the nodes are merged by; shared with the trees that are made from this one.
    pub keys: Rc<Keys>,
    /// Parent of each node; the root is its own.
    pub parent: Vec<u32>,
    /// Key of each node; `u32::MAX` for the root.
    pub key: Vec<u32>,
    /// Values of samples that end here.
    pub self_value: Vec<i64>,
    /// Values of samples that pass through or end here.
    pub total: Vec<i64>,
    /// Sum of absolute values, which decides widths; equals `total` unless values are negative.
    pub weight: Vec<i64>,
    /// True where every merged call was inlined into its parent.
    pub inlined: Vec<bool>,
    /// What values are divided by when they are told, under `mean`.
    pub divisor: Option<Divisors>,
    /// Sum of the absolute values of all samples: pprof's total, of which shares are told.
    pub grand_total: i64,
    /// The same before `mean` divides it.
    pub undivided_total: i64,
    /// Things worth telling: steps that matched nothing.
    pub(crate) notes: Vec<String>,
    /// Nodes are kept beneath which nothing of the counted sample type ends.
    pub(crate) keeps_empty: bool,
}

/// Sums of the first sample type, by which `mean` divides.
#[derive(Clone, Default)]
pub struct Divisors {
    /// Of samples that end in each node.
    pub own: Vec<i64>,
    /// Of samples that pass through or end in each node.
    pub total: Vec<i64>,
}

/// A value over its divisor; as it is where there is none.
pub fn mean(value: i64, divisor: i64) -> i64 {
    value.checked_div(divisor).unwrap_or(value)
}

/// What each node of the stack table carries by itself.
struct Own {
    value: Vec<i64>,
    weight: Vec<i64>,
    divisor: Option<Vec<i64>>,
    /// A sample with a value passes through or ends here.
    used: Vec<bool>,
}

impl Own {
    fn of(prepared: &Prepared<'_>, keep_empty: bool) -> Self {
        let profile = &prepared.profile;
        let selection = &prepared.selection;
        let stacks = &profile.stacks;
        let mut own = Self {
            value: vec![0; stacks.len()],
            weight: vec![0; stacks.len()],
            divisor: prepared.divisors().map(|_| vec![0; stacks.len()]),
            used: vec![false; stacks.len()],
        };
        let values = prepared.values();
        for (sample, (&stack, &value)) in profile.samples.stack.iter().zip(values).enumerate() {
            if !selection.has_sample(sample) {
                continue;
            }
            let stack = selection.end(stack).index();
            own.value[stack] = own.value[stack].saturating_add(value);
            own.weight[stack] = own.weight[stack].saturating_add(value.saturating_abs());
            let by = prepared.divisors().map_or(0, |column| column[sample]);
            if let Some(divisor) = &mut own.divisor {
                divisor[stack] = divisor[stack].saturating_add(by);
            }
            own.used[stack] |= keep_empty || value != 0 || by != 0;
        }
        for node in (1..stacks.len()).rev() {
            if own.used[node] {
                own.used[stacks.parent[node].index()] = true;
            }
        }
        own
    }
}

impl Tree {
    /// Merges what a lens leaves of a profile's stacks.
    pub fn of(prepared: &Prepared<'_>, naming: Naming) -> Self {
        Self::with_ends(prepared, naming).0
    }

    /// As [`Tree::of`]; beside it, for each node of the stack table, the node of the tree that
    /// samples end in; [`steps::GONE`] where a step has dropped them.
    pub fn with_ends(prepared: &Prepared<'_>, naming: Naming) -> (Self, Vec<u32>) {
        Self::build(prepared, naming, false)
    }

    /// As [`Tree::with_ends`], with a node for every sample that counts, though its value of the
    /// counted sample type is 0: what other sample types are summed by.
    pub fn with_all_ends(prepared: &Prepared<'_>, naming: Naming) -> (Self, Vec<u32>) {
        Self::build(prepared, naming, true)
    }

    fn build(prepared: &Prepared<'_>, naming: Naming, keeps_empty: bool) -> (Self, Vec<u32>) {
        let profile: &Profile = &prepared.profile;
        let selection = &prepared.selection;
        // Steps name rows as the page does; reports name them otherwise, and put more or less
        // into one. So steps go first, by keys that tell both apart.
        let both = (!prepared.steps.is_empty() && !naming.each_address)
            .then(|| Keys::of(profile, prepared.step_naming).split_by(Keys::of(profile, naming)));
        let mut tree = Self {
            keys: Rc::new(match &both {
                Some((keys, ..)) => keys.clone(),
                None => Keys::of(profile, naming),
            }),
            grand_total: prepared.total,
            undivided_total: prepared.undivided,
            keeps_empty,
            ..Self::default()
        };
        tree.push(0, u32::MAX, true);
        let own = Own::of(prepared, keeps_empty);

        // Only stacks that carry a value become nodes, so that no empty frame is drawn.
        let stacks = &profile.stacks;
        let inlined_frames = selection
            .inlined
            .as_ref()
            .unwrap_or(&profile.frames.inlined);
        let mut tree_notes = Vec::new();
        let mut node_of = vec![0_u32; stacks.len()];
        let mut children: HashMap<(u32, u32), u32> = HashMap::new();
        if own.divisor.is_some() {
            tree.divisor = Some(Divisors {
                own: vec![0],
                total: Vec::new(),
            });
        }
        for stack in 0..stacks.len() {
            if stack > 0 && own.used[stack] {
                let parent = node_of[stacks.parent[stack].index()];
                node_of[stack] = if selection.has_node(stack) {
                    let frame = stacks.frame[stack].index();
                    let key = tree.keys.of_frame[frame];
                    let inlined = inlined_frames[frame];
                    let node = *children
                        .entry((parent, key))
                        .or_insert_with(|| tree.push(parent, key, inlined));
                    tree.inlined[node as usize] &= inlined;
                    node
                } else {
                    parent
                };
            }
            let node = node_of[stack] as usize;
            let add = |sum: &mut i64, more: i64| *sum = sum.saturating_add(more);
            add(&mut tree.self_value[node], own.value[stack]);
            add(&mut tree.weight[node], own.weight[stack]);
            if let (Some(to), Some(from)) = (&mut tree.divisor, &own.divisor) {
                add(&mut to.own[node], from[stack]);
            }
        }
        tree.sum_up();
        let mut take = |applied: steps::Applied, tree: &mut Self| {
            for end in node_of.iter_mut().filter(|end| **end != steps::GONE) {
                *end = applied.ends[*end as usize];
            }
            *tree = applied.tree;
        };
        for step in &prepared.steps {
            let applied = steps::apply(&tree, step);
            if !applied.matched {
                let note = format!("{} matched nothing.", step.title());
                tree_notes.push(note);
            }
            take(applied, &mut tree);
        }
        if let Some((_, becomes, keys)) = both {
            take(steps::regrouped(&tree, &becomes, Rc::new(keys)), &mut tree);
        }
        tree.notes = tree_notes;
        (tree, node_of)
    }

    /// Merges a profile's stacks under a lens.
    ///
    /// # Errors
    /// An option of the lens that cannot be understood, or a sample type that is not there.
    pub fn under(profile: &Profile, lens: &Lens, naming: Naming) -> Result<Self, LensFault> {
        let prepared = Prepared::new(profile, lens)?;
        Ok(Self::of(&prepared, naming.under(lens)))
    }

    pub(crate) fn push(&mut self, parent: u32, key: u32, inlined: bool) -> u32 {
        let id = self.parent.len() as u32;
        self.parent.push(parent);
        self.key.push(key);
        self.inlined.push(inlined);
        self.self_value.push(0);
        self.total.push(0);
        self.weight.push(0);
        if let Some(divisor) = &mut self.divisor {
            divisor.own.push(0);
        }
        id
    }

    /// The self value of a node as it is told: the mean, under `mean`.
    pub fn told_self(&self, node: usize) -> i64 {
        let by = self.divisor.as_ref().map_or(0, |d| d.own[node]);
        mean(self.self_value[node], by)
    }

    /// The total of a node as it is told: the mean, under `mean`.
    pub fn told_total(&self, node: usize) -> i64 {
        let by = self.divisor.as_ref().map_or(0, |d| d.total[node]);
        mean(self.total[node], by)
    }

    /// How many nodes there are, the root included.
    pub fn len(&self) -> usize {
        self.parent.len()
    }

    /// True when there is nothing but the root.
    pub fn is_empty(&self) -> bool {
        self.parent.len() <= 1
    }

    /// Children of all nodes: heaviest first, equal ones by name, then by key, so that the
    /// order never depends on the order of samples.
    pub fn children(&self) -> Children {
        let Children { first, mut list } = self.child_lists();
        let rank = self.name_ranks();
        for node in 0..self.len() {
            let range = first[node] as usize..first[node + 1] as usize;
            if range.len() > 1 {
                let place = |child: u32| {
                    let key = self.key[child as usize] as usize;
                    (std::cmp::Reverse(self.weight[child as usize]), rank[key])
                };
                sort_ids(&mut list[range], &mut |a, b| place(a).cmp(&place(b)));
            }
        }
        Children { first, list }
    }

    /// Children of all nodes, in the order of nodes.
    pub(crate) fn child_lists(&self) -> Children {
        let count = self.len();
        let mut first = vec![0_u32; count + 1];
        for &parent in self.parent.iter().skip(1) {
            first[parent as usize + 1] += 1;
        }
        for node in 0..count {
            first[node + 1] += first[node];
        }
        let mut fill = first.clone();
        let mut list = vec![0_u32; count.saturating_sub(1)];
        for (node, &parent) in self.parent.iter().enumerate().skip(1) {
            let at = &mut fill[parent as usize];
            list[*at as usize] = node as u32;
            *at += 1;
        }
        Children { first, list }
    }

    /// The part of each node's weight that is its own.
    pub(crate) fn own_weights(&self) -> Vec<i64> {
        let mut own = self.weight.clone();
        for node in 1..self.len() {
            let parent = self.parent[node] as usize;
            own[parent] = own[parent].saturating_sub(self.weight[node]);
        }
        own
    }

    /// Makes totals and weights of all nodes from what ends in them.
    pub(crate) fn sum_up(&mut self) {
        let add = |sums: &mut [i64], parent: usize, node: usize| {
            sums[parent] = sums[parent].saturating_add(sums[node]);
        };
        self.total.clone_from(&self.self_value);
        if let Some(divisor) = &mut self.divisor {
            divisor.total.clone_from(&divisor.own);
        }
        for node in (1..self.parent.len()).rev() {
            let parent = self.parent[node] as usize;
            add(&mut self.total, parent, node);
            add(&mut self.weight, parent, node);
            if let Some(Divisors { total, .. }) = &mut self.divisor {
                add(total, parent, node);
            }
        }
    }

    /// Leaves out nodes beneath which nothing ends. Before [`Tree::sum_up`]. Answers the new
    /// number of each node, [`steps::GONE`] for those left out.
    pub(crate) fn without_empty(&mut self) -> Vec<u32> {
        let count = self.len();
        let mut used = vec![false; count];
        used[0] = true;
        for node in (1..count).rev() {
            let by = self.divisor.as_ref().map_or(0, |by| by.own[node]);
            used[node] |= self.weight[node] != 0 || by != 0;
            if used[node] {
                used[self.parent[node] as usize] = true;
            }
        }
        let mut place = vec![0_u32; count];
        let mut next = 0;
        for node in 0..count {
            place[node] = next;
            next += u32::from(used[node]);
        }
        if next as usize == count || self.keeps_empty {
            return (0..count as u32).collect();
        }
        for (place, _) in place.iter_mut().zip(&used).filter(|(_, used)| !**used) {
            *place = steps::GONE;
        }
        retain(&mut self.parent, &used);
        for parent in &mut self.parent {
            // A node that is used is beneath one that is.
            *parent = place[*parent as usize];
        }
        retain(&mut self.key, &used);
        retain(&mut self.inlined, &used);
        retain(&mut self.self_value, &used);
        retain(&mut self.total, &used);
        retain(&mut self.weight, &used);
        if let Some(divisor) = &mut self.divisor {
            retain(&mut divisor.own, &used);
        }
        place
    }

    /// Place of each key in the order of names.
    pub fn name_ranks(&self) -> Vec<u32> {
        let keys = &self.keys;
        let mut order: Vec<u32> = (0..keys.len() as u32).collect();
        sort_ids(&mut order, &mut |a, b| {
            let (a, b) = (a as usize, b as usize);
            let name = |key: usize| keys.names.bytes(keys.name[key]);
            name(a).cmp(name(b)).then_with(|| {
                let file = |key: usize| keys.names.bytes(keys.file[key]);
                file(a).cmp(file(b)).then(a.cmp(&b))
            })
        });
        let mut rank = vec![0; order.len()];
        for (place, &key) in order.iter().enumerate() {
            rank[key as usize] = place as u32;
        }
        rank
    }
}

/// Keeps the marked entries of a column.
fn retain<T>(column: &mut Vec<T>, kept: &[bool]) {
    let mut kept = kept.iter();
    column.retain(|_| kept.next() == Some(&true));
}

/// Child lists of a tree.
#[derive(Clone, Debug)]
pub struct Children {
    first: Vec<u32>,
    list: Vec<u32>,
}

impl Children {
    /// Children of a node.
    pub fn of(&self, node: u32) -> &[u32] {
        let node = node as usize;
        &self.list[self.first[node] as usize..self.first[node + 1] as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use profile::testing::sketch;
    use std::fmt::Write as _;

    fn printed(text: &str, naming: Naming) -> String {
        print(&sketch(text), naming)
    }

    fn print(profile: &Profile, naming: Naming) -> String {
        let tree = Tree::under(profile, &Lens::default(), naming).expect("a sample type");
        let children = tree.children();
        let mut out = String::new();
        let mut pending = vec![(0, 0)];
        while let Some((node, depth)) = pending.pop() {
            let at = node as usize;
            let name = match node {
                0 => "root".into(),
                _ => tree.keys.text(tree.key[at]),
            };
            let mark = if node > 0 && tree.inlined[at] {
                " inlined"
            } else {
                ""
            };
            let _ = writeln!(
                out,
                "{:depth$}{name} {}/{}{mark}",
                "", tree.self_value[at], tree.total[at]
            );
            pending.extend(
                children
                    .of(node)
                    .iter()
                    .rev()
                    .map(|&child| (child, depth + 1)),
            );
        }
        out
    }

    #[test]
    fn equal_frames_merge_and_the_heaviest_comes_first() {
        assert_eq!(
            printed("main;b 1\nmain;a;>x 5\nmain;b 3\nmain 2", Naming::FUNCTIONS),
            "root 0/11\n main 2/11\n  a 0/5\n   x 5/5 inlined\n  b 4/4\n"
        );
    }

    #[test]
    fn dropped_frames_are_cut_beneath_the_first_user_frame() {
        let mut profile =
            sketch("main;malloc;mmap 4\nmalloc;main;free 1\nmain;work;>malloc;mmap 2");
        profile.meta.drop_frames = profile.strings.intern(b"malloc|free");
        assert_eq!(
            print(&profile, Naming::FUNCTIONS),
            "root 0/7\n main 4/6\n  work 2/2\n malloc 0/1\n  main 1/1\n"
        );
    }

    #[test]
    fn negative_values_have_width() {
        let tree = Tree::under(&sketch("a -5\nb 3"), &Lens::default(), Naming::FUNCTIONS).unwrap();
        assert_eq!(
            (tree.total[0], tree.weight[0], tree.grand_total),
            (-2, 8, 8)
        );
    }

    #[test]
    fn a_stack_of_a_hundred_thousand_frames_is_walked_without_recursion() {
        let deep = "f;".repeat(100_000) + "g 1";
        let tree = Tree::under(&sketch(&deep), &Lens::default(), Naming::FUNCTIONS).unwrap();
        assert_eq!(tree.len(), 100_002);
        assert_eq!(tree.total[0], 1);
    }
}
