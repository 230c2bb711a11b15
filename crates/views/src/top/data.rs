//! Rows of the top table: computed in the worker, unpacked on the page.

use analysis::Naming;
use analysis::top::{TopTable, top};
use serde::{Deserialize, Serialize};

use crate::columns::{BadColumns, Blob, Packed};
use crate::names::Names;
use crate::view::{Cx, Gap};

/// What all rows share.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Head {
    /// Unit of the values, as the file names it.
    pub unit: String,
    /// Unit that the table prints, as `go tool pprof -top` chooses it.
    pub shown_unit: String,
    /// Of what shares are told.
    pub grand_total: i64,
}

/// Rows, heaviest self value first, as parallel columns.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Rows {
    /// What all rows share.
    pub head: Head,
    /// Names of the rows.
    pub names: Names,
    /// Self values.
    pub self_value: Vec<i64>,
    /// Totals.
    pub total: Vec<i64>,
    /// Self values of each row and all before it.
    pub sum: Vec<i64>,
    /// How calls were inlined: 0 never, 1 some, 2 all.
    pub inlined: Vec<u8>,
}

impl Rows {
    /// How many rows there are.
    pub fn len(&self) -> usize {
        self.self_value.len()
    }

    /// True when there are none.
    pub fn is_empty(&self) -> bool {
        self.self_value.is_empty()
    }

    pub(super) fn pack(self) -> Packed {
        let packed = Packed::new(&self.head)
            .with(Blob::I64(self.self_value))
            .with(Blob::I64(self.total))
            .with(Blob::I64(self.sum))
            .with(Blob::U8(self.inlined));
        self.names.pack(packed)
    }

    pub(super) fn unpack(packed: Packed) -> Result<Self, BadColumns> {
        let (head, mut take) = packed.open()?;
        let (self_value, total) = (take.i64()?, take.i64()?);
        let (sum, inlined) = (take.i64()?, take.u8()?);
        let names = Names::unpack(&mut take)?;
        let lengths = [self_value.len(), total.len(), sum.len(), inlined.len()];
        match lengths.iter().all(|&length| length == names.len()) {
            true => Ok(Self {
                head,
                names,
                self_value,
                total,
                sum,
                inlined,
            }),
            false => Err(BadColumns("top")),
        }
    }
}

pub(super) fn compute(cx: &mut Cx<'_>, naming: Naming) -> Result<Rows, Gap> {
    let tree = cx.trees.tree(naming);
    let tree = tree.map_err(|fault| crate::gaps::fault(cx, &fault))?;
    let column = cx.lens.column(cx.profile).unwrap_or(0);
    let (tree, children) = &*tree;
    let table = top(tree, children, cx.lens.drop_negative);
    let keys: Vec<u32> = table.rows.iter().map(|row| row.key).collect();
    let unit = cx.profile.unit_text(column);
    Ok(Rows {
        head: Head {
            shown_unit: table.unit(cx.lens.nodefraction.0, &unit),
            unit,
            grand_total: table.grand_total,
        },
        names: Names::of(&tree.keys, &keys),
        self_value: table.rows.iter().map(|row| row.self_value).collect(),
        total: table.rows.iter().map(|row| row.total).collect(),
        sum: sums(&table),
        inlined: table.rows.iter().map(|row| row.inlined as u8).collect(),
    })
}

fn sums(table: &TopTable) -> Vec<i64> {
    let mut sum = 0_i64;
    let rows = table.rows.iter();
    rows.map(|row| {
        sum = sum.saturating_add(row.self_value);
        sum
    })
    .collect()
}
