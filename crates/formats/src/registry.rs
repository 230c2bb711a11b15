//! The lists of formats: landing page, menus, help and docs follow them.

use profile::Profile;

use crate::{Cx, ImportError, Input, Loaded, Match, Probe};

use crate::import::contention_text;
use crate::import::count_text;
use crate::import::goroutine_dump;
use crate::import::gperftools_cpu;
use crate::import::heap_text;
use crate::import::java_text;
use crate::import::jemalloc;
use crate::import::pprof;
use crate::import::threadz;

use crate::export::pprof as pprof_out;

/// A format that can be read.
pub struct Importer {
    /// Short name; never changes.
    pub id: &'static str,
    /// Name for people.
    pub name: &'static str,
    /// Usual extensions, without a dot.
    pub extensions: &'static [&'static str],
    /// How such a file is made, as a sentence with its command.
    pub how_to_record: &'static str,
    /// Looks at the beginning of a file.
    pub sniff: fn(&Probe<'_>) -> Match,
    /// Reads a file.
    pub read: fn(Input<'_>, &mut Cx<'_>) -> Result<Loaded, ImportError>,
}

/// Every format that can be read.
pub static IMPORTERS: &[&Importer] = &[
    &pprof::IMPORTER,
    &gperftools_cpu::IMPORTER,
    &heap_text::IMPORTER,
    &count_text::IMPORTER,
    &contention_text::IMPORTER,
    &threadz::IMPORTER,
    &java_text::IMPORTER,
    &jemalloc::IMPORTER,
    &goroutine_dump::IMPORTER,
];

/// A format that can be written.
pub struct Exporter {
    /// Short name; never changes.
    pub id: &'static str,
    /// Name for people.
    pub name: &'static str,
    /// Usual extension, without a dot.
    pub extension: &'static str,
    /// What the format cannot hold, as a sentence; empty if it holds everything.
    pub loses: &'static str,
    /// Makes the file's bytes.
    pub write: fn(&Profile) -> Vec<u8>,
}

/// Every format that can be written.
pub static EXPORTERS: &[&Exporter] = &[&pprof_out::EXPORTER];

/// The format that fits best; the earlier one where two fit alike.
pub(crate) fn best(probe: &Probe<'_>) -> Option<&'static Importer> {
    let mut best: Option<(&'static Importer, (u8, bool))> = None;
    for &importer in IMPORTERS {
        let score = (importer.sniff)(probe).score();
        let named = importer.extensions.iter().any(|e| probe.has_extension(e));
        let rank = (score, named);
        if score > 0 && best.is_none_or(|(_, had)| rank > had) {
            best = Some((importer, rank));
        }
    }
    best.map(|(importer, _)| importer)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_unique_and_texts_are_there() {
        let ids: Vec<_> = IMPORTERS.iter().map(|i| i.id).collect();
        let sorted: std::collections::BTreeSet<_> = ids.iter().collect();
        assert_eq!(sorted.len(), ids.len(), "{ids:?}");
        for importer in IMPORTERS {
            assert!(importer.how_to_record.ends_with('.'), "{}", importer.id);
            assert!(
                importer.extensions.iter().all(|e| !e.starts_with('.')),
                "{}",
                importer.id
            );
        }
        for exporter in EXPORTERS {
            assert!(
                IMPORTERS.iter().any(|i| i.id == exporter.id),
                "{} can be written, not read",
                exporter.id
            );
            assert!(exporter.loses.is_empty() || exporter.loses.ends_with('.'));
        }
    }

    #[test]
    fn what_every_exporter_writes_is_sniffed_as_its_format() {
        let profile = profile::testing::sketch("main;a@a.go:7 3");
        for exporter in EXPORTERS {
            let bytes = (exporter.write)(&profile);
            let best = best(&Probe::new("", &bytes)).map(|i| i.id);
            assert_eq!(best, Some(exporter.id));
        }
    }
}
