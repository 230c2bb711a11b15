//! The laws of level of detail, held against a plain walk over every span.

use super::*;

const WIDTH: f64 = 400.0;

/// A small repeatable source of odd numbers in 0..1.
struct Dice(u32);

impl Dice {
    fn roll(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        f64::from(self.0 >> 8) / f64::from(1 << 24)
    }
}

/// Spans from nothing to wide, touching or apart, as rows of real profiles are.
fn row(dice: &mut Dice, n: usize) -> (Vec<f64>, Vec<f64>) {
    let (mut starts, mut ends) = (Vec::new(), Vec::new());
    let mut at = 0.0;
    for _ in 0..n {
        let gap = if dice.roll() < 0.6 {
            0.0
        } else {
            dice.roll().powi(6) * 30.0
        };
        let width = if dice.roll() < 0.1 {
            0.0
        } else {
            dice.roll().powi(8) * 50.0
        };
        starts.push(at + gap);
        at = at + gap + width;
        ends.push(at);
    }
    (starts, ends)
}

fn check(starts: &[f64], ends: &[f64], window: Span, least: f64) {
    let got: Vec<Piece> = pieces(starts, ends, window, WIDTH, least).collect();
    let mut last = -MARGIN;
    for piece in &got {
        assert!(piece.w > 0.0, "{piece:?}");
        assert!(piece.x >= last - 1e-9, "{piece:?} begins before {last}");
        last = piece.x + piece.w;
        assert!(last <= WIDTH + MARGIN + 1e-9, "{piece:?}");
    }
    for pair in got.windows(2) {
        assert!(pair[0].spans.end <= pair[1].spans.start, "{pair:?}");
    }
    // Every visible span lies in the piece that names it, and wide ones alone.
    for (i, (&start, &end)) in starts.iter().zip(ends).enumerate() {
        let (x, right) = (window.x_of(start, WIDTH), window.x_of(end, WIDTH));
        if right <= 0.0 || x >= WIDTH {
            continue;
        }
        // Of no width and hard by its neighbour: there may be no room to show it.
        let touches = starts.get(i + 1).is_some_and(|&next| next == end);
        if right - x < 1e-9 && touches && !got.iter().any(|piece| piece.spans.contains(&i)) {
            continue;
        }
        let Some(piece) = got.iter().find(|piece| piece.spans.contains(&i)) else {
            panic!("span {i} at {x}..{right} is in no piece");
        };
        assert!(piece.x <= x.max(-MARGIN) + 1e-6, "{piece:?} misses {x}");
        let seen_right = right.min(WIDTH + MARGIN);
        assert!(
            piece.x + piece.w >= seen_right - 1e-6,
            "{piece:?} misses {right}"
        );
        // Where rounding decides, either is right.
        if right - x > least + 1e-6 {
            assert!(
                !piece.filler && piece.spans.len() == 1,
                "{piece:?} hides {i}"
            );
        } else if right - x < least - 1e-6 {
            assert!(piece.filler, "{piece:?} should be a filler");
        }
    }
    // A filler paints nothing that is `least` or more away from a span of its own.
    for piece in got.iter().filter(|piece| piece.filler) {
        for pair in piece.spans.clone().collect::<Vec<_>>().windows(2) {
            let gap = window.x_of(starts[pair[1]], WIDTH) - window.x_of(ends[pair[0]], WIDTH);
            assert!(gap < least + 1e-6, "{piece:?} bridges {gap}");
        }
        let end = window.x_of(ends[piece.spans.end - 1], WIDTH);
        assert!(
            piece.x + piece.w <= end.max(piece.x) + least + 1e-6,
            "{piece:?} ends at {end}"
        );
    }
}

#[test]
fn pieces_show_what_a_plain_walk_shows() {
    let mut dice = Dice(3);
    for n in [0, 1, 2, 7, 60, 500] {
        for _ in 0..40 {
            let (starts, ends) = row(&mut dice, n);
            let whole = ends.last().copied().unwrap_or(1.0).max(1.0);
            for _ in 0..6 {
                let width = whole * dice.roll().powi(3) + 1e-3;
                let window = Span::new(dice.roll() * whole - width * 0.2, width);
                check(&starts, &ends, window, 0.5 + 2.0 * dice.roll());
            }
            check(&starts, &ends, Span::new(0.0, whole), 1.0);
        }
    }
}

#[test]
fn a_million_spans_cost_no_more_than_the_pixels() {
    let n = 1_000_000_u32;
    let dense: Vec<f64> = (0..=n).map(f64::from).collect();
    let (starts, ends) = (&dense[..dense.len() - 1], &dense[1..]);
    for window in [
        Span::new(0.0, 1e6),
        Span::new(2e5, 5e5),
        Span::new(5e5, 300.0),
    ] {
        let mut all = pieces(starts, ends, window, 1600.0, 1.0);
        let count = all.by_ref().count();
        // Two leaps a pixel at most, each a gallop of up to 2 × log2 of its distance.
        assert!(
            all.visits() < 2 * 1600 * 30,
            "{window:?}: {} visits",
            all.visits()
        );
        assert!(count <= 1620, "{window:?}: {count} pieces");
    }
}

#[test]
fn a_dense_row_is_one_filler() {
    let dense: Vec<f64> = (0..=10_000).map(f64::from).collect();
    let got: Vec<_> = pieces(
        &dense[..10_000],
        &dense[1..],
        Span::new(0.0, 10_000.0),
        100.0,
        1.0,
    )
    .collect();
    assert_eq!(
        got,
        [Piece {
            spans: 0..10_000,
            x: 0.0,
            w: 100.0,
            filler: true
        }]
    );
}

#[test]
fn a_lonely_event_is_seen_and_a_wide_neighbour_is_not_covered() {
    let window = Span::new(0.0, 100.0);
    let got: Vec<_> = pieces(&[10.0, 10.3, 50.0], &[10.0, 20.0, 50.0], window, 100.0, 1.0)
        .map(|p| (p.x, (p.w * 100.0).round() / 100.0, p.filler))
        .collect();
    assert_eq!(
        got,
        [(10.0, 0.3, true), (10.3, 9.7, false), (50.0, 1.0, true)]
    );
}

#[test]
fn huge_spans_are_cut_outside_the_window() {
    let window = Span::new(500.0, 1e-6);
    let got: Vec<_> = pieces(&[0.0], &[1000.0], window, 100.0, 1.0).collect();
    assert_eq!(
        got,
        [Piece {
            spans: 0..1,
            x: -8.0,
            w: 116.0,
            filler: false
        }]
    );
}

#[test]
fn nonsense_gives_nothing() {
    for (width, least) in [(0.0, 1.0), (100.0, 0.0), (f64::NAN, 1.0), (100.0, f64::NAN)] {
        assert_eq!(
            pieces(&[0.0], &[1.0], Span::new(0.0, 1.0), width, least).count(),
            0
        );
    }
    assert_eq!(
        pieces(&[0.0], &[1.0], Span::new(0.0, 0.0), 9.0, 1.0).count(),
        0
    );
}

#[test]
fn a_value_finds_its_span() {
    let (starts, ends) = ([0.0, 2.0, 5.0], [2.0, 3.0, 9.0]);
    let found = [-1.0, 0.0, 1.9, 2.0, 3.0, 4.0, 5.0, 9.0].map(|v| span_at(&starts, &ends, v));
    assert_eq!(
        found,
        [None, Some(0), Some(0), Some(1), None, None, Some(2), None]
    );
}
