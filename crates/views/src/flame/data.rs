//! Nodes of the flame graph, row by row: computed in the worker, unpacked on the page.

use std::cell::{Ref, RefCell};

use serde::{Deserialize, Serialize};

use crate::columns::{BadColumns, Blob, Packed};
use crate::names::Names;

/// What all nodes share.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Head {
    /// What is counted.
    pub kind: String,
    /// Unit of the values, as the file names it.
    pub unit: String,
    /// Of what shares are told.
    pub grand_total: i64,
    /// What is to be told of the order, beside the name of what is counted; may be empty.
    pub note: String,
    /// The function everything hangs on; empty where that is the whole profile.
    pub pivot: String,
    /// The row from which on callers are; as many as there are rows where there are none.
    pub callers_row: u32,
    /// So many nodes of the picture are not in it, for there would be too many.
    pub cut: u32,
    /// Sum of absolute values: what the root's width stands for.
    pub whole: i64,
    /// The largest self value of a node, by size: what heat is measured by.
    pub hottest: i64,
}

/// Nodes in rows: row 0 is the root alone, each row runs from left to right. Parallel columns.
///
/// Around a function, row 0 is the function; rows from [`Head::callers_row`] on are its callers,
/// their nearest first, drawn on the other side of row 0. A caller's `parent` is what it calls.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Nodes {
    /// What all nodes share.
    pub head: Head,
    /// Names; the root has none.
    pub names: Names,
    /// Left edge as a share of the root.
    pub start: Vec<f64>,
    /// Right edge as a share of the root.
    pub end: Vec<f64>,
    /// Value of samples that pass through.
    pub total: Vec<i64>,
    /// Value of samples that end here.
    pub self_value: Vec<i64>,
    /// Number in `names`; `u32::MAX` for the root.
    pub name: Vec<u32>,
    /// The caller; the root is its own.
    pub parent: Vec<u32>,
    /// Children of node `i` are `child[i]..child[i + 1]`; one longer than the rest.
    pub child: Vec<u32>,
    /// Every merged call was inlined.
    pub inlined: Vec<bool>,
    /// Row `r` is `row[r]..row[r + 1]`; one longer than there are rows.
    pub row: Vec<u32>,
    /// For each part of the width, how many rows there are: the picture from afar.
    pub skyline: Vec<u32>,
    /// Parts of the width in which something matches, and what result they were made for.
    pub(super) found: RefCell<FoundParts>,
}

/// A search result, and the parts of the width it matches in.
pub(super) type FoundParts = (Vec<bool>, Vec<(f64, f64)>);

impl Nodes {
    /// How many nodes there are.
    pub fn len(&self) -> usize {
        self.start.len()
    }

    /// Never: the root always exists.
    pub fn is_empty(&self) -> bool {
        self.start.is_empty()
    }

    /// How many rows there are.
    pub fn rows(&self) -> usize {
        self.row.len().saturating_sub(1)
    }

    /// Nodes of a row.
    pub fn row_range(&self, row: usize) -> std::ops::Range<usize> {
        match (self.row.get(row), self.row.get(row + 1)) {
            (Some(&from), Some(&to)) => from as usize..to as usize,
            _ => 0..0,
        }
    }

    /// The row a node is in.
    pub fn row_of(&self, item: u32) -> usize {
        self.row
            .partition_point(|&first| first <= item)
            .saturating_sub(1)
    }

    /// Frames between a node and the root, or the function everything hangs on.
    pub fn depth(&self, item: u32) -> usize {
        self.line(self.row_of(item)).unsigned_abs() as usize
    }

    /// Where a row is drawn: lines below the root's are positive, those of callers negative.
    pub fn line(&self, row: usize) -> i64 {
        match row.checked_sub(self.head.callers_row as usize) {
            Some(above) => -(above as i64) - 1,
            None => row as i64,
        }
    }

