//! Profiles written field by field, as no writer should.

/// Fields by hand, for files no writer should make.
#[derive(Clone, Default)]
pub(super) struct Raw(pub Vec<u8>);

impl Raw {
    pub(super) fn number(mut self, field: u64, value: u64) -> Self {
        self.varint(field << 3);
        self.varint(value);
        self
    }

    pub(super) fn bytes(mut self, field: u64, value: &[u8]) -> Self {
        self.varint(field << 3 | 2);
        self.varint(value.len() as u64);
        self.0.extend_from_slice(value);
        self
    }

    pub(super) fn message(self, field: u64, value: Raw) -> Self {
        self.bytes(field, &value.0)
    }

    /// Numbers in one field, one after the other.
    pub(super) fn packed(self, field: u64, values: &[u64]) -> Self {
        let mut numbers = Raw::default();
        for &value in values {
            numbers.varint(value);
        }
        self.message(field, numbers)
    }

    pub(super) fn varint(&mut self, mut value: u64) {
        while value >= 0x80 {
            self.0.push(value as u8 | 0x80);
            value >>= 7;
        }
        self.0.push(value as u8);
    }
}

pub(super) fn raw() -> Raw {
    Raw::default()
}

/// Strings "", samples, count, main; one function 1, one location 1; a sample of `location`.
pub(super) fn one_sample(location: u64, values: &[u64]) -> Raw {
    let sample = values
        .iter()
        .fold(raw().number(1, location), |s, &v| s.number(2, v));
    raw()
        .message(1, raw().number(1, 1).number(2, 2))
        .message(2, sample)
}

pub(super) fn with_tables(file: Raw) -> Raw {
    file.message(
        4,
        raw()
            .number(1, 1)
            .message(4, raw().number(1, 1).number(2, 5)),
    )
    .message(5, raw().number(1, 1).number(2, 3))
    .bytes(6, b"")
    .bytes(6, b"samples")
    .bytes(6, b"count")
    .bytes(6, b"main")
}
