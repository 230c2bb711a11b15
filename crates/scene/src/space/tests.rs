//! Boxes that touch, windows that zoom a billionfold and come back, nonsense.

use super::*;

const DAY: Span = Span {
    left: 0.0,
    width: 86_400e9,
};

#[test]
fn boxes_that_touch_share_no_point() {
    let a = Rect::new(0.0, 0.0, 10.0, 5.0);
    let b = Rect::new(10.0, 0.0, 10.0, 5.0);
    let edge = Point::new(10.0, 1.0);
    assert!(!a.contains(edge) && b.contains(edge));
    assert_eq!(a.intersect(&b), None);
    assert_eq!(
        a.intersect(&a.inset(1.0)),
        Some(Rect::new(1.0, 1.0, 8.0, 3.0))
    );
    assert_eq!((b.right(), b.bottom()), (20.0, 5.0));
    assert_eq!(Size::new(3.0, 2.0).rect(), Rect::new(0.0, 0.0, 3.0, 2.0));
}

#[test]
fn a_box_with_nan_is_empty() {
    assert!(Rect::new(0.0, 0.0, f64::NAN, 1.0).is_empty());
    assert!(Rect::new(f64::NAN, 0.0, 1.0, 1.0).is_empty());
    assert!(Rect::new(0.0, 0.0, 0.0, 1.0).is_empty());
    assert!(!Rect::EVERYTHING.is_empty());
}

#[test]
fn values_and_pixels_are_inverse_at_a_billionth() {
    let window = Span::new(DAY.width * 0.7, DAY.width * 1e-9);
    for step in 0..=1600 {
        let x = f64::from(step);
        let there_and_back = window.x_of(window.value_at(x, 1600.0), 1600.0);
        assert!(
            (there_and_back - x).abs() < 1e-3,
            "{x} came back as {there_and_back}"
        );
    }
}

#[test]
fn zooming_to_a_billionth_and_back_keeps_the_point() {
    for x in [1.0, 333.3, 800.0, 1599.0] {
        let mut window = DAY;
        let value = window.value_at(x, 1600.0);
        while window.width > DAY.width * 1e-9 {
            window = window.zoom_at(x, 1600.0, 1.1, DAY, 0.0);
            assert!(
                (window.x_of(value, 1600.0) - x).abs() < 0.01,
                "in: {window:?}"
            );
        }
        while window.width < DAY.width * 0.5 {
            window = window.zoom_at(x, 1600.0, 1.0 / 1.1, DAY, 0.0);
            assert!(
                (window.x_of(value, 1600.0) - x).abs() < 0.01,
                "out: {window:?}"
            );
        }
    }
}

#[test]
fn the_window_never_leaves_its_bounds() {
    let bounds = Span::new(-50.0, 100.0);
    let mut window = bounds;
    let mut seed = 1u32;
    for _ in 0..10_000 {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let r = f64::from(seed >> 8) / f64::from(1 << 24);
        window = match seed % 2 {
            0 => window.zoom_at(r * 800.0, 800.0, 0.3 + 2.0 * r, bounds, 0.001),
            _ => window.pan_by((r - 0.5) * 3000.0, 800.0, bounds),
        };
        assert!(window.left >= bounds.left, "{window:?}");
        assert!(window.right() <= bounds.right() + 1e-9, "{window:?}");
        assert!(window.width >= 0.001 && window.width <= 100.0, "{window:?}");
    }
}

#[test]
fn panning_right_shows_earlier_values() {
    let window = Span::new(40.0, 10.0).pan_by(100.0, 1000.0, Span::new(0.0, 100.0));
    assert_eq!(window, Span::new(39.0, 10.0));
    assert_eq!(window.pan_by(1e9, 1000.0, Span::new(0.0, 100.0)).left, 0.0);
}

#[test]
fn zoom_stops_where_pixels_would_merge() {
    let mut window = DAY;
    for _ in 0..500 {
        window = window.zoom_at(10.0, 1600.0, 2.0, DAY, 0.0);
    }
    assert_eq!(window.width, DAY.finest());
    assert!(window.value_at(1.0, 1600.0) > window.value_at(0.0, 1600.0));
}

#[test]
fn nonsense_changes_nothing() {
    let bounds = Span::new(0.0, 10.0);
    let window = Span::new(2.0, 3.0);
    for factor in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        assert_eq!(window.zoom_at(5.0, 100.0, factor, bounds, 0.0), window);
    }
    assert_eq!(window.zoom_at(5.0, 0.0, 2.0, bounds, 0.0), window);
    assert_eq!(window.pan_by(f64::NAN, 100.0, bounds), window);
    assert_eq!(window.value_at(5.0, 0.0), 2.0);
    assert_eq!(Span::new(f64::NAN, 1.0).clamp(bounds, 0.0), bounds);
    assert_eq!(window.clamp(bounds, 99.0), bounds);
}
