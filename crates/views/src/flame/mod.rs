//! Flame graph: merged stacks as boxes whose width is their weight, heaviest first.
//!
//! An icicle has its root on top, a flame at the bottom; both are one drawing, turned. Zoom and
//! pan move a window over shares of the whole, so that they work at any depth of detail.

mod colour;
mod data;
mod draw;
mod geometry;
mod input;
pub(crate) mod layout;
mod legend;
mod look;
mod map;
mod modes;

pub use data::{Head, Nodes};
pub use look::{FlameLook, Grip};
pub use modes::Mode;

use analysis::Naming;
use analysis::lens::Real;
use profile::units::{human, signed_percentage};
use scene::{DrawList, Frame, Input, Point, Theme};

use crate::columns::{BadColumns, Packed};
use crate::paint::{LegendRow, Paint};
use crate::view::{
    Align, Carry, Cell, Column, Cx, Detail, Gap, Host, Marks, Picked, Reaction, Spot, Switch, Tip,
    View, ViewMeta,
};

/// The flame view.
pub struct Flame;

/// Its table form, for screen readers.
static COLUMNS: &[Column] = &[
    Column {
        id: "n",
        title: "Function",
        hint: "The frame's function.",
        align: Align::Left,
    },
    Column {
        id: "d",
        title: "Depth",
        hint: "Frames above it.",
        align: Align::Right,
    },
    Column {
        id: "s",
        title: "Self",
        hint: "Value of samples that end in the frame.",
        align: Align::Right,
    },
    Column {
        id: "t",
        title: "Total",
        hint: "Value of samples that pass through the frame.",
        align: Align::Right,
    },
];

impl View for Flame {
    type Data = Nodes;
    type Look = FlameLook;

    const META: ViewMeta = ViewMeta {
        id: "flame",
        title: "Flame graph",
        key: '1',
        hint: "Merged stacks: width is weight, callees below their caller.",
        host: Host::Canvas,
        beside: None,
        naming: Naming::FILE_FUNCTIONS,
    };

    fn args(look: &FlameLook, _: Option<&Picked>) -> String {
        match (look.mode, look.pivot.as_str()) {
            (Mode::Heavy, "") => String::new(),
            (mode, pivot) => format!("{} {pivot}", mode.id()),
        }
    }

    fn compute(cx: &mut Cx<'_>) -> Result<Nodes, Gap> {
        let (mode, pivot) = cx.args.split_once(' ').unwrap_or(("", ""));
        let mode = Mode::read(mode).unwrap_or_default();
        layout::compute(cx, Self::META.naming, mode, pivot)
    }

    fn pack(data: Nodes) -> Packed {
        data.pack()
    }

    fn unpack(packed: Packed) -> Result<Nodes, BadColumns> {
        Nodes::unpack(packed)
    }

    fn draw(
        data: &Nodes,
        look: &FlameLook,
        marks: Marks<'_>,
        frame: &Frame<'_>,
        out: &mut DrawList,
    ) {
        draw::draw(data, look, marks, frame, out);
    }

    fn hit(data: &Nodes, look: &FlameLook, frame: &Frame<'_>, at: Point) -> Option<u32> {
        geometry::Room::of(data, frame.size).hit(data, look, at)
    }

