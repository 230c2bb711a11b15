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
        for i in -255..=255 {
            let share = f64::from(i) / 255.0;
            for faded in [false, true] {
                let heat = theme.heat(share, faded);
                check_contrast("heat", theme.frame_ink, heat, 4.5);
                let difference = theme.difference(share, faded);
                check_contrast("difference", theme.frame_ink, difference, 4.5);
            }
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
        let heat = |share| theme.heat(share, false);
        assert_eq!(heat(f64::NAN), heat(0.0));
        assert_eq!(heat(7.0), heat(1.0));
        let difference = |change| theme.difference(change, false);
        assert_eq!(difference(-9.0), difference(-1.0));
        assert_ne!(theme.heat(1.0, true), heat(1.0));
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

/// OK lab, in which equal distances look about equally large.
fn ok_lab(linear: [f64; 3]) -> [f64; 3] {
    let [r, g, b] = linear;
    let l = (0.412_221_470_8 * r + 0.536_332_536_3 * g + 0.051_445_992_9 * b).cbrt();
    let m = (0.211_903_498_2 * r + 0.680_699_545_1 * g + 0.107_396_956_6 * b).cbrt();
    let s = (0.088_302_461_9 * r + 0.281_718_837_6 * g + 0.629_978_700_5 * b).cbrt();
    [
        0.210_454_255_3 * l + 0.793_617_785_0 * m - 0.004_072_046_8 * s,
        1.977_998_495_1 * l - 2.428_592_205_0 * m + 0.450_593_709_9 * s,
        0.025_904_037_1 * l + 0.782_771_766_2 * m - 0.808_675_766_0 * s,
    ]
}

/// A colour as eyes with a deficiency see it.
fn seen(color: Color, matrix: &[[f64; 3]; 3]) -> [f64; 3] {
    let [r, g, b, _] = color.channels().map(crate::color::linear);
    ok_lab(matrix.map(|row| (row[0] * r + row[1] * g + row[2] * b).clamp(0.0, 1.0)))
}

fn apart(a: [f64; 3], b: [f64; 3]) -> f64 {
    let squares = a.iter().zip(b).map(|(a, b)| (a - b).powi(2));
    squares.sum::<f64>().sqrt()
}

#[test]
fn less_and_more_differ_for_every_eye() {
    for theme in both() {
        for (name, matrix) in &DEFICIENCIES {
            let [less, same, more] =
                [-1.0, 0.0, 1.0].map(|change| seen(theme.difference(change, false), matrix));
            for (a, b, least) in [(less, more, 0.15), (less, same, 0.1), (same, more, 0.1)] {
                let apart = apart(a, b);
                assert!(
                    apart >= least,
                    "{name} {:?}: {apart:.3} apart",
                    theme.scheme
                );
            }
        }
    }
}

/// More heat is always further from no heat, in lightness or in chroma.
#[test]
fn heat_grows_for_every_eye() {
    for theme in both() {
        for (name, matrix) in &DEFICIENCIES {
            let steps: Vec<_> = (0..=16)
                .map(|i| seen(theme.heat(f64::from(i) / 16.0, false), matrix))
                .collect();
            let chroma = |lab: &[f64; 3]| lab[1].hypot(lab[2]);
            let toward = (steps[16][0] - steps[0][0]).signum();
            let lightness = steps.is_sorted_by(|a, b| (b[0] - a[0]) * toward > 0.0);
            let chroma = steps.is_sorted_by(|a, b| chroma(b) > chroma(a));
            assert!(lightness || chroma, "{name} {:?}: {steps:?}", theme.scheme);
            let apart = apart(steps[0], steps[16]);
            assert!(apart >= 0.15, "{name} {:?}: {apart:.3}", theme.scheme);
        }
    }
}

/// What fillers of mixed runs are filled with.
#[test]
fn names_read_on_every_mixture() {
    for theme in both() {
        let frame = |hue, faded| {
            let step = (hue % 4) as u8;
            let hue = u8::try_from(hue).ok();
            theme.frame(Tint { hue, step, faded })
        };
        for a in 0..=256_u32 {
            for b in (a % 7..=256).step_by(7) {
                let mut mix = crate::Mix::default();
                mix.add(frame(a, b % 2 == 0), 1.0);
                mix.add(frame(b, a % 3 == 0), f64::from(1 + b % 3));
                let color = mix.color().unwrap();
                check_contrast("mixture", theme.frame_ink, color, 4.5);
            }
        }
        for i in 0..256 {
            let mut mix = crate::Mix::default();
            let share = f64::from(i) / 255.0;
            mix.add(theme.difference(share, false), 1.0);
            mix.add(theme.difference(share - 1.0, i % 2 == 0), 1.0);
            mix.add(theme.heat(share, i % 3 == 0), share);
            check_contrast("mixture", theme.frame_ink, mix.color().unwrap(), 4.5);
        }
    }
}
