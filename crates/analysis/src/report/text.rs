//! `top`: functions by self value.

use std::fmt::Write as _;

use super::Report;
use super::legend::padded;
use crate::top::{Inlined, inlined};

pub(super) fn print(report: &mut Report<'_>) -> String {
    let built = report.build();
    let graph = built.graph();
    let mut out = report.lines(&built).join("\n");
    out.push_str("\n      flat  flat%   sum%        cum   cum%\n");
    let mut running = 0_i64;
    for &number in &graph.listed {
        let node = graph.node(number);
        let (flat, cum) = (node.told_flat(), node.told_cum());
        running = running.saturating_add(flat);
        let mark = match inlined(graph, number) {
            Inlined::No => "",
            Inlined::Partly => " (partial-inline)",
            Inlined::Always => " (inline)",
        };
        let _ = writeln!(
            out,
            "{:>10} {} {} {:>10} {}  {}{mark}",
            report.value(flat),
            padded(&report.share(flat)),
            padded(&report.share(running)),
            report.value(cum),
            padded(&report.share(cum)),
            built.name(number),
        );
    }
    out
}
