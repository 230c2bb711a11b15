//! Each step against a version of it that is slow and plain: sample by sample, name by name. And
//! steps under every granularity, where rows have other names, and reports others again.

use std::collections::BTreeMap;

use super::*;
use crate::lens::Granularity;
use crate::report;

type Sample = (Vec<String>, i64);

/// What a step leaves of one stack; `None` if the sample goes.
fn left(step: &Step, stack: &[String]) -> Option<Vec<String>> {
    let first = |name: &String| stack.iter().position(|frame| frame == name);
    let joined = |is_in: &dyn Fn(&String) -> bool, name: &String| {
        let mut out: Vec<String> = Vec::new();
        let mut inside = false;
        for frame in stack {
            match (is_in(frame), inside) {
                (true, false) => out.push(name.clone()),
                (true, true) => {}
                (false, _) => out.push(frame.clone()),
            }
            inside = is_in(frame);
        }
        out
    };
    let collapsed = |of: &dyn Fn(&String) -> bool| {
        let mut out: Vec<String> = Vec::new();
        for frame in stack {
            match out.iter().position(|known| known == frame) {
                Some(known) if of(frame) => out.truncate(known + 1),
                _ => out.push(frame.clone()),
            }
        }
        out
    };
    match step {
        Step::Drop(name) => first(name).is_none().then(|| stack.to_vec()),
        Step::Keep(name) => first(name).is_some().then(|| stack.to_vec()),
        Step::Only(name) => {
            let own: Vec<String> = stack.iter().filter(|f| *f == name).cloned().collect();
            (!own.is_empty()).then_some(own)
        }
        Step::From(name) => first(name).map(|at| stack[at..].to_vec()),
        Step::Subtree(path) => stack
            .starts_with(path)
            .then(|| stack[path.len() - 1..].to_vec()),
        Step::Merge(name) => Some(stack.iter().filter(|f| *f != name).cloned().collect()),
        Step::Callees(name) => {
            let end = first(name).map_or(stack.len(), |at| at + 1);
            Some(stack[..end].to_vec())
        }
        Step::Recursion(name) => Some(collapsed(&|frame| name.is_empty() || frame == name)),
        Step::DirectRecursion(name) => {
            let mut out = stack.to_vec();
            out.dedup_by(|a, b| a == b && (name.is_empty() || a == name));
            Some(out)
        }
        Step::Module(name) => {
            let start = format!("{name}+0x");
            Some(joined(&|frame| frame.starts_with(&start), name))
        }
        Step::Package(name) => {
            let start = format!("{name}.f");
            Some(joined(&|frame| frame.starts_with(&start), name))
        }
        _ => panic!("{step:?} is compared with pprof's option"),
    }
}

/// The frames of the sketches: functions of two packages, addresses of two binaries.
const FRAMES: [&str; 7] = ["p.f1", "q.f2", "p.f3", "q.f4", "m+0x1", "m+0x2", "n+0x1"];

fn samples() -> impl Strategy<Value = Vec<Sample>> {
    let frame = prop::sample::select(FRAMES.to_vec()).prop_map(str::to_owned);
    let stack = proptest::collection::vec(frame, 1..9);
    proptest::collection::vec((stack, 1_i64..60), 1..25)
}

fn written(samples: &[Sample]) -> String {
    let frame = |name: &String| match name.contains('+') {
        true => format!("!/lib/{name}"),
        false => name.clone(),
    };
    let line = |(stack, value): &Sample| {
        let frames: Vec<_> = stack.iter().map(frame).collect();
        format!("{} {value}\n", frames.join(";"))
    };
    samples.iter().map(line).collect()
}

fn exact_step() -> impl Strategy<Value = Step> {
    let name = || prop::sample::select(FRAMES.to_vec()).prop_map(str::to_owned);
    let path = proptest::collection::vec(name(), 1..3);
    let maybe = || prop_oneof![name(), Just(String::new())];
    prop_oneof![
        name().prop_map(Step::Drop),
        name().prop_map(Step::Keep),
        name().prop_map(Step::From),
        name().prop_map(Step::Only),
        name().prop_map(Step::Merge),
        name().prop_map(Step::Callees),
        maybe().prop_map(Step::Recursion),
        maybe().prop_map(Step::DirectRecursion),
        path.prop_map(Step::Subtree),
        prop::sample::select(vec!["m", "n"]).prop_map(|name| Step::Module(name.into())),
        prop::sample::select(vec!["p", "q"]).prop_map(|name| Step::Package(name.into())),
    ]
}

