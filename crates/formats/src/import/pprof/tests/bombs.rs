//! Small files that ask for much memory: each is refused before it is taken.

use super::raw::{Raw, raw};
use crate::{Cx, ImportError, Limits};

fn refused(file: Raw) -> &'static str {
    let mut tick = |_, _, _| true;
    match crate::open("x", file.0, &mut Cx::new(Limits::default(), &mut tick)) {
        Err(ImportError::TooLarge { what, .. }) => what,
        Err(other) => panic!("{other}"),
        Ok(_) => panic!("it was opened"),
    }
}

fn times(file: Raw, count: usize, field: u64, message: &Raw) -> Raw {
    (0..count).fold(file, |file, _| file.bytes(field, &message.0))
}

#[test]
fn many_types_times_many_samples() {
    let file = times(raw(), 20_000, 1, &raw());
    assert_eq!(refused(times(file, 20_000, 2, &raw())), "values");
}

#[test]
fn a_location_of_many_lines_in_a_long_stack() {
    let location = times(raw().number(1, 1), 50_000, 4, &raw());
    let sample = raw().packed(1, &vec![1; 50_000]).number(2, 1);
    let file = raw()
        .message(1, raw())
        .message(2, sample)
        .message(4, location);
    assert_eq!(refused(file), "distinct stack frames");
}

#[test]
fn rows_beyond_the_limit() {
    let limits = Limits {
        rows: 1000,
        samples: 1000,
        ..Limits::default()
    };
    let lines = times(raw().number(1, 1), 1001, 4, &raw());
    let labels = (0..400_u64).fold(raw().message(1, raw()), |file, n| {
        let sample = raw().number(2, 1).message(3, raw().number(3, n));
        file.message(2, sample.message(3, raw()).message(3, raw()))
    });
    for (what, file) in [
        ("strings", times(raw(), 1001, 6, &raw())),
        ("functions", times(raw(), 1001, 5, &raw())),
        ("binaries", times(raw(), 1001, 3, &raw())),
        ("locations", times(raw(), 1001, 4, &raw())),
        ("lines", raw().message(4, lines)),
        ("comments", raw().message(1, raw()).packed(13, &[0; 1001])),
        ("sample types", times(raw(), 1001, 1, &raw())),
        ("samples", times(raw(), 1001, 2, &raw())),
        ("labels", labels),
    ] {
        let mut tick = |_, _, _| true;
        let error = crate::open("x", file.0, &mut Cx::new(limits, &mut tick)).err();
        assert!(
            matches!(error, Some(ImportError::TooLarge { what: told, .. }) if told == what),
            "{what}: {error:?}"
        );
    }
}

#[test]
fn a_file_beyond_the_limit() {
    let limits = Limits {
        file_bytes: 10,
        ..Limits::default()
    };
    let mut tick = |_, _, _| true;
    let error = crate::open("x", vec![0; 11], &mut Cx::new(limits, &mut tick)).err();
    assert_eq!(error.unwrap().code(), "too-large");
}
