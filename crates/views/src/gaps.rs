//! Why a view has nothing to show: the sentences, in one place.

use crate::view::{Cx, Gap};

/// The lens asks for a sample type that the profile does not have.
pub(crate) fn no_such_type(cx: &Cx<'_>) -> Gap {
    let profile = cx.profile;
    let kinds: Vec<_> = (0..profile.sample_types.len())
        .map(|at| profile.kind_text(at))
        .collect();
    if kinds.is_empty() {
        return Gap("This profile has no sample types, so there is nothing to count.".to_owned());
    }
    Gap(format!(
        "This profile has no sample type “{}”. It has {}.",
        cx.lens.sample_type,
        kinds.join(", ")
    ))
}

/// The profile has no samples of this type.
pub(crate) fn no_samples(cx: &Cx<'_>, column: usize) -> Gap {
    let profile = cx.profile;
    let kind = profile.kind_text(column);
    let others = profile
        .samples
        .values
        .iter()
        .any(|c| c.iter().any(|v| *v != 0));
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
