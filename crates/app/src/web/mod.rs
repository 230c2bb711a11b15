//! The browser's interfaces, each in a file, each reduced to what the page needs.

pub(crate) mod clipboard;
pub(crate) mod clock;
pub(crate) mod dom;
pub(crate) mod files;
pub(crate) mod history;
pub(crate) mod panic;
pub(crate) mod storage;
