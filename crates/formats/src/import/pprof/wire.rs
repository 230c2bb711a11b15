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
    /// Four or eight bytes, which no field of pprof's is.
    Fixed,
}

impl<'a> Value<'a> {
    /// The number.
    #[inline]
    pub(super) fn number(self) -> Result<u64, Fault> {
        match self {
            Self::Number(number) => Ok(number),
            Self::Bytes(_) | Self::Fixed => Err(OTHER_KIND),
        }
    }

    /// The bytes.
    #[inline]
    pub(super) fn bytes(self) -> Result<&'a [u8], Fault> {
        match self {
            Self::Bytes(bytes) => Ok(bytes),
            Self::Number(_) | Self::Fixed => Err(OTHER_KIND),
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
            Self::Fixed => return Err(OTHER_KIND),
        }
        Ok(())
    }
}

const OTHER_KIND: Fault = Fault::Bad("a field has another kind of value than pprof gives it");

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
        1 => skip(bytes, at, 8)?,
        5 => skip(bytes, at, 4)?,
        _ => return Err(Fault::Bad("a field has a kind that does not exist")),
    };
    match tag >> 3 {
        0 => Err(Fault::Bad("a field has the number 0")),
        number => Ok((number, value)),
    }
}

fn skip<'a>(bytes: &'a [u8], at: &mut usize, len: usize) -> Result<Value<'a>, Fault> {
    let end = at.checked_add(len).ok_or(Fault::Cut)?;
    bytes.get(*at..end).ok_or(Fault::Cut)?;
    *at = end;
    Ok(Value::Fixed)
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

/// Fails if a field of the profile itself has another kind of value than it should.
pub(super) fn check_kind(number: u64, value: Value<'_>) -> Result<(), Fault> {
    match (number, value) {
        (1..=6 | 11 | 13, Value::Bytes(_)) | (7..=10 | 12..=15, Value::Number(_)) => Ok(()),
        (1..=15, _) => Err(OTHER_KIND),
        _ => Ok(()),
    }
}

/// How well a field suits a profile.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fit {
    /// It is one of a profile's.
    Good,
    /// It may come from a newer `profile.proto`.
    Unknown,
    Bad,
}

/// Looks whether fields at the beginning are those of a profile: the right numbers with the right
/// kinds, also inside the messages. That tells it from other protocol buffers (OpenTelemetry,
/// Perfetto), whose messages nest deeper, and from text, whose lines do not nest at all. Fields
/// that `profile.proto` does not have yet make it less sure.
pub(super) fn sniff(head: &[u8], len: usize) -> Match {
    let mut at = 0;
    let (mut good, mut unknown) = (0_u32, 0_u32);
    while at < head.len() && good.saturating_add(unknown) < 64 {
        let fit = match field(head, &mut at) {
            Ok((number, value)) => fit(number, value),
            // A field reaches beyond what we look at, or beyond the file: then it was cut.
            Err(Fault::Cut) => break,
            Err(Fault::Bad(_)) => Fit::Bad,
        };
        match fit {
            Fit::Good => good = good.saturating_add(1),
            Fit::Unknown => unknown = unknown.saturating_add(1),
            Fit::Bad => return Match::No,
        }
    }
    match (good, unknown) {
        _ if unknown >= good => Match::No,
        (1 | 2, _) if at < len => Match::Maybe(40, "it begins like a pprof profile"),
        (_, 0) => Match::Yes("its fields are those of a pprof profile"),
        _ => Match::Maybe(60, "most of its fields are those of a pprof profile"),
    }
}

fn fit(number: u64, value: Value<'_>) -> Fit {
    if check_kind(number, value).is_err() {
        return Fit::Bad;
    }
    let (1..=5 | 11, Value::Bytes(message)) = (number, value) else {
        return match number {
            1..=15 => Fit::Good,
            // No message of this size numbers its fields higher.
            16..=99 => Fit::Unknown,
            _ => Fit::Bad,
        };
    };
    let mut fit = Fit::Good;
    let walked = fields(message, |inner, value| {
        let numbers = matches!(value, Value::Number(_));
        let bytes = matches!(value, Value::Bytes(_));
        let right = match (number, inner) {
            // ValueType never grew.
            (1 | 11, _) => inner <= 2 && numbers,
            (2, 1 | 2) => numbers || bytes,
            (2, 3) | (4, 4) => bytes,
            (3, 1..=10) | (4, 1 | 2 | 3 | 5) | (5, 1..=5) => numbers,
            (_, 1..=99) => {
                fit = Fit::Unknown;
                true
            }
            _ => false,
        };
        right.then_some(()).ok_or(OTHER_KIND)
    });
    match walked {
        Ok(()) => fit,
        Err(_) => Fit::Bad,
    }
}
