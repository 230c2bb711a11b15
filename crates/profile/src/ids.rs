//! Row numbers of the profile's tables, one type per table so that they cannot be mixed up.
//!
//! All are `u32`: no table of a profile that fits into a browser's memory has more rows.
//! `NONE` stands for "no such row" where a table allows it.

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident),* $(,)?) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[repr(transparent)]
        pub struct $name(pub u32);

        impl $name {
            /// No row.
            pub const NONE: Self = Self(u32::MAX);

            /// The row as an index into the table's columns.
            #[inline]
            pub fn index(self) -> usize {
                self.0 as usize
            }

            /// True unless this is [`Self::NONE`].
            #[inline]
            pub fn is_some(self) -> bool {
                self.0 != u32::MAX
            }
        }
    )*};
}

ids! {
    /// A string in [`crate::Strings`]; 0 is the empty string.
    StringId,
    /// A function in [`crate::Functions`].
    FunctionId,
    /// A mapped binary in [`crate::Profile::mappings`].
    MappingId,
    /// An instruction address (or what stands for it) in [`crate::Locations`].
    LocationId,
    /// One line of a location in [`crate::Frames`]; a location with inlined calls has several.
    FrameId,
    /// A call path in [`crate::Stacks`]; 0 is the empty path.
    StackId,
    /// A set of labels in [`crate::Labels`]; 0 is the empty set.
    LabelSetId,
}

impl Default for StringId {
    /// The empty string.
    fn default() -> Self {
        Self(0)
    }
}
