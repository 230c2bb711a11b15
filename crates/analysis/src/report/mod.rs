//! The reports of `go tool pprof` as text, line for line.
//!
//! A report is a row of [`REPORTS`]: the command line, the page's views and the conformance
//! tests all go through [`run`]. Values and shares are worded by [`profile::units`] alone.

mod callgrind;
mod dot;
mod facts;
mod legend;
mod raw;
mod shorten;
mod tags;
mod text;
mod traces;
mod tree;

use std::fmt::Write as _;

use profile::{Profile, units};

pub use legend::utc;
pub use shorten::shortened;
pub use tags::{TagKey, TagValue, tag_keys, tag_keys_of};

use crate::graph::{Graph, Order, Source, TrimOptions, Trimmed, trimmed};
use crate::keys::{Keys, Naming};
use crate::lens::{Granularity, Lens, SortBy};
use crate::rx::Rx;
use crate::select::{LensFault, Prepared};
use crate::tree::{Children, Tree};

/// A report.
pub struct ReportKind {
    /// Name on the command line, as pprof spells it.
    pub name: &'static str,
    /// What it prints, as a sentence.
    pub help: &'static str,
    /// It wants an expression: which functions it is about.
    pub wants_expression: bool,
    /// Rows when the lens does not say; 0 means all.
    node_count: usize,
    /// It shows small rows too.
    untrimmed: bool,
    /// It tells addresses apart, whatever the granularity.
    by_address: bool,
    /// It draws: call trees, labels, entropy.
    visual: bool,
    print: fn(&mut Report<'_>) -> String,
}

const fn report(
    name: &'static str,
    help: &'static str,
    print: fn(&mut Report<'_>) -> String,
) -> ReportKind {
    ReportKind {
        name,
        help,
        wants_expression: false,
        node_count: 80,
        untrimmed: false,
        by_address: false,
        visual: false,
        print,
    }
}

/// Every report.
pub static REPORTS: &[ReportKind] = &[
    ReportKind {
        node_count: 0,
        ..report("top", "Functions by self value.", text::print)
    },
    report(
        "tree",
        "Functions with their callers and callees.",
        tree::print,
    ),
    ReportKind {
        wants_expression: true,
        untrimmed: true,
        ..report(
            "peek",
            "Callers and callees of the functions that match an expression.",
            tree::print,
        )
    },
    report("traces", "Every sample with its stack.", traces::print),
    report("tags", "Labels with their values and shares.", tags::print),
    ReportKind {
        untrimmed: true,
        by_address: true,
        ..report("raw", "The profile's tables as text.", raw::print)
    },
    ReportKind {
        visual: true,
        ..report("dot", "The call graph in Graphviz's language.", dot::print)
    },
    ReportKind {
        untrimmed: true,
        by_address: true,
        ..report(
            "callgrind",
            "The call graph in KCachegrind's language.",
            callgrind::print,
        )
    },
    report("comments", "The profile's comments.", legend::comments),
    report(
        "facts",
        "What the profile says about itself: time, period, binaries, comments.",
        facts::print,
    ),
];

/// A report that is longer than this many bytes is cut on the page: nobody reads it there.
pub const PAGE_LIMIT: usize = 16 << 20;

/// Finds a report by its name.
pub fn find(name: &str) -> Option<&'static ReportKind> {
    let name = if name == "text" { "top" } else { name };
    REPORTS.iter().find(|kind| kind.name == name)
}

/// A report and what is worth telling beside it.
pub struct Printed {
    /// The report.
    pub text: String,
    /// Sentences: filters that matched nothing.
    pub notes: Vec<String>,
}

/// Prints a report. `about` is the expression that some reports want (that of the lens, if
/// none). Listings of samples stop after `limit` bytes and say so.
///
/// # Errors
/// An option that cannot be understood, a sample type that is not there, an expression that
/// matches nothing.
pub fn run(
    kind: &'static ReportKind,
    profile: &Profile,
    lens: &Lens,
    about: Option<&str>,
    limit: usize,
) -> Result<Printed, LensFault> {
    let told = lens;
    let lens = kind.under(lens);
    let own = Some(lens.about.as_str()).filter(|text| !text.is_empty());
    let by_row = about.is_none();
    let about = match about.or(own).filter(|_| kind.wants_expression) {
        None => None,
        Some(text) => Some(Rx::new(text).map_err(|why| LensFault {
            option: kind.name,
            why,
        })?),
    };
    // Steps name rows of the granularity that was chosen, whatever the report's own is.
    let mut prepared = Prepared::new(profile, told)?;
    let notes = std::mem::take(&mut prepared.notes);
    let mut report = Report {
        kind,
        lens: &lens,
        unit: prepared.unit(),
        out_unit: out_unit(&lens),
        prepared: &prepared,
        about,
        by_row,
        matched: 0,
        limit,
    };
    let text = (kind.print)(&mut report);
    if report.about.is_some() && report.matched == 0 {
        return Err(LensFault {
            option: kind.name,
            why: "no function matches the expression".to_owned(),
        });
    }
    Ok(Printed { text, notes })
}

fn out_unit(lens: &Lens) -> String {
    match lens.unit.as_str() {
        "" => "minimum".to_owned(),
        unit => unit.to_owned(),
    }
}

impl ReportKind {
    /// The lens with what the report does not leave open.
    fn under(&self, lens: &Lens) -> Lens {
        let mut lens = lens.clone();
        if self.by_address {
            lens.granularity = Granularity::Addresses;
        }
        if lens.nodecount < 0 {
            lens.nodecount = self.node_count as i32;
        }
        if self.untrimmed || !lens.trim {
            lens.nodecount = 0;
            lens.nodefraction.0 = 0.0;
            lens.edgefraction.0 = 0.0;
        }
        lens
    }
}

/// What a report is printed from.
struct Report<'a> {
    kind: &'static ReportKind,
    lens: &'a Lens,
    prepared: &'a Prepared<'a>,
    /// Unit of the values.
    unit: String,
    /// Unit they are printed in.
    out_unit: String,
    about: Option<Rx>,
    /// The expression is the lens's: the names of the page's rows count as well as the report's.
    by_row: bool,
    /// How many functions it is about.
    matched: usize,
    /// Bytes after which a listing of samples stops.
    limit: usize,
}

