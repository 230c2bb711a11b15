//! One file or folder a format. What two formats share has a file of its own.

pub(crate) mod addresses;
pub mod contention_text;
pub mod count_text;
pub mod goroutine_dump;
pub mod gperftools_cpu;
pub mod heap_text;
pub mod java_text;
pub mod jemalloc;
pub(crate) mod memory_map;
pub mod pprof;
pub(crate) mod text;
pub mod threadz;
