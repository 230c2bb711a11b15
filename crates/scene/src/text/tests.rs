//! What is shown of labels of many scripts at many widths, and what it costs.

use super::*;

fn check(label: &str, prefix: usize, width: f64, expect: Option<(&str, usize)>) {
    let mut scratch = String::new();
    let fitted = fit(label, prefix, width, &TestMetrics, &mut scratch);
    assert_eq!(
        fitted.map(|f| (f.text, f.dim)),
        expect,
        "{label:?} in {width}"
    );
}

#[test]
fn the_package_goes_first_then_the_middle() {
    let (label, prefix) = ("encoding/json.Unmarshal", 14);
    check(label, prefix, 200.0, Some((label, 14)));
    check(label, prefix, 160.0, Some(("Unmarshal", 0)));
    check(label, prefix, 50.0, Some(("Un…hal", 0)));
    check(label, prefix, 22.0, Some(("U…l", 0)));
    check(label, prefix, 21.0, None);
}

#[test]
fn a_short_name_needs_no_three_glyphs() {
    check("f", 0, 7.2, Some(("f", 0)));
    check("f", 0, 7.1, None);
    check("", 0, 100.0, None);
    check("", 9, f64::NAN, None);
    check("main", 0, f64::NAN, None);
    check("main", 0, -1.0, None);
}

#[test]
fn an_odd_prefix_is_put_right() {
    check("日本.x", 1, 100.0, Some(("日本.x", 0)));
    check("abcdefgh", 8, 40.0, Some(("ab…gh", 0)));
    check("abcdefgh", 99, 100.0, Some(("abcdefgh", 8)));
}

#[test]
fn marks_and_joined_emoji_stay_whole() {
    check(
        "e\u{301}e\u{301}e\u{301}e\u{301}",
        0,
        22.0,
        Some(("e\u{301}…e\u{301}", 0)),
    );
    let family = "\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}";
    let label = format!("ab{family}cd");
    check(&label, 0, 60.0, Some(("ab…cd", 0)));
}

/// Letters, CJK, combining, joined emoji, flags, right-to-left, controls, nothing.
const LABELS: &[&str] = &[
    "",
    "f",
    "main.main",
    "encoding/json.(*Decoder).Decode",
    "std::collections::hash_map::HashMap<K, V, S>::insert",
    "日本語の関数名::処理する",
    "e\u{301}a\u{300}\u{323}o\u{308}u\u{30a}n\u{303}",
    "\u{301}\u{301}leading marks",
    "\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467} family \u{1F44B}\u{1F3FD}",
    "\u{1F1E9}\u{1F1EA}\u{1F1EB}\u{1F1F7}\u{1F1EF}\u{1F1F5}",
    "פונקציה ראשית מאוד ארוכה",
    "دالة\u{64E} رئيسية طويلة جدا",
    "한글 함수 \u{1112}\u{1161}\u{11ab}",
    "tab\tnew\nline\u{0}\u{202E}end",
];

#[test]
fn fitted_is_never_wider_and_never_broken() {
    let mut scratch = String::new();
    for label in LABELS {
        for prefix in 0..=label.len() {
            for tenth in 0..2500 {
                let width = f64::from(tenth) / 5.0;
                let Some(got) = fit(label, prefix, width, &TestMetrics, &mut scratch) else {
                    continue;
                };
                assert!(got.width <= width, "{label:?} {prefix} {width}: {got:?}");
                let again = measure(got.text, &TestMetrics);
                assert!((again - got.width).abs() < 1e-9, "{got:?} is {again} wide");
                assert!(got.text.is_char_boundary(got.dim), "{got:?}");
                let shown = got.text.split_once(ELLIPSIS);
                let (head, tail) = shown.unwrap_or((got.text, ""));
                let rest = &label[label.floor_char_boundary(prefix)..];
                assert!(rest.starts_with(head) || label.starts_with(head), "{got:?}");
                assert!(label.ends_with(tail), "{got:?}");
                if let Some(c) = tail.chars().next() {
                    assert!(!joins_previous(c), "{got:?} tears a mark off");
                }
                assert!(!head.ends_with('\u{200D}') || shown.is_none(), "{got:?}");
            }
        }
    }
}

#[test]
fn more_room_never_shows_less() {
    let mut scratch = String::new();
    let label = "github.com/x/y.(*Thing).Method";
    let mut last = 0.0;
    for width in 0..400 {
        let got = fit(label, 0, f64::from(width), &TestMetrics, &mut scratch);
        let now = got.map_or(0.0, |f| f.width);
        assert!(now >= last, "{width}: {now} after {last}");
        last = now;
    }
}

#[test]
fn a_huge_name_costs_only_what_is_shown() {
    struct Counting(std::cell::Cell<u32>);
    impl Metrics for Counting {
        fn advance(&self, _: char) -> f64 {
            self.0.set(self.0.get() + 1);
            7.0
        }
    }
    let counting = Counting(std::cell::Cell::new(0));
    let label = "x".repeat(1_000_000);
    let mut scratch = String::new();
    assert!(fit(&label, 0, 700.0, &counting, &mut scratch).is_some());
    assert!(
        counting.0.get() < 400,
        "asked for {} glyphs",
        counting.0.get()
    );
}
