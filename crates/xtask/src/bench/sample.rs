//! A profile of the same nature where no generator lies beside the project: a random walk
//! over a static call graph, so that neighbouring samples share most of their stack.

/// The profile with so many samples, as raw pprof.
pub(super) fn profile(samples: u32) -> Vec<u8> {
    const FUNCTIONS: u64 = 4000;
    let mut seed = 0x9e37_79b9_7f4a_7c15_u64;
    let mut random = move |below: u64| {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        (seed.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) % below
    };
    let mut out = Vec::new();
    for (kind, unit) in [(1, 2), (3, 4)] {
        message(&mut out, 1, |m| {
            number(m, 1, kind);
            number(m, 2, unit);
        });
    }
    let mut stack = vec![0, 1, 2];
    for _ in 0..samples {
        let keep = (stack.len() - (random(4) as usize).min(stack.len() - 3)).max(3);
        stack.truncate(keep);
        for _ in 0..random(5) {
            if stack.len() < 40 {
                let caller = stack[stack.len() - 1];
                stack.push((caller * 31 + random(4) * 977) % FUNCTIONS);
            }
        }
        let count = 1 + random(9);
        message(&mut out, 2, |m| {
            message(m, 1, |ids| {
                stack.iter().rev().for_each(|f| varint(ids, f + 1));
            });
            message(m, 2, |values| {
                varint(values, count);
                varint(values, count * 10_000_000);
            });
        });
    }
    for function in 0..FUNCTIONS {
        message(&mut out, 4, |m| {
            number(m, 1, function + 1);
            message(m, 4, |line| {
                number(line, 1, function + 1);
                number(line, 2, 10 + function % 900);
            });
        });
        message(&mut out, 5, |m| {
            number(m, 1, function + 1);
            number(m, 2, function + 5);
        });
    }
    for text in ["", "samples", "count", "cpu", "nanoseconds"] {
        message(&mut out, 6, |m| m.extend_from_slice(text.as_bytes()));
    }
    for function in 0..FUNCTIONS {
        let name = format!(
            "example.com/pkg{}.(*T{}).run{function}",
            function % 17,
            function % 5
        );
        message(&mut out, 6, |m| m.extend_from_slice(name.as_bytes()));
    }
    out
}

fn varint(out: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

fn number(out: &mut Vec<u8>, field: u64, value: u64) {
    varint(out, field << 3);
    varint(out, value);
}

fn message(out: &mut Vec<u8>, field: u64, fill: impl FnOnce(&mut Vec<u8>)) {
    let mut body = Vec::new();
    fill(&mut body);
    varint(out, field << 3 | 2);
    varint(out, body.len() as u64);
    out.extend_from_slice(&body);
}
