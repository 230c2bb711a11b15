//! Call tree: every call path as a row that can be folded, from the root down or, inverted, from
//! the functions that samples end in up to their callers.

mod look;

pub use look::CallsLook;

use analysis::Naming;
use profile::units::{human, signed_percentage};

use crate::columns::{BadColumns, Packed};
use crate::flame::{Flame, FlameLook, Nodes, layout};
use crate::view::{
    Align, Cell, Choice, Column, Cx, Fold, Gap, Host, Picked, Spot, Switch, Tip, Unfold, View,
    ViewMeta,
};
use look::Sort;

/// The view.
pub struct Calls;

/// What is shown: nodes, and for each a hash of its path that is the same in other data.
pub struct Paths {
    nodes: Nodes,
    hash: Vec<u32>,
    inverted: bool,
}

/// Columns, in the order of [`Sort`].
static COLUMNS: &[Column] = &[
    Column {
        id: "t",
        title: "Total",
        hint: "Value of samples that pass through this call path; inverted, of those that end in the function this way.",
        align: Align::Right,
    },
    Column {
        id: "tp",
        title: "Total %",
        hint: "Total as a share of the total of all samples.",
        align: Align::Right,
    },
    Column {
        id: "s",
        title: "Self",
        hint: "Value of samples that end in this call path; inverted, of those that begin here.",
        align: Align::Right,
    },
    Column {
        id: "sp",
        title: "Self %",
        hint: "Self as a share of the total of all samples.",
        align: Align::Right,
    },
    Column {
        id: "n",
        title: "Function",
        hint: "The function; what hangs under it are its callees, inverted its callers.",
        align: Align::Left,
    },
];

static SWITCHES: &[Switch] = &[Switch {
    title: "Direction",
    keys: "",
    choices: &[
        Choice {
            title: "Top down",
            hint: "From the root; under each call what it calls.",
        },
        Choice {
            title: "Inverted",
            hint: "Functions by self value; under each one its callers.",
        },
    ],
}];

impl Paths {
    fn of(nodes: Nodes, inverted: bool) -> Self {
        let names: Vec<u32> = (0..nodes.names.len())
            .map(|at| look::hash_of(nodes.names.name(at).as_bytes()))
            .collect();
        let mut hash = vec![0_u32; nodes.len()];
        for node in 1..nodes.len() {
            let above = hash[nodes.parent[node] as usize];
            let name = names.get(nodes.name[node] as usize).copied().unwrap_or(0);
            hash[node] = look::below(above, name);
        }
        Self {
            nodes,
            hash,
            inverted,
        }
    }

    /// Rows beside a node, itself included.
    fn siblings(&self, item: u32) -> std::ops::Range<u32> {
        let parent = self.nodes.parent.get(item as usize).copied();
        self.nodes.children(parent.unwrap_or(0))
    }

    fn children_by(&self, item: u32, look: &CallsLook) -> Vec<u32> {
        let nodes = &self.nodes;
        let mut list: Vec<u32> = nodes.children(item).collect();
        match look.sort {
            Sort::Total => {}
            Sort::Own => {
                let own = |&node: &u32| nodes.self_value[node as usize].unsigned_abs();
                list.sort_by_key(|node| std::cmp::Reverse(own(node)));
            }
            Sort::Name => list.sort_by(|&a, &b| nodes.name_text(a).cmp(nodes.name_text(b))),
        }
        if look.turned {
            list.reverse();
        }
        list
    }
}

impl View for Calls {
    type Data = Paths;
    type Look = CallsLook;

    const META: ViewMeta = ViewMeta {
        id: "calls",
        title: "Call tree",
        key: '4',
        hint: "Every call path as a row that can be folded; inverted, callers under their callees.",
        host: Host::Tree,
        beside: None,
        naming: Naming::FILE_FUNCTIONS,
    };

    fn args(look: &CallsLook, _: Option<&Picked>) -> String {
        if look.inverted { "inverted" } else { "" }.to_owned()
    }

    fn compute(cx: &mut Cx<'_>) -> Result<Paths, Gap> {
        let shared = cx.trees.tree(Self::META.naming);
        let shared = shared.map_err(|fault| crate::gaps::fault(cx, &fault))?;
        let (tree, children) = &*shared;
        if tree.weight[0] == 0 {
            let column = cx.lens.column(cx.profile).unwrap_or(0);
            return Err(crate::gaps::no_samples(cx, column));
        }
        let inverted = cx.args == "inverted";
        let nodes = layout::outline(layout::head(cx, tree), tree, children, inverted);
        if nodes.head.cut > 0 {
            let cut = profile::units::grouped(i64::from(nodes.head.cut));
            cx.trees.note(format!(
                "Callers of {cut} call paths are left out: there would be too many rows."
            ));
        }
        Ok(Paths::of(nodes, inverted))
    }

    fn pack(data: Paths) -> Packed {
        let mut nodes = data.nodes;
        if data.inverted {
            "inverted".clone_into(&mut nodes.head.note);
        }
        Flame::pack(nodes)
    }

    fn unpack(packed: Packed) -> Result<Paths, BadColumns> {
        let mut nodes = Flame::unpack(packed)?;
        let inverted = std::mem::take(&mut nodes.head.note) == "inverted";
        Ok(Paths::of(nodes, inverted))
    }

