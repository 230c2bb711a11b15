//! Reading pprof: round trips, odd profiles, damage.

use std::fmt::Write as _;

use profile::testing::{sketch, tree_text};

use crate::export::pprof::write;
use crate::{Cx, ImportError, Limits, Opened};

fn open(bytes: Vec<u8>) -> Result<Opened, ImportError> {
    let mut tick = |_, _, _| true;
    crate::open("test.pb", bytes, &mut Cx::new(Limits::default(), &mut tick))
}

fn warnings(opened: &Opened) -> Vec<&str> {
    opened.warnings.iter().map(|w| w.text.as_str()).collect()
}

const SKETCH: &str = "types: samples/count, *cpu/nanoseconds
main;a@a.go:7;>b@a.go:9 3 30 {handler=/api,bytes=512}
main;!/lib/libc.so+0x1234 2 -20
main 1 10";

#[test]
fn what_is_written_is_read() {
    let before = sketch(SKETCH);
    let opened = open(write(&before)).unwrap();
    let after = &opened.profiles[0];
    assert_eq!(tree_text(after), tree_text(&before));
    assert_eq!(after.default_sample_type, Some(1));
    assert_eq!(after.labels.get(after.samples.labels[0]).len(), 2);
    assert!(opened.warnings.is_empty());
    after.validate().unwrap();
}

#[test]
fn generated_profiles_survive_the_round_trip() {
    let mut seed = 0x9e37_79b9_7f4a_7c15_u64;
    let mut random = move |below: u64| {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        seed % below
    };
    for _ in 0..50 {
        let mut text = String::from("types: samples/count, x/widgets\n");
        for _ in 0..random(40) {
            let frames: Vec<String> = (0..=random(12))
                .map(|at| match (at, random(5)) {
                    (0, _) => format!("f{}", random(9)),
                    (_, 0) => format!(">i{}@x.go:{}", random(9), random(90)),
                    (_, 1) => format!("!m{}+0x{:x}", random(3), 16 + random(900)),
                    _ => format!("f{}", random(9)),
                })
                .collect();
            let (a, b) = (random(1000) as i64 - 300, random(1000));
            let _ = writeln!(text, "{} {a} {b}", frames.join(";"));
        }
        // A call inlined into an address without a name cannot be written down.
        let text = named_before_inlined(&text);
        let before = sketch(&text);
        let after = open(write(&before)).unwrap();
        assert_eq!(tree_text(&after.profiles[0]), tree_text(&before), "{text}");
    }
}

/// Turns `!m+0x1;>i` into `!m+0x1;i`.
fn named_before_inlined(text: &str) -> String {
    text.lines()
        .map(|line| {
            let mut unnamed = false;
            let frames: Vec<&str> = line
                .split(';')
                .map(|frame| {
                    let fixed = if unnamed {
                        frame.trim_start_matches('>')
                    } else {
                        frame
                    };
                    unnamed = fixed.starts_with('!');
                    fixed
                })
                .collect();
            frames.join(";") + "\n"
        })
        .collect()
}

/// Fields by hand, for files no writer should make.
#[derive(Clone, Default)]
struct Raw(Vec<u8>);

impl Raw {
    fn number(mut self, field: u64, value: u64) -> Self {
        self.varint(field << 3);
        self.varint(value);
        self
    }

    fn bytes(mut self, field: u64, value: &[u8]) -> Self {
        self.varint(field << 3 | 2);
        self.varint(value.len() as u64);
        self.0.extend_from_slice(value);
        self
    }

    fn message(self, field: u64, value: Raw) -> Self {
        self.bytes(field, &value.0)
    }

    fn varint(&mut self, mut value: u64) {
        while value >= 0x80 {
            self.0.push(value as u8 | 0x80);
            value >>= 7;
        }
        self.0.push(value as u8);
    }
}

fn raw() -> Raw {
    Raw::default()
}

/// Strings "", samples, count, main; one function 1, one location 1; a sample of `location`.
fn one_sample(location: u64, values: &[u64]) -> Raw {
    let sample = values
        .iter()
        .fold(raw().number(1, location), |s, &v| s.number(2, v));
    raw()
        .message(1, raw().number(1, 1).number(2, 2))
        .message(2, sample)
}