    /// The row that is drawn in a line, if there is one.
    pub fn row_at(&self, line: i64) -> Option<usize> {
        let callers = self.head.callers_row as usize;
        let (row, end) = match line < 0 {
            true => (callers + (line + 1).unsigned_abs() as usize, self.rows()),
            false => (line as usize, callers),
        };
        (row < end).then_some(row)
    }

    /// How many lines there are from the root's on.
    pub fn lines_below(&self) -> usize {
        self.head.callers_row as usize
    }

    /// How many lines of callers there are.
    pub fn lines_above(&self) -> usize {
        self.rows() - self.lines_below()
    }

    /// True if a node is one of the callers.
    pub fn is_caller(&self, item: u32) -> bool {
        item >= self.first_caller()
    }

    pub(super) fn first_caller(&self) -> u32 {
        let row = self.row.get(self.head.callers_row as usize);
        row.copied().unwrap_or(self.len() as u32)
    }

    /// Nodes next to the root on the callers' side.
    pub fn callers(&self) -> std::ops::Range<u32> {
        let row = self.row_range(self.head.callers_row as usize);
        row.start as u32..row.end as u32
    }

    /// Children of a node, in their order from left to right: callees, or callers of a caller.
    pub fn children(&self, item: u32) -> std::ops::Range<u32> {
        let at = item as usize;
        let first = self.first_caller();
        match (self.child.get(at), self.child.get(at + 1)) {
            // The last callee's range would run on into the callers.
            (Some(&from), Some(&to)) if item < first => from.min(first)..to.min(first),
            (Some(&from), Some(&to)) => from..to,
            _ => 0..0,
        }
    }

    /// Name of a node; the root is called what is counted.
    pub fn name_text(&self, item: u32) -> &str {
        match self.name.get(item as usize) {
            Some(&name) if (name as usize) < self.names.len() => self.names.name(name as usize),
            _ => "total",
        }
    }

    /// The least node that is not the root of the whole: what can be selected.
    pub fn first(&self) -> u32 {
        u32::from(self.head.pivot.is_empty())
    }

    /// Names from below the root down to a node, itself included. Around a function they begin
    /// with its name, on the callers' side with an empty name before it.
    pub fn path(&self, item: u32) -> Vec<String> {
        let mut path = Vec::new();
        let mut at = item;
        while at > 0 {
            path.push(self.name_text(at).to_owned());
            at = self.parent[at as usize];
        }
        if !self.head.pivot.is_empty() {
            path.push(self.head.pivot.clone());
        }
        if self.is_caller(item) {
            path.push(String::new());
        }
        path.reverse();
        path
    }

    /// The node at the end of such a path; `None` for an empty path or one that ends early.
    /// `near` chooses among nodes of one path, which only an order in time has: the one that
    /// begins at that share of the width.
    pub fn walk(&self, path: &[String], near: Option<f64>) -> Option<u32> {
        let mut path = path;
        let mut above = false;
        if !self.head.pivot.is_empty() {
            if let [empty, rest @ ..] = path
                && empty.is_empty()
            {
                (above, path) = (true, rest);
            }
            let (pivot, rest) = path.split_first()?;
            (*pivot == self.head.pivot).then_some(())?;
            path = rest;
        } else if path.is_empty() {
            return None;
        }
        if let Some(at) = near
            && let Some(found) = self.walk_near(path, at)
        {
            return Some(found);
        }
        let mut at = 0;
        for name in path {
            let mut next = match (at, above) {
                (0, true) => self.callers(),
                _ => self.children(at),
            };
            at = next.find(|&child| self.name_text(child) == name)?;
        }
        Some(at)
    }

    fn walk_near(&self, path: &[String], at: f64) -> Option<u32> {
        let row = self.row_range(path.len());
        let begun = self.start[row.clone()].partition_point(|&start| start <= at);
        let item = (row.start + begun.checked_sub(1)?) as u32;
        (self.path(item) == path).then_some(item)
    }

