//! Each step against hand-worked trees, and all of them against laws.

use profile::testing::sketch;
use proptest::prelude::*;

use super::*;
use crate::top::top;
use crate::{Lens, Naming, Prepared, Tree, options, select};

mod slow;

fn tree_after(text: &str, steps: &[Step]) -> Tree {
    let lens = Lens {
        steps: steps.to_vec(),
        ..Lens::default()
    };
    Tree::under(&sketch(text), &lens, Naming::FUNCTIONS).unwrap()
}

/// Paths with a self value, in alphabetical order.
fn paths(tree: &Tree) -> Vec<String> {
    let mut lines = Vec::new();
    for node in 0..tree.len() {
        if tree.self_value[node] != 0 {
            let mut names = Vec::new();
            let mut at = node;
            while at != 0 {
                names.push(tree.keys.text(tree.key[at]).into_owned());
                at = tree.parent[at] as usize;
            }
            names.reverse();
            lines.push(format!("{} {}", names.join(";"), tree.self_value[node]));
        }
    }
    profile::order::sorted(lines, String::cmp)
}

#[track_caller]
fn check(text: &str, steps: &[&str], left: &[&str]) {
    let steps: Vec<Step> = steps.iter().map(|s| Step::read(s).unwrap()).collect();
    assert_eq!(paths(&tree_after(text, &steps)), left, "{steps:?}");
}

const TEXT: &str = "a;b;c 1\na;b 2\na;d 4\ne 8\na;d;b 16";

#[test]
fn filters_mean_what_pprof_means() {
    check(TEXT, &["focus:b"], &["a;b 2", "a;b;c 1", "a;d;b 16"]);
    check(TEXT, &["ignore:b"], &["a;d 4", "e 8"]);
    check(TEXT, &["hide:b|e"], &["a 2", "a;c 1", "a;d 20"]);
    check(TEXT, &["show:b|c"], &["b 18", "b;c 1"]);
    check(TEXT, &["show_from:b"], &["b 18", "b;c 1"]);
    check(TEXT, &["show_from:d|b"], &["b 2", "b;c 1", "d 4", "d;b 16"]);
}

#[test]
fn steps_go_on_from_what_is_left() {
    check(TEXT, &["focus:b", "focus:d"], &["a;d;b 16"]);
    check(TEXT, &["hide:d", "focus:b"], &["a;b 18", "a;b;c 1"]);
    check(TEXT, &["merge:d", "subtree:a;b"], &["b 18", "b;c 1"]);
    check(TEXT, &["subtree:a;b", "merge:d"], &["b 2", "b;c 1"]);
}

#[test]
fn one_place_of_many() {
    check(TEXT, &["subtree:a;d"], &["d 4", "d;b 16"]);
    check(TEXT, &["subtree:a;d;b"], &["b 16"]);
    check(TEXT, &["subtree:d"], &[]);
    check("a\\;x;b 3", &["subtree:a\\\\;x"], &["x;b 3"]);
}

#[test]
fn one_function_everywhere() {
    check(TEXT, &["merge:b"], &["a 2", "a;c 1", "a;d 20", "e 8"]);
    check(
        TEXT,
        &["merge:e"],
        &[" 8", "a;b 2", "a;b;c 1", "a;d 4", "a;d;b 16"],
    );
    check(TEXT, &["drop:d"], &["a;b 2", "a;b;c 1", "e 8"]);
    check(TEXT, &["keep:d"], &["a;d 4", "a;d;b 16"]);
    check(TEXT, &["from:b"], &["b 18", "b;c 1"]);
    check(TEXT, &["callees:d"], &["a;b 2", "a;b;c 1", "a;d 20", "e 8"]);
    check(TEXT, &["callees:a"], &["a 23", "e 8"]);
}

