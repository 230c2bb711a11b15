//! Sandwich: a table of all functions, and beside it what calls the selected one and what it calls.
//!
//! Two views of one list of names: the table is the top list with fewer columns, the picture is
//! the flame graph around a function. Selecting in one moves the other.

mod around;

pub use around::Around;

use crate::columns::{BadColumns, Packed};
use crate::top::{Rows, Sort, Top, TopLook};
use crate::view::{Cell, Column, Cx, Gap, Host, Picked, Spot, Tip, View, ViewMeta};
use analysis::Naming;

/// The table.
pub struct Sandwich;

/// Which columns of the top list it has.
const OF_TOP: [Sort; 6] = [
    Sort::SelfValue,
    Sort::SelfShare,
    Sort::Total,
    Sort::TotalShare,
    Sort::Name,
    Sort::Place,
];

impl View for Sandwich {
    type Data = Rows;
    type Look = TopLook;

    const META: ViewMeta = ViewMeta {
        id: "sandwich",
        title: "Sandwich",
        key: '2',
        hint: "Every function; callers and callees of the selected one.",
        host: Host::Table,
        beside: Some("around"),
        naming: Naming::FUNCTIONS,
    };

    fn compute(cx: &mut Cx<'_>) -> Result<Rows, Gap> {
        Top::compute(cx)
    }

    fn pack(data: Rows) -> Packed {
        Top::pack(data)
    }

    fn unpack(packed: Packed) -> Result<Rows, BadColumns> {
        Top::unpack(packed)
    }

    fn locate(data: &Rows, picked: &Picked) -> Spot {
        Top::locate(data, picked)
    }

    fn pick(data: &Rows, item: u32) -> Option<Picked> {
        Top::pick(data, item)
    }

    fn describe(data: &Rows, look: &TopLook, item: u32) -> Tip {
        Top::describe(data, look, item)
    }

    fn keys(data: &Rows) -> &[u32] {
        Top::keys(data)
    }

    fn columns() -> &'static [Column] {
        static COLUMNS: std::sync::LazyLock<Vec<Column>> = std::sync::LazyLock::new(|| {
            let of_top = OF_TOP.iter().map(|&sort| Top::columns()[sort as usize]);
            of_top.collect()
        });
        &COLUMNS
    }

    fn order(data: &Rows, look: &TopLook) -> Vec<u32> {
        Top::order(data, look)
    }

    fn cell(data: &Rows, item: u32, column: usize) -> Cell {
        match OF_TOP.get(column) {
            Some(&sort) => Top::cell(data, item, sort as usize),
            None => Cell::default(),
        }
    }

    fn sorting(look: &TopLook) -> Option<(usize, bool)> {
        let column = OF_TOP.iter().position(|&sort| sort == look.sort)?;
        Some((column, look.descending))
    }

    fn sort(look: &mut TopLook, column: usize) {
        if let Some(&sort) = OF_TOP.get(column) {
            Top::sort(look, sort as usize);
        }
    }

    fn name_text(data: &Rows, name: u32) -> &str {
        Top::name_text(data, name)
    }

    fn item_of(data: &Rows, name: u32) -> Option<u32> {
        Top::item_of(data, name)
    }

    fn name_of(data: &Rows, item: u32) -> Option<u32> {
        Top::name_of(data, item)
    }
}
