//! Callers, callees and the tree upside down, against hand-worked figures and laws.

use std::fmt::Write as _;

use profile::testing::sketch;
use proptest::prelude::*;

use super::*;
use crate::top::top;
use crate::{Lens, Naming};

const ALL: usize = usize::MAX;

fn tree_of(text: &str) -> Tree {
    Tree::under(&sketch(text), &Lens::default(), Naming::FUNCTIONS).unwrap()
}

fn key_of(tree: &Tree, name: &str) -> [u32; 1] {
    let found = (0..tree.keys.len() as u32).find(|&key| tree.keys.text(key) == name);
    [found.unwrap_or_else(|| panic!("no {name}"))]
}

fn print(around: &Around) -> String {
    let tree = &around.tree;
    let children = tree.children();
    let mut out = String::new();
    let mut pending = vec![(0, 0)];
    while let Some((node, depth)) = pending.pop() {
        let at = node as usize;
        let name = match node {
            0 => "root".into(),
            _ => tree.keys.text(tree.key[at]),
        };
        let cut = if around.cut[at] { " …" } else { "" };
        let (own, total) = (tree.self_value[at], tree.total[at]);
        let _ = writeln!(out, "{:depth$}{name} {own}/{total}{cut}", "");
        let below = children.of(node).iter().rev();
        pending.extend(below.map(|&child| (child, depth + 1)));
    }
    out
}

const TEXT: &str = "\
main;a;f;x 4
main;b;f 3
main;f;g;f;x 2
f 1
main;a 5";

#[test]
fn callees_hang_under_the_outermost_place() {
    let tree = tree_of(TEXT);
    let around = callees(&tree, &tree.children(), &key_of(&tree, "f"), ALL);
    assert_eq!(
        print(&around),
        "root 0/10\n f 4/10\n  x 4/4\n  g 0/2\n   f 0/2\n    x 2/2\n"
    );
}

#[test]
fn callers_hang_above_it_and_end_where_stacks_begin() {
    let tree = tree_of(TEXT);
    let around = callers(&tree, &key_of(&tree, "f"), ALL);
    assert_eq!(
        print(&around),
        "root 0/10\n f 1/10\n  a 0/4\n   main 4/4\n  b 0/3\n   main 3/3\n  main 2/2\n"
    );
}

#[test]
fn upside_down_functions_stand_by_their_self_value() {
    let tree = tree_of("main;a;f 4\nmain;b;f 3\nmain;a 5\nmain;a;a 1");
    assert_eq!(
        print(&inverted(&tree, ALL)),
        "root 0/13\n f 0/7\n  a 0/4\n   main 4/4\n  b 0/3\n   main 3/3\n \
         a 0/6\n  main 5/5\n  a 0/1\n   main 1/1\n"
    );
}

#[test]
fn negative_values_keep_their_width() {
    let tree = tree_of("main;a;f -4\nmain;b;f 3");
    let f = callers(&tree, &key_of(&tree, "f"), ALL).tree;
    assert_eq!((f.total[1], f.weight[1]), (-1, 7));
    let all = inverted(&tree, ALL).tree;
    assert_eq!((all.total[0], all.weight[0]), (-1, 7));
}

#[test]
fn a_limit_cuts_what_is_furthest_and_says_so() {
    let tree = tree_of("a;b;c;d;e;f 4\na;x;c;d;e;f 1");
    let around = callers(&tree, &key_of(&tree, "f"), 4);
    assert_eq!(print(&around), "root 0/5\n f 0/5\n  e 0/5\n   d 0/5 …\n");
}

#[test]
fn a_stack_of_a_hundred_thousand_frames_is_turned() {
    let tree = tree_of(&("f;".repeat(100_000) + "g 1"));
    let around = inverted(&tree, ALL);
    assert_eq!((around.tree.len(), around.tree.total[0]), (100_002, 1));
    let around = callers(&tree, &key_of(&tree, "g"), ALL);
    assert_eq!(around.tree.len(), 100_002);
}

fn stacks() -> impl Strategy<Value = String> {
    let stack = proptest::collection::vec(0_u8..6, 1..9);
    let sample = (stack, 1_i64..50);
    proptest::collection::vec(sample, 1..30).prop_map(|samples| {
        let mut text = String::new();
        for (stack, value) in samples {
            let names: Vec<_> = stack.iter().map(|f| format!("f{f}")).collect();
            let _ = writeln!(text, "{} {value}", names.join(";"));
        }
        text
    })
}

/// Every total is the self value and the totals beneath it.
fn adds_up(tree: &Tree) {
    let mut sum = tree.self_value.clone();
    for node in (1..tree.len()).rev() {
        assert!(tree.parent[node] < node as u32);
        sum[tree.parent[node] as usize] += sum[node];
    }
    assert_eq!(sum, tree.total);
}

proptest! {
    #[test]
    fn both_sides_weigh_what_the_top_list_says(text in stacks()) {
        let tree = tree_of(&text);
        let children = tree.children();
        for row in top(&tree, &children, false).rows {
            let below = callees(&tree, &children, &[row.key], ALL).tree;
            let above = callers(&tree, &[row.key], ALL).tree;
            prop_assert_eq!(below.total[1], row.total);
            prop_assert_eq!(above.total[1], row.total);
            adds_up(&below);
            adds_up(&above);
        }
    }

    #[test]
    fn upside_down_nothing_is_lost(text in stacks()) {
        let tree = tree_of(&text);
        let turned = inverted(&tree, ALL).tree;
        adds_up(&turned);
        prop_assert_eq!(turned.total[0], tree.total[0]);
        for row in top(&tree, &tree.children(), false).rows {
            let first = (1..turned.len()).find(|&n| turned.parent[n] == 0 && turned.key[n] == row.key);
            prop_assert_eq!(first.map_or(0, |n| turned.total[n]), row.self_value);
        }
    }
}