/// A merged tree with the graph made of it.
struct Built {
    tree: Tree,
    trimmed: Trimmed,
}

impl Built {
    fn graph(&self) -> &Graph {
        &self.trimmed.graph
    }

    /// Name of a node's key.
    fn name(&self, node: u32) -> std::borrow::Cow<'_, str> {
        self.tree.keys.text(self.graph().node(node).key)
    }
}

impl Report<'_> {
    fn profile(&self) -> &Profile {
        &self.prepared.profile
    }

    fn naming(&self) -> Naming {
        let binaries = self.by_binary();
        Naming {
            binaries,
            ..Naming::PPROF.under(self.lens)
        }
    }

    /// For each key: the report is about it. None: about all.
    fn wanted(&self, keys: &Keys) -> Option<Vec<bool>> {
        let rx = self.about.as_ref()?;
        let hits = |keys: &Keys| -> Vec<bool> {
            let names = (0..keys.len()).map(|key| keys.names.bytes(keys.name[key]));
            names.map(|name| rx.is_match(name)).collect()
        };
        let mut wanted = hits(keys);
        if self.by_row {
            let rows = Keys::of(self.profile(), self.prepared.step_naming);
            let rows_wanted = hits(&rows);
            for (&key, &row) in keys.of_frame.iter().zip(&rows.of_frame) {
                wanted[key as usize] |= rows_wanted[row as usize];
            }
        }
        Some(wanted)
    }

    fn by_binary(&self) -> bool {
        matches!(self.kind.name, "raw" | "callgrind")
    }

    /// The graph that the report shows, and from it the unit of its values.
    fn build(&mut self) -> Built {
        let (tree, ends) = Tree::with_ends(self.prepared, self.naming());
        let children: Children = tree.children();
        let order = match (self.kind.visual, self.lens.sort) {
            (true, _) => Order::Entropy,
            (false, SortBy::Flat) => Order::Flat,
            (false, SortBy::Cum) => Order::Cum,
        };
        let options = TrimOptions {
            node_count: usize::try_from(self.lens.nodecount).unwrap_or(0),
            node_fraction: self.lens.nodefraction.0,
            edge_fraction: self.lens.edgefraction.0,
            order,
            call_tree: self.lens.call_tree && (self.kind.visual || self.kind.name == "callgrind"),
            drop_negative: self.lens.drop_negative,
        };
        let source = self
            .kind
            .visual
            .then(|| Source::of(self.prepared, &ends, &self.out_unit));
        let trimmed = trimmed(&tree, &children, options, source.as_ref());
        self.choose_unit(&trimmed.graph);
        Built { tree, trimmed }
    }

    /// Under `minimum`: the unit of the smallest value shown, or a larger one.
    fn choose_unit(&mut self, graph: &Graph) {
        if self.out_unit != "minimum" || graph.listed.is_empty() {
            return;
        }
        let total = self.prepared.total;
        let smallest = graph.listed.iter().map(|&node| {
            let node = graph.node(node);
            match node.told_flat() {
                0 => node.told_cum(),
                flat => flat,
            }
        });
        let smallest = smallest
            .map(i64::saturating_abs)
            .filter(|&value| value > 0)
            .min()
            .unwrap_or(total);
        let (smallest, total) = (self.divided(smallest), self.divided(total));
        let unit = match self.kind.name {
            // Its values are whole numbers: nothing may vanish.
            "callgrind" => units::scale(smallest, &self.unit, "minimum").1,
            _ => units::report_unit(smallest, total, &self.unit),
        };
        self.out_unit = match unit {
            none if none.is_empty() => self.unit.clone(),
            unit => unit,
        };
    }

    /// A value under `divide_by`.
    fn divided(&self, value: i64) -> i64 {
        let ratio = 1.0 / self.lens.divide_by.0;
        match ratio > 0.0 && ratio != 1.0 {
            true => (value as f64 * ratio) as i64,
            false => value,
        }
    }

    /// A value as it is printed.
    fn value(&self, value: i64) -> String {
        units::label(self.divided(value), &self.unit, &self.out_unit)
    }

    /// True when a listing is long enough; it says so in its last line.
    fn is_full(&self, out: &mut String, done: usize, all: usize) -> bool {
        if out.len() <= self.limit {
            return false;
        }
        let rest = units::grouped(all.saturating_sub(done) as i64);
        let _ = writeln!(
            out,
            "… {rest} more samples: `pprofweb {} FILE` prints all of them",
            self.kind.name
        );
        true
    }

    /// A share of the total, right-aligned where it stands in a column.
    fn share(&self, value: i64) -> String {
        units::percentage(value, self.prepared.total)
    }
}

#[cfg(test)]
mod tests;