    fn paints(data: &Nodes) -> &'static [Paint] {
        colour::paints(data)
    }

    fn legend(data: &Nodes, paint: Paint, theme: &Theme) -> Vec<LegendRow> {
        legend::legend(data, paint, theme)
    }

    fn input(
        data: &Nodes,
        look: &mut FlameLook,
        marks: Marks<'_>,
        frame: &Frame<'_>,
        input: Input,
    ) -> Reaction {
        input::input(data, look, marks, frame, input)
    }

    fn reveal(data: &Nodes, look: &mut FlameLook, frame: &Frame<'_>, item: u32) {
        if (item as usize) < data.len() {
            geometry::reveal(data, look, frame.size, item);
        }
    }

    fn visible_matches(
        data: &Nodes,
        look: &FlameLook,
        frame: &Frame<'_>,
        found: &[bool],
    ) -> Option<(usize, usize)> {
        Some(geometry::matches(data, look, frame.size, found))
    }

    fn carry(carry: Carry<'_, Nodes>, look: &FlameLook) -> FlameLook {
        geometry::carry(carry.old, carry.new, look)
    }

    fn switches() -> &'static [Switch] {
        modes::SWITCHES
    }

    fn switched(look: &FlameLook, switch: usize) -> usize {
        match switch {
            0 => Mode::ALL.iter().position(|&m| m == look.mode).unwrap_or(0),
            _ => usize::from(look.upside),
        }
    }

    fn switch(look: &mut FlameLook, switch: usize, choice: usize) {
        match switch {
            0 => look.mode = Mode::ALL.get(choice).copied().unwrap_or_default(),
            _ => look.upside = choice == 1,
        }
    }

    fn locate(data: &Nodes, picked: &Picked) -> Spot {
        locate(data, picked)
    }

    fn pick(data: &Nodes, item: u32) -> Option<Picked> {
        picked(data, item)
    }

    fn describe(data: &Nodes, look: &FlameLook, item: u32) -> Tip {
        describe(data, look, item)
    }

    fn keys(data: &Nodes) -> &[u32] {
        &data.names.key
    }

    fn columns() -> &'static [Column] {
        COLUMNS
    }

    fn order(data: &Nodes, _: &FlameLook) -> Vec<u32> {
        data.outline()
    }

    fn all(data: &Nodes, _: &FlameLook) -> Vec<u32> {
        (0..data.len() as u32).collect()
    }

    fn cell(data: &Nodes, item: u32, column: usize) -> Cell {
        let at = item as usize;
        let value = |column: &[i64]| {
            let value = column.get(at).copied().unwrap_or(0);
            let share = signed_percentage(value, data.head.grand_total);
            format!("{} ({share} of total)", human(value, &data.head.unit))
        };
        let text = match column {
            0 => data.name_text(item).to_owned(),
            1 => data.depth(item).to_string(),
            2 => value(&data.self_value),
            3 => value(&data.total),
            _ => String::new(),
        };
        Cell {
            text,
            ..Cell::default()
        }
    }

    fn name_text(data: &Nodes, name: u32) -> &str {
        data.names.name(name as usize)
    }

    fn item_of(data: &Nodes, name: u32) -> Option<u32> {
        let at = data.name.iter().position(|&other| other == name);
        at.map(|at| at as u32)
    }

    fn name_of(data: &Nodes, item: u32) -> Option<u32> {
        data.name
            .get(item as usize)
            .copied()
            .filter(|&name| (name as usize) < data.names.len())
    }
}

/// Where a selection is.
pub(crate) fn locate(data: &Nodes, picked: &Picked) -> Spot {
    let item = data.walk(&picked.path, picked.at.map(|at| at.0));
    // Around a function, its own box stands for it, wherever it was selected before.
    let item = item.or_else(|| {
        let is_center = !data.head.pivot.is_empty() && data.head.pivot == picked.name;
        is_center.then_some(0)
    });
    let name = match item {
        Some(item) => data.name.get(item as usize).copied(),
        None => data.names.find(&picked.name).map(|name| name as u32),
    };
    Spot { item, name }
}

/// The selection a node stands for.
pub(crate) fn picked(data: &Nodes, item: u32) -> Option<Picked> {
    (item >= data.first() && (item as usize) < data.len()).then(|| {
        let path = data.path(item);
        // Names alone do not tell spans of time apart, nor functions of one name in several files.
        let is_one = data.head.note.is_empty() && data.walk(&path, None) == Some(item);
        Picked {
            name: data.name_text(item).to_owned(),
            path,
            at: (!is_one).then(|| Real(data.start[item as usize])),
        }
    })
}

/// Tells a node in words.
pub(crate) fn describe(data: &Nodes, look: &FlameLook, item: u32) -> Tip {
    let at = item as usize;
    let (Some(&own), Some(&total)) = (data.self_value.get(at), data.total.get(at)) else {
        return Tip::default();
    };
    let head = &data.head;
    let told = |value: i64| {
        let share = signed_percentage(value, head.grand_total);
        format!("{} ({share} of total)", human(value, &head.unit))
    };
    let mut details = vec![
        Detail {
            label: "Self",
            value: told(own),
        },
        Detail {
            label: "Total",
            value: told(total),
        },
    ];
    let zoomed = geometry::zoomed(data, look);
    // Only of what lies inside the zoomed frame is its share told.
    if zoomed > 0 && data.depth(item) > data.depth(zoomed) {
        let whole = data.total[zoomed as usize];
        let share = signed_percentage(total, whole);
        let value = format!("{share} of {}", data.name_text(zoomed));
        details.push(Detail {
            label: "Zoomed",
            value,
        });
    }
    if data.inlined[at] {
        details.push(Detail {
            label: "Inlined",
            value: "into its caller".to_owned(),
        });
    }
    let name = data.name[at] as usize;
    Tip {
        name: data.name_text(item).to_owned(),
        place: data.names.place(name).into_owned(),
        module: data.names.module(name).to_owned(),
        details,
    }
}

#[cfg(test)]
mod tests;

#[cfg(test)]
mod orders;