#[test]
fn recursion_collapses() {
    let text = "a;b;c;b;d 1\na;b;b;d 2\na;b;c 4";
    check(text, &["recursion:b"], &["a;b;c 4", "a;b;d 3"]);
    check(
        text,
        &["direct_recursion:b"],
        &["a;b;c 4", "a;b;c;b;d 1", "a;b;d 2"],
    );
    check(
        text,
        &["direct_recursion:"],
        &["a;b;c 4", "a;b;c;b;d 1", "a;b;d 2"],
    );
    let all = "a;b;c;b;a;d 1\nx;b;c;c;b 2\nc;b 4";
    check(all, &["recursion:"], &["a;d 1", "c;b 4", "x;b 2"]);
}

#[test]
fn neighbours_of_a_package_or_binary_become_one() {
    let text = "main.f;net/http.a;net/http.(*T).b;io.Read 1\nnet/http.a;main.f;net/http.b 2";
    check(
        text,
        &["package:net/http"],
        &["main.f;net/http;io.Read 1", "net/http;main.f;net/http 2"],
    );
    let text = "main;!/lib/libc.so+0x1;!/lib/libc.so+0x2 3\nmain;!/lib/x.so+0x1 4";
    check(
        text,
        &["module:libc.so"],
        &["main;libc.so 3", "main;x.so+0x1 4"],
    );
}

#[test]
fn frames_can_be_packages_or_binaries() {
    let text =
        "main.f;net/http.a;net/http.b 1\nmain.f;main.g 2\nplain 4\nplain;!/lib/libc.so+0x10 8";
    let of = |granularity: &str| {
        let mut lens = Lens::default();
        (options::find("granularity").unwrap().set)(&mut lens, granularity).unwrap();
        lens.steps.push(Step::DirectRecursion(String::new()));
        paths(&Tree::under(&sketch(text), &lens, Naming::FUNCTIONS).unwrap())
    };
    assert_eq!(
        of("packages"),
        ["main 2", "main;net/http 1", "plain 4", "plain;libc.so 8"]
    );
    let modules = of("modules");
    assert!(
        modules.contains(&"plain;libc.so 8".to_owned()),
        "{modules:?}"
    );
}

#[test]
fn values_of_all_kinds_move_along() {
    let profile = sketch("types: n/count, cpu/ns\na;f;b 1 10\na;b 2 30\na;f 1 5");
    let lens = Lens {
        mean: true,
        steps: vec![Step::Merge("f".into())],
        ..Lens::default()
    };
    let tree = Tree::under(&profile, &lens, Naming::FUNCTIONS).unwrap();
    let b = (1..tree.len())
        .find(|&n| tree.keys.text(tree.key[n]) == "b")
        .unwrap();
    assert_eq!((tree.self_value[b], tree.told_self(b)), (40, 13));
    let negative = tree_after("a;f -5\na;b 3", &[Step::Merge("f".into())]);
    assert_eq!((negative.total[0], negative.weight[0]), (-2, 8));
}

#[test]
fn what_is_wrong_or_matches_nothing_is_told() {
    let lens = Lens {
        steps: vec![Step::Focus("(".into()), Step::Merge("zz".into())],
        ..Lens::default()
    };
    let faults = select::check(&lens);
    assert_eq!(faults.len(), 1);
    assert!(faults[0].why.starts_with("Focus (: "), "{}", faults[0].why);
    let profile = sketch(TEXT);
    assert!(Prepared::new(&profile, &lens).is_err());
    let usable = select::usable(&lens, &faults);
    assert_eq!(usable.steps, [Step::Merge("zz".into())]);
    let prepared = Prepared::new(&profile, &usable).unwrap();
    assert_eq!(prepared.notes, ["Merge zz matched nothing."]);
}

#[test]
fn shares_can_be_of_what_is_left() {
    let lens = |relative_percentages| Lens {
        relative_percentages,
        steps: vec![Step::Focus("b".into())],
        ..Lens::default()
    };
    let total = |relative| {
        let profile = sketch(TEXT);
        Prepared::new(&profile, &lens(relative)).unwrap().total
    };
    assert_eq!((total(false), total(true)), (31, 19));
}

