//! The picture beside the table: callers above the selected function, callees below it.

use analysis::Naming;
use scene::{DrawList, Frame, Input, Point, Theme};

use super::Sandwich;
use crate::columns::{BadColumns, Packed};
use crate::flame::{Flame, FlameLook, Mode, Nodes, layout};
use crate::paint::{LegendRow, Paint};
use crate::view::{
    Carry, Cell, Column, Cx, Gap, Host, Marks, Picked, Reaction, Spot, Switch, Tip, View, ViewMeta,
};

/// The picture.
pub struct Around;

impl View for Around {
    type Data = Nodes;
    type Look = FlameLook;

    const META: ViewMeta = ViewMeta {
        id: "around",
        title: "Callers and callees",
        key: ' ',
        hint: "Callers above the selected function, callees below it.",
        host: Host::Canvas,
        beside: None,
        naming: Sandwich::META.naming,
    };

    fn args(_: &FlameLook, picked: Option<&Picked>) -> String {
        picked.map(|picked| picked.name.clone()).unwrap_or_default()
    }

    fn compute(cx: &mut Cx<'_>) -> Result<Nodes, Gap> {
        // What is selected in another view may be gone here: then as if nothing was.
        let naming: Naming = Self::META.naming;
        let shared = cx.trees.tree(naming);
        let shared = shared.map_err(|fault| crate::gaps::fault(cx, &fault))?;
        let (tree, children) = &*shared;
        let mut keys = layout::named(tree, cx.args);
        if keys.is_empty() {
            keys.extend(layout::heaviest(tree));
        }
        let column = cx.lens.column(cx.profile).unwrap_or(0);
        if keys.is_empty() || tree.weight[0] == 0 {
            return Err(crate::gaps::no_samples(cx, column));
        }
        let head = layout::head(cx, tree);
        Ok(layout::around(head, tree, children, &keys, Mode::Heavy))
    }

    fn pack(data: Nodes) -> Packed {
        Flame::pack(data)
    }

    fn unpack(packed: Packed) -> Result<Nodes, BadColumns> {
        Flame::unpack(packed)
    }

    fn draw(
        data: &Nodes,
        look: &FlameLook,
        marks: Marks<'_>,
        frame: &Frame<'_>,
        out: &mut DrawList,
    ) {
        Flame::draw(data, look, marks, frame, out);
    }

    fn hit(data: &Nodes, look: &FlameLook, frame: &Frame<'_>, at: Point) -> Option<u32> {
        Flame::hit(data, look, frame, at)
    }

    fn paints(data: &Nodes) -> &'static [Paint] {
        Flame::paints(data)
    }

    fn legend(data: &Nodes, paint: Paint, theme: &Theme) -> Vec<LegendRow> {
        Flame::legend(data, paint, theme)
    }

    fn input(
        data: &Nodes,
        look: &mut FlameLook,
        marks: Marks<'_>,
        frame: &Frame<'_>,
        input: Input,
    ) -> Reaction {
        Flame::input(data, look, marks, frame, input)
    }

    fn reveal(data: &Nodes, look: &mut FlameLook, frame: &Frame<'_>, item: u32) {
        Flame::reveal(data, look, frame, item);
    }

    fn visible_matches(
        data: &Nodes,
        look: &FlameLook,
        frame: &Frame<'_>,
        found: &[bool],
    ) -> Option<(usize, usize)> {
        Flame::visible_matches(data, look, frame, found)
    }

    fn carry(carry: Carry<'_, Nodes>, look: &FlameLook) -> FlameLook {
        Flame::carry(carry, look)
    }

    fn switches() -> &'static [Switch] {
        Flame::switches().get(1..).unwrap_or_default()
    }

    fn switched(look: &FlameLook, switch: usize) -> usize {
        Flame::switched(look, switch + 1)
    }

    fn switch(look: &mut FlameLook, switch: usize, choice: usize) {
        Flame::switch(look, switch + 1, choice);
    }

    fn locate(data: &Nodes, picked: &Picked) -> Spot {
        Flame::locate(data, picked)
    }

    fn pick(data: &Nodes, item: u32) -> Option<Picked> {
        Flame::pick(data, item)
    }

    fn describe(data: &Nodes, look: &FlameLook, item: u32) -> Tip {
        Flame::describe(data, look, item)
    }

    fn keys(data: &Nodes) -> &[u32] {
        Flame::keys(data)
    }

    fn columns() -> &'static [Column] {
        Flame::columns()
    }

    fn order(data: &Nodes, look: &FlameLook) -> Vec<u32> {
        Flame::order(data, look)
    }

    fn all(data: &Nodes, look: &FlameLook) -> Vec<u32> {
        Flame::all(data, look)
    }

    fn cell(data: &Nodes, item: u32, column: usize) -> Cell {
        Flame::cell(data, item, column)
    }

    fn name_text(data: &Nodes, name: u32) -> &str {
        Flame::name_text(data, name)
    }

    fn item_of(data: &Nodes, name: u32) -> Option<u32> {
        Flame::item_of(data, name)
    }

    fn name_of(data: &Nodes, item: u32) -> Option<u32> {
        Flame::name_of(data, item)
    }
}
