//! `dot`: the call graph in Graphviz's language, with labels as small boxes.

use std::fmt::Write as _;

use profile::Strings;
use profile::order::sorted;
use profile::units::{self, percentage};

use super::{Built, Report, shortened};
use crate::graph::{Node, Tag, sorted_edges};
use crate::keys::{Info, base, name_parts};
use crate::tree::mean;

/// Boxes a node has room for, and each of them.
const MAX_TAGS: usize = 4;

pub(super) fn print(report: &mut Report<'_>) -> String {
    let built = report.build();
    let graph = built.graph();
    let profile = report.profile();
    let main = profile
        .mappings
        .first()
        .map(|m| profile.strings.text(m.file));
    let title = main.map(|file| base(&file).to_owned()).unwrap_or_default();
    let name = if title.is_empty() { "unnamed" } else { &title };
    let mut out = format!("digraph \"{}\" {{\n", escaped(name));
    out.push_str("node [style=filled fillcolor=\"#f8f8f8\"]\n");
    legend(&mut out, report, &built, &title);

    let largest = graph
        .listed
        .iter()
        .map(|&node| graph.node(node).told_flat().unsigned_abs());
    let largest = largest.max().unwrap_or(0);
    let mut number = vec![0_usize; graph.nodes.len()];
    let mut has_boxes = vec![false; graph.nodes.len()];
    for (at, &node) in graph.listed.iter().enumerate() {
        number[node as usize] = at + 1;
        self::node(&mut out, report, &built, node, at + 1, largest);
        has_boxes[node as usize] = boxes(&mut out, report, graph.node(node), at + 1);
    }
    let edges: Vec<u32> = graph
        .listed
        .iter()
        .flat_map(|&node| graph.node(node).outs.iter().copied())
        // A node that is left out for its sign has no number to point to.
        .filter(|&edge| number[graph.edge(edge).dest as usize] > 0)
        .collect();
    for edge in sorted_edges(graph, &built.tree, &edges) {
        let src = graph.edge(edge).src as usize;
        let ends = (number[src], number[graph.edge(edge).dest as usize]);
        self::edge(&mut out, report, &built, edge, ends, has_boxes[src]);
    }
    out.push_str("}\n");
    out
}

fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\")
        .replace('"', "\\\"")
        .replace('\n', "\\l")
}

fn legend(out: &mut String, report: &Report<'_>, built: &Built, title: &str) {
    let mut lines = report.lines(built);
    lines.push("\nSee https://git.io/JfYMW for how to read the graph".to_owned());
    let escaped: Vec<_> = lines.iter().map(|line| self::escaped(line)).collect();
    let _ = write!(
        out,
        "subgraph cluster_L {{ \"{}\" [shape=box fontsize=16 label=\"{}\\l\"",
        escaped.first().map_or("", String::as_str),
        escaped.join("\\l")
    );
    if !title.is_empty() {
        let _ = write!(out, " tooltip=\"{}\"", self::escaped(title));
    }
    out.push_str("] }\n");
}

fn node(out: &mut String, report: &Report<'_>, built: &Built, node: u32, id: usize, largest: u64) {
    let total = report.prepared.total;
    let told = built.graph().node(node);
    let (flat, cum) = (told.told_flat(), told.told_cum());
    let mut label = broken_name(built, told.key);
    let flat_text = report.value(flat);
    let share = |value: i64| percentage(value, total);
    match flat {
        0 => label.push('0'),
        _ => {
            let _ = write!(label, "{flat_text} ({})", share(flat));
        }
    }
    let mut cum_text = flat_text;
    if cum != flat {
        label.push_str(if flat == 0 { " " } else { "\\n" });
        cum_text = report.value(cum);
        let _ = write!(label, "of {cum_text} ({})", share(cum));
    }
    let mut size = 8;
    if largest > 0 && flat != 0 {
        let part = flat.unsigned_abs() as f64 / largest as f64;
        size += (16.0 * part.sqrt()).ceil() as i64;
    }
    let part = cum as f64 / total.saturating_abs() as f64;
    let _ = writeln!(
        out,
        "N{id} [label=\"{label}\" id=\"node{id}\" fontsize={size} shape=box tooltip=\"{} ({cum_text})\" color=\"{}\" fillcolor=\"{}\"]",
        escaped(&built.name(node)),
        color(part, false),
        color(part, true),
    );
}

