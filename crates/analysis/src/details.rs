//! What is to be known of one function, or of one place of it: sums of every sample type, who
//! calls it and whom it calls, which labels its samples have.

use profile::Profile;
use serde::{Deserialize, Serialize};

use crate::Tree;
use crate::graph::{Edge, Graph, Shape};
use crate::report::{TagKey, tag_keys_of};
use crate::select::Prepared;
use crate::steps::GONE;
use crate::tree::mean;

/// What a selection is about.
#[derive(Clone, Copy, Debug)]
pub struct Subject<'a> {
    /// The function's name, as the tree's keys tell it.
    pub name: &'a str,
    /// Names from below the root to one place of it; empty for the function as such.
    pub path: &'a [String],
}

/// Sums of one sample type, as they are told under the lens.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sums {
    /// What is counted.
    pub kind: String,
    /// In which unit.
    pub unit: String,
    /// Of what shares are told.
    pub grand_total: i64,
    /// Self and total of the one place.
    pub here: Option<(i64, i64)>,
    /// Self and total of the function in all its places, each sample once.
    pub all: (i64, i64),
}

/// A caller or callee.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Near {
    /// Its name.
    pub name: String,
    /// Value of samples that pass through the call, each once.
    pub value: i64,
}

/// Callers or callees, the heaviest first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Nears {
    /// The heaviest.
    pub listed: Vec<Near>,
    /// How many more there are.
    pub more: u32,
}

/// A key of labels.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LabelSums {
    /// The key.
    pub key: String,
    /// Value of samples that have it.
    pub total: i64,
    /// Its heaviest values.
    pub listed: Vec<Near>,
    /// How many more there are.
    pub more: u32,
}

/// Everything about a selection.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Details {
    /// The function's name.
    pub name: String,
    /// The name the linker knows, where it is another one.
    pub system_name: String,
    /// Source file; empty if unknown.
    pub file: String,
    /// Line where the function starts, 0 if unknown.
    pub line: i64,
    /// Binary; empty if unknown.
    pub module: String,
    /// Address, where all its frames have the same; 0 otherwise.
    pub address: u64,
    /// Names from the root to the one place; empty for the function as such.
    pub path: Vec<String>,
    /// In how many places of the merged tree it is.
    pub places: u32,
    /// Which of `sums` is counted.
    pub counted: u32,
    /// Every sample type.
    pub sums: Vec<Sums>,
    /// Who calls it.
    pub callers: Nears,
    /// Whom it calls.
    pub callees: Nears,
    /// Labels of its samples.
    pub labels: Vec<LabelSums>,
}

/// Gathers the details; `None` if nothing of the name is in the tree. Tree and `ends` are as
/// [`Tree::with_all_ends`] answers them, lists have at most `most` rows. O(samples · sample types +
/// nodes).
pub fn details(
    prepared: &Prepared<'_>,
    tree: &Tree,
    ends: &[u32],
    subject: Subject<'_>,
    most: usize,
) -> Option<Details> {
    let node = place(tree, subject.path);
    // Functions of one name in several files are told together, unless one place is meant.
    let is_key: Vec<bool> = (0..tree.keys.len() as u32)
        .map(|key| match node {
            Some(node) => tree.key[node as usize] == key,
            None => tree.keys.text(key) == subject.name,
        })
        .collect();
    let key = is_key.iter().position(|&is| is)?;
    let mut within = vec![(false, false); tree.len()];
    let (mut places, mut any) = (0, false);
    for at in 1..tree.len() {
        let above = within[tree.parent[at] as usize];
        let is = is_key[tree.key[at] as usize];
        places += u32::from(is && tree.weight[at] != 0);
        any |= is;
        within[at] = (above.0 || Some(at as u32) == node, above.1 || is);
    }
    // What a step has dropped has a key still, but no place.
    any.then_some(())?;
    let passes = |end: u32| end != GONE && within[end as usize].1;
    let mut details = Details {
        name: tree.keys.text(key as u32).into_owned(),
        path: node.map_or_else(Vec::new, |_| subject.path.to_vec()),
        places,
        counted: prepared.column as u32,
        sums: sums(prepared, tree, ends, &is_key, &within, node),
        ..Details::default()
    };
    about(prepared, tree, key, &mut details);
    let graph = Graph::of(tree, &tree.children(), Shape::default());
    let wanted = |node: &u32| is_key[graph.node(*node).key as usize];
    let nodes: Vec<u32> = graph.listed.iter().copied().filter(wanted).collect();
    let near = |edges: &dyn Fn(u32) -> Vec<u32>, other: &dyn Fn(&Edge) -> u32| {
        let edges = nodes.iter().flat_map(|&node| edges(node));
        let edges = edges.filter(|&edge| graph.edge(edge).told() != 0);
        let rows = edges.map(|edge| {
            let edge = graph.edge(edge);
            let key = graph.node(other(edge)).key;
            (tree.keys.text(key).into_owned(), edge.told())
        });
        nears(rows.collect(), most)
    };
    details.callers = near(&|node| graph.node(node).ins.clone(), &|edge| edge.src);
    details.callees = near(&|node| graph.node(node).outs.clone(), &|edge| edge.dest);
    let stacks = &prepared.profile.samples.stack;
    let through = |sample: usize| passes(ends[prepared.selection.end(stacks[sample]).index()]);
    let labels = tag_keys_of(prepared, "auto", &through);
    details.labels = labels.into_iter().map(|key| label(key, most)).collect();
    Some(details)
}

