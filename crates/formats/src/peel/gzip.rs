//! gzip (RFC 1952): several members, headers with names and comments, trailing garbage.
//!
//! Inflating goes into one growing buffer, piece by piece, so that a limit stops it before the
//! memory is taken. Checksum and length are verified: a flipped bit is an error, not a wrong
//! number on the screen.

use miniz_oxide::inflate::TINFLStatus;
use miniz_oxide::inflate::core::inflate_flags::{
    TINFL_FLAG_HAS_MORE_INPUT, TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF,
};
use miniz_oxide::inflate::core::{DecompressorOxide, decompress};

use crate::{Cx, ImportError, Step};

const WHAT: &str = "gzip data";

/// Output grows by at least this much at once.
const PIECE: usize = 1 << 20;

/// True for the two bytes every gzip file begins with.
pub(super) fn is_gzip(bytes: &[u8]) -> bool {
    bytes.starts_with(&[0x1f, 0x8b])
}

/// Inflates all members. `file` is the size of the file as it came, wrappers and all: layers
/// inside layers are measured against it.
pub(super) fn inflate(bytes: &[u8], file: usize, cx: &mut Cx<'_>) -> Result<Vec<u8>, ImportError> {
    // Most files are one member whose length is in its last four bytes; a guess, so bounded.
    let end = bytes.len().saturating_sub(4);
    let hint = bytes.get(end..).map_or(0, le32) as usize;
    let mut out = Output {
        bytes: Vec::new(),
        filled: 0,
        room: hint
            .min(bytes.len().saturating_mul(16))
            .max(PIECE)
            .saturating_add(1),
        file: file as u64,
    };
    let mut at = 0_usize;
    while let Some(rest) = bytes.get(at..) {
        if rest.is_empty() {
            break;
        }
        if !is_gzip(rest) {
            // Zeros after the last member are padding, anything else is told.
            if rest.iter().any(|&b| b != 0) {
                let count = profile::units::grouped(rest.len() as i64);
                cx.tell(format!(
                    "{count} bytes after the end of the gzip data were ignored."
                ));
            }
            break;
        }
        at = member(bytes, at, &mut out, cx)?;
    }
    out.bytes.truncate(out.filled);
    Ok(out.bytes)
}

/// What was inflated, with room behind it that is filled next. The room stays between members,
/// so that many small ones (bgzip) do not clear a piece each.
struct Output {
    bytes: Vec<u8>,
    filled: usize,
    /// How much room is made next.
    room: usize,
    /// Size of the file that all this comes from.
    file: u64,
}

impl Output {
    fn make_room(&mut self, cx: &Cx<'_>) -> Result<(), ImportError> {
        self.check(cx)?;
        if self.filled < self.bytes.len() {
            return Ok(());
        }
        // Doubling may not fit where the exact size does.
        let (filled, room) = (self.filled, self.room);
        self.bytes
            .try_reserve(room)
            .or_else(|_| self.bytes.try_reserve_exact(room))
            .map_err(|_| ImportError::TooLarge {
                what: "inflated bytes",
                count: filled.saturating_add(room) as u64,
                limit: filled as u64,
            })?;
        self.bytes.resize(filled.saturating_add(room), 0);
        self.room = PIECE.max(filled / 2).min(32 * PIECE);
        Ok(())
    }

    fn check(&self, cx: &Cx<'_>) -> Result<(), ImportError> {
        let (limits, inflated, from) = (cx.limits, self.filled as u64, self.file);
        cx.claim("inflated bytes", inflated, limits.inflated_bytes)?;
        let ratio = from.saturating_mul(limits.inflation_ratio);
        match inflated > limits.ratio_free_bytes && inflated > ratio {
            true => Err(ImportError::Bomb { inflated, from }),
            false => Ok(()),
        }
    }
}