fn with_tables(file: Raw) -> Raw {
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

fn tree_of(file: Raw) -> (String, Vec<String>) {
    let opened = open(file.0).unwrap();
    let warnings = warnings(&opened).into_iter().map(str::to_owned).collect();
    (tree_text(&opened.profiles[0]), warnings)
}

#[test]
fn odd_profiles_open_with_a_warning() {
    let (tree, told) = tree_of(with_tables(one_sample(1, &[4])));
    assert_eq!((tree.as_str(), told.len()), ("main@:5 4\n", 0));

    let (tree, told) = tree_of(with_tables(one_sample(77, &[4])));
    assert_eq!(tree, "(missing location) 4\n");
    assert!(
        told[0].starts_with("One frame points to a location"),
        "{told:?}"
    );

    let (tree, told) = tree_of(with_tables(one_sample(1, &[4, 5])));
    assert_eq!((tree.as_str(), told.len()), ("main@:5 4\n", 1));

    let dangling = one_sample(1, &[4])
        .message(
            4,
            raw()
                .number(1, 1)
                .number(2, 9)
                .message(4, raw().number(1, 42)),
        )
        .bytes(6, b"")
        .bytes(6, b"samples")
        .bytes(6, b"count");
    let (tree, told) = tree_of(dangling);
    assert_eq!((tree.as_str(), told.len()), ("(missing function) 4\n", 2));

    // No sample types: they are made up from the values.
    let no_types = with_tables(raw().message(2, raw().number(1, 1).number(2, 3).number(2, 9)));
    let (tree, told) = tree_of(no_types);
    assert_eq!((tree.as_str(), told.len()), ("main@:5 3 9\n", 1));

    // The first string is not empty, as some exporters write it.
    let first = raw()
        .message(1, raw().number(1, 0).number(2, 1))
        .message(2, raw().number(1, 1).number(2, 4))
        .message(4, raw().number(1, 1).message(4, raw().number(1, 1)))
        .message(5, raw().number(1, 1).number(2, 2))
        .bytes(6, b"cpu")
        .bytes(6, b"count")
        .bytes(6, b"main");
    let (tree, told) = tree_of(first);
    assert_eq!((tree.as_str(), told.len()), ("main 4\n", 1));

    // A name beyond the string table.
    let no_name = one_sample(1, &[4])
        .message(4, raw().number(1, 1).message(4, raw().number(1, 1)))
        .message(5, raw().number(1, 1).number(2, 99))
        .bytes(6, b"")
        .bytes(6, b"samples")
        .bytes(6, b"count");
    assert_eq!(tree_of(no_name).0, "(missing name) 4\n");

    // Doubled ids: the first one counts.
    let doubled = with_tables(one_sample(1, &[4])).message(5, raw().number(1, 1).number(2, 1));
    assert_eq!(
        tree_of(doubled),
        (
            "main@:5 4\n".to_owned(),
            vec![
                "One table row has an id that another one had before; the first one counts."
                    .to_owned()
            ]
        )
    );

    // A sample without frames is kept: it counts in the total.
    let opened = open(
        with_tables(
            raw()
                .message(1, raw().number(1, 1).number(2, 2))
                .message(2, raw().number(2, 4)),
        )
        .0,
    )
    .unwrap();
    assert_eq!(opened.profiles[0].samples.len(), 1);
}

#[test]
fn huge_and_sparse_ids_are_found() {
    let id = u64::MAX - 3;
    let file = raw()
        .message(1, raw().number(1, 1).number(2, 2))
        .message(2, raw().number(1, id).number(2, 4))
        .message(4, raw().number(1, id).message(4, raw().number(1, id)))
        .message(5, raw().number(1, id).number(2, 3))
        .bytes(6, b"")
        .bytes(6, b"samples")
        .bytes(6, b"count")
        .bytes(6, b"ma\xffin");
    assert_eq!(tree_of(file), ("ma\u{fffd}in 4\n".to_owned(), Vec::new()));
}

#[test]
fn profiles_one_after_the_other_are_all_read() {
    let mut bytes = with_tables(one_sample(1, &[4])).0;
    bytes.extend(with_tables(one_sample(1, &[6])).0);
    let opened = open(bytes).unwrap();
    let trees: Vec<_> = opened.profiles.iter().map(tree_text).collect();
    assert_eq!(trees, ["main@:5 4\n", "main@:5 6\n"]);
}

#[test]
fn cut_files_open_only_if_names_are_left() {
    let good = write(&sketch(SKETCH));
    for len in 0..good.len() {
        match open(good[..len].to_vec()) {
            Ok(opened) => opened.profiles[0].validate().unwrap(),
            Err(error) => assert!(
                matches!(error.code(), "cut" | "empty" | "unknown-format" | "damaged"),
                "{len}: {error}"
            ),
        }
    }
}

#[test]
fn damage_never_panics() {
    let good = write(&sketch(SKETCH));
    let mut seed = 88_172_645_463_325_252_u64;
    for _ in 0..20_000 {
        let mut bytes = good.clone();
        for _ in 0..3 {
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            let at = seed as usize % bytes.len();
            bytes[at] = (seed >> 32) as u8;
        }
        if let Ok(opened) = open(bytes) {
            opened.profiles.iter().for_each(|p| p.validate().unwrap());
        }
    }
}

#[test]
fn cancelling_stops_reading() {
    let mut tick = |_, _, _| false;
    let mut cx = Cx::new(Limits::default(), &mut tick);
    let bytes = write(&sketch(SKETCH));
    assert_eq!(
        crate::open("x", bytes, &mut cx).err(),
        Some(ImportError::Cancelled)
    );
}

#[test]
fn what_is_no_profile_says_what_it_is() {
    for (bytes, part) in [
        (&b"PK\x03\x04rest"[..], "zip archive"),
        (b"hello world, this is a note\n", "plain text"),
        (b"\n\n\n\n", "plain text"),
        (b"{\"nodes\":[]}", "JSON"),
        (b"<!DOCTYPE html><html>", "web page"),
        (b"\x7fELF\x02\x01\x01", "Linux program"),
        (b"\x01\x02\x03\x04\xff\xfe\x00", "not a profile"),
    ] {
        let error = open(bytes.to_vec()).err().unwrap();
        assert!(error.to_string().contains(part), "{error}");
    }
    assert_eq!(open(Vec::new()).err(), Some(ImportError::Empty));
}
