//! Sorting, once: a sort that is made anew for every kind of item and comparison was a tenth of
//! the program's code.

use std::cmp::Ordering;

/// Sorts numbers of rows; equal ones stay in their order.
pub fn sort_ids(ids: &mut [u32], compare: &mut dyn FnMut(u32, u32) -> Ordering) {
    ids.sort_by(|&a, &b| compare(a, b));
}

/// The items in order; equal ones stay in theirs. For short lists.
pub fn sorted<T>(items: Vec<T>, mut compare: impl FnMut(&T, &T) -> Ordering) -> Vec<T> {
    let mut places: Vec<u32> = (0..items.len() as u32).collect();
    let mut items: Vec<Option<T>> = items.into_iter().map(Some).collect();
    sort_ids(
        &mut places,
        &mut |a, b| match (&items[a as usize], &items[b as usize]) {
            (Some(a), Some(b)) => compare(a, b),
            _ => Ordering::Equal,
        },
    );
    places
        .into_iter()
        .filter_map(|place| items[place as usize].take())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_items_stay_in_their_order() {
        let items = vec![("b", 1), ("a", 2), ("b", 0), ("a", 1)];
        let by_name = sorted(items, |a, b| a.0.cmp(b.0));
        assert_eq!(by_name, [("a", 2), ("a", 1), ("b", 1), ("b", 0)]);
    }
}