fn summed(samples: &[Sample]) -> Vec<String> {
    let mut sums: BTreeMap<String, i64> = BTreeMap::new();
    for (stack, value) in samples {
        *sums.entry(stack.join(";")).or_default() += value;
    }
    let lines = sums.iter().map(|(path, sum)| format!("{path} {sum}"));
    profile::order::sorted(lines.collect(), String::cmp)
}

/// Functions in files, some inlined, some of one name in two files or two folders; addresses.
const PLACES: [&str; 8] = [
    "f@x/a.go:1",
    "f@x/a.go:2",
    "f@y/a.go:1",
    "g@b.go:7",
    ">h@b.go:9",
    "g",
    "!/lib/m+0x1",
    "!/lib/m+0x2",
];

fn placed() -> impl Strategy<Value = String> {
    let frame = prop::sample::select(PLACES.to_vec());
    let stack = proptest::collection::vec(frame, 0..6);
    let sample = (stack, 1_i64..60).prop_map(|(mut stack, value)| {
        stack.insert(0, "main@m.go:1");
        // Nothing is inlined into an address.
        stack.dedup_by(|after, before| after.starts_with('>') && before.starts_with('!'));
        format!("{} {value}\n", stack.join(";"))
    });
    proptest::collection::vec(sample, 1..12).prop_map(|lines| lines.concat())
}

const GRAINS: [Granularity; 8] = [
    Granularity::Default,
    Granularity::Functions,
    Granularity::FileFunctions,
    Granularity::Files,
    Granularity::Lines,
    Granularity::Addresses,
    Granularity::Packages,
    Granularity::Modules,
];

fn total(profile: &profile::Profile, lens: &Lens, naming: Naming) -> i64 {
    Tree::under(profile, lens, naming).unwrap().total[0]
}

/// The total of all rows of a name: each sample once.
fn row_total(tree: &Tree, name: &str) -> i64 {
    let mut within = vec![false; tree.len()];
    let mut sum = 0;
    for node in 1..tree.len() {
        within[node] = within[tree.parent[node] as usize] || tree.keys.text(tree.key[node]) == name;
        sum += if within[node] {
            tree.self_value[node]
        } else {
            0
        };
    }
    sum
}

proptest! {
    #[test]
    fn steps_leave_what_a_slow_version_leaves(
        samples in samples(),
        steps in proptest::collection::vec(exact_step(), 1..4),
    ) {
        let tree = tree_after(&written(&samples), &steps);
        let mut left_over = samples;
        for step in &steps {
            left_over = left_over
                .iter()
                .filter_map(|(stack, value)| Some((left(step, stack)?, *value)))
                .collect();
        }
        prop_assert_eq!(paths(&tree), summed(&left_over), "{:?}", steps);
    }

    #[test]
    fn steps_match_rows_by_their_own_names(text in placed(), grain in 0..GRAINS.len(), noinlines: bool) {
        let profile = sketch(&text);
        let lens = Lens { granularity: GRAINS[grain], noinlines, ..Lens::default() };
        let tree = Tree::under(&profile, &lens, Naming::FUNCTIONS).unwrap();
        let whole = tree.total[0];
        for key in 0..tree.keys.len() as u32 {
            let name = tree.keys.text(key).into_owned();
            let row = row_total(&tree, &name);
            let under = |step: Step| Lens { steps: vec![step], ..lens.clone() };
            // Pages and reports name rows differently, and count the same.
            for naming in [Naming::FUNCTIONS, Naming::FILE_FUNCTIONS, Naming::PPROF] {
                let left = |step: Step| total(&profile, &under(step), naming);
                prop_assert_eq!(left(Step::Keep(name.clone())), row, "{} {:?}", name, naming);
                prop_assert_eq!(left(Step::Drop(name.clone())), whole - row, "{}", name);
                prop_assert_eq!(left(Step::Merge(name.clone())), whole);
                prop_assert_eq!(left(Step::Callees(name.clone())), whole);
            }
            let merged = under(Step::Merge(name.clone()));
            let merged = Tree::under(&profile, &merged, Naming::FUNCTIONS).unwrap();
            prop_assert_eq!(row_total(&merged, &name), 0);
            let sealed = under(Step::Callees(name.clone()));
            let sealed = Tree::under(&profile, &sealed, Naming::FUNCTIONS).unwrap();
            let rows = top(&sealed, &sealed.children(), false).rows;
            let own = rows.iter().filter(|row| sealed.keys.text(row.key) == name);
            prop_assert_eq!(own.map(|row| row.self_value).sum::<i64>(), row, "{}", name);
        }
    }

    #[test]
    fn reports_count_what_steps_leave_on_the_page(text in placed(), grain in 0..GRAINS.len(), at in 0..9_usize, kind in 0..STEPS.len()) {
        let profile = sketch(&text);
        let mut lens = Lens { granularity: GRAINS[grain], ..Lens::default() };
        let tree = Tree::under(&profile, &lens, Naming::FUNCTIONS).unwrap();
        let name = tree.keys.text((at % tree.keys.len()) as u32).into_owned();
        let value = match STEPS[kind].id {
            "focus" | "ignore" | "hide" | "show" | "show_from" => crate::rx::escaped(&name),
            _ => name,
        };
        lens.steps = vec![(STEPS[kind].make)(value)];
        let page = Tree::under(&profile, &lens, Naming::FUNCTIONS).unwrap();
        let prepared = Prepared::new(&profile, &lens).unwrap();
        for granularity in [lens.granularity, Granularity::Addresses] {
            let naming = Naming { binaries: true, ..Naming::PPROF };
            let report = Lens { granularity, ..lens.clone() };
            let (tree, ends) = Tree::with_ends(&prepared, naming.under(&report));
            prop_assert_eq!(tree.total[0], page.total[0]);
            prop_assert_eq!(tree.self_value.iter().sum::<i64>(), page.total[0]);
            let stacks = &profile.samples.stack;
            let mut own = vec![0; tree.len()];
            for (sample, &stack) in stacks.iter().enumerate() {
                let end = ends[prepared.selection.end(stack).index()];
                if end != GONE && prepared.selection.has_sample(sample) {
                    own[end as usize] += profile.samples.values[0][sample];
                }
            }
            prop_assert_eq!(own, tree.self_value);
        }
    }
}

