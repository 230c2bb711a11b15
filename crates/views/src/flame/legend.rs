//! What the colours mean, in words.

use profile::units::human;
use scene::{Mix, Theme, Tint};

use super::{Nodes, colour};
use crate::names::By;
use crate::paint::{LegendRow, Paint};

/// Groups that are named; the rest is one row.
const NAMED: usize = 12;

/// Steps of heat that are shown.
const STEPS: i32 = 5;

/// The legend. O(nodes).
pub(super) fn legend(data: &Nodes, paint: Paint, theme: &Theme) -> Vec<LegendRow> {
    let paint = colour::settled(data, paint);
    match (colour::grouping(paint), paint) {
        (Some(by), _) => groups(data, by, theme),
        (None, Paint::Heat) => (0..STEPS).map(|step| heat(data, step, theme)).collect(),
        (None, _) => [(-1.0, "less"), (0.0, "same"), (1.0, "more")]
            .map(|(change, text)| LegendRow {
                color: theme.difference(change, false),
                text: text.to_owned(),
                share: None,
            })
            .into(),
    }
}

fn heat(data: &Nodes, step: i32, theme: &Theme) -> LegendRow {
    let share = |step: f64| step / f64::from(STEPS);
    let value = |step: i32| {
        let value = data.head.hottest as f64 * share(f64::from(step));
        human(value as i64, &data.head.unit)
    };
    LegendRow {
        color: theme.heat(share(f64::from(step) + 0.5), false),
        text: format!("{} to {}", value(step), value(step + 1)),
        share: None,
    }
}

/// The heaviest groups by self value, then the others.
fn groups(data: &Nodes, by: By, theme: &Theme) -> Vec<LegendRow> {
    let mut own = vec![0_i64; data.names.groups(by)];
    // What callers stand for is in the function they call.
    let callees = data.first_caller() as usize;
    for (&name, &value) in data.name.iter().zip(&data.self_value).take(callees) {
        // The root has no name and is in no group.
        if let Some(group) = data.names.group(by, name as usize) {
            own[group] = own[group].saturating_add(value);
        }
    }
    let mut order: Vec<usize> = (0..own.len()).filter(|&group| own[group] != 0).collect();
    let text = |group: usize| data.names.group_text(by, group);
    order
        .sort_unstable_by_key(|&group| (std::cmp::Reverse(own[group].unsigned_abs()), text(group)));
    let color = |group| {
        let hue = data.names.group_hue(by, group);
        theme.frame(Tint {
            hue,
            step: 0,
            faded: false,
        })
    };
    let share = |value: i64| Some(value as f64 / data.head.grand_total as f64);
    let (named, others) = order.split_at(order.len().min(NAMED));
    let named = named.iter().map(|&group| LegendRow {
        color: color(group),
        text: title(by, text(group)).to_owned(),
        share: share(own[group]),
    });
    let mut rows: Vec<_> = named.collect();
    if !others.is_empty() {
        let mut mix = Mix::default();
        let mut sum = 0_i64;
        for &group in others {
            mix.add(color(group), own[group].unsigned_abs() as f64);
            sum = sum.saturating_add(own[group]);
        }
        rows.push(LegendRow {
            color: mix.color().unwrap_or(theme.surface),
            text: format!("other ({})", others.len()),
            share: share(sum),
        });
    }
    rows
}

/// A group as people read it: without the separator that ends a package.
fn title(by: By, text: &str) -> &str {
    match (by, text.trim_end_matches(['.', ':', '/'])) {
        (By::Package, "") => "no name",
        (By::Module, "") => "unknown module",
        (By::File, "") => "unknown file",
        (_, text) => text,
    }
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;

    use scene::Scheme;

    use super::super::Flame;
    use super::*;
    use crate::testing::computed;
    use crate::view::View;

    fn told(data: &Nodes, paint: Paint) -> Vec<(String, Option<f64>)> {
        let rows = Flame::legend(data, paint, Theme::of(Scheme::Dark));
        rows.into_iter().map(|row| (row.text, row.share)).collect()
    }

    #[test]
    fn the_heaviest_groups_come_first_with_their_share_of_total() {
        let data = computed::<Flame>(
            "net/http.f@a/x.go:1 30\nnet/http.f@a/x.go:1;core::g 25\n\
             runtime.h 40\n!/lib/z.so+0x9 5",
        );
        let row = |text: &str, share| (text.to_owned(), Some(share));
        assert_eq!(
            told(&data, Paint::Auto),
            [
                row("runtime", 0.4),
                row("net/http", 0.3),
                row("core", 0.25),
                row("no name", 0.05)
            ]
        );
        assert_eq!(
            told(&data, Paint::Module),
            [row("unknown module", 0.95), row("z.so", 0.05)]
        );
        assert_eq!(
            told(&data, Paint::File),
            [row("unknown file", 0.7), row("a/x.go", 0.3)]
        );
        let theme = Theme::of(Scheme::Dark);
        let colors: Vec<_> = Flame::legend(&data, Paint::Package, theme)
            .into_iter()
            .map(|row| row.color)
            .collect();
        let frame = |hue| {
            theme.frame(Tint {
                hue,
                step: 0,
                faded: false,
            })
        };
        assert_eq!(colors[0], frame(None));
        assert_eq!(colors[1], frame(Some(scene::hue_of(b"net/http."))));
    }

    #[test]
    fn many_groups_end_in_others() {
        let mut text = String::new();
        for n in 0..30 {
            let _ = writeln!(text, "p{n:02}.f {}", 30 - n);
        }
        let rows = told(&computed::<Flame>(&text), Paint::Package);
        assert_eq!(rows.len(), NAMED + 1);
        assert_eq!(rows[0].0, "p00");
        assert_eq!(rows[NAMED].0, "other (18)");
        let sum: f64 = rows.iter().filter_map(|row| row.1).sum();
        assert!((sum - 1.0).abs() < 1e-9);
    }

    #[test]
    fn heat_tells_its_ranges_and_difference_its_ends() {
        let data = computed::<Flame>("types: cpu/nanoseconds\nmain;f 50000000\nmain;g -10000000");
        let texts = |paint| told(&data, paint).into_iter().map(|row| row.0);
        assert_eq!(
            texts(Paint::Heat).collect::<Vec<_>>(),
            [
                "0 to 10ms",
                "10ms to 20ms",
                "20ms to 30ms",
                "30ms to 40ms",
                "40ms to 50ms"
            ]
        );
        assert_eq!(
            texts(Paint::Auto).collect::<Vec<_>>(),
            ["less", "same", "more"]
        );
        // Negative groups are as heavy as they are large.
        let packages = told(&data, Paint::Package);
        assert_eq!(packages[0], ("f".to_owned(), Some(5.0 / 6.0)));
        assert_eq!(packages[1], ("g".to_owned(), Some(-1.0 / 6.0)));
    }
}
