//! What is repaired while reading pprof data, in the words of the warnings.

use crate::cx::Repair;

macro_rules! repairs {
    ($($name:ident: $one:literal, $many:literal;)*) => {$(
        pub(super) static $name: Repair = Repair { one: $one, many: $many };
    )*};
}

repairs! {
    NO_LOCATION:
        "One frame points to a location that the file does not have; it is shown as “(missing location)”.",
        "{} frames point to locations that the file does not have; they are shown as “(missing location)”.";
    NO_FUNCTION:
        "One frame points to a function that the file does not have; it is shown as “(missing function)”.",
        "{} frames point to functions that the file does not have; they are shown as “(missing function)”.";
    NO_MAPPING:
        "One location points to a binary that the file does not have.",
        "{} locations point to binaries that the file does not have.";
    NO_STRING:
        "One name is not in the file's string table; it is shown as “(missing name)”.",
        "{} names are not in the file's string table; they are shown as “(missing name)”.";
    VALUES_DIFFER:
        "One sample has more or fewer values than there are sample types; missing ones count as 0, surplus ones are left out.",
        "{} samples have more or fewer values than there are sample types; missing ones count as 0, surplus ones are left out.";
    DOUBLE_ID:
        "One table row has an id that another one had before; the first one counts.",
        "{} table rows have ids that others had before; the first one counts.";
    ZERO_ID:
        "One table row has the id 0, which stands for none; what points to 0 was taken to mean it.",
        "{} table rows have the id 0, which stands for none; what points to 0 was taken to mean them.";
    SKIPPED_FIELD:
        "One part of the file could not be read and was left out.",
        "{} parts of the file could not be read and were left out.";
    BAD_SAMPLE:
        "One sample could not be read and was left out.",
        "{} samples could not be read and were left out.";
}

pub(super) const NO_EMPTY_STRING: &str =
    "The string table does not begin with an empty string, as it should; it was read as it is.";

pub(super) const NO_TYPES: &str =
    "The file does not say what its values are; they are shown as “unknown” with the unit “count”.";
