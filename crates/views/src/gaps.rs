//! Why a view has nothing to show: the sentences, in one place.

use analysis::options::{self, Group, OPTIONS};
use analysis::{Lens, LensFault};

use crate::view::{Cx, Gap};

/// The lens cannot be looked through.
pub(crate) fn fault(cx: &Cx<'_>, fault: &LensFault) -> Gap {
    match (fault.option, cx.profile.sample_types.is_empty()) {
        ("sample_index", true) => {
            Gap("This profile has no sample types, so there is nothing to count.".to_owned())
        }
        ("sample_index", false) => Gap(format!("It cannot be counted: {}.", fault.why)),
        (option, _) => {
            let title = options::find(option).map_or(option, |option| option.title);
            Gap(format!("{title}: {}.", fault.why))
        }
    }
}

/// Filters that are on, as `name=value`.
fn filters(lens: &Lens) -> Vec<String> {
    OPTIONS
        .iter()
        .filter(|option| matches!(option.group, Group::Frames | Group::Labels))
        .filter(|option| option.is_set(lens))
        .map(|option| format!("{}={}", option.name, (option.get)(lens)))
        .chain(lens.steps.iter().map(analysis::Step::title))
        .collect()
}

/// The profile has no samples of this type.
pub(crate) fn no_samples(cx: &Cx<'_>, column: usize) -> Gap {
    let profile = cx.profile;
    let kind = profile.kind_text(column);
    let filters = filters(cx.lens);
    let any = |column: &Vec<i64>| column.iter().any(|value| *value != 0);
    if !filters.is_empty() && profile.samples.values.get(column).is_some_and(any) {
        return Gap(format!(
            "The filters leave nothing of “{kind}”: {}. Change them, or clear them all.",
            filters.join(", ")
        ));
    }
    let others = profile.samples.values.iter().any(any);
    Gap(match (profile.samples.is_empty(), others) {
        (true, _) => "This profile has no samples: the program did nothing that was measured \
                      while it was taken. Take it again under load, or for longer."
            .to_owned(),
        (false, true) => {
            format!("All values of “{kind}” are 0. Choose another sample type above.")
        }
        (false, false) => format!("All values of “{kind}” are 0, and so are all others."),
    })
}
