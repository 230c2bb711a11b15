//! Graphs of sketches, printed: self value, total, calls with their weight.

use super::*;
use crate::lens::Lens;
use crate::{Naming, Prepared};
use profile::testing::sketch;

fn graph(text: &str, shape: Shape<'_>) -> (Tree, Graph) {
    let profile = sketch(text);
    let prepared = Prepared::new(&profile, &Lens::default()).expect("a sample type");
    let tree = Tree::of(&prepared, Naming::FUNCTIONS);
    let children = tree.children();
    let graph = Graph::of(&tree, &children, shape);
    (tree, graph)
}

fn printed((tree, graph): &(Tree, Graph)) -> String {
    let name = |node: u32| tree.keys.text(graph.node(node).key).into_owned();
    let mut lines: Vec<String> = graph
        .listed
        .iter()
        .map(|&node| {
            let told = graph.node(node);
            let outs = sorted_edges(graph, tree, &told.outs);
            let outs = outs.iter().map(|&edge| {
                let edge = graph.edge(edge);
                let dots = if edge.residual { "..." } else { "" };
                format!(" {dots}{}={}", name(edge.dest), edge.weight)
            });
            let outs: String = outs.collect();
            format!("{} {}/{}{outs}", name(node), told.flat, told.cum)
        })
        .collect();
    lines.sort_unstable();
    lines.join("\n")
}

#[test]
fn functions_and_calls_count_once_a_sample() {
    let text = "main;f;g;f 3\nmain;f;f 2\nmain;g 1";
    assert_eq!(
        printed(&graph(text, Shape::default())),
        "f 5/5 g=3\ng 1/4 f=3\nmain 0/6 f=5 g=1"
    );
}

#[test]
fn what_hangs_under_a_missing_node_is_residual() {
    let text = "main;a;b 3\nmain;a 2";
    let profile = sketch(text);
    let prepared = Prepared::new(&profile, &Lens::default()).expect("a sample type");
    let tree = Tree::of(&prepared, Naming::FUNCTIONS);
    let kept: Vec<bool> = (0..tree.keys.len() as u32)
        .map(|key| tree.keys.text(key) != "a")
        .collect();
    let shape = Shape {
        kept: Some(&kept),
        ..Shape::default()
    };
    let built = Graph::of(&tree, &tree.children(), shape);
    assert_eq!(printed(&(tree, built)), "b 3/3\nmain 0/5 ...b=3");
}

#[test]
fn a_call_tree_has_a_node_for_each_path() {
    let shape = Shape {
        call_tree: true,
        ..Shape::default()
    };
    assert_eq!(
        printed(&graph("main;a;b 3\nmain;b 2", shape)),
        "a 0/3 b=3\nb 2/2\nb 3/3\nmain 0/5 a=3 b=2"
    );
}

#[test]
fn a_wide_tree_is_trimmed_in_one_sweep() {
    use std::fmt::Write as _;
    let mut text = String::new();
    for at in 0..50_000 {
        let _ = writeln!(text, "main;f{at};g{at} 1");
    }
    let profile = sketch(&text);
    let prepared = Prepared::new(&profile, &Lens::default()).expect("a sample type");
    let tree = Tree::of(&prepared, Naming::FUNCTIONS);
    let options = TrimOptions {
        node_count: 10,
        node_fraction: 0.005,
        edge_fraction: 0.001,
        order: Order::Entropy,
        call_tree: true,
        drop_negative: false,
    };
    let trimmed = trimmed(&tree, &tree.children(), options, None);
    assert_eq!(trimmed.dropped_nodes, 100_000);
    assert_eq!(trimmed.graph.listed.len(), 1);
}

#[test]
fn an_edge_that_weighs_nothing_does_not_put_its_node_first() {
    // In pprof the entropy of such an edge is not a number, and its node comes first.
    let text = "main;big 100\nmain;small;x 5\nmain;small;x -5\nmain;small;y 1";
    let (tree, mut graph) = graph(text, Shape::default());
    graph.sort(&tree, Order::Entropy);
    let names = graph
        .listed
        .iter()
        .map(|&node| tree.keys.text(graph.node(node).key));
    let names: Vec<_> = names.collect();
    assert_eq!(names, ["big", "main", "y", "small"]);
}
