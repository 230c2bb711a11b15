//! The list of views: tabs, keys, links, help and the command line follow it.

use crate::erased::{AnyView, Erased};

/// Every view, in the order of the tabs.
pub static VIEWS: &[&dyn AnyView] = &[
    &Erased::<crate::flame::Flame>::NEW,
    &Erased::<crate::sandwich::Sandwich>::NEW,
    &Erased::<crate::top::Top>::NEW,
    &Erased::<crate::calls::Calls>::NEW,
    &Erased::<crate::reports::Tree>::NEW,
    &Erased::<crate::reports::Peek>::NEW,
    &Erased::<crate::reports::Traces>::NEW,
    &Erased::<crate::tags::Tags>::NEW,
    &Erased::<crate::reports::Raw>::NEW,
    &Erased::<crate::reports::Facts>::NEW,
];

/// Views without a tab of their own: they stand beside another one.
pub static BESIDE: &[&dyn AnyView] = &[
    &Erased::<crate::sandwich::Around>::NEW,
    &Erased::<crate::details::DetailsView>::NEW,
    &Erased::<crate::tracks::TracksView>::NEW,
];

/// The view with this id.
pub fn find(id: &str) -> Option<&'static dyn AnyView> {
    let mut all = VIEWS.iter().chain(BESIDE).copied();
    all.find(|view| view.meta().id == id)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn ids_and_keys_are_unique() {
        let all = || VIEWS.iter().chain(BESIDE);
        let ids: BTreeSet<_> = all().map(|view| view.meta().id).collect();
        let keys: BTreeSet<_> = VIEWS.iter().map(|view| view.meta().key).collect();
        assert_eq!((ids.len(), keys.len()), (all().count(), VIEWS.len()));
    }

    #[test]
    fn what_stands_beside_a_view_exists_and_shares_its_names() {
        for view in VIEWS {
            let Some(id) = view.meta().beside else {
                continue;
            };
            let beside = find(id).expect(id);
            assert_eq!(beside.meta().naming, view.meta().naming);
            assert!(VIEWS.iter().all(|tab| tab.meta().id != id));
        }
    }
}
