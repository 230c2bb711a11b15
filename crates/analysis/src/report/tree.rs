//! `tree`: every function between its callers and callees; `peek`: those that match an expression.

use std::fmt::Write as _;

use profile::units::percentage;

use super::Report;
use super::legend::padded;
use crate::graph::{Edge, sorted_edges};

const SEPARATOR: &str =
    "----------------------------------------------------------+-------------\n";
const COLUMNS: &str =
    "      flat  flat%   sum%        cum   cum%   calls calls% + context \t \t \n";

pub(super) fn print(report: &mut Report<'_>) -> String {
    let built = report.build();
    let graph = built.graph();
    let mut out = report.lines(&built).join("\n");
    out.push('\n');
    out.push_str(SEPARATOR);
    out.push_str(COLUMNS);
    let mut running = 0_i64;
    let mut matched = 0;
    let wanted = report.wanted(&built.tree.keys);
    for &number in &graph.listed {
        let name = built.name(number);
        let node = graph.node(number);
        if wanted
            .as_ref()
            .is_some_and(|wanted| !wanted[node.key as usize])
        {
            continue;
        }
        matched += 1;
        let (flat, cum) = (node.told_flat(), node.told_cum());
        running = running.saturating_add(flat);
        out.push_str(SEPARATOR);
        for edge in sorted_edges(graph, &built.tree, &node.ins) {
            let edge = graph.edge(edge);
            call(&mut out, report, edge, cum, &built.name(edge.src));
        }
        let _ = writeln!(
            out,
            "{:>10} {} {} {:>10} {}                | {name}",
            report.value(flat),
            padded(&report.share(flat)),
            padded(&report.share(running)),
            report.value(cum),
            padded(&report.share(cum)),
        );
        for edge in sorted_edges(graph, &built.tree, &node.outs) {
            let edge = graph.edge(edge);
            call(&mut out, report, edge, cum, &built.name(edge.dest));
        }
    }
    if !graph.listed.is_empty() {
        out.push_str(SEPARATOR);
    }
    report.matched = matched;
    out
}

fn call(out: &mut String, report: &Report<'_>, edge: &Edge, of: i64, name: &str) {
    let mark = if edge.inline { " (inline)" } else { "" };
    let _ = writeln!(
        out,
        "{:>50} {} |   {name}{mark}",
        report.value(edge.weight),
        padded(&percentage(edge.weight, of)),
    );
}