/// The node at a path of names.
fn place(tree: &Tree, path: &[String]) -> Option<u32> {
    if path.is_empty() {
        return None;
    }
    let lists = tree.child_lists();
    let mut at = 0;
    for name in path {
        let children = lists.of(at).iter().copied();
        let mut named =
            children.filter(|&child| *tree.keys.text(tree.key[child as usize]) == **name);
        at = named.next()?;
    }
    Some(at)
}

fn sums(
    prepared: &Prepared<'_>,
    tree: &Tree,
    ends: &[u32],
    is_key: &[bool],
    within: &[(bool, bool)],
    node: Option<u32>,
) -> Vec<Sums> {
    let profile: &Profile = &prepared.profile;
    let samples = &profile.samples;
    // Self and total here, self and total of all places.
    let mut raw = vec![[0_i64; 4]; samples.values.len()];
    for (sample, &stack) in samples.stack.iter().enumerate() {
        if !prepared.selection.has_sample(sample) {
            continue;
        }
        let end = ends[prepared.selection.end(stack).index()];
        if end == GONE || !within[end as usize].1 {
            continue;
        }
        let (here, _) = within[end as usize];
        let own = end != 0 && is_key[tree.key[end as usize] as usize];
        for (sums, column) in raw.iter_mut().zip(&samples.values) {
            let value = column[sample];
            let mut add = |at: usize, counts: bool| {
                if counts {
                    sums[at] = sums[at].saturating_add(value);
                }
            };
            add(0, Some(end) == node);
            add(1, here);
            add(2, own);
            add(3, true);
        }
    }
    let by = prepared.divisor.and_then(|column| raw.get(column).copied());
    let by = by.unwrap_or_default();
    let told = raw.iter().enumerate().map(|(at, raw)| {
        let told = |which: usize| mean(raw[which], by[which]);
        Sums {
            kind: profile.kind_text(at),
            unit: profile.unit_text(at),
            grand_total: prepared.total_of(at),
            here: node.map(|_| (told(0), told(1))),
            all: (told(2), told(3)),
        }
    });
    told.collect()
}

/// Where the function is.
fn about(prepared: &Prepared<'_>, tree: &Tree, key: usize, details: &mut Details) {
    let keys = &tree.keys;
    let text = |id| keys.names.text(id).into_owned();
    (details.file, details.line) = (text(keys.file[key]), keys.line[key]);
    details.module = text(keys.module[key]);
    let profile: &Profile = &prepared.profile;
    let frames = keys.of_frame.iter().enumerate();
    let mut address = None;
    for (frame, _) in frames.filter(|&(_, &of)| of as usize == key) {
        let frame = profile::FrameId(frame as u32);
        let at = profile.address_of(frame);
        address = match address {
            None => Some(at),
            Some(known) if known == at => Some(at),
            Some(_) => Some(0),
        };
        let function = profile.function_of(frame);
        let system = profile.functions.system_name.get(function.index());
        let system = system.map(|&id| profile.strings.text(id).into_owned());
        if let Some(system) = system.filter(|name| *name != details.name) {
            details.system_name = system;
        }
    }
    details.address = address.unwrap_or(0);
}

/// The heaviest rows; rows of one name are one.
fn nears(rows: Vec<(String, i64)>, most: usize) -> Nears {
    let mut sums: std::collections::BTreeMap<String, i64> = std::collections::BTreeMap::new();
    for (name, value) in rows {
        let sum = sums.entry(name).or_default();
        *sum = sum.saturating_add(value);
    }
    let mut listed: Vec<Near> = sums
        .into_iter()
        .map(|(name, value)| Near { name, value })
        .collect();
    listed.sort_by_key(|near| std::cmp::Reverse(near.value.unsigned_abs()));
    let more = listed.len().saturating_sub(most) as u32;
    listed.truncate(most);
    Nears { listed, more }
}

