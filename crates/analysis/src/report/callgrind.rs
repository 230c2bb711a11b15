//! `callgrind`: the call graph as KCachegrind and QCachegrind read it.

use std::fmt::Write as _;

use hashbrown::HashMap;
use profile::{StringId, units};

use super::{Built, Report};
use crate::graph::sorted_edges;
use crate::keys::Info;

/// Names that were written once are numbers from then on.
#[derive(Default)]
struct Numbers(HashMap<String, usize>);

impl Numbers {
    fn name(&mut self, name: &str) -> String {
        if name.is_empty() {
            return String::new();
        }
        let next = self.0.len() + 1;
        match *self.0.entry(name.to_owned()).or_insert(next) {
            new if new == next => format!("({new}) {name}"),
            known => format!("({known})"),
        }
    }
}

pub(super) fn print(report: &mut Report<'_>) -> String {
    let built = report.build();
    let graph = built.graph();
    let keys = &built.tree.keys;
    let text = |id: StringId| keys.names.text(id);
    let info = |node: u32| keys.info[graph.node(node).key as usize];
    let told = told_apart(&built, report.lens.call_tree);
    let scaled = |value: i64| units::scale(value, &report.unit, &report.out_unit).0 as i64;

    let kind = report.prepared.kind();
    let mut out = format!(
        "positions: instr line\nevents: {kind}({})\n",
        report.out_unit
    );
    let (mut objects, mut files, mut names) =
        (Numbers::default(), Numbers::default(), Numbers::default());
    let mut before: Option<Info> = None;
    for &node in &graph.listed {
        let here = info(node);
        let same = |other: Info| (other.binary, other.file, other.name);
        if before.map(same) != Some(same(here)) {
            let _ = write!(
                out,
                "\nob={}\nfl={}\nfn={}\n",
                objects.name(&text(here.binary)),
                files.name(&text(here.file)),
                names.name(&text(here.name)),
            );
        }
        let _ = writeln!(
            out,
            "{} {} {}",
            address(before, here.address),
            here.line,
            scaled(graph.node(node).told_flat())
        );
        for edge in sorted_edges(graph, &built.tree, &graph.node(node).outs) {
            let edge = graph.edge(edge);
            let callee = info(edge.dest);
            let name = match told.get(&edge.dest) {
                Some(suffix) => format!("{}{suffix}", text(callee.name)),
                None => text(callee.name).into_owned(),
            };
            let _ = writeln!(
                out,
                "cfl={}\ncfn={}\ncalls=0 {} {}\n* * {}",
                files.name(&text(callee.file)),
                names.name(&name),
                address(before, callee.address),
                callee.line,
                scaled(edge.weight),
            );
        }
        before = Some(here);
    }
    out
}

/// An address, or its distance from the one before where that is shorter.
fn address(before: Option<Info>, address: u64) -> String {
    let whole = format!("{address:#x}");
    let Some(before) = before else { return whole };
    if before.address == address {
        return "*".to_owned();
    }
    let distance = format!("{:+}", address.wrapping_sub(before.address) as i64);
    if distance.len() < whole.len() {
        distance
    } else {
        whole
    }
}

/// Functions of one name and file that are not the same: ` [2/3]` for each node.
fn told_apart(built: &Built, call_tree: bool) -> HashMap<u32, String> {
    let graph = built.graph();
    let info = |node: u32| built.tree.keys.info[graph.node(node).key as usize];
    // What a node's function is beyond name and file: in a call tree, its caller as well.
    let function = |node: u32| {
        let Info {
            binary, start_line, ..
        } = info(node);
        let caller = call_tree.then(|| {
            let above = graph.node(node).ins.first();
            above.map_or(u32::MAX, |&edge| graph.edge(edge).src)
        });
        (binary, start_line, caller)
    };
    let mut functions: HashMap<(StringId, StringId), HashMap<_, usize>> = HashMap::new();
    for &node in &graph.listed {
        let Info { name, file, .. } = info(node);
        let known = functions.entry((file, name)).or_default();
        let next = known.len();
        known.entry(function(node)).or_insert(next);
    }
    let mut told = HashMap::new();
    for &node in &graph.listed {
        let Info { name, file, .. } = info(node);
        let known = &functions[&(file, name)];
        if known.len() > 1 {
            let at = known[&function(node)];
            told.insert(node, format!(" [{}/{}]", at + 1, known.len()));
        }
    }
    told
}
