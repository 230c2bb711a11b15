//! What several views and reports tell of one function is one number: tests of all of them
//! against sums made sample by sample, with values below zero and differences of two profiles.

use std::collections::BTreeMap;

use analysis::merge::{Diff, diff};
use analysis::{Lens, report};
use profile::Profile;
use profile::testing::sketch;
use proptest::prelude::*;

use crate::details::DetailsView;
use crate::flame::{Flame, Nodes};
use crate::sandwich::{Around, Sandwich};
use crate::testing::{compute_with, try_compute};
use crate::top::{Rows, Top};
use crate::view::View;

/// Sums by name.
type Sums = BTreeMap<String, i64>;

fn text(values: std::ops::Range<i64>) -> impl Strategy<Value = String> {
    let stack = proptest::collection::vec(0_u8..6, 1..7);
    let value = values.prop_filter("a value", |value| *value != 0);
    proptest::collection::vec((stack, value), 1..16).prop_map(|samples| {
        let line = |(stack, value): (Vec<u8>, i64)| {
            let names: Vec<_> = stack.iter().map(|f| format!("f{f}")).collect();
            format!("{} {value}\n", names.join(";"))
        };
        samples.into_iter().map(line).collect()
    })
}

/// What a profile is made of: a text, and the base it is compared with.
type Written = (String, Option<(String, bool)>);

/// Profiles with values below zero: by themselves, and as what two of them differ in.
fn written() -> impl Strategy<Value = Written> {
    let base = (text(1..60), any::<bool>());
    prop_oneof![
        text(-60..60).prop_map(|text| (text, None)),
        (text(1..60), base).prop_map(|(text, base)| (text, Some(base))),
    ]
}

fn made((text, base): &Written) -> Profile {
    let Some((base, of_base)) = base else {
        return sketch(text);
    };
    let how = Diff {
        of_base: *of_base,
        normalize: false,
    };
    diff(sketch(text), sketch(base), how).expect("of one type")
}

/// Every sample: names from the root down, and its value.
fn samples(profile: &Profile) -> Vec<(Vec<String>, i64)> {
    let samples = profile.samples.stack.iter().zip(&profile.samples.values[0]);
    let told = samples.map(|(&stack, &value)| {
        let frames = profile.stacks.walk(stack);
        let name = |frame| profile.function_name(profile.function_of(frame));
        let mut names: Vec<_> = frames
            .map(|(_, frame)| profile.strings.text(name(frame)).into_owned())
            .collect();
        names.reverse();
        (names, value)
    });
    told.collect()
}

fn add(sums: &mut Sums, name: &str, value: i64) {
    *sums.entry(name.to_owned()).or_default() += value;
}

fn without_zeros(mut sums: Sums) -> Sums {
    sums.retain(|_, sum| *sum != 0);
    sums
}

/// Self and total of every function.
fn slow_top(profile: &Profile) -> BTreeMap<String, (i64, i64)> {
    let (mut own, mut total) = (Sums::new(), Sums::new());
    for (names, value) in samples(profile) {
        add(&mut own, &names[names.len() - 1], value);
        let mut once = names.clone();
        once.sort();
        once.dedup();
        for name in &once {
            add(&mut total, name, value);
        }
    }
    let both = total.into_iter().map(|(name, total)| {
        let own = own.get(&name).copied().unwrap_or(0);
        (name, (own, total))
    });
    both.filter(|(_, sums)| *sums != (0, 0)).collect()
}

/// Values of the calls of a function: by its callers and of its callees, a sample once each.
fn slow_calls(profile: &Profile, of: &str) -> (Sums, Sums) {
    let (mut callers, mut callees) = (Sums::new(), Sums::new());
    for (names, value) in samples(profile) {
        let mut calls: Vec<_> = names.windows(2).collect();
        calls.retain(|call| call[0] != call[1]);
        calls.sort();
        calls.dedup();
        for call in calls {
            if call[1] == of {
                add(&mut callers, &call[0], value);
            }
            if call[0] == of {
                add(&mut callees, &call[1], value);
            }
        }
    }
    (without_zeros(callers), without_zeros(callees))
}

fn rows(data: &Rows) -> BTreeMap<String, (i64, i64)> {
    let row = |at: usize| {
        let sums = (data.self_value[at], data.total[at]);
        (data.names.name(at).to_owned(), sums)
    };
    (0..data.len()).map(row).collect()
}

fn printed(name: &str, profile: &Profile, about: Option<&str>) -> Result<String, String> {
    let lens = Lens {
        trim: false,
        ..Lens::default()
    };
    let kind = report::find(name).expect("a report");
    let printed = report::run(kind, profile, &lens, about, usize::MAX);
    printed
        .map(|printed| printed.text)
        .map_err(|fault| fault.to_string())
}

/// The rows of the report `top`.
fn printed_top(profile: &Profile) -> BTreeMap<String, (i64, i64)> {
    let text = printed("top", profile, None).expect("a report");
    let mut lines = text.lines().skip_while(|line| !line.contains("flat%"));
    lines.next();
    let row = |line: &str| {
        let cells: Vec<_> = line.split_whitespace().collect();
        let number = |at: usize| cells[at].parse().expect("a number");
        (cells[5].to_owned(), (number(0), number(3)))
    };
    lines.map(row).collect()
}

