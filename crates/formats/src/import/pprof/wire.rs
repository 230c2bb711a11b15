//! Protocol buffer fields, one at a time, without copying.

use crate::{ImportError, Match};

/// The message's name in errors.
pub(super) const WHAT: &str = "pprof data";

/// A field's value.
#[derive(Clone, Copy, Debug)]
pub(super) enum Value<'a> {
    /// A number.
    Number(u64),
    /// A string, a message, or packed numbers.
    Bytes(&'a [u8]),
}

impl<'a> Value<'a> {
    /// The number, 0 for what is none.
    pub(super) fn number(self) -> u64 {
        match self {
            Self::Number(number) => number,
            Self::Bytes(_) => 0,
        }
    }

    /// The bytes, none for what is a number.
    pub(super) fn bytes(self) -> &'a [u8] {
        match self {
            Self::Number(_) => &[],
            Self::Bytes(bytes) => bytes,
        }
    }

    /// Calls `each` for every number of a repeated field, packed or not.
    #[inline]
    pub(super) fn numbers(self, mut each: impl FnMut(u64)) -> Result<(), Fault> {
        match self {
            Self::Number(number) => each(number),
            Self::Bytes(bytes) => {
                let mut at = 0;
                while at < bytes.len() {
                    each(varint(bytes, &mut at)?);
                }
            }
        }
        Ok(())
    }
}

/// What is wrong with a field, without its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    /// The bytes end inside it.
    Cut,
    /// It is no field.
    Bad(&'static str),
}

impl Fault {
    /// As an error at a place in the file.
    pub(super) fn at(self, at: usize, len: usize) -> ImportError {
        match self {
            Self::Cut => ImportError::Cut {
                what: WHAT,
                at: len as u64,
            },
            Self::Bad(why) => ImportError::Damaged {
                what: WHAT,
                at: at as u64,
                why,
            },
        }
    }
}

/// A number of up to ten bytes, seven bits each.
#[inline]
pub(super) fn varint(bytes: &[u8], at: &mut usize) -> Result<u64, Fault> {
    let mut value = 0_u64;
    let mut shift = 0_u32;
    while let Some(&byte) = bytes.get(*at) {
        *at = at.wrapping_add(1);
        value |= u64::from(byte & 0x7f).wrapping_shl(shift);
        if byte < 0x80 {
            return Ok(value);
        }
        shift = shift.wrapping_add(7);
        if shift > 63 {
            return Err(Fault::Bad("a number is longer than ten bytes"));
        }
    }
    Err(Fault::Cut)
}

/// The field at `at`, which moves behind it: its number and value.
#[inline]
pub(super) fn field<'a>(bytes: &'a [u8], at: &mut usize) -> Result<(u64, Value<'a>), Fault> {
    let tag = varint(bytes, at)?;
    let value = match tag & 7 {
        0 => Value::Number(varint(bytes, at)?),
        2 => {
            let len = varint(bytes, at)?;
            let len = usize::try_from(len).map_err(|_| Fault::Cut)?;
            let end = at.checked_add(len).ok_or(Fault::Cut)?;
            let body = bytes.get(*at..end).ok_or(Fault::Cut)?;
            *at = end;
            Value::Bytes(body)
        }
        1 => Value::Number(fixed(bytes, at, 8)?),
        5 => Value::Number(fixed(bytes, at, 4)?),
        _ => return Err(Fault::Bad("a field has a kind that does not exist")),
    };
    match tag >> 3 {
        0 => Err(Fault::Bad("a field has the number 0")),
        number => Ok((number, value)),
    }
}

fn fixed(bytes: &[u8], at: &mut usize, len: usize) -> Result<u64, Fault> {
    let end = at.checked_add(len).ok_or(Fault::Cut)?;
    let body = bytes.get(*at..end).ok_or(Fault::Cut)?;
    *at = end;
    Ok(body
        .iter()
        .rev()
        .fold(0, |value, &byte| (value << 8) | u64::from(byte)))
}

/// Calls `each` for every field of a message.
pub(super) fn fields<'a>(
    bytes: &'a [u8],
    mut each: impl FnMut(u64, Value<'a>) -> Result<(), Fault>,
) -> Result<(), Fault> {
    let mut at = 0;
    while at < bytes.len() {
        let (number, value) = field(bytes, &mut at)?;
        each(number, value)?;
    }
    Ok(())
}

/// Highest field number of the messages inside each field of the profile; 0 for no message.
const INNER: [u64; 7] = [0, 2, 3, 10, 5, 5, 0];

/// Looks whether fields at the beginning are those of a profile: numbers 1 to 15 with the right
/// kinds, and inside the messages only numbers that exist there.
pub(super) fn sniff(head: &[u8], len: usize) -> Match {
    let mut at = 0;
    let mut seen = 0_u32;
    while at < head.len() && seen < 64 {
        match field(head, &mut at) {
            Ok((number, value)) if plausible(number, value) => seen = seen.saturating_add(1),
            Ok(_) | Err(Fault::Bad(_)) => return Match::No,
            // A field reaches beyond what we look at, or beyond the file: then it was cut.
            Err(Fault::Cut) => break,
        }
    }
    match seen {
        0 => Match::No,
        1 | 2 if at < len => Match::Maybe(40, "it begins like a pprof profile"),
        _ => Match::Yes("its fields are those of a pprof profile"),
    }
}

fn plausible(number: u64, value: Value<'_>) -> bool {
    match (number, value) {
        (6, Value::Bytes(_)) => true,
        (1..=5 | 11, Value::Bytes(inner)) => {
            let most = match number {
                11 => 2,
                n => INNER.get(n as usize).copied().unwrap_or(0),
            };
            let mut ok = true;
            let walked = fields(inner, |n, _| {
                ok &= n <= most;
                Ok(())
            });
            ok && walked.is_ok()
        }
        (7..=10 | 12..=15, Value::Number(_)) | (13, Value::Bytes(_)) => true,
        _ => false,
    }
}
