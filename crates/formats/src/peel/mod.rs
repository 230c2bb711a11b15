//! Wrappers around a file, taken off one after the other.

mod gzip;

pub(crate) use gzip::crc32;

use crate::{Cx, ImportError};

/// Wrappers inside wrappers, at most: more is an attack.
const DEPTH: usize = 4;

/// Takes wrappers off. Answers the bare bytes and the names of the wrappers, outermost first.
pub(crate) fn peel(
    mut bytes: Vec<u8>,
    cx: &mut Cx<'_>,
) -> Result<(Vec<u8>, Vec<&'static str>), ImportError> {
    let mut peeled = Vec::new();
    let file = bytes.len();
    while peeled.len() < DEPTH && gzip::is_gzip(&bytes) {
        bytes = gzip::inflate(&bytes, file, cx)?;
        peeled.push("gzip");
    }
    Ok((bytes, peeled))
}
