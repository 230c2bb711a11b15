//! The list of formats: landing page, help and docs follow it.

use crate::{Cx, ImportError, Input, Loaded, Match, Probe};

use crate::import::gperftools_cpu;
use crate::import::pprof;

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
pub static IMPORTERS: &[&Importer] = &[&pprof::IMPORTER, &gperftools_cpu::IMPORTER];

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
