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

/// Full loss of one kind of cone, in linear light: Machado, Oliveira, Fernandes 2009.
const DEFICIENCIES: [(&str, [[f64; 3]; 3]); 3] = [
    (
        "protanopia",
        [
            [0.152_286, 1.052_583, -0.204_868],
            [0.114_503, 0.786_281, 0.099_216],
            [-0.003_882, -0.048_116, 1.051_998],
        ],
    ),
    (
        "deuteranopia",
        [
            [0.367_322, 0.860_646, -0.227_968],
            [0.280_085, 0.672_501, 0.047_413],
            [-0.011_820, 0.042_940, 0.968_881],
        ],
    ),
    (
        "tritanopia",
        [
            [1.255_528, -0.076_749, -0.178_779],
            [-0.078_411, 0.930_809, 0.147_602],
            [0.004_733, 0.691_367, 0.303_900],
        ],
    ),
];

#[test]
fn less_and_more_differ_for_every_eye() {
    let seen = |color: Color, matrix: &[[f64; 3]; 3]| {
        let [r, g, b, _] = color.channels().map(|v| (f64::from(v) / 255.0).powf(2.2));
        matrix.map(|row| {
            let light = row[0] * r + row[1] * g + row[2] * b;
            255.0 * light.clamp(0.0, 1.0).powf(1.0 / 2.2)
        })
    };
    for theme in both() {
        for (name, matrix) in &DEFICIENCIES {
            let [less, same, more] =
                [-1.0, 0.0, 1.0].map(|change| seen(theme.difference(change), matrix));
            for (a, b) in [(less, more), (less, same), (same, more)] {
                let apart = a
                    .iter()
                    .zip(b)
                    .map(|(a, b)| (a - b).powi(2))
                    .sum::<f64>()
                    .sqrt();
                assert!(apart > 50.0, "{name} {:?}: {apart:.0} apart", theme.scheme);
            }
        }
    }
}