#[test]
fn a_stack_of_a_hundred_thousand_frames_is_no_trouble() {
    let deep = "f;g;".repeat(50_000) + "h 1";
    for step in STEPS {
        let step = (step.make)("g".into());
        let tree = tree_after(&deep, std::slice::from_ref(&step));
        assert!(tree.total[0] <= 1, "{step:?}");
    }
    let all = tree_after(&deep, &[Step::Recursion(String::new())]);
    assert_eq!(paths(&all), ["f;g;h 1"]);
}

fn texts() -> impl Strategy<Value = String> {
    let stack = proptest::collection::vec(0_u8..5, 1..9);
    let sample = (stack, 1_i64..60);
    proptest::collection::vec(sample, 1..25).prop_map(|samples| {
        let line = |(stack, value): (Vec<u8>, i64)| {
            let names: Vec<_> = stack.iter().map(|f| format!("p{}.f{f}", f % 2)).collect();
            format!("{} {value}\n", names.join(";"))
        };
        samples.into_iter().map(line).collect()
    })
}

fn a_step() -> impl Strategy<Value = Step> {
    let name = (0_u8..5).prop_map(|f| format!("p{}.f{f}", f % 2));
    (0..STEPS.len(), name).prop_map(|(kind, name)| {
        let package = name.split('.').next().unwrap_or_default().to_owned();
        match STEPS[kind].id {
            "package" => Step::Package(package),
            _ => (STEPS[kind].make)(name),
        }
    })
}

fn top_of(text: &str, lens: &Lens) -> Vec<(String, i64, i64)> {
    let tree = Tree::under(&sketch(text), lens, Naming::FUNCTIONS).unwrap();
    let rows = top(&tree, &tree.children(), false).rows;
    let told = rows.iter().map(|row| {
        let name = tree.keys.text(row.key).into_owned();
        (name, row.self_value, row.total)
    });
    told.collect()
}

proptest! {
    #[test]
    fn sums_hold_after_any_steps(text in texts(), steps in proptest::collection::vec(a_step(), 0..5)) {
        let tree = tree_after(&text, &steps);
        let mut sum = tree.self_value.clone();
        for node in (1..tree.len()).rev() {
            let parent = tree.parent[node] as usize;
            prop_assert!(parent < node);
            prop_assert!(tree.total[node] > 0, "an empty node");
            sum[parent] += sum[node];
        }
        prop_assert_eq!(&sum, &tree.total);
        prop_assert_eq!(&tree.weight, &tree.total);
    }

    #[test]
    fn what_only_joins_frames_loses_nothing(text in texts(), step in a_step()) {
        let whole = tree_after(&text, &[]).total[0];
        let left = tree_after(&text, std::slice::from_ref(&step)).total[0];
        match step.kind().id {
            "merge" | "recursion" | "direct_recursion" | "module" | "package" | "callees" => {
                prop_assert_eq!(left, whole);
            }
            _ => prop_assert!(left <= whole),
        }
    }

    #[test]
    fn focus_and_ignore_are_the_two_parts(text in texts(), f in 0_u8..5) {
        let name = format!("f{f}");
        let left = |step: Step| tree_after(&text, &[step]).total[0];
        let whole = tree_after(&text, &[]).total[0];
        prop_assert_eq!(left(Step::Focus(name.clone())) + left(Step::Ignore(name)), whole);
    }

    #[test]
    fn a_filter_as_a_step_is_the_filter(text in texts(), f in 0_u8..5, kind in 0_usize..5) {
        let (id, value) = (STEPS[kind].id, format!("f{f}"));
        let mut option = Lens::default();
        (options::find(id).unwrap().set)(&mut option, &value).unwrap();
        let step = Lens { steps: vec![Step::of(id, &value).unwrap()], ..Lens::default() };
        prop_assert_eq!(top_of(&text, &option), top_of(&text, &step));
    }

    #[test]
    fn what_is_written_is_read(step in a_step(), path in proptest::collection::vec(".{0,6}", 1..4)) {
        for step in [step, Step::Subtree(path)] {
            prop_assert_eq!(Step::read(&step.write()), Ok(step));
        }
    }
}