/// The name with a line for each of its parts.
fn broken_name(built: &Built, key: u32) -> String {
    let keys = &built.tree.keys;
    let info = keys.info[key as usize];
    let name = shortened(&keys.names.text(info.name));
    // Go writes type parameters as [...]: these are no separators.
    let name = escaped(&name)
        .replace("::", "\\n")
        .replace("[...]", "[…]")
        .replace('.', "\\n");
    let mut names = Strings::new();
    let file = base(&keys.names.text(info.file)).to_owned();
    let info = Info {
        name: names.intern(name.as_bytes()),
        file: names.intern(file.as_bytes()),
        binary: names.intern(keys.names.bytes(info.binary)),
        ..info
    };
    let parts = name_parts(&info, &names).join(&b"\\n"[..]);
    let mut text = String::from_utf8_lossy(&parts).into_owned();
    text.push_str("\\n");
    text
}

/// The labels of a node as boxes; whether there are any.
fn boxes(out: &mut String, report: &Report<'_>, node: &Node, id: usize) -> bool {
    // A leaf tells all that passes through it, callees that were left out included.
    let flat = !node.outs.is_empty();
    let start = out.len();
    let texts: Vec<(&String, &Tag)> = node.tags.texts.iter().collect();
    let texts = sorted(texts, |a, b| {
        weight_order(a.1, flat).cmp(&weight_order(b.1, flat))
    });
    for (at, (name, tag)) in texts.into_iter().take(MAX_TAGS).enumerate() {
        let value = if flat {
            tag.told_flat()
        } else {
            tag.told_cum()
        };
        if value == 0 {
            continue;
        }
        let value = report.value(value);
        let name_out = name.replace('"', "\\\"");
        let _ = writeln!(
            out,
            "N{id}_{at} [label = \"{name_out}\" id=\"N{id}_{at}\" fontsize=8 shape=box3d tooltip=\"{value}\"]"
        );
        let _ = writeln!(
            out,
            "N{id} -> N{id}_{at} [label=\" {value}\" weight=100 tooltip=\"{value}\" labeltooltip=\"{value}\"]"
        );
        numbers(out, report, node, name, flat, &format!("N{id}_{at}"));
    }
    numbers(out, report, node, "", flat, &format!("N{id}"));
    out.len() > start
}

/// Heaviest first.
fn weight_order(tag: &Tag, flat: bool) -> (std::cmp::Reverse<u64>, std::cmp::Reverse<u64>) {
    let cum = if flat { 0 } else { tag.cum.unsigned_abs() };
    (
        std::cmp::Reverse(cum),
        std::cmp::Reverse(tag.flat.unsigned_abs()),
    )
}

fn numbers(out: &mut String, report: &Report<'_>, node: &Node, of: &str, flat: bool, source: &str) {
    let Some(tags) = node.tags.numbers.get(of) else {
        return;
    };
    let tags: Vec<(String, Tag)> = tags.iter().map(|(n, t)| (n.clone(), t.clone())).collect();
    for (at, (name, tag)) in collapsed(tags, flat).into_iter().enumerate() {
        let (own, all) = (tag.told_flat(), tag.told_cum());
        let (value, style) = match flat || own == all {
            true => (own, ""),
            false => (all, " style=\"dotted\""),
        };
        if value == 0 {
            continue;
        }
        let value = report.value(value);
        let _ = writeln!(
            out,
            "N{source}_{at} [label = \"{name}\" id=\"N{source}_{at}\" fontsize=8 shape=box3d tooltip=\"{value}\"]"
        );
        let _ = writeln!(
            out,
            "{source} -> N{source}_{at} [label=\" {value}\" weight=100 tooltip=\"{value}\" labeltooltip=\"{value}\"{style}]"
        );
    }
}

/// At most four numeric tags: the heaviest are the seeds of ranges that take the others in.
fn collapsed(mut tags: Vec<(String, Tag)>, flat: bool) -> Vec<(String, Tag)> {
    let by_weight = |a: &(String, Tag), b: &(String, Tag)| {
        weight_order(&a.1, flat)
            .cmp(&weight_order(&b.1, flat))
            .then_with(|| a.0.cmp(&b.0))
    };
    tags = sorted(tags, by_weight);
    if tags.len() <= MAX_TAGS {
        return tags;
    }
    let rest = tags.split_off(MAX_TAGS);
    let mut ranges: Vec<Vec<Tag>> = tags.into_iter().map(|(_, tag)| vec![tag]).collect();
    for (_, tag) in rest {
        let distance = |seed: &Tag| {
            let value = units::scale(seed.value, &seed.unit, &tag.unit).0;
            (tag.value as f64 - value).abs()
        };
        let mut best = 0;
        for at in 1..ranges.len() {
            if distance(&ranges[at][0]) < distance(&ranges[best][0]) {
                best = at;
            }
        }
        ranges[best].push(tag);
    }
    let told = ranges.iter().map(|range| of_range(range)).collect();
    sorted(told, by_weight)
}

