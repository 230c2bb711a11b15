//! One file a format that can be written.

pub mod gzip;
pub mod pprof;
