//! Filters against what pprof does: stacks are printed root first.

use profile::testing::sketch;

use crate::options;
use crate::{Lens, Naming, Prepared, Tree};

fn lens(options: &[(&str, &str)]) -> Lens {
    let mut lens = Lens::default();
    for (name, value) in options {
        (options::find(name).expect(name).set)(&mut lens, value).expect(name);
    }
    lens
}

/// Paths with a self value, and the total.
fn left(text: &str, options: &[(&str, &str)]) -> String {
    let profile = sketch(text);
    let lens = lens(options);
    let prepared = Prepared::new(&profile, &lens).expect("a lens");
    let tree = Tree::of(&prepared, Naming::FUNCTIONS.under(&lens));
    let mut lines = Vec::new();
    for node in 1..tree.len() {
        if tree.self_value[node] == 0 {
            continue;
        }
        let mut path = Vec::new();
        let mut at = node;
        while at != 0 {
            let mark = if tree.inlined[at] { ">" } else { "" };
            path.push(format!("{mark}{}", tree.keys.text(tree.key[at])));
            at = tree.parent[at] as usize;
        }
        path.reverse();
        lines.push(format!("{} {}", path.join(";"), tree.self_value[node]));
    }
    lines.sort_unstable();
    format!("{} of {}", lines.join(", "), tree.grand_total)
}

const STACKS: &str = "main;a;b;c 1\nmain;a;d 2\nmain;e 4";

#[test]
fn stacks_and_frames_by_name() {
    for (options, expected) in [
        (&[("focus", "^a$")][..], "main;a;b;c 1, main;a;d 2 of 7"),
        (&[("ignore", "^a$")], "main;e 4 of 7"),
        (
            &[("focus", "a"), ("ignore", "d")],
            "main;a;b;c 1, main;e 4 of 7",
        ),
        (&[("hide", "^a$|^c$")], "main;b 1, main;d 2, main;e 4 of 7"),
        (&[("show", "^b$|^d$")], "b 1, d 2 of 7"),
        (&[("show_from", "^a$")], "a;b;c 1, a;d 2 of 7"),
        (&[("hide", "^a$"), ("show_from", "^a$")], " of 7"),
        (&[("prune_from", "^a$")], "main;a 3, main;e 4 of 7"),
        (
            &[("focus", "^e$"), ("relative_percentages", "true")],
            "main;e 4 of 4",
        ),
        (&[("focus", "nothing")], " of 7"),
    ] {
        assert_eq!(left(STACKS, options), expected, "{options:?}");
    }
}

#[test]
fn lines_of_one_location_are_cut_one_by_one() {
    let text = "main;f;>g;>h 3";
    for (options, expected) in [
        (&[("hide", "^g$")][..], "main;f;>h 3 of 3"),
        (&[("hide", "^f$")], "main;g;>h 3 of 3"),
        (&[("show_from", "^g$")], "g;>h 3 of 3"),
        (&[("prune_from", "^g$")], "main;f;>g 3 of 3"),
        (&[("noinlines", "true")], "main;f 3 of 3"),
        (&[("hide", "^f$"), ("noinlines", "true")], "main;g 3 of 3"),
    ] {
        assert_eq!(left(text, options), expected, "{options:?}");
    }
}

#[test]
fn labels_choose_samples_and_become_frames() {
    let text = "main;a 1 {job=json,bytes=1024}\nmain;b 2 {job=list,bytes=4096}\nmain;c 4";
    for (options, expected) in [
        (&[("tagfocus", "json")][..], "main;a 1 of 7"),
        (&[("tagfocus", "job=l.st")], "main;b 2 of 7"),
        (&[("tagignore", "job:list")], "main;a 1, main;c 4 of 7"),
        (&[("tagfocus", "2kb:")], "main;b 2 of 7"),
        (&[("tagfocus", "bytes=:2kb")], "main;a 1 of 7"),
        (&[("tagfocus", "1kb:4kb")], "main;a 1, main;b 2 of 7"),
        (
            &[("tagroot", "job")],
            "(unknown);main;c 4, json;main;a 1, list;main;b 2 of 7",
        ),
        (
            &[("tagleaf", "job"), ("focus", "json")],
            "main;a;json 1 of 7",
        ),
    ] {
        assert_eq!(left(text, options), expected, "{options:?}");
    }
}

