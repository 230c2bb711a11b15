//! Profiles that pprof rejects, or reads in its own way: the table of odd inputs, row by row.

use super::raw::{Raw, one_sample, raw, with_tables};
use super::{open, warnings};
use profile::LabelValue;
use profile::testing::tree_text;

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

/// Strings "", samples, count, then these.
fn with_strings(file: Raw, more: &[&str]) -> Raw {
    let file = file.bytes(6, b"").bytes(6, b"samples").bytes(6, b"count");
    more.iter()
        .fold(file, |file, s| file.bytes(6, s.as_bytes()))
}

fn types() -> Raw {
    raw().message(1, raw().number(1, 1).number(2, 2))
}

#[test]
fn packed_and_single_numbers_are_the_same() {
    let single = raw().number(1, 1).number(1, 1).number(2, 7);
    let packed = raw().packed(1, &[1, 1]).packed(2, &[7]);
    let both = raw().packed(1, &[1]).number(1, 1).packed(2, &[7]);
    for sample in [single, packed, both] {
        let (tree, told) = tree_of(with_tables(types().message(2, sample)));
        assert_eq!((tree.as_str(), told.len()), ("main@:5;main@:5 7\n", 0));
    }
}

#[test]
fn negative_values_stay_negative() {
    let (tree, told) = tree_of(with_tables(one_sample(1, &[-5_i64 as u64])));
    assert_eq!((tree.as_str(), told.len()), ("main@:5 -5\n", 0));
}

#[test]
fn unknown_fields_are_passed_over() {
    let mut sample = raw()
        .number(1, 1)
        .number(2, 4)
        .bytes(90, b"new")
        .number(7, 1);
    // Four and eight bytes, kinds that profile.proto does not use.
    sample.varint(80 << 3 | 5);
    sample.0.extend([1, 2, 3, 4]);
    sample.varint(81 << 3 | 1);
    sample.0.extend([0; 8]);
    let file = types().message(2, sample).bytes(16, b"x").number(99, 3);
    let (tree, told) = tree_of(with_tables(file));
    assert_eq!((tree.as_str(), told.len()), ("main@:5 4\n", 0));
}

#[test]
fn no_string_table_leaves_names_missing() {
    let file = one_sample(1, &[4])
        .message(4, raw().number(1, 1).message(4, raw().number(1, 1)))
        .message(5, raw().number(1, 1).number(2, 3));
    let (tree, told) = tree_of(file);
    assert_eq!(tree, "(missing name) 4\n");
    assert_eq!(
        told,
        ["3 names are not in the file's string table; they are shown as “(missing name)”."]
    );
}

#[test]
fn an_id_of_0_is_found_and_told() {
    let file = types()
        .message(2, raw().number(1, 0).number(2, 4))
        .message(4, raw().number(3, 0x10).message(4, raw().number(2, 8)))
        .message(5, raw().number(2, 3));
    let (tree, told) = tree_of(with_strings(file, &["main"]));
    assert_eq!(tree, "main@:8 4\n");
    assert!(
        told[0].starts_with("2 table rows have the id 0"),
        "{told:?}"
    );
}

#[test]
fn function_0_is_a_missing_one() {
    let file = one_sample(1, &[4]).message(4, raw().number(1, 1).message(4, raw().number(2, 8)));
    let (tree, told) = tree_of(with_strings(file, &[]));
    assert_eq!(
        (tree.as_str(), told.len()),
        ("(missing function)@:8 4\n", 1)
    );
}

#[test]
fn doubled_mappings_and_locations_are_told() {
    let location = |address| raw().number(1, 1).number(2, 1).number(3, address);
    let mapping = |file| raw().number(1, 1).number(5, file);
    let file = one_sample(1, &[4])
        .message(3, mapping(3))
        .message(3, mapping(4))
        .message(4, location(0x10))
        .message(4, location(0x20));
    let (tree, told) = tree_of(with_strings(file, &["/bin/a", "/bin/b"]));
    assert_eq!(tree, "!/bin/a+0x10 4\n");
    assert!(
        told[0].starts_with("2 table rows have ids that"),
        "{told:?}"
    );
}

