//! Counts of passed and failed tests, read from what cargo and node print.

/// Passed and failed so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Tests that passed.
    pub passed: u64,
    /// Tests that failed.
    pub failed: u64,
}

impl Tally {
    /// Adds what another part counted.
    pub fn add(&mut self, other: Self) {
        self.passed += other.passed;
        self.failed += other.failed;
    }
}

/// Sums cargo's lines `test result: ok. 3 passed; 0 failed; 1 ignored; …`.
pub fn cargo_tally(text: &str) -> Tally {
    let mut tally = Tally::default();
    for line in text
        .lines()
        .filter_map(|line| line.strip_prefix("test result: "))
    {
        tally.add(Tally {
            passed: before(line, " passed"),
            failed: before(line, " failed"),
        });
    }
    tally
}

/// The number in front of a word.
fn before(line: &str, word: &str) -> u64 {
    let number = line
        .split_once(word)
        .and_then(|(left, _)| left.rsplit(' ').next());
    number.and_then(|number| number.parse().ok()).unwrap_or(0)
}

/// Reads node's last lines `# pass 3`, `# fail 0`, `# cancelled 0`.
pub fn tap_tally(text: &str) -> Tally {
    let number = |what: &str| {
        let mut numbers = text
            .lines()
            .filter_map(|line| line.strip_prefix(what)?.parse::<u64>().ok());
        numbers.next_back().unwrap_or(0)
    };
    Tally {
        passed: number("# pass "),
        failed: number("# fail ") + number("# cancelled "),
    }
}

/// A line for each test that its tool says it left out.
pub fn skipped(text: &str) -> Vec<String> {
    let lines = text.lines().filter_map(|line| {
        let line = line.trim();
        if let Some(name) = line
            .strip_prefix("test ")
            .and_then(|rest| rest.split_once(" ... ignored"))
        {
            return Some(format!("SKIPPED: {}{}", name.0, name.1));
        }
        let (test, reason) = line.strip_prefix("ok ")?.split_once(" # SKIP")?;
        let name = test.split_once(" - ").map_or(test, |(_, name)| name);
        Some(format!(
            "SKIPPED: {name}{}{}",
            if reason.is_empty() { "" } else { ":" },
            reason
        ))
    });
    lines.collect()
}

/// The parts of a TAP report that tell failures; all of it where there are none.
pub fn failures(text: &str) -> String {
    let mut out = String::new();
    let mut inside = false;
    for line in text.lines() {
        let start = line.trim_start();
        if start.starts_with("not ok ") {
            inside = true;
        } else if start.starts_with("ok ") || start.starts_with("# ") {
            inside = false;
        }
        if inside {
            out += line;
            out.push('\n');
        }
    }
    if out.is_empty() { text.to_owned() } else { out }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_summed() {
        let text = "test result: ok. 13 passed; 0 failed; 2 ignored; 0 measured\nx\n\
            test result: FAILED. 4 passed; 1 failed; 0 ignored\n";
        assert_eq!(
            cargo_tally(text),
            Tally {
                passed: 17,
                failed: 1
            }
        );
        let text = "# pass 1\n# tests 9\n# pass 3\n# fail 2\n# cancelled 1\n# skipped 1\n";
        assert_eq!(
            tap_tally(text),
            Tally {
                passed: 3,
                failed: 3
            }
        );
        assert_eq!(tap_tally("SyntaxError"), Tally::default());
    }

    #[test]
    fn what_is_left_out_is_told() {
        let text = "test deep::walk ... ignored, takes an hour\ntest a ... ok\n\
            ok 3 - opens a file # SKIP no corpus\n    ok 4 - b # SKIP\nok 5 - c\n";
        assert_eq!(
            skipped(text),
            [
                "SKIPPED: deep::walk, takes an hour",
                "SKIPPED: opens a file: no corpus",
                "SKIPPED: b"
            ]
        );
    }

    #[test]
    fn failures_are_cut_out() {
        let text = "ok 1 - a\nnot ok 2 - b\n  why\n# Subtest: c\nok 3 - c\n";
        assert_eq!(failures(text), "not ok 2 - b\n  why\n");
        assert_eq!(failures("crash\n"), "crash\n");
    }
}