/// Inflates one member that begins at `start`; answers where it ends.
fn member(
    bytes: &[u8],
    start: usize,
    out: &mut Output,
    cx: &mut Cx<'_>,
) -> Result<usize, ImportError> {
    let cut = || ImportError::Cut {
        what: WHAT,
        at: bytes.len() as u64,
    };
    let damaged = |at: usize, why| ImportError::Damaged {
        what: WHAT,
        at: at as u64,
        why,
    };
    let first = out.filled;
    let mut state = Box::<DecompressorOxide>::default();
    let mut at = header(bytes, start)?;
    loop {
        out.make_room(cx)?;
        let input = bytes.get(at..).unwrap_or(&[]);
        // A bounded piece of input per call, so that progress moves and cancelling works.
        let piece = input.get(..input.len().min(PIECE)).unwrap_or(input);
        let more = piece.len() < input.len();
        let flags = TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF
            | if more { TINFL_FLAG_HAS_MORE_INPUT } else { 0 };
        let window = out.bytes.get_mut(first..).unwrap_or_default();
        let filled = out.filled.saturating_sub(first);
        let (status, read, written) = decompress(&mut state, piece, window, filled, flags);
        at = at.saturating_add(read);
        out.filled = out.filled.saturating_add(written);
        match status {
            TINFLStatus::Done => break,
            TINFLStatus::HasMoreOutput => {}
            TINFLStatus::NeedsMoreInput if more => {}
            TINFLStatus::NeedsMoreInput | TINFLStatus::FailedCannotMakeProgress => {
                return Err(cut());
            }
            _ => return Err(damaged(at, "it cannot be inflated")),
        }
        cx.tick(Step::Inflating, at as u64, bytes.len() as u64)?;
    }
    out.check(cx)?;
    let trailer = bytes.get(at..at.saturating_add(8)).ok_or_else(cut)?;
    let content = out.bytes.get(first..out.filled).unwrap_or(&[]);
    let (sum, length) = (le32(trailer), trailer.get(4..).map_or(0, le32));
    if length != content.len() as u32 || sum != crc32(content) {
        return Err(damaged(at, "the checksum does not fit the content"));
    }
    at = at.saturating_add(8);
    cx.tick(Step::Inflating, at as u64, bytes.len() as u64)?;
    Ok(at)
}

/// Reads a member's header; answers where the deflated data begin.
fn header(bytes: &[u8], start: usize) -> Result<usize, ImportError> {
    const EXTRA: u8 = 4;
    const NAME: u8 = 8;
    const COMMENT: u8 = 16;
    const HEADER_SUM: u8 = 2;
    let cut = || ImportError::Cut {
        what: WHAT,
        at: bytes.len() as u64,
    };
    let fixed = bytes.get(start..start.saturating_add(10)).ok_or_else(cut)?;
    let (method, flags) = (fixed.get(2).copied(), fixed.get(3).copied().unwrap_or(0));
    if method != Some(8) {
        let why = "its compression method is not deflate";
        return Err(ImportError::Damaged {
            what: WHAT,
            at: start as u64,
            why,
        });
    }
    let mut at = start.saturating_add(10);
    if flags & EXTRA != 0 {
        let len = bytes.get(at..at.saturating_add(2)).ok_or_else(cut)?;
        let len = len
            .iter()
            .rev()
            .fold(0_usize, |n, &b| (n << 8) | usize::from(b));
        at = at.saturating_add(2).saturating_add(len);
    }
    for flag in [NAME, COMMENT] {
        if flags & flag != 0 {
            let text = bytes.get(at..).ok_or_else(cut)?;
            let len = text.iter().position(|&b| b == 0).ok_or_else(cut)?;
            at = at.saturating_add(len).saturating_add(1);
        }
    }
    if flags & HEADER_SUM != 0 {
        at = at.saturating_add(2);
    }
    match at > bytes.len() {
        true => Err(cut()),
        false => Ok(at),
    }
}

fn le32(bytes: &[u8]) -> u32 {
    bytes
        .iter()
        .take(4)
        .rev()
        .fold(0, |n, &b| (n << 8) | u32::from(b))
}

/// CRC-32 (IEEE), eight tables at a time: the checksum of gzip.
#[expect(
    clippy::indexing_slicing,
    reason = "indices are bytes, tables have 256 entries"
)]
pub(crate) fn crc32(bytes: &[u8]) -> u32 {
    static TABLES: [[u32; 256]; 8] = tables();
    let mut crc = !0_u32;
    let mut chunks = bytes.chunks_exact(8);
    for chunk in &mut chunks {
        let low = crc ^ le32(chunk);
        let byte = |word: u32, shift: u32| (word >> shift & 0xff) as usize;
        crc = TABLES[7][byte(low, 0)]
            ^ TABLES[6][byte(low, 8)]
            ^ TABLES[5][byte(low, 16)]
            ^ TABLES[4][byte(low, 24)]
            ^ TABLES[3][usize::from(chunk[4])]
            ^ TABLES[2][usize::from(chunk[5])]
            ^ TABLES[1][usize::from(chunk[6])]
            ^ TABLES[0][usize::from(chunk[7])];
    }
    for &byte in chunks.remainder() {
        crc = (crc >> 8) ^ TABLES[0][((crc ^ u32::from(byte)) & 0xff) as usize];
    }
    !crc
}

