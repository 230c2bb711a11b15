//! Times opening a file: `cargo run -p formats --profile tool --example time -- FILE…`.
//!
//! Prints the fastest of seven runs, because the slower ones measure the machine's other work.

use std::time::{Duration, Instant};

use formats::{Cx, Limits, Opened};

fn open(path: &str, bytes: Vec<u8>) -> Opened {
    let mut tick = |_, _, _| true;
    let mut cx = Cx::new(Limits::default(), &mut tick);
    formats::open(path, bytes, &mut cx).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn main() {
    for path in std::env::args().skip(1) {
        let bytes = std::fs::read(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
        let mut best = Duration::MAX;
        for _ in 0..7 {
            let copy = bytes.clone();
            let started = Instant::now();
            let opened = open(&path, copy);
            best = best.min(started.elapsed());
            drop(opened);
        }
        let opened = open(&path, bytes.clone());
        let count =
            |of: fn(&profile::Profile) -> usize| opened.profiles.iter().map(of).sum::<usize>();
        println!(
            "{path}: {:.1} ms, {:.0} MB/s, {} {:?}, {} samples, {} stack nodes, {} warnings",
            best.as_secs_f64() * 1e3,
            bytes.len() as f64 / best.as_secs_f64() / 1e6,
            opened.format.id,
            opened.peeled,
            count(|p| p.samples.len()),
            count(|p| p.stacks.len()),
            opened.warnings.len(),
        );
    }
}
