//! One file or folder a format. What two formats share has a file of its own.

pub mod gperftools_cpu;
pub(crate) mod memory_map;
pub mod pprof;