#[test]
fn what_matched_nothing_is_told_and_faults_name_their_option() {
    let profile = sketch(STACKS);
    let prepared = Prepared::new(&profile, &lens(&[("focus", "nope"), ("hide", "nope")]));
    assert_eq!(
        prepared.expect("a lens").notes,
        ["Focus matched nothing.", "Hide matched nothing."]
    );
    for (option, value) in [
        ("focus", "("),
        ("tagfocus", "("),
        ("tagshow", "["),
        ("divide_by", "0"),
    ] {
        let fault = Prepared::new(&profile, &lens(&[(option, value)]));
        assert_eq!(fault.err().map(|f| f.option), Some(option));
    }
    let fault = Prepared::new(&profile, &Lens::of_type("cpu"))
        .err()
        .expect("a fault");
    assert_eq!(
        fault.to_string(),
        "sample_index: there is no sample type “cpu”; there is samples."
    );
}

#[test]
fn the_mean_divides_by_the_first_type() {
    let text = "types: samples/count, cpu/nanoseconds\nmain;a 2 10\nmain;a 3 20";
    let profile = sketch(text);
    let lens = lens(&[("mean", "true")]);
    let prepared = Prepared::new(&profile, &lens).expect("a lens");
    assert_eq!(
        (prepared.total, prepared.kind()),
        (6, "mean_cpu".to_owned())
    );
    let tree = Tree::of(&prepared, Naming::FUNCTIONS);
    assert_eq!((tree.told_self(2), tree.told_total(1)), (6, 6));
}

/// Numbers that look random and are the same every time.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % sides
    }

    fn stacks(&mut self) -> String {
        use std::fmt::Write as _;
        let mut text = String::new();
        for _ in 0..40 {
            let depth = 1 + self.roll(7);
            let path: Vec<String> = (0..depth)
                .map(|at| {
                    let inline = if at > 0 && self.roll(4) == 0 { ">" } else { "" };
                    format!(
                        "{inline}f{}@file{}.go:{}",
                        self.roll(6),
                        self.roll(3),
                        self.roll(9)
                    )
                })
                .collect();
            let value = self.roll(90) as i64 - 20;
            let _ = write!(text, "{} {value}", path.join(";"));
            if self.roll(2) == 0 {
                let _ = write!(
                    text,
                    " {{job=j{},bytes={}}}",
                    self.roll(3),
                    self.roll(5) * 512
                );
            }
            text.push('\n');
        }
        text
    }
}

#[test]
fn self_values_add_up_to_what_is_left_under_every_filter() {
    let mut dice = Dice(7);
    let values: &[(&str, &[&str])] = &[
        ("focus", &["f1", "f[23]", "file0"]),
        ("ignore", &["f4", "file2"]),
        ("hide", &["f0", "f[35]"]),
        ("show", &["f[0-3]", "file1"]),
        ("show_from", &["f2", "f[45]"]),
        ("prune_from", &["f1", "f[24]"]),
        ("tagfocus", &["j1", "bytes=1kb:", "job=j[02]"]),
        ("tagignore", &["j2", ":512"]),
        ("tagroot", &["job", "bytes,job"]),
        ("tagleaf", &["job"]),
        (
            "granularity",
            &["lines", "files", "addresses", "filefunctions"],
        ),
        ("noinlines", &["true"]),
    ];
    for _ in 0..400 {
        let text = dice.stacks();
        let mut options = Vec::new();
        for _ in 0..dice.roll(4) {
            let (name, choices) = values[dice.roll(values.len() as u64) as usize];
            options.push((name, choices[dice.roll(choices.len() as u64) as usize]));
        }
        let profile = sketch(&text);
        let lens = lens(&options);
        let prepared = Prepared::new(&profile, &lens).expect("a lens");
        let left: i64 = prepared
            .values()
            .iter()
            .enumerate()
            .filter(|(sample, _)| prepared.selection.has_sample(*sample))
            .map(|(_, value)| value)
            .sum();
        let tree = Tree::of(&prepared, Naming::PPROF.under(&lens));
        assert_eq!(tree.total[0], left, "{options:?}\n{text}");
        let graph =
            crate::graph::Graph::of(&tree, &tree.children(), crate::graph::Shape::default());
        let flat: i64 = graph.nodes.iter().map(|node| node.flat).sum();
        let rootless = tree.self_value[0];
        assert_eq!(flat + rootless, left, "{options:?}\n{text}");
        // The same samples, saved and looked at without the lens, weigh the same.
        let saved = super::left(&profile, &lens).expect("a lens").profile;
        let again: i64 = saved.samples.values[0].iter().sum();
        assert_eq!(again, left, "{options:?}");
        saved.validate().expect("a sound profile");
    }
}
