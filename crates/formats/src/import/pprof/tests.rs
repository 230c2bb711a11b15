//! Reading pprof: round trips, odd profiles, damage.

mod bombs;
mod odd;
mod raw;

use std::fmt::Write as _;

use profile::testing::{sketch, tree_text};
use raw::{one_sample, with_tables};

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