#[test]
fn labels_keep_text_before_numbers_and_zero() {
    let sample = raw()
        .number(1, 1)
        .number(2, 4)
        .message(3, raw().number(1, 4).number(2, 5).number(3, 9))
        .message(3, raw().number(1, 4))
        .message(3, raw().number(1, 4).number(3, 7).number(4, 2));
    let file = types().message(2, sample);
    let opened = open(with_tables(file).bytes(6, b"key").bytes(6, b"text").0).unwrap();
    let profile = &opened.profiles[0];
    let values: Vec<_> = profile
        .labels
        .get(profile.samples.labels[0])
        .iter()
        .map(|label| match label.value {
            LabelValue::Text(text) => profile.strings.text(text).into_owned(),
            LabelValue::Number(number, unit) => format!("{number} {}", profile.strings.text(unit)),
        })
        .collect();
    assert_eq!(values, ["text", "0 ", "7 count"]);
    assert!(warnings(&opened).is_empty());
}

#[test]
fn the_header_is_read_whole() {
    let file = with_tables(one_sample(1, &[4]))
        .bytes(6, b"cpu")
        .bytes(6, b"nanoseconds")
        .bytes(6, b"drop.*")
        .bytes(6, b"keep.*")
        .bytes(6, b"a comment")
        .bytes(6, b"https://example.com/")
        .number(7, 6)
        .number(8, 7)
        .number(9, 1_700_000_000_000_000_000)
        .number(10, 3_000_000_000)
        .message(11, raw().number(1, 4).number(2, 5))
        .number(12, 10_000_000)
        .number(13, 8)
        .packed(13, &[8, 3])
        .number(14, 1)
        .number(15, 9);
    let opened = open(file.0).unwrap();
    let profile = &opened.profiles[0];
    let (meta, text) = (&profile.meta, |id| profile.strings.text(id));
    assert_eq!(text(meta.drop_frames), "drop.*");
    assert_eq!(text(meta.keep_frames), "keep.*");
    assert_eq!(meta.time_nanos, 1_700_000_000_000_000_000);
    assert_eq!(meta.duration_nanos, 3_000_000_000);
    assert_eq!(text(meta.period_type.kind), "cpu");
    assert_eq!(text(meta.period_type.unit), "nanoseconds");
    assert_eq!(meta.period, 10_000_000);
    let comments: Vec<_> = meta.comments.iter().map(|&c| text(c)).collect();
    assert_eq!(comments, ["a comment", "a comment", "main"]);
    assert_eq!(profile.default_sample_type, Some(0));
    assert_eq!(text(meta.doc_url), "https://example.com/");
}

#[test]
fn a_message_that_cannot_be_read_is_left_out_with_its_place() {
    let bad = raw().number(1, 2).bytes(4, b"\xff");
    let file = types()
        .message(2, raw().number(1, 1).bytes(2, b"\xff\xff"))
        .message(2, raw().number(1, 1).number(2, 4))
        .message(4, bad);
    let (tree, told) = tree_of(with_tables(file));
    assert_eq!(tree, "main@:5 4\n");
    assert_eq!(
        told,
        [
            "One part of the file could not be read and was left out. It begins at byte 20.",
            "One sample could not be read and was left out. It begins at byte 6.",
        ]
    );
}

#[test]
fn a_field_of_another_kind_is_an_error_with_its_place() {
    // Behind what the sniffer looks at.
    let good = with_tables(one_sample(1, &[4]));
    let many = (0..100).fold(good, |file, _| file.bytes(6, b"more"));
    let at = many.0.len();
    let error = open(many.number(5, 1).0).err().unwrap();
    assert_eq!(
        error.to_string(),
        format!(
            "The pprof data is damaged at byte {at}: a field has another kind of value than \
             pprof gives it. Get the file again, or make it again."
        )
    );
}
