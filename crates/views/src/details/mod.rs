//! Details of the selection: the data of the panel beside a view. It is a view without a tab, so
//! that it is asked, kept and told late like all others; the page lays it out itself.

use analysis::details::{Subject, details};
use analysis::{Naming, Prepared, Tree};

pub use analysis::details::{Details, LabelSums, Near, Nears, Sums};

use crate::columns::{BadColumns, Packed};
use crate::erased::AnyData;
use crate::reports::Plain;
use crate::view::{Cell, Column, Cx, Gap, Host, Picked, Spot, Tip, View, ViewMeta};

/// The view.
pub struct DetailsView;

/// Id of the view.
pub const ID: &str = "details";

/// Callers, callees and values of a label are listed up to this many.
const MOST: usize = 8;

/// Separates names in arguments; no function name holds it.
const SEPARATOR: char = '\u{1f}';

/// What asks for the details of a selection.
pub fn args_of(picked: &Picked) -> String {
    let mut args = picked.name.clone();
    // A path that does not begin at the root tells no place.
    let rooted = picked.path.first().is_some_and(|first| !first.is_empty());
    for name in picked.path.iter().filter(|_| rooted) {
        args.push(SEPARATOR);
        args.push_str(name);
    }
    args
}

/// The details in a view's data, if it is this view's.
pub fn of(data: &AnyData) -> Option<&Details> {
    data.get()
}

impl View for DetailsView {
    type Data = Details;
    type Look = Plain;

    const META: ViewMeta = ViewMeta {
        id: ID,
        title: "Details",
        key: ' ',
        hint: "Everything about the selected function.",
        host: Host::Table,
        beside: None,
        naming: Naming::FILE_FUNCTIONS,
    };

    fn args(_: &Plain, picked: Option<&Picked>) -> String {
        picked.map(args_of).unwrap_or_default()
    }

    fn compute(cx: &mut Cx<'_>) -> Result<Details, Gap> {
        let prepared = Prepared::new(cx.profile, cx.lens);
        let prepared = prepared.map_err(|fault| crate::gaps::fault(cx, &fault))?;
        let naming = Self::META.naming.under(cx.lens);
        let (tree, ends) = Tree::with_all_ends(&prepared, naming);
        let mut names = cx.args.split(SEPARATOR).map(str::to_owned);
        let name = names.next().unwrap_or_default();
        let path: Vec<String> = names.collect();
        let subject = Subject {
            name: &name,
            path: &path,
        };
        details(&prepared, &tree, &ends, subject, MOST)
            .ok_or_else(|| Gap(format!("“{name}” is not in what the filters leave.")))
    }

    fn pack(data: Details) -> Packed {
        Packed::new(&data)
    }

    fn unpack(packed: Packed) -> Result<Details, BadColumns> {
        packed.open().map(|(details, _)| details)
    }

    fn locate(_: &Details, _: &Picked) -> Spot {
        Spot::default()
    }

    fn pick(_: &Details, _: u32) -> Option<Picked> {
        None
    }

    fn describe(_: &Details, _: &Plain, _: u32) -> Tip {
        Tip::default()
    }

    fn keys(_: &Details) -> &[u32] {
        &[]
    }

    fn columns() -> &'static [Column] {
        &[]
    }

    fn order(_: &Details, _: &Plain) -> Vec<u32> {
        Vec::new()
    }

    fn cell(_: &Details, _: u32, _: usize) -> Cell {
        Cell::default()
    }

    fn name_text(_: &Details, _: u32) -> &'static str {
        ""
    }

    fn name_of(_: &Details, _: u32) -> Option<u32> {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::compute_with;
    use profile::testing::sketch;

    fn told(picked: &Picked) -> Result<Details, Gap> {
        let profile = sketch("main;a;f 3\nmain;b;f 4");
        let lens = analysis::Lens::default();
        compute_with::<DetailsView>(&profile, &lens, &args_of(picked))
    }

    #[test]
    fn a_place_is_told_where_the_path_begins_at_the_root() {
        let place = Picked {
            name: "f".into(),
            path: ["main", "a", "f"].map(str::to_owned).to_vec(),
            at: None,
        };
        assert_eq!(told(&place).unwrap().sums[0].here, Some((3, 3)));
        let upwards = Picked {
            path: ["", "f", "a"].map(str::to_owned).to_vec(),
            ..place
        };
        let all = told(&upwards).unwrap();
        assert_eq!((all.sums[0].here, all.sums[0].all), (None, (7, 7)));
        let gone = Picked {
            name: "gone".into(),
            ..Picked::default()
        };
        assert!(told(&gone).unwrap_err().0.starts_with("“gone” is not"));
    }
}
