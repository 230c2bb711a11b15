//! Contrast, computed for every colour a name can stand on.

use super::*;

fn both() -> [&'static Theme; 2] {
    [Theme::of(Scheme::Light), Theme::of(Scheme::Dark)]
}

#[track_caller]
fn check_contrast(what: &str, ink: Color, ground: Color, least: f64) {
    let contrast = ink.contrast(ground);
    let (ink, ground) = (ink.css(), ground.css());
    assert!(
        contrast >= least,
        "{what}: {ink} on {ground} is {contrast:.2}"
    );
}

#[test]
fn names_read_on_every_frame() {
    for theme in both() {
        for hue in (0..=255).map(Some).chain([None]) {
            for step in 0..4 {
                for faded in [false, true] {
                    let fill = theme.frame(Tint { hue, step, faded });
                    let what = format!("{:?} {hue:?} {step} {faded}", theme.scheme);
                    check_contrast(&what, theme.frame_ink, fill, 4.5);
                    check_contrast(&what, theme.frame_ink_dim, fill, 4.5);
                }
            }
        }
    }
}

#[test]
fn names_read_on_heat_and_difference() {
    for theme in both() {
        for i in -100..=100 {
            let share = f64::from(i) / 100.0;
            check_contrast("heat", theme.frame_ink, theme.heat(share), 4.5);
            check_contrast("difference", theme.frame_ink, theme.difference(share), 4.5);
        }
    }
}

#[test]
fn the_chrome_is_readable() {
    for theme in both() {
        for ground in [theme.background, theme.surface] {
            check_contrast("ink", theme.ink, ground, 7.0);
            check_contrast("dim", theme.ink_dim, ground, 4.5);
            check_contrast("accent", theme.accent, ground, 3.0);
            check_contrast("found", theme.found, ground, 3.0);
            check_contrast("hover", theme.hover, ground, 3.0);
            check_contrast("error", theme.error, ground, 4.5);
            check_contrast("warning", theme.warning, ground, 4.5);
        }
        check_contrast("on accent", theme.on_accent, theme.accent, 4.5);
        check_contrast("bar", theme.ink, theme.bar, 4.5);
    }
}

#[test]
fn fading_and_steps_change_the_fill_and_the_neutral_is_grey() {
    for theme in both() {
        let plain = Tint {
            hue: Some(9),
            step: 0,
            faded: false,
        };
        let frame = |tint| theme.frame(tint);
        assert_ne!(
            frame(plain),
            frame(Tint {
                faded: true,
                ..plain
            })
        );
        assert_ne!(frame(plain), frame(Tint { step: 1, ..plain }));
        assert_eq!(frame(plain), frame(Tint { step: 4, ..plain }));
        let [r, g, b, _] = frame(Tint { hue: None, ..plain }).channels();
        assert!(r.max(g).max(b) - r.min(g).min(b) < 12, "{r} {g} {b}");
    }
}

#[test]
fn nonsense_shares_are_nothing() {
    for theme in both() {
        assert_eq!(theme.heat(f64::NAN), theme.heat(0.0));
        assert_eq!(theme.heat(7.0), theme.heat(1.0));
        assert_eq!(theme.difference(-9.0), theme.difference(-1.0));
    }
}