/// Callers and callees in the report `peek`.
fn printed_calls(profile: &Profile, of: &str) -> (Sums, Sums) {
    let (mut callers, mut callees) = (Sums::new(), Sums::new());
    let Ok(text) = printed("peek", profile, Some(&format!("^{of}$"))) else {
        return (callers, callees);
    };
    let mut below = false;
    for (left, name) in text.lines().filter_map(|line| line.split_once("| ")) {
        match name.strip_prefix("  ") {
            None => below = true,
            Some(name) => {
                let value = left.split_whitespace().next().expect("a value");
                let sums = if below { &mut callees } else { &mut callers };
                add(sums, name, value.parse().expect("a number"));
            }
        }
    }
    (without_zeros(callers), without_zeros(callees))
}

fn row_sums(data: &Nodes, row: usize) -> Sums {
    let mut sums = Sums::new();
    for item in data.row_range(row) {
        let name = data.names.name(data.name[item] as usize);
        add(&mut sums, name, data.total[item]);
    }
    without_zeros(sums)
}

/// Value and weight of every path.
fn slow_paths(profile: &Profile) -> BTreeMap<Vec<String>, (i64, i64)> {
    let mut paths: BTreeMap<Vec<String>, (i64, i64)> = BTreeMap::new();
    for (names, value) in samples(profile) {
        for end in 0..=names.len() {
            let sums = paths.entry(names[..end].to_vec()).or_default();
            sums.0 += value;
            sums.1 += value.abs();
        }
    }
    paths
}

proptest! {
    #[test]
    fn tables_and_reports_tell_one_top_list(written in written()) {
        let profile = made(&written);
        let lens = Lens::default();
        let slow = slow_top(&profile);
        prop_assert_eq!(&printed_top(&profile), &slow);
        // Where there is nothing there is no table.
        if let Ok(table) = try_compute::<Top>(&profile, &lens) {
            prop_assert_eq!(rows(&table), slow);
            let sandwich = try_compute::<Sandwich>(&profile, &lens).expect("the same");
            prop_assert_eq!(table, sandwich);
        } else {
            prop_assert!(slow.is_empty());
        }
    }

    #[test]
    fn callers_and_callees_are_those_of_peek(written in written()) {
        let profile = made(&written);
        let lens = Lens::default();
        for name in slow_top(&profile).keys() {
            let slow = slow_calls(&profile, name);
            prop_assert_eq!(&printed_calls(&profile, name), &slow, "{}", name);
            let told = compute_with::<DetailsView>(&profile, &lens, name).expect("details");
            let sums = |nears: &crate::details::Nears| -> Sums {
                nears.listed.iter().map(|near| (near.name.clone(), near.value)).collect()
            };
            prop_assert_eq!(&(sums(&told.callers), sums(&told.callees)), &slow, "{}", name);
            // The picture stands on the outermost call; within it a recursive one is a callee.
            let recursive = |(names, _): &(Vec<String>, i64)| {
                names.iter().filter(|other| *other == name).count() > 1
            };
            if !samples(&profile).iter().any(recursive) {
                let around = compute_with::<Around>(&profile, &lens, name).expect("a picture");
                let callers = row_sums(&around, around.head.callers_row as usize);
                let callees = match around.head.callers_row {
                    1 => Sums::new(),
                    _ => row_sums(&around, 1),
                };
                prop_assert_eq!((callers, callees), slow, "{}", name);
            }
        }
    }

    #[test]
    fn boxes_are_as_wide_as_what_rose_and_fell(written in written()) {
        let profile = made(&written);
        let slow = slow_paths(&profile);
        let Ok(data) = try_compute::<Flame>(&profile, &Lens::default()) else {
            prop_assert!(slow.values().all(|sums| sums.1 == 0));
            return Ok(());
        };
        prop_assert_eq!(data.head.whole, slow.get(&vec![]).map_or(0, |sums| sums.1));
        let mut drawn = BTreeMap::new();
        for item in 0..data.len() {
            let (mut path, mut at) = (Vec::new(), item);
            while at != 0 {
                path.push(data.names.name(data.name[at] as usize).to_owned());
                at = data.parent[at] as usize;
            }
            path.reverse();
            let width = (data.end[item] - data.start[item]) * data.head.whole as f64;
            prop_assert!((width - width.round()).abs() < 1e-6);
            drawn.insert(path, (data.total[item], width.round() as i64));
        }
        prop_assert_eq!(drawn, slow);
    }
}

#[test]
fn a_difference_tells_shares_of_its_base() {
    let how = Diff {
        of_base: true,
        normalize: false,
    };
    let profile = diff(
        sketch("main;f 6\nmain;g 1"),
        sketch("main;f 2\nmain;h 8"),
        how,
    );
    let profile = profile.expect("of one type");
    let data = try_compute::<Flame>(&profile, &Lens::default()).expect("a picture");
    assert_eq!(
        (data.head.grand_total, data.head.whole, data.total[0]),
        (10, 17, -3)
    );
    let tip = Flame::describe(&data, &crate::flame::FlameLook::default(), 0);
    assert!(
        tip.details.iter().any(|row| row.value.contains("-30")),
        "{tip:?}"
    );
}
