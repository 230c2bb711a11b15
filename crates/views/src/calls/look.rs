//! How the call tree is looked at: direction, sorting, and which rows are open.
//!
//! Open rows are kept as hashes of their paths, so that they stay open in other data and in
//! links. As long as nobody opens or closes a row, the heavy path is open.

use std::collections::BTreeSet;

use super::Paths;
use crate::view::{Look, Unfold};

/// So many open rows are written into a link.
const LINKED: usize = 80;

/// Rows below the first that are opened from the start, at most.
const STARTS: usize = 40;

/// What rows beside each other are sorted by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Sort {
    /// The heaviest first.
    #[default]
    Total,
    /// The heaviest self value first.
    Own,
    /// By name.
    Name,
}

/// Direction, sorting, open rows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CallsLook {
    /// Callers under their callees.
    pub inverted: bool,
    pub(super) sort: Sort,
    pub(super) turned: bool,
    /// Hashes of the open rows' paths; `None`: the heavy path is open.
    pub open: Option<BTreeSet<u32>>,
}

/// A hash of bytes: FNV-1a, 32 bits.
pub(super) fn hash_of(bytes: &[u8]) -> u32 {
    bytes.iter().fold(0x811c_9dc5, |hash, &byte| {
        (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)
    })
}

/// The hash of a path, from that of the path above and of the name.
pub(super) fn below(above: u32, name: u32) -> u32 {
    (above.rotate_left(13) ^ name).wrapping_mul(0x9e37_79b1)
}

impl CallsLook {
    /// Hashes of the rows that are open.
    pub(super) fn opened(&self, data: &Paths) -> BTreeSet<u32> {
        match &self.open {
            Some(open) => open.clone(),
            None => heavy(data),
        }
    }

    pub(super) fn unfold(&mut self, data: &Paths, item: u32, how: Unfold) {
        let mut open = self.opened(data);
        let hash = |item: u32| data.hash[item as usize];
        match how {
            Unfold::Open => drop(open.insert(hash(item))),
            Unfold::Close => drop(open.remove(&hash(item))),
            Unfold::Heaviest => {
                let mut at = item;
                while let Some(child) = data.nodes.children(at).next() {
                    open.insert(hash(at));
                    at = child;
                }
            }
            Unfold::Reveal => {
                let mut at = data.nodes.parent[item as usize];
                while at > 0 {
                    open.insert(hash(at));
                    at = data.nodes.parent[at as usize];
                }
            }
        }
        self.open = Some(open);
    }
}

/// The path along the heaviest rows, as long as each has half of the one above, and what is
/// right under its end: where it parts is seen.
fn heavy(data: &Paths) -> BTreeSet<u32> {
    let mut open = BTreeSet::new();
    let nodes = &data.nodes;
    let mut at = 0;
    while let Some(child) = nodes.children(at).next() {
        let share = |item: u32| nodes.total[item as usize].unsigned_abs();
        if at > 0 {
            open.insert(data.hash[at as usize]);
        }
        if open.len() > STARTS || at > 0 && share(child) < share(at) / 2 {
            break;
        }
        at = child;
    }
    open
}

impl Look for CallsLook {
    fn write(&self) -> String {
        let mut parts: Vec<String> = Vec::new();
        if self.inverted {
            parts.push("i".to_owned());
        }
        match self.sort {
            Sort::Total => {}
            Sort::Own => parts.push("s".to_owned()),
            Sort::Name => parts.push("n".to_owned()),
        }
        if self.turned {
            parts.push("t".to_owned());
        }
        if let Some(open) = &self.open {
            let open: Vec<String> = open.iter().take(LINKED).map(|h| format!("{h:x}")).collect();
            parts.push(format!("o{}", open.join(".")));
        }
        parts.join("_")
    }

    fn read(text: &str) -> Option<Self> {
        let mut look = Self::default();
        for part in text.split('_').filter(|part| !part.is_empty()) {
            match part {
                "i" => look.inverted = true,
                "s" => look.sort = Sort::Own,
                "n" => look.sort = Sort::Name,
                "t" => look.turned = true,
                _ => {
                    let hashes = part.strip_prefix('o')?;
                    let hashes = hashes.split('.').filter(|hash| !hash.is_empty());
                    let hashes = hashes.map(|hash| u32::from_str_radix(hash, 16).ok());
                    look.open = Some(hashes.collect::<Option<_>>()?);
                }
            }
        }
        Some(look)
    }
}
