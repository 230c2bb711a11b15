//! Reading pprof: round trips, odd profiles, damage.

mod bombs;
mod damage;
mod odd;
mod raw;

use std::fmt::Write as _;

use profile::testing::{sketch, tree_text};
use profile::{Label, LabelValue, Meta, Profile, SampleType, StringId, Symbolized};
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
    let mut before = sketch(SKETCH);
    let mut text = |text: &str| before.strings.intern(text.as_bytes());
    let (drop, keep) = (text("drop.*"), text("keep.*"));
    let comments = vec![text("first"), text("second"), text("first")];
    let (doc_url, key) = (text("https://example.com/"), text("key"));
    let period_type = SampleType {
        kind: text("cpu"),
        unit: text("nanoseconds"),
    };
    before.meta = Meta {
        drop_frames: drop,
        keep_frames: keep,
        time_nanos: -1,
        duration_nanos: i64::MAX,
        period_type,
        period: 10,
        comments,
        doc_url,
    };
    before.locations.folded[1] = true;
    before.frames.column[0] = 80;
    before.functions.start_line[0] = 6;
    before.mappings[0].symbolized = Symbolized {
        functions: true,
        filenames: false,
        line_numbers: true,
        inline_frames: false,
    };
    let odd_labels = [
        LabelValue::Text(StringId(0)),
        LabelValue::Number(0, StringId(0)),
        LabelValue::Number(i64::MIN, key),
    ];
    let odd_labels = odd_labels.map(|value| Label { key, value });
    before.samples.labels[2] = before.labels.intern(&odd_labels);

    let opened = open(write(&before)).unwrap();
    let after = &opened.profiles[0];
    assert!(opened.warnings.is_empty());
    after.validate().unwrap();
    assert_eq!(whole(after), whole(&before));
    let again = open(write(after)).unwrap();
    assert_eq!(write(&again.profiles[0]), write(after));
}

/// Everything that a profile says, by names instead of ids, for comparing.
fn whole(profile: &Profile) -> String {
    let text = |id: StringId| profile.strings.text(id).into_owned();
    let of_type = |t: SampleType| (text(t.kind), text(t.unit));
    let mut out = tree_text(profile);
    let types: Vec<_> = profile.sample_types.iter().map(|&t| of_type(t)).collect();
    let meta = &profile.meta;
    let comments: Vec<_> = meta.comments.iter().map(|&c| text(c)).collect();
    let _ = writeln!(
        out,
        "{types:?} {:?} {:?} {:?} {} {} {:?} {} {comments:?} {:?}",
        profile.default_sample_type,
        text(meta.drop_frames),
        text(meta.keep_frames),
        meta.time_nanos,
        meta.duration_nanos,
        of_type(meta.period_type),
        meta.period,
        text(meta.doc_url)
    );
    for m in &profile.mappings {
        let names = (text(m.file), text(m.build_id));
        let _ = writeln!(
            out,
            "{:x} {:x} {:x} {names:?} {:?}",
            m.start, m.limit, m.offset, m.symbolized
        );
    }
    let (functions, frames) = (&profile.functions, &profile.frames);
    for row in 0..functions.len() {
        let names = [&functions.name, &functions.system_name, &functions.file];
        let names = names.map(|column| text(column[row]));
        let _ = writeln!(out, "{names:?} {}", functions.start_line[row]);
    }
    let _ = writeln!(out, "{:?}", profile.locations);
    for row in 0..frames.len() {
        let (function, line) = (frames.function[row], frames.line[row]);
        let place = (frames.location[row], frames.inlined[row]);
        let _ = writeln!(out, "{function:?} {line} {} {place:?}", frames.column[row]);
    }
    for (row, &set) in profile.samples.labels.iter().enumerate() {
        let values: Vec<_> = profile.samples.values.iter().map(|c| c[row]).collect();
        let _ = write!(out, "{values:?}");
        for label in profile.labels.get(set) {
            let value = match label.value {
                LabelValue::Text(value) => format!("{:?}", text(value)),
                LabelValue::Number(number, unit) => format!("{number} {:?}", text(unit)),
            };
            let _ = write!(out, " {}={value}", text(label.key));
        }
        out.push('\n');
    }
    out
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
        assert_eq!(whole(&after.profiles[0]), whole(&before), "{text}");
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
fn real_profiles_are_written_as_they_were_read() {
    for name in ["cpu.pb.gz", "heap.pb.gz", "goroutine.pb.gz", "mutex.pb.gz"] {
        let first = open(fixture(name)).unwrap();
        let bytes = write(&first.profiles[0]);
        let second = open(bytes.clone()).unwrap();
        assert_eq!(whole(&second.profiles[0]), whole(&first.profiles[0]));
        assert_eq!(write(&second.profiles[0]), bytes, "{name}");
        assert!(first.warnings.is_empty() && second.warnings.is_empty());
    }
}

/// A real profile, bare.
fn fixture(name: &str) -> Vec<u8> {
    let path = format!("{}/fixtures/go/{name}", env!("CARGO_MANIFEST_DIR"));
    let mut tick = |_, _, _| true;
    let mut cx = Cx::new(Limits::default(), &mut tick);
    crate::peel::peel(std::fs::read(path).unwrap(), &mut cx)
        .unwrap()
        .0
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
