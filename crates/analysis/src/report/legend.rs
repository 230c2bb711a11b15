//! The lines above a report: what was recorded, which filters are on, what is shown of it.

use std::fmt::Write as _;

use profile::Profile;
use profile::units::{self, label, percentage};

use super::{Built, Report};
use crate::keys::base;

/// Filters are told up to so many bytes.
const FILTER_BYTES: usize = 80;

impl Report<'_> {
    /// What was recorded, when, for how long.
    pub(super) fn profile_lines(&self) -> Vec<String> {
        let profile = self.profile();
        let text = |id| profile.strings.text(id);
        let mut lines = Vec::new();
        if let Some(main) = profile.mappings.first() {
            if !text(main.file).is_empty() {
                lines.push(format!("File: {}", base(&text(main.file))));
            }
            if !text(main.build_id).is_empty() {
                lines.push(format!("Build ID: {}", text(main.build_id)));
            }
        }
        // Comments that begin with # are for machines.
        let comments = profile.meta.comments.iter().map(|&id| text(id));
        lines.extend(
            comments
                .filter(|c| !c.starts_with('#'))
                .map(std::borrow::Cow::into_owned),
        );
        let kind = self.prepared.kind();
        if !kind.is_empty() {
            lines.push(format!("Type: {kind}"));
        }
        if !text(profile.meta.doc_url).is_empty() {
            lines.push(format!("Doc: {}", text(profile.meta.doc_url)));
        }
        if profile.meta.time_nanos != 0 {
            lines.push(format!("Time: {}", utc(profile.meta.time_nanos)));
        }
        let duration = profile.meta.duration_nanos;
        if duration != 0 {
            let (nanos, unit) = units::scale(self.prepared.total, &self.unit, "nanoseconds");
            let share = match unit == "ns" && nanos != 0.0 {
                true => format!("({})", padded(&percentage(nanos as i64, duration))),
                false => String::new(),
            };
            lines.push(format!(
                "Duration: {}, Total samples = {} {share}",
                label(duration, "nanoseconds", "auto"),
                self.value(self.prepared.total),
            ));
        }
        lines
    }

    /// The lines above a report of nodes. Pictures tell all of them.
    pub(super) fn lines(&self, built: &Built) -> Vec<String> {
        let mut lines = match self.lens.compact_labels && !self.kind.visual {
            true => Vec::new(),
            false => self.profile_lines(),
        };
        let filters = self.filters();
        if !filters.is_empty() {
            lines.push("Active filters:".to_owned());
            lines.extend(filters.iter().map(|filter| format!("   {filter}")));
        }
        let (total, shown) = (self.prepared.total, built.graph().shown());
        lines.push(format!(
            "Showing nodes accounting for {}, {} of {} total",
            self.value(shown),
            percentage(shown, total),
            self.value(total)
        ));
        if total == 0 {
            return lines;
        }
        let cut = |fraction: f64| self.value(((total as f64 * fraction) as i64).saturating_abs());
        let trimmed = &built.trimmed;
        let dropped = |count: usize, what: &str, value: &str, fraction: f64| {
            let plural = if count > 1 { "s" } else { "" };
            format!(
                "Dropped {count} {what}{plural} ({value} <= {})",
                cut(fraction)
            )
        };
        if trimmed.dropped_nodes > 0 {
            let fraction = self.lens.nodefraction.0;
            lines.push(dropped(trimmed.dropped_nodes, "node", "cum", fraction));
        }
        if self.kind.visual && trimmed.dropped_edges > 0 {
            let fraction = self.lens.edgefraction.0;
            lines.push(dropped(trimmed.dropped_edges, "edge", "freq", fraction));
        }
        let count = built.graph().listed.len();
        if count > 0 && count < trimmed.before_limit {
            lines.push(format!(
                "Showing top {count} nodes out of {}",
                trimmed.before_limit
            ));
        }
        lines
    }

    fn filters(&self) -> Vec<String> {
        let lens = self.lens;
        let all = [
            ("focus", &lens.focus),
            ("ignore", &lens.ignore),
            ("hide", &lens.hide),
            ("show", &lens.show),
            ("show_from", &lens.show_from),
            ("tagfocus", &lens.tagfocus),
            ("tagignore", &lens.tagignore),
            ("tagshow", &lens.tagshow),
            ("taghide", &lens.taghide),
            ("tracks", &lens.tracks),
        ];
        let set = all.into_iter().filter(|(_, text)| !text.is_empty());
        set.map(|(name, text)| {
            let filter = format!("{name}={text}");
            match filter.len() > FILTER_BYTES {
                true => format!("{}…", &filter[..filter.floor_char_boundary(FILTER_BYTES)]),
                false => filter,
            }
        })
        .collect()
    }
}

/// A share in a column of shares.
pub(super) fn padded(share: &str) -> String {
    format!("{share:>6}")
}

/// The comments report.
pub(super) fn comments(report: &mut Report<'_>) -> String {
    let profile: &Profile = report.profile();
    let mut out = String::new();
    for &comment in &profile.meta.comments {
        let _ = writeln!(out, "{}", profile.strings.text(comment));
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
