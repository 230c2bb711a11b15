//! What travels from worker to page: a small head and a list of typed columns.
//!
//! The head is postcard bytes; the columns move as whole buffers, without being looked at.

use serde::Serialize;
use serde::de::DeserializeOwned;

/// A column.
#[derive(Clone, Debug, PartialEq)]
pub enum Blob {
    /// Bytes.
    U8(Vec<u8>),
    /// Ids and flags.
    U32(Vec<u32>),
    /// Values.
    I64(Vec<i64>),
    /// Places.
    F64(Vec<f64>),
}

/// Data of a view on its way.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Packed {
    /// Postcard bytes of the view's head.
    pub head: Vec<u8>,
    /// Columns in the view's order.
    pub blobs: Vec<Blob>,
}

/// Columns that do not fit together: a fault of ours, or two versions mixed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BadColumns(pub &'static str);

impl Packed {
    /// Packs a head; columns are pushed after it.
    pub fn new(head: &impl Serialize) -> Self {
        let head = postcard::to_allocvec(head).unwrap_or_default();
        Self {
            head,
            blobs: Vec::new(),
        }
    }

    /// Adds a column.
    #[must_use]
    pub fn with(mut self, blob: Blob) -> Self {
        self.blobs.push(blob);
        self
    }

    /// Starts unpacking: the head, and the columns to take in order.
    pub fn open<Head: DeserializeOwned>(self) -> Result<(Head, Take), BadColumns> {
        let head = postcard::from_bytes(&self.head).map_err(|_| BadColumns("head"))?;
        Ok((head, Take(self.blobs.into_iter())))
    }

    /// Bytes it takes, for budgets.
    pub fn bytes(&self) -> usize {
        self.head.len() + self.blobs.iter().map(Blob::bytes).sum::<usize>()
    }
}

impl Blob {
    /// Bytes it takes.
    pub fn bytes(&self) -> usize {
        match self {
            Self::U8(v) => v.len(),
            Self::U32(v) => v.len() * 4,
            Self::I64(v) => v.len() * 8,
            Self::F64(v) => v.len() * 8,
        }
    }
}

/// Columns still to be taken.
pub struct Take(std::vec::IntoIter<Blob>);

macro_rules! take {
    ($($(#[$doc:meta])* $name:ident $variant:ident $of:ty),* $(,)?) => {
        impl Take {$(
            $(#[$doc])*
            pub fn $name(&mut self) -> Result<Vec<$of>, BadColumns> {
                match self.0.next() {
                    Some(Blob::$variant(column)) => Ok(column),
                    _ => Err(BadColumns(stringify!($name))),
                }
            }
        )*}
    };
}

take! {
    /// The next column, of bytes.
    u8 U8 u8,
    /// The next column, of ids.
    u32 U32 u32,
    /// The next column, of values.
    i64 I64 i64,
    /// The next column, of places.
    f64 F64 f64,
}
