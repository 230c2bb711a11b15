//! Steps taken: what undo, redo and the browser's buttons walk.

use crate::ViewState;

/// How many steps are kept.
const CAP: usize = 200;

/// States in the order they were made, and where we are.
#[derive(Debug, Default)]
pub struct History {
    steps: Vec<ViewState>,
    at: usize,
    /// How many steps fell off at the front: places in the browser's history count on.
    dropped: usize,
}

impl History {
    /// A new step; what was undone before is gone.
    pub fn push(&mut self, state: ViewState) {
        self.steps.truncate(self.at + 1);
        self.steps.push(state);
        if self.steps.len() > CAP {
            self.steps.remove(0);
            self.dropped += 1;
        }
        self.at = self.steps.len() - 1;
    }

    /// Replaces the newest step.
    pub fn amend(&mut self, state: ViewState) {
        match self.steps.get_mut(self.at) {
            Some(step) => *step = state,
            None => self.push(state),
        }
    }

    /// Our place, counted from the first step ever.
    pub fn index(&self) -> usize {
        self.at + self.dropped
    }

    /// The step at a place. `None` if it is not kept.
    pub fn get(&self, index: usize) -> Option<&ViewState> {
        self.steps.get(index.checked_sub(self.dropped)?)
    }

    /// Goes to a place. `None` if it is not kept.
    pub fn go(&mut self, index: usize) -> Option<&ViewState> {
        let at = index.checked_sub(self.dropped)?;
        let state = self.steps.get(at)?;
        self.at = at;
        Some(state)
    }

    /// True if there is a step before this one.
    pub fn can_undo(&self) -> bool {
        self.at > 0
    }

    /// True if there is a step after this one.
    pub fn can_redo(&self) -> bool {
        self.at + 1 < self.steps.len()
    }

    /// The present step.
    pub fn present(&self) -> Option<&ViewState> {
        self.steps.get(self.at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn state(find: &str) -> ViewState {
        ViewState {
            find: find.to_owned(),
            ..ViewState::default()
        }
    }

    #[test]
    fn undone_steps_go_when_a_new_one_is_made() {
        let mut history = History::default();
        for find in ["a", "b", "c"] {
            history.push(state(find));
        }
        assert_eq!(history.go(1).unwrap().find, "b");
        assert!(history.can_undo() && history.can_redo());
        history.push(state("d"));
        assert_eq!((history.index(), history.can_redo()), (2, false));
        assert_eq!(history.go(2).unwrap().find, "d");
        history.amend(state("e"));
        assert_eq!(history.present().unwrap().find, "e");
    }

    #[test]
    fn old_steps_fall_off_but_places_count_on() {
        let mut history = History::default();
        for n in 0..500 {
            history.push(state(&n.to_string()));
        }
        assert_eq!(history.index(), 499);
        assert_eq!(history.go(400).unwrap().find, "400");
        assert!(history.go(10).is_none());
    }
}
