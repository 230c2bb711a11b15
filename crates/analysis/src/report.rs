//! The text of `go tool pprof -top`: legend and columns.

use std::fmt::Write as _;

use profile::Profile;
use profile::units::{self, label, percentage};

use crate::keys::base;
use crate::top::{self, Inlined, TopOptions};
use crate::{Lens, Naming, Tree};

/// Prints the top report. `None` if the profile has no such sample type.
pub fn top_text(profile: &Profile, lens: &Lens, options: TopOptions) -> Option<String> {
    let column = lens.column(profile)?;
    let tree = Tree::of(profile, lens, Naming::Pprof)?;
    let table = top::top(&tree, &tree.children(), options);
    let unit = profile.unit_text(column);
    let total = table.grand_total;
    let shown = table
        .rows
        .iter()
        .fold(0_i64, |sum, row| sum.saturating_add(row.self_value));
    let out_unit = table.unit(0.0, &unit);
    let text = |value: i64| label(value, &unit, &out_unit);

    let mut out = legend(profile, column, total, &text(total));
    let _ = writeln!(
        out,
        "Showing nodes accounting for {}, {} of {} total",
        text(shown),
        percentage(shown, total),
        text(total)
    );
    if total != 0 && table.dropped > 0 {
        let cut = ((total as f64 * options.node_fraction) as i64).saturating_abs();
        let plural = if table.dropped == 1 { "" } else { "s" };
        let _ = writeln!(
            out,
            "Dropped {} node{plural} (cum <= {})",
            table.dropped,
            text(cut)
        );
    }
    if total != 0 && options.node_count > 0 && options.node_count < table.before_limit {
        let _ = writeln!(
            out,
            "Showing top {} nodes out of {}",
            options.node_count, table.before_limit
        );
    }
    out.push_str("      flat  flat%   sum%        cum   cum%\n");
    let mut running = 0_i64;
    for row in &table.rows {
        running = running.saturating_add(row.self_value);
        let mark = match row.inlined {
            Inlined::No => "",
            Inlined::Partly => " (partial-inline)",
            Inlined::Always => " (inline)",
        };
        let _ = writeln!(
            out,
            "{:>10} {:>6} {:>6} {:>10} {:>6}  {}{mark}",
            text(row.self_value),
            percentage(row.self_value, total),
            percentage(running, total),
            text(row.total),
            percentage(row.total, total),
            tree.keys.text(row.key),
        );
    }
    Some(out)
}

fn legend(profile: &Profile, column: usize, total: i64, total_text: &str) -> String {
    let text = |id| profile.strings.text(id);
    let mut out = String::new();
    if let Some(main) = profile.mappings.first() {
        if !text(main.file).is_empty() {
            let _ = writeln!(out, "File: {}", base(&text(main.file)));
        }
        if !text(main.build_id).is_empty() {
            let _ = writeln!(out, "Build ID: {}", text(main.build_id));
        }
    }
    for &comment in &profile.meta.comments {
        // pprof keeps comments that begin with # for machines.
        if !text(comment).starts_with('#') {
            let _ = writeln!(out, "{}", text(comment));
        }
    }
    let kind = profile.kind_text(column);
    if !kind.is_empty() {
        let _ = writeln!(out, "Type: {kind}");
    }
    if !text(profile.meta.doc_url).is_empty() {
        let _ = writeln!(out, "Doc: {}", text(profile.meta.doc_url));
    }
    if profile.meta.time_nanos != 0 {
        let _ = writeln!(out, "Time: {}", utc(profile.meta.time_nanos));
    }
    let duration = profile.meta.duration_nanos;
    if duration != 0 {
        let unit = profile.unit_text(column);
        let share = if units::is_time(&unit) {
            let nanos = units::scale(total, &unit, "nanoseconds").0;
            format!("({:>6})", percentage(nanos as i64, duration))
        } else {
            String::new()
        };
        let _ = writeln!(
            out,
            "Duration: {}, Total samples = {total_text} {share}",
            label(duration, "nanoseconds", "auto"),
        );
    }
    out
}

/// Nanoseconds since 1970 as `2006-01-02 15:04:05 UTC`.
pub fn utc(nanos: i64) -> String {
    let seconds = nanos.div_euclid(1_000_000_000);
    let (days, second) = (seconds.div_euclid(86_400), seconds.rem_euclid(86_400));
    // Civil date from day number: shift the year to begin in March, count in 400-year eras.
    let shifted = days + 719_468;
    let era = shifted.div_euclid(146_097);
    let day_of_era = shifted.rem_euclid(146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 {
        month_from_march + 3
    } else {
        month_from_march - 9
    };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    format!(
        "{year:04}-{month:02}-{day:02} {:02}:{:02}:{:02} UTC",
        second / 3600,
        second / 60 % 60,
        second % 60
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use profile::testing::sketch;

    #[test]
    fn the_report_reads_as_pprofs() {
        let profile = sketch(
            "types: samples/count, cpu/nanoseconds\n\
             main;work 3 30000000\nmain;>idle 1 10000000",
        );
        let text = top_text(&profile, &Lens::default(), TopOptions::PPROF).unwrap();
        assert_eq!(
            text,
            "Type: cpu\n\
             Showing nodes accounting for 40ms, 100% of 40ms total\n      \
             flat  flat%   sum%        cum   cum%\n      \
             30ms 75.00% 75.00%       30ms 75.00%  work\n      \
             10ms 25.00%   100%       10ms 25.00%  idle (inline)\n         \
             0     0%   100%       40ms   100%  main\n"
        );
    }

    #[test]
    fn dates_are_civil() {
        for (seconds, text) in [
            (0, "1970-01-01 00:00:00 UTC"),
            (951_827_696, "2000-02-29 12:34:56 UTC"),
            (1_700_000_000, "2023-11-14 22:13:20 UTC"),
            (-1, "1969-12-31 23:59:59 UTC"),
        ] {
            assert_eq!(utc(seconds * 1_000_000_000), text);
        }
    }
}
