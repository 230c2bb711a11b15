//! One file a format that can be written.

pub mod pprof;
