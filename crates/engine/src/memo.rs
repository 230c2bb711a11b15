//! Merged trees, made once per profile, lens and naming, and kept while there is room.

use std::rc::Rc;

use analysis::tree::Children;
use analysis::{Lens, LensFault, Naming, Prepared, Tree};
use profile::Profile;
use views::Trees;

/// Trees are kept up to this many bytes: a wasm program has 4 GiB in all, and the profile and
/// one view's data need room beside them.
const BUDGET: usize = 768 << 20;

/// Bytes of a node in a tree and its child lists.
const NODE: usize = 4 + 4 + 8 + 8 + 8 + 1 + 4 + 4;

type Shared = Rc<(Tree, Children)>;

struct Kept {
    profile: usize,
    lens: Lens,
    naming: Naming,
    tree: Shared,
    notes: Vec<String>,
}

/// The memo, least recently used first.
#[derive(Default)]
pub(crate) struct Memo {
    kept: Vec<Kept>,
    budget: Option<usize>,
}

impl Memo {
    /// A memo with another budget, for tests.
    #[cfg(test)]
    pub(crate) fn with_budget(bytes: usize) -> Self {
        Self {
            kept: Vec::new(),
            budget: Some(bytes),
        }
    }

    /// The tree, and what is to be told beside it.
    fn tree(
        &mut self,
        number: usize,
        profile: &Profile,
        lens: &Lens,
        naming: Naming,
    ) -> Result<(Shared, Vec<String>), LensFault> {
        let same = |k: &Kept| k.profile == number && k.lens == *lens && k.naming == naming;
        if let Some(at) = self.kept.iter().position(same) {
            let kept = self.kept.remove(at);
            let answer = (kept.tree.clone(), kept.notes.clone());
            self.kept.push(kept);
            return Ok(answer);
        }
        let prepared = Prepared::new(profile, lens)?;
        let tree = Tree::of(&prepared, naming.under(lens));
        let children = tree.children();
        let tree = Rc::new((tree, children));
        let notes = prepared.notes;
        self.kept.push(Kept {
            profile: number,
            lens: lens.clone(),
            naming,
            tree: tree.clone(),
            notes: notes.clone(),
        });
        let budget = self.budget.unwrap_or(BUDGET);
        // The newest one stays, however large: it is being used.
        while self.kept.len() > 1 && self.bytes() > budget {
            self.kept.remove(0);
        }
        Ok((tree, notes))
    }

    fn bytes(&self) -> usize {
        self.kept.iter().map(|k| k.tree.0.len() * NODE).sum()
    }
}

/// The memo, asked about one profile under one lens.
pub(crate) struct Asked<'a> {
    pub(crate) memo: &'a mut Memo,
    pub(crate) number: usize,
    pub(crate) profile: &'a Profile,
    pub(crate) lens: &'a Lens,
    /// What is to be told beside the answer.
    pub(crate) notes: Vec<String>,
}

impl Trees for Asked<'_> {
    fn tree(&mut self, naming: Naming) -> Result<Shared, LensFault> {
        let (tree, notes) = self
            .memo
            .tree(self.number, self.profile, self.lens, naming)?;
        for note in notes {
            self.note(note);
        }
        Ok(tree)
    }

    fn note(&mut self, note: String) {
        if !self.notes.contains(&note) {
            self.notes.push(note);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use profile::testing::sketch;

    #[test]
    fn trees_are_made_once_and_leave_when_room_is_short() {
        let profile = sketch("types: a/count, b/count\nmain;x 1 2\nmain;y 3 4");
        let mut memo = Memo::with_budget(NODE * 9);
        let (a, b) = (Lens::of_type("a"), Lens::of_type("b"));
        let mut get = |lens: &Lens, naming| {
            let mut asked = Asked {
                memo: &mut memo,
                number: 0,
                profile: &profile,
                lens,
                notes: Vec::new(),
            };
            asked.tree(naming).unwrap()
        };
        let first = get(&a, Naming::FUNCTIONS);
        assert!(Rc::ptr_eq(&first, &get(&a, Naming::FUNCTIONS)));
        let second = get(&b, Naming::FUNCTIONS);
        assert!(
            Rc::ptr_eq(&first, &get(&a, Naming::FUNCTIONS)),
            "eight nodes fit"
        );
        get(&a, Naming::FILE_FUNCTIONS);
        assert!(
            !Rc::ptr_eq(&second, &get(&b, Naming::FUNCTIONS)),
            "the oldest one left"
        );
    }
}
