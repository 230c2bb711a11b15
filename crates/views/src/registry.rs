//! The list of views: tabs, keys, links, help and the command line follow it.

use crate::erased::{AnyView, Erased};

/// Every view, in the order of the tabs.
pub static VIEWS: &[&dyn AnyView] = &[
    &Erased::<crate::flame::Flame>::NEW,
    &Erased::<crate::top::Top>::NEW,
    &Erased::<crate::reports::Tree>::NEW,
    &Erased::<crate::reports::Peek>::NEW,
    &Erased::<crate::reports::Traces>::NEW,
    &Erased::<crate::tags::Tags>::NEW,
    &Erased::<crate::reports::Raw>::NEW,
    &Erased::<crate::reports::Facts>::NEW,
];

/// The view with this id.
pub fn find(id: &str) -> Option<&'static dyn AnyView> {
    VIEWS.iter().copied().find(|view| view.meta().id == id)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn ids_and_keys_are_unique() {
        let ids: BTreeSet<_> = VIEWS.iter().map(|view| view.meta().id).collect();
        let keys: BTreeSet<_> = VIEWS.iter().map(|view| view.meta().key).collect();
        assert_eq!((ids.len(), keys.len()), (VIEWS.len(), VIEWS.len()));
    }
}