fn label(key: TagKey, most: usize) -> LabelSums {
    let more = key.values.len().saturating_sub(most) as u32;
    let values = key.values.into_iter().take(most);
    LabelSums {
        key: key.name,
        total: key.total,
        listed: values
            .map(|value| Near {
                name: value.name,
                value: value.total,
            })
            .collect(),
        more,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::top::top;
    use crate::{Lens, Naming};
    use profile::testing::sketch;

    const TEXT: &str = "\
types: samples/count, *cpu/nanoseconds
main;a;f;x 1 10 {user=ann}
main;b;f 2 20 {user=bob}
main;b;f;f 4 40 {user=bob,bytes=12}
main;c 8 80 {user=ann}";

    fn of(name: &str, path: &[&str], lens: &Lens) -> Option<Details> {
        let profile = sketch(TEXT);
        let prepared = Prepared::new(&profile, lens).unwrap();
        let (tree, ends) = Tree::with_all_ends(&prepared, Naming::FILE_FUNCTIONS);
        let path: Vec<String> = path.iter().map(|name| (*name).to_owned()).collect();
        let subject = Subject { name, path: &path };
        details(&prepared, &tree, &ends, subject, 2)
    }

    #[test]
    fn a_place_and_all_places_are_told_for_every_sample_type() {
        let told = of("f", &["main", "b", "f"], &Lens::default()).unwrap();
        let cpu = &told.sums[1];
        assert_eq!((cpu.here, cpu.all), (Some((20, 60)), (60, 70)));
        assert_eq!((cpu.grand_total, told.counted, told.places), (150, 1, 3));
        assert_eq!(
            (told.sums[0].here, told.sums[0].all),
            (Some((2, 6)), (6, 7))
        );
        let all = of("f", &[], &Lens::default()).unwrap();
        assert_eq!((all.sums[1].here, all.sums[1].all), (None, (60, 70)));
        assert_eq!(of("zz", &[], &Lens::default()), None);
    }

    #[test]
    fn callers_callees_and_labels_are_those_of_the_function() {
        let told = of("f", &[], &Lens::default()).unwrap();
        let near = |name: &str, value| Near {
            name: name.to_owned(),
            value,
        };
        assert_eq!(told.callers.listed, [near("b", 60), near("a", 10)]);
        assert_eq!(told.callees.listed, [near("x", 10)]);
        let user = told
            .labels
            .iter()
            .find(|label| label.key == "user")
            .unwrap();
        assert_eq!(user.listed, [near("bob", 60), near("ann", 10)]);
        assert_eq!(user.total, 70);
        let main = of("main", &[], &Lens::default()).unwrap();
        assert_eq!((main.callees.listed.len(), main.callees.more), (2, 1));
    }

    #[test]
    fn sums_are_those_of_the_top_list_under_every_lens() {
        for (focus, mean) in [("", false), ("a|c", false), ("", true)] {
            let lens = Lens {
                focus: focus.to_owned(),
                mean,
                ..Lens::default()
            };
            let profile = sketch(TEXT);
            let tree = Tree::under(&profile, &lens, Naming::FUNCTIONS).unwrap();
            for row in top(&tree, &tree.children(), false).rows {
                let name = tree.keys.text(row.key).into_owned();
                let told = of(&name, &[], &lens).unwrap();
                assert_eq!(told.sums[1].all, (row.self_value, row.total), "{name}");
            }
        }
    }

    #[test]
    fn other_sample_types_count_where_this_one_is_0() {
        let profile = sketch("types: alloc/bytes, *inuse/bytes\nmain;f 7 0\nmain;f;g 5 5");
        for steps in [vec![], vec![crate::Step::Recursion(String::new())]] {
            let lens = Lens {
                steps,
                ..Lens::default()
            };
            let prepared = Prepared::new(&profile, &lens).unwrap();
            let (tree, ends) = Tree::with_all_ends(&prepared, Naming::FUNCTIONS);
            let subject = Subject {
                name: "f",
                path: &[],
            };
            let told = details(&prepared, &tree, &ends, subject, 2).unwrap();
            assert_eq!((told.sums[0].all, told.sums[1].all), ((7, 12), (0, 5)));
        }
    }

    #[test]
    fn what_a_step_dropped_does_not_count() {
        let lens = Lens {
            steps: vec![crate::Step::Drop("a".into())],
            ..Lens::default()
        };
        assert_eq!(of("f", &[], &lens).unwrap().sums[1].all, (60, 60));
        assert_eq!(of("x", &[], &lens), None);
    }
}