    /// Nodes in reading order, those under a thousandth of the whole left out: what a screen
    /// reader can be asked to read.
    pub fn outline(&self) -> Vec<u32> {
        const LEAST: f64 = 0.001;
        let mut order = Vec::new();
        let mut pending = vec![0_u32];
        while let Some(node) = pending.pop() {
            let at = node as usize;
            if at >= self.len() || self.end[at] - self.start[at] < LEAST {
                continue;
            }
            order.push(node);
            if node == 0 {
                pending.extend(self.callers().rev());
            }
            pending.extend(self.children(node).rev());
        }
        order
    }

    /// Parts of the width in which something matches, as shares. Made once for a search result.
    /// Results are told apart by what they say: a new one may lie where an old one has been.
    pub(super) fn matches(&self, found: &[bool]) -> Ref<'_, [(f64, f64)]> {
        if self.found.borrow().0 != found {
            *self.found.borrow_mut() = (found.to_vec(), self.matching_parts(found));
        }
        Ref::map(self.found.borrow(), |(_, parts)| &parts[..])
    }

    fn matching_parts(&self, found: &[bool]) -> Vec<(f64, f64)> {
        let parts = self.skyline.len();
        let mut hit = vec![false; parts];
        for item in 0..self.first_caller() as usize {
            if found.get(self.name[item] as usize) == Some(&true) {
                let from = (self.start[item] * parts as f64) as usize;
                let to = ((self.end[item] * parts as f64).ceil() as usize).max(from + 1);
                hit.get_mut(from..to.min(parts))
                    .unwrap_or_default()
                    .fill(true);
            }
        }
        let mut at = 0;
        let mut runs = Vec::new();
        for run in hit.chunk_by(|a, b| a == b) {
            let from = at;
            at += run.len();
            if run[0] {
                runs.push((from as f64 / parts as f64, at as f64 / parts as f64));
            }
        }
        runs
    }

    pub(super) fn pack(self) -> Packed {
        let packed = Packed::new(&self.head)
            .with(Blob::F64(self.start))
            .with(Blob::F64(self.end))
            .with(Blob::I64(self.total))
            .with(Blob::I64(self.self_value))
            .with(Blob::U32(self.name))
            .with(Blob::U32(self.parent))
            .with(Blob::U32(self.child))
            .with(Blob::U8(self.inlined.into_iter().map(u8::from).collect()))
            .with(Blob::U32(self.row))
            .with(Blob::U32(self.skyline));
        self.names.pack(packed)
    }

    pub(super) fn unpack(packed: Packed) -> Result<Self, BadColumns> {
        let (head, mut take) = packed.open()?;
        let nodes = Self {
            head,
            start: take.f64()?,
            end: take.f64()?,
            total: take.i64()?,
            self_value: take.i64()?,
            name: take.u32()?,
            parent: take.u32()?,
            child: take.u32()?,
            inlined: take.u8()?.into_iter().map(|flag| flag != 0).collect(),
            row: take.u32()?,
            skyline: take.u32()?,
            names: Names::unpack(&mut take)?,
            found: RefCell::default(),
        };
        match nodes.fits() {
            true => Ok(nodes),
            false => Err(BadColumns("flame")),
        }
    }

    /// Columns are parallel and point into each other, so that drawing can index.
    fn fits(&self) -> bool {
        let count = self.len();
        let last = |column: &[u32]| column.last().map(|&last| last as usize);
        count > 0
            && [
                self.end.len(),
                self.total.len(),
                self.self_value.len(),
                self.name.len(),
                self.parent.len(),
                self.inlined.len(),
            ]
            .iter()
            .all(|&len| len == count)
            && self.child.len() == count + 1
            && self.child.is_sorted()
            && last(&self.child) == Some(count)
            && self.row.first() == Some(&0)
            && self.row.is_sorted()
            && last(&self.row) == Some(count)
            && (1..=self.rows()).contains(&(self.head.callers_row as usize))
            && (1..count).all(|at| (self.parent[at] as usize) < at)
    }
}
