//! Merging and taking profiles from each other, as algebra: order and grouping do not matter.

use super::*;
use crate::{Lens, Naming, Tree};
use profile::testing::sketch;

/// Every sample as text, sorted: merging may choose another order.
fn printed(profile: &Profile) -> String {
    let mut lines = Vec::new();
    for sample in 0..profile.samples.len() {
        let mut path: Vec<String> = profile
            .stacks
            .walk(profile.samples.stack[sample])
            .map(|(_, frame)| {
                let function = profile.function_of(frame);
                text(profile, profile.function_name(function))
            })
            .collect();
        path.reverse();
        let values: Vec<String> = profile
            .samples
            .values
            .iter()
            .map(|column| column[sample].to_string())
            .collect();
        let labels = profile.labels.get(profile.samples.labels[sample]).len();
        lines.push(format!("{} {} {labels}", path.join(";"), values.join(" ")));
    }
    lines.sort_unstable();
    lines.join("\n")
}

fn one(texts: &[&str]) -> Profile {
    merge(texts.iter().map(|text| sketch(text)).collect()).expect("profiles to merge")
}

#[test]
fn equal_stacks_add_up() {
    let merged = one(&[
        "main;a 1\nmain;b 2 {k=v}",
        "main;b 4 {k=v}\nmain;a 8\nmain;c 0",
    ]);
    assert_eq!(printed(&merged), "main;a 9 0\nmain;b 6 1");
}

#[test]
fn merging_is_associative_and_commutative() {
    let texts = [
        "main;a 1\nx;>y 2",
        "main;a 3\nmain;b@f.go:2 4 {k=v,bytes=7}",
        "main;b@f.go:3 5\nx;>y 6",
    ];
    let all = printed(&one(&texts));
    let [a, b, c] = texts;
    let pair = |x: Profile, y: Profile| merge(vec![x, y]).expect("profiles to merge");
    assert_eq!(printed(&pair(one(&[a, b]), sketch(c))), all);
    assert_eq!(printed(&pair(sketch(a), one(&[b, c]))), all);
    assert_eq!(printed(&one(&[c, a, b])), all);
}

#[test]
fn a_profile_differs_from_itself_in_nothing() {
    let text = "main;a 1\nmain;b 2 {k=v}";
    let nothing = diff(sketch(text), sketch(text), Diff::default()).expect("a diff");
    assert_eq!(nothing.samples.len(), 0);
    let how = Diff {
        of_base: true,
        normalize: true,
    };
    let marked = diff(sketch(text), sketch(text), how).expect("a diff");
    let tree = Tree::under(&marked, &Lens::default(), Naming::FUNCTIONS).expect("a type");
    assert_eq!(
        (tree.total[0], tree.grand_total),
        (0, 3),
        "shares are of the base"
    );
}

#[test]
fn normalizing_makes_sums_equal() {
    let how = Diff {
        of_base: false,
        normalize: true,
    };
    let twice = diff(
        sketch("main;a 2\nmain;b 6"),
        sketch("main;a 2\nmain;b 2"),
        how,
    );
    assert_eq!(printed(&twice.expect("a diff")), "main;a -1 0\nmain;b 1 0");
}

#[test]
fn types_and_units_are_brought_together() {
    let merged = one(&[
        "types: samples/count, cpu/nanoseconds\nmain 1 5000000",
        "types: cpu/milliseconds, wall/count\nmain 3 7",
    ]);
    assert_eq!(merged.sample_types.len(), 1);
    assert_eq!(merged.unit_text(0), "nanoseconds");
    assert_eq!(printed(&merged), "main 8000000 0");
    let fault = merge(vec![
        sketch("types: a/count\nx 1"),
        sketch("types: b/count\nx 1"),
    ]);
    assert!(
        fault
            .err()
            .expect("a fault")
            .0
            .contains("different things: a | b")
    );
    let fault = merge(vec![
        sketch("types: a/bytes\nx 1"),
        sketch("types: a/seconds\nx 1"),
    ]);
    assert!(fault.err().expect("a fault").0.contains("do not convert"));
}

#[test]
fn addresses_count_from_where_their_binary_lies() {
    let merged = one(&["!/bin/app+0x10 1", "!/bin/app+0x10 2"]);
    assert_eq!(merged.samples.len(), 1);
    assert_eq!(merged.samples.values[0], [3]);
}

#[test]
fn scaling_keeps_what_has_a_value_left() {
    let mut profile = sketch("types: a/count, b/count\nx 5 0\ny 0 1");
    scale(&mut profile, &[1.0, 2.0]);
    assert_eq!(
        printed(&profile),
        "x 5 0 0\ny 0 2 0",
        "a column of ratio 1 counts too"
    );
    scale(&mut profile, &[0.1, 0.1]);
    assert_eq!(printed(&profile), "x 1 0 0");
}

#[test]
fn the_earliest_time_is_told_and_none_is_no_time() {
    let at = |nanos| {
        let mut profile = sketch("main 1");
        profile.meta.time_nanos = nanos;
        profile.meta.duration_nanos = 5;
        profile
    };
    let merged = merge(vec![at(9), at(0), at(7)]).expect("profiles to merge");
    assert_eq!(
        (merged.meta.time_nanos, merged.meta.duration_nanos),
        (7, 15)
    );
}

#[test]
fn columns_keep_addresses_apart() {
    let mut one = sketch("!/bin/app+0x10 1");
    let function = {
        let name = one.strings.intern(b"f");
        let functions = &mut one.functions;
        functions.name.push(name);
        functions.system_name.push(name);
        functions.file.push(StringId::default());
        functions.start_line.push(0);
        FunctionId(functions.name.len() as u32 - 1)
    };
    let mut two = one.clone();
    for (profile, column) in [(&mut one, 3), (&mut two, 4)] {
        profile.frames.function[0] = function;
        profile.frames.line[0] = 7;
        profile.frames.column[0] = column;
    }
    let merged = merge(vec![one, two]).expect("profiles to merge");
    assert_eq!(merged.locations.len(), 2);
}