    fn switches() -> &'static [Switch] {
        SWITCHES
    }

    fn switched(look: &CallsLook, _: usize) -> usize {
        usize::from(look.inverted)
    }

    fn switch(look: &mut CallsLook, _: usize, choice: usize) {
        *look = CallsLook {
            inverted: choice == 1,
            // Paths of one direction are none of the other.
            open: None,
            ..look.clone()
        };
    }

    fn locate(data: &Paths, picked: &Picked) -> Spot {
        let path = match (picked.path.split_first(), data.inverted) {
            (Some((first, rest)), true) if first.is_empty() => rest,
            (_, true) => &[],
            (_, false) => &picked.path[..],
        };
        let item = data.nodes.walk(path, None);
        let name = match item {
            Some(item) => data.nodes.name.get(item as usize).copied(),
            None => data.nodes.names.find(&picked.name).map(|at| at as u32),
        };
        Spot {
            // Inverted, the function's own row stands for it.
            item: item.or_else(|| {
                let first = data.nodes.children(0);
                first.into_iter().find(|&row| {
                    data.inverted && data.nodes.name.get(row as usize).copied() == name
                })
            }),
            name,
        }
    }

    fn pick(data: &Paths, item: u32) -> Option<Picked> {
        let mut picked = Flame::pick(&data.nodes, item)?;
        if data.inverted {
            picked.path.insert(0, String::new());
        }
        Some(picked)
    }

    fn describe(data: &Paths, _: &CallsLook, item: u32) -> Tip {
        Flame::describe(&data.nodes, &FlameLook::default(), item)
    }

    fn keys(data: &Paths) -> &[u32] {
        Flame::keys(&data.nodes)
    }

    fn columns() -> &'static [Column] {
        COLUMNS
    }

    fn order(data: &Paths, look: &CallsLook) -> Vec<u32> {
        let open = look.opened(data);
        let mut order = Vec::new();
        let mut pending = data.children_by(0, look);
        pending.reverse();
        while let Some(item) = pending.pop() {
            order.push(item);
            if open.contains(&data.hash[item as usize]) {
                pending.extend(data.children_by(item, look).into_iter().rev());
            }
        }
        order
    }

    fn all(data: &Paths, look: &CallsLook) -> Vec<u32> {
        // Rows beneath closed ones are found as well, and revealed.
        let mut all = Vec::new();
        let mut pending = data.children_by(0, look);
        pending.reverse();
        while let Some(item) = pending.pop() {
            all.push(item);
            pending.extend(data.children_by(item, look).into_iter().rev());
        }
        all
    }

    fn cell(data: &Paths, item: u32, column: usize) -> Cell {
        let at = item as usize;
        let nodes = &data.nodes;
        let (Some(&own), Some(&total)) = (nodes.self_value.get(at), nodes.total.get(at)) else {
            return Cell::default();
        };
        let whole = nodes.head.grand_total;
        let bar = |value: i64| {
            let share = value as f64 / whole as f64;
            share.is_finite().then(|| share.abs().min(1.0))
        };
        let figure = |text: String, bar: Option<f64>| Cell { text, bar, dim: 0 };
        match column {
            0 => figure(human(total, &nodes.head.unit), bar(total)),
            1 => figure(signed_percentage(total, whole), None),
            2 => figure(human(own, &nodes.head.unit), bar(own)),
            3 => figure(signed_percentage(own, whole), None),
            4 => Cell {
                text: nodes.name_text(item).to_owned(),
                bar: None,
                dim: nodes.names.package_len(nodes.name[at] as usize),
            },
            _ => Cell::default(),
        }
    }

    fn fold(data: &Paths, look: &CallsLook, item: u32) -> Option<Fold> {
        let hash = *data.hash.get(item as usize)?;
        let siblings = data.siblings(item);
        let above = data.nodes.parent.get(item as usize).copied();
        let has_more = !data.nodes.children(item).is_empty();
        Some(Fold {
            level: data.nodes.depth(item),
            open: has_more.then(|| look.opened(data).contains(&hash)),
            place: (item - siblings.start) as usize + 1,
            among: siblings.len(),
            above: above.filter(|&above| above > 0),
        })
    }

    fn unfold(data: &Paths, look: &mut CallsLook, item: u32, how: Unfold) {
        look.unfold(data, item, how);
    }

    fn sorting(look: &CallsLook) -> Option<(usize, bool)> {
        let column = match look.sort {
            Sort::Total => 0,
            Sort::Own => 2,
            Sort::Name => 4,
        };
        Some((column, (look.sort == Sort::Name) == look.turned))
    }

    fn sort(look: &mut CallsLook, column: usize) {
        let sort = match column {
            0 | 1 => Sort::Total,
            2 | 3 => Sort::Own,
            _ => Sort::Name,
        };
        look.turned = sort == look.sort && !look.turned;
        look.sort = sort;
    }

    fn name_text(data: &Paths, name: u32) -> &str {
        data.nodes.names.name(name as usize)
    }

    fn item_of(data: &Paths, name: u32) -> Option<u32> {
        Flame::item_of(&data.nodes, name)
    }

    fn name_of(data: &Paths, item: u32) -> Option<u32> {
        Flame::name_of(&data.nodes, item)
    }
}

#[cfg(test)]
mod tests;
