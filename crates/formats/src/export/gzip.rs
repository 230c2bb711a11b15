//! Compresses what an exporter wrote: gzip, as every reader of profiles takes it off again.

use crate::peel::crc32;

/// Deflate level: beyond it files hardly shrink.
const LEVEL: u8 = 6;

/// The bytes as a gzip file, without name and time, so that equal profiles make equal files.
pub fn compressed(bytes: &[u8]) -> Vec<u8> {
    const HEADER: [u8; 10] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff];
    let mut out = HEADER.to_vec();
    out.extend_from_slice(&miniz_oxide::deflate::compress_to_vec(bytes, LEVEL));
    out.extend_from_slice(&crc32(bytes).to_le_bytes());
    out.extend_from_slice(&(bytes.len() as u32).to_le_bytes());
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Cx, Limits};

    #[test]
    fn what_is_compressed_can_be_read() {
        let profile = profile::testing::sketch("main;a 3\nmain;b 4");
        let raw = (super::super::pprof::EXPORTER.write)(&profile);
        let mut tick = |_, _, _| true;
        let mut cx = Cx::new(Limits::default(), &mut tick);
        let opened = crate::open("x.pb.gz", compressed(&raw), &mut cx)
            .ok()
            .unwrap();
        assert_eq!(opened.peeled, ["gzip"]);
        assert!(opened.warnings.is_empty());
        assert_eq!(opened.profiles[0].samples.values, [[3, 4]]);
    }
}