#[expect(
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "evaluated at compile time, where a fault does not compile"
)]
const fn tables() -> [[u32; 256]; 8] {
    let mut tables = [[0_u32; 256]; 8];
    let mut i = 0;
    while i < 256 {
        let mut crc = i as u32;
        let mut bit = 0;
        while bit < 8 {
            crc = if crc & 1 == 1 {
                (crc >> 1) ^ 0xedb8_8320
            } else {
                crc >> 1
            };
            bit += 1;
        }
        tables[0][i] = crc;
        i += 1;
    }
    let mut table = 1;
    while table < 8 {
        let mut i = 0;
        while i < 256 {
            let before = tables[table - 1][i];
            tables[table][i] = (before >> 8) ^ tables[0][(before & 0xff) as usize];
            i += 1;
        }
        table += 1;
    }
    tables
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Limits;

    fn gzip(content: &[u8]) -> Vec<u8> {
        let mut out = vec![0x1f, 0x8b, 8, 8, 0, 0, 0, 0, 0, 3];
        out.extend_from_slice(b"name\0");
        out.extend_from_slice(&miniz_oxide::deflate::compress_to_vec(content, 6));
        out.extend_from_slice(&crc32(content).to_le_bytes());
        out.extend_from_slice(&(content.len() as u32).to_le_bytes());
        out
    }

    fn run(bytes: &[u8], limits: Limits) -> Result<(Vec<u8>, usize), ImportError> {
        let mut tick = |_, _, _| true;
        let mut cx = Cx::new(limits, &mut tick);
        let out = inflate(bytes, bytes.len(), &mut cx)?;
        Ok((out, cx.take_warnings().len()))
    }

    #[test]
    fn checksum_is_the_known_one() {
        assert_eq!(crc32(b"123456789"), 0xcbf4_3926);
        assert_eq!(crc32(b""), 0);
    }

    #[test]
    fn members_follow_each_other_and_garbage_is_told() {
        let long: Vec<u8> = (0..3_000_000_u32)
            .flat_map(|n| (n % 977).to_le_bytes())
            .collect();
        let mut bytes = gzip(&long);
        bytes.extend(gzip(b"two"));
        let (out, warnings) = run(&bytes, Limits::default()).unwrap();
        assert_eq!((out.len(), warnings), (long.len() + 3, 0));
        assert!(out.ends_with(b"two"));
        bytes.extend(b"junk");
        assert_eq!(run(&bytes, Limits::default()).unwrap().1, 1);
    }

    #[test]
    fn many_small_members_are_quick() {
        let bytes = gzip(b"a line of a log\n").repeat(50_000);
        let (out, warnings) = run(&bytes, Limits::default()).unwrap();
        assert_eq!((out.len(), warnings), (16 * 50_000, 0));
    }

    #[test]
    fn every_cut_is_an_error() {
        let bytes = gzip(b"a profile, or so it seems; a profile, or so it seems");
        for len in 2..bytes.len() {
            let error = run(&bytes[..len], Limits::default()).unwrap_err();
            assert_eq!(error.code(), "cut", "{len}");
        }
    }

    #[test]
    fn a_flipped_bit_is_an_error() {
        let good = gzip(&b"abcdefghij".repeat(50));
        for at in 15..good.len() {
            let mut bytes = good.clone();
            bytes[at] ^= 4;
            assert!(run(&bytes, Limits::default()).is_err(), "byte {at}");
        }
    }

    #[test]
    fn a_bomb_is_stopped_before_it_fills_memory() {
        let limits = Limits {
            ratio_free_bytes: 1 << 20,
            ..Limits::default()
        };
        let bytes = gzip(&vec![0; 64 << 20]);
        assert!(bytes.len() < (64 << 20) / 1000, "{}", bytes.len());
        assert_eq!(run(&bytes, limits).unwrap_err().code(), "bomb");
        let limits = Limits {
            inflated_bytes: 1 << 20,
            ..Limits::default()
        };
        assert_eq!(run(&bytes, limits).unwrap_err().code(), "too-large");
    }
}
