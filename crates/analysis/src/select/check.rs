//! Whether a lens can be looked through, told option by option: for boxes that are typed into.

use super::{LensFault, labels, names};
use crate::lens::Lens;
use crate::options::{self, Kind, OPTIONS};
use crate::steps::Step;

/// What is wrong with a lens, beside the sample type.
pub fn check(lens: &Lens) -> Vec<LensFault> {
    let mut faults = Vec::new();
    for option in OPTIONS {
        let text = (option.get)(lens);
        let fault = match option.kind {
            Kind::Regex => names::expression(option.name, &text).err(),
            Kind::LabelFilter => labels::check(option.name, &text).err(),
            _ if option.name == "divide_by" && lens.divide_by.0 == 0.0 => Some(LensFault {
                option: option.name,
                why: "nothing can be divided by 0".to_owned(),
            }),
            _ => None,
        };
        faults.extend(fault);
    }
    faults.extend(lens.steps.iter().filter_map(fault));
    faults
}

/// The first step that cannot be taken.
pub(super) fn steps(steps: &[Step]) -> Result<(), LensFault> {
    steps.iter().find_map(fault).map_or(Ok(()), Err)
}

fn fault(step: &Step) -> Option<LensFault> {
    let fault = names::expression("step", step.expression()?).err()?;
    Some(LensFault {
        why: format!("{}: {}", step.title(), fault.why),
        ..fault
    })
}

/// The lens without the options that are wrong.
pub fn usable(lens: &Lens, faults: &[LensFault]) -> Lens {
    let mut usable = lens.clone();
    usable.steps.retain(|step| fault(step).is_none());
    for fault in faults {
        if let Some(option) = options::find(fault.option) {
            // A default can always be read.
            let _ = (option.set)(&mut usable, &option.default());
        }
    }
    usable
}
