//! Values and shares as `go tool pprof` prints them: one place for "3.2s", "1.50MB", "14.21%".
//!
//! Source: the rules of google/pprof's `measurement` package, restated and checked by the
//! values it prints.

use std::fmt::Write as _;

/// One unit of a family.
struct Unit {
    name: &'static str,
    aliases: &'static [&'static str],
    factor: f64,
}

/// Units that convert into each other.
struct Family {
    units: &'static [Unit],
    /// Index of the unit that small values stay in.
    default: usize,
}

const fn unit(name: &'static str, aliases: &'static [&'static str], factor: f64) -> Unit {
    Unit {
        name,
        aliases,
        factor,
    }
}

const KB: f64 = 1024.0;

static FAMILIES: &[Family] = &[
    Family {
        units: &[
            unit("B", &["b", "byte"], 1.0),
            unit("kB", &["kb", "kbyte", "kilobyte"], KB),
            unit("MB", &["mb", "mbyte", "megabyte"], KB * KB),
            unit("GB", &["gb", "gbyte", "gigabyte"], KB * KB * KB),
            unit("TB", &["tb", "tbyte", "terabyte"], KB * KB * KB * KB),
            unit("PB", &["pb", "pbyte", "petabyte"], KB * KB * KB * KB * KB),
        ],
        default: 0,
    },
    Family {
        units: &[
            unit("ns", &["ns", "nanosecond"], 1.0),
            unit("us", &["μs", "µs", "us", "microsecond"], 1e3),
            unit("ms", &["ms", "millisecond"], 1e6),
            unit("s", &["s", "sec", "second"], 1e9),
            unit("hrs", &["hour", "hr"], 3600.0 * 1e9),
        ],
        default: 3,
    },
    Family {
        units: &[
            unit("n*GCU", &["nanogcu"], 1e-9),
            unit("u*GCU", &["microgcu"], 1e-6),
            unit("m*GCU", &["milligcu"], 1e-3),
            unit("GCU", &["gcu"], 1.0),
            unit("k*GCU", &["kilogcu"], 1e3),
            unit("M*GCU", &["megagcu"], 1e6),
            unit("G*GCU", &["gigagcu"], 1e9),
            unit("T*GCU", &["teragcu"], 1e12),
            unit("P*GCU", &["petagcu"], 1e15),
        ],
        default: 3,
    },
];

fn find(name: &str) -> Option<(&'static Family, &'static Unit)> {
    let lower = name.to_lowercase();
    let singular = match lower.len() > 2 {
        true => lower.strip_suffix('s').unwrap_or(&lower),
        false => &lower,
    };
    FAMILIES.iter().find_map(|family| {
        family
            .units
            .iter()
            // pprof takes the s off `μs`, and then does not know it.
            .find(|u| u.aliases.contains(&singular) || u.aliases.contains(&lower.as_str()))
            .or_else(|| family.units.iter().find(|u| u.name == name))
            .map(|u| (family, u))
    })
}

/// True for units of time.
pub fn is_time(unit: &str) -> bool {
    find(unit).is_some_and(|(family, _)| family.default == 3 && family.units.len() == 5)
}

/// True if values of the two units can be compared: one unit, or two of one family. A plural
/// `s` does not matter.
pub fn convert(a: &str, b: &str) -> bool {
    let bare = |unit: &str| unit.strip_suffix('s').unwrap_or(unit).to_owned();
    let family = |unit: &str| find(unit).map(|(family, _)| std::ptr::from_ref(family));
    bare(a) == bare(b) || family(a).is_some() && family(a) == family(b)
}

/// Converts `value` from one unit into another (`minimum` or `auto`: the largest unit in which
/// it is at least 1). Units that do not convert keep the value, as pprof does.
pub fn scale(value: i64, from: &str, to: &str) -> (f64, String) {
    if value < 0 && value != i64::MIN {
        let (scaled, unit) = scale(-value, from, to);
        return (-scaled, unit);
    }
    let auto = matches!(to, "minimum" | "auto");
    let Some((family, source)) = find(from) else {
        let bare = auto || matches!(to, "count" | "sample" | "unit");
        return (
            value as f64,
            if bare { String::new() } else { to.to_owned() },
        );
    };
    let base = value as f64 * source.factor;
    let target = if auto {
        family.units.iter().rev().find(|u| base / u.factor >= 1.0)
    } else {
        find(to)
            .filter(|(other, _)| std::ptr::eq(*other, family))
            .map(|(_, u)| u)
    };
    let target = target
        .or_else(|| family.units.get(family.default))
        .unwrap_or(source);
    // Multiplied first, divided then, as pprof does: 18025 ns are 18.02us and not 18.03us.
    (base / target.factor, target.name.to_owned())
}

/// A value with its unit glued on, for example `1.50ms`, `1kB`, `0`.
pub fn label(value: i64, from: &str, to: &str) -> String {
    let (scaled, unit) = scale(value, from, to);
    let mut text = String::new();
    let _ = write!(text, "{scaled:.2}");
    let text = text.strip_suffix(".00").unwrap_or(&text);
    if text == "0" || text == "-0" {
        return "0".to_owned();
    }
    format!("{text}{unit}")
}

/// The value in the unit that suits it, as tooltips show it. A unit that is no known measure
/// (`count`, `objects`) is set apart by a blank, thousands are grouped.
pub fn human(value: i64, unit: &str) -> String {
    if find(unit).is_some() {
        return label(value, unit, "auto");
    }
    let plain = grouped(value);
    match unit {
        "" | "count" | "sample" | "unit" => plain,
        other => format!("{plain} {other}"),
    }
}

/// A value in the unit that its whole column is printed in, as pprof's reports do; in its own
/// where nothing would be left of it.
pub fn in_column(value: i64, from: &str, to: &str) -> String {
    match label(value, from, to) {
        text if value != 0 && text == "0" => label(value, from, "auto"),
        text => text,
    }
}

/// A whole number with its thousands set apart by commas.
pub fn grouped(value: i64) -> String {
    let digits = value.unsigned_abs().to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3 + 1);
    if value < 0 {
        out.push('-');
    }
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// The unit of a whole report under pprof's `minimum`: the unit of the smallest value shown,
/// or a larger one when the total is more than a hundred times that.
pub fn report_unit(smallest: i64, total: i64, unit: &str) -> String {
    let smallest = smallest.saturating_abs();
    let total = total.saturating_abs();
    let (_, of_smallest) = scale(smallest, unit, "minimum");
    let (_, of_total) = scale(total, unit, "minimum");
    // 100 × the smallest in the smallest's own unit decides between the two.
    if of_smallest != of_total && smallest.saturating_mul(100) < total {
        return scale(smallest.saturating_mul(100), unit, "minimum").1;
    }
    of_smallest
}

/// A share as pprof prints it: `100%`, two decimals from 1 %, two significant digits below.
pub fn percentage(value: i64, total: i64) -> String {
    let ratio = match total {
        0 => 0.0,
        _ => (value as f64 / total as f64).abs() * 100.0,
    };
    if ratio == 0.0 {
        "0%".to_owned()
    } else if (99.95..=100.05).contains(&ratio) {
        "100%".to_owned()
    } else if ratio >= 1.0 {
        format!("{ratio:.2}%")
    } else {
        format!("{}%", two_significant(ratio))
    }
}

/// A share with its sign, as the page tells it: in a diff it matters which way.
pub fn signed_percentage(value: i64, total: i64) -> String {
    let share = percentage(value, total);
    match value < 0 && total != 0 && share != "0%" {
        true => format!("-{share}"),
        false => share,
    }
}

/// C's `%.2g` for a number in (0, 1).
fn two_significant(value: f64) -> String {
    let scientific = format!("{value:.1e}");
    let Some((mantissa, exponent)) = scientific.split_once('e') else {
        return scientific;
    };
    let exponent: i32 = exponent.parse().unwrap_or(0);
    if exponent < -4 {
        let mantissa = mantissa.strip_suffix(".0").unwrap_or(mantissa);
        return format!("{mantissa}e-{:02}", -exponent);
    }
    let decimals = usize::try_from(1 - exponent).unwrap_or(1);
    let fixed = format!("{value:.decimals$}");
    match fixed.contains('.') {
        true => fixed.trim_end_matches('0').trim_end_matches('.').to_owned(),
        false => fixed,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_pprofs() {
        for (value, from, to, expected) in [
            (59_000_000_000, "nanoseconds", "auto", "59s"),
            (86_400_000_000_000, "ns", "auto", "24hrs"),
            (1023, "bytes", "auto", "1023B"),
            (1024, "bytes", "auto", "1kB"),
            (1 << 60, "bytes", "auto", "1024PB"),
            (-1500, "us", "auto", "-1.50ms"),
            (i64::MIN, "ns", "s", "-9223372036.85s"),
            (123_456_789, "ns", "s", "0.12s"),
            (5, "widgets", "widgets", "5widgets"),
            (5, "widgets", "auto", "5"),
            (5, "count", "minimum", "5"),
            (1500, "us", "bytes", "0"),
            (0, "ns", "auto", "0"),
            (1 << 20, "bytes", "kb", "1024kB"),
        ] {
            assert_eq!(label(value, from, to), expected, "{value} {from} → {to}");
        }
    }

    #[test]
    fn shares_are_pprofs() {
        for (value, total, expected) in [
            (1, 1, "100%"),
            (0, 5, "0%"),
            (5, 0, "0%"),
            (99_950, 100_000, "100%"),
            (99_949, 100_000, "99.95%"),
            (1, 3, "33.33%"),
            (-50, 100, "50.00%"),
            (1, 200, "0.5%"),
            (1, 10_000, "0.01%"),
            (123, 100_000, "0.12%"),
            (999, 100_000, "1%"),
            (4, 1_000_000_000, "4e-07%"),
        ] {
            assert_eq!(percentage(value, total), expected, "{value} of {total}");
        }
    }

    #[test]
    fn shares_of_the_page_have_a_sign() {
        assert_eq!(signed_percentage(-50, 100), "-50.00%");
        assert_eq!(signed_percentage(50, 100), "50.00%");
        assert_eq!(signed_percentage(0, 100), "0%");
        assert_eq!(signed_percentage(-5, 0), "0%");
    }

    #[test]
    fn micro_is_known_in_both_of_its_signs() {
        assert_eq!(label(1500, "μs", "auto"), "1.50ms");
        assert_eq!(label(1500, "µs", "ms"), "1.50ms");
    }

    #[test]
    fn the_reports_unit_follows_its_smallest_value() {
        assert_eq!(report_unit(10_000_000, 500_000_000, "nanoseconds"), "ms");
        assert_eq!(report_unit(10_000_000, 12_000_000_000, "nanoseconds"), "s");
        assert_eq!(report_unit(1024, 4 << 20, "bytes"), "kB");
        assert_eq!(report_unit(3, 900, "count"), "");
    }

    #[test]
    fn what_is_too_small_for_its_column_keeps_its_own_unit() {
        let told = |value| in_column(value, "nanoseconds", "s");
        assert_eq!(told(910_000_000), "0.91s");
        assert_eq!(told(-4_000_000), "-4ms");
        assert_eq!(told(0), "0");
    }

    #[test]
    fn people_read_grouped_numbers() {
        assert_eq!(human(1_234_567, "count"), "1,234,567");
        assert_eq!(human(-12, "objects"), "-12 objects");
        assert_eq!(human(1_500_000, "nanoseconds"), "1.50ms");
        assert!(is_time("nanoseconds") && is_time("s") && !is_time("bytes"));
    }
}