fn printed(name: &str, text: &str, lens: &Lens) -> String {
    let kind = report::find(name).unwrap();
    report::run(kind, &sketch(text), lens, None, usize::MAX)
        .unwrap()
        .text
}

#[test]
fn reports_know_the_rows_of_the_page() {
    let text = "main@m.go:1;f@x/a.go:2 3\nmain@m.go:1;f@x/a.go:5 4\nmain@m.go:1;!/lib/m+0x1 8";
    let lens = |granularity, step| Lens {
        granularity,
        steps: vec![step],
        ..Lens::default()
    };
    let lines = lens(Granularity::Lines, Step::Drop("f a.go:5".into()));
    let top = printed("top", text, &lines);
    assert!(
        top.contains("f x/a.go:2") && !top.contains("a.go:5"),
        "{top}"
    );
    assert!(top.contains("11, 73.33% of 15 total"), "{top}");
    let one = lens(Granularity::Functions, Step::Keep("m+0x1".into()));
    let top = printed("top", text, &one);
    assert!(
        top.contains("8 53.33% 53.33%          8 53.33%  [m]"),
        "{top}"
    );
    // Its rows are addresses, whatever was chosen.
    let merged = lens(Granularity::Functions, Step::Merge("f".into()));
    let graph = printed("callgrind", text, &merged);
    assert!(!graph.contains(") f") && graph.contains("main"), "{graph}");
}

#[test]
fn peek_is_about_rows_of_the_page() {
    let text = "main@m.go:1;f@x/a.go:2 3\nmain@m.go:1;f@x/a.go:5 4";
    for (granularity, about, line) in [
        (Granularity::Lines, r"^f a\.go:5$", "| f x/a.go:5"),
        (Granularity::FileFunctions, "^f$", "| f x/a.go"),
        (Granularity::Files, r"^x/a\.go$", "| x/a.go"),
        (Granularity::Functions, "^f$", "| f"),
    ] {
        let lens = Lens {
            granularity,
            about: about.into(),
            ..Lens::default()
        };
        let text = printed("peek", text, &lens);
        assert!(
            text.contains(&format!("                {line}\n")),
            "{text}"
        );
        assert!(!text.contains("                | main"), "{text}");
    }
}

#[test]
fn functions_without_a_file_are_one_row_a_binary() {
    let lens = Lens {
        granularity: Granularity::Files,
        ..Lens::default()
    };
    let tree = Tree::under(
        &sketch("a;b@b.go:1 1\na 2\n!/lib/m+0x1 4"),
        &lens,
        Naming::FUNCTIONS,
    );
    assert_eq!(
        paths(&tree.unwrap()),
        ["<unknown> 2", "<unknown>;b.go 1", "m+0x1 4"]
    );
}
