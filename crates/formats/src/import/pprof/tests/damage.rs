//! Cut and flipped files: a sound profile or an error, never a panic.

use profile::testing::sketch;

use super::{SKETCH, fixture, open, write};

/// Opens damaged bytes: a sound profile or an error that says what happened.
#[track_caller]
fn open_damaged(bytes: Vec<u8>) {
    match open(bytes) {
        Ok(opened) => opened.profiles.iter().for_each(|p| p.validate().unwrap()),
        Err(error) => assert!(
            matches!(
                error.code(),
                "cut" | "empty" | "unknown-format" | "damaged" | "too-large"
            ),
            "{error}"
        ),
    }
}

#[test]
fn cut_files_open_only_if_names_are_left() {
    let good = write(&sketch(SKETCH));
    for len in 0..good.len() {
        open_damaged(good[..len].to_vec());
    }
    let good = fixture("cpu.pb.gz");
    for len in (0..good.len()).step_by(97) {
        open_damaged(good[..len].to_vec());
    }
    // Go writes names last: without a few of them the profile is still of use.
    let opened = open(good[..good.len() - 40].to_vec()).unwrap();
    assert!(opened.warnings[0].text.starts_with("The file was cut"));
    assert_eq!(
        open(good[..good.len() / 2].to_vec()).err().unwrap().code(),
        "cut"
    );
}

#[test]
fn damage_never_panics() {
    let mut seed = 88_172_645_463_325_252_u64;
    let mut random = move || {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        seed
    };
    for (good, rounds) in [
        (write(&sketch(SKETCH)), 20_000),
        (fixture("goroutine.pb.gz"), 4000),
        (fixture("cpu.pb.gz"), 400),
    ] {
        for _ in 0..rounds {
            let mut bytes = good.clone();
            for _ in 0..=(random() % 3) {
                let at = random() as usize % bytes.len();
                match random() % 3 {
                    0 => bytes[at] ^= 1 << (random() % 8),
                    _ => bytes[at] = random() as u8,
                }
            }
            open_damaged(bytes);
        }
    }
}