fn of_range(tags: &[Tag]) -> (String, Tag) {
    let text = |tag: &Tag| units::label(tag.value, &tag.unit, "auto");
    if let [one] = tags {
        let tag = Tag {
            flat: one.told_flat(),
            cum: one.told_cum(),
            ..Tag::default()
        };
        return (text(one), tag);
    }
    let within = |tag: &Tag, other: &Tag| units::scale(tag.value, &tag.unit, &other.unit).0 as i64;
    let (mut low, mut high) = (&tags[0], &tags[0]);
    let mut sums = Tag::default();
    for tag in tags {
        if within(tag, low) < low.value {
            low = tag;
        }
        if within(tag, high) > high.value {
            high = tag;
        }
        let add = |sum: &mut i64, more: i64| *sum = sum.saturating_add(more);
        add(&mut sums.flat, tag.flat);
        add(&mut sums.flat_div, tag.flat_div);
        add(&mut sums.cum, tag.cum);
        add(&mut sums.cum_div, tag.cum_div);
    }
    let tag = Tag {
        flat: mean(sums.flat, sums.flat_div),
        cum: mean(sums.cum, sums.cum_div),
        ..Tag::default()
    };
    (format!("{}..{}", text(low), text(high)), tag)
}

fn edge(
    out: &mut String,
    report: &Report<'_>,
    built: &Built,
    edge: u32,
    (from, to): (usize, usize),
    has_boxes: bool,
) {
    let edge = built.graph().edge(edge);
    let total = report.prepared.total;
    let told = edge.told();
    let value = report.value(told);
    let inline = if edge.inline { "\\n (inline)" } else { "" };
    let mut attributes = format!("label=\" {value}{inline}\"");
    if total != 0 {
        let steps = |count: i64| {
            let share = told.wrapping_mul(count).wrapping_div(total);
            1 + share.saturating_abs().min(count)
        };
        let (weight, width) = (steps(100), steps(5));
        if weight > 1 {
            let _ = write!(attributes, " weight={weight}");
        }
        if width > 1 {
            let _ = write!(attributes, " penwidth={width}");
        }
        let part = told as f64 / total.saturating_abs() as f64;
        let _ = write!(attributes, " color=\"{}\"", color(part, false));
    }
    let arrow = if edge.residual { "..." } else { "->" };
    let tooltip = format!(
        "\"{} {arrow} {} ({value})\"",
        escaped(&built.name(edge.src)),
        escaped(&built.name(edge.dest)),
    );
    let _ = write!(attributes, " tooltip={tooltip} labeltooltip={tooltip}");
    if edge.residual {
        attributes.push_str(" style=\"dotted\"");
    }
    if has_boxes {
        attributes.push_str(" minlen=2");
    }
    let _ = writeln!(out, "N{from} -> N{to} [{attributes}]");
}

/// From green (-1) over grey (0) to red (1); pale for the inside of boxes.
fn color(part: f64, pale: bool) -> String {
    let (mut saturation, value) = if pale { (0.1, 0.93) } else { (1.0, 0.7) };
    let part = part.clamp(-1.0, 1.0);
    if part.abs() < 0.2 {
        saturation *= part.abs() / 0.2;
    }
    // Small shares are moved away from grey.
    let strength = part.abs().powf(0.3);
    let less = value * (1.0 - saturation * strength);
    let (red, green) = if part < 0.0 {
        (less, value)
    } else {
        (value, less)
    };
    let blue = value * (1.0 - saturation);
    let byte = |share: f64| (share * 255.0) as u8;
    format!("#{:02x}{:02x}{:02x}", byte(red), byte(green), byte(blue))
}

#[cfg(test)]
mod tests {
    use super::color;

    #[test]
    fn colours_are_pprofs() {
        for (part, line, inside) in [
            (-1.0, "#00b200", "#d5edd5"),
            (-0.5, "#21b200", "#d9edd5"),
            (-0.1, "#85b259", "#e7ede1"),
            (0.0, "#b2b2b2", "#ededed"),
            (0.05, "#b2a085", "#edeae7"),
            (0.2, "#b24400", "#edded5"),
            (1.0, "#b20000", "#edd5d5"),
            (7.0, "#b20000", "#edd5d5"),
        ] {
            assert_eq!(
                (color(part, false).as_str(), color(part, true).as_str()),
                (line, inside)
            );
        }
    }
}
