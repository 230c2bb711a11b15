//! Help for the tests of views: from a sketch to data, over the same columns as in the browser.

use std::rc::Rc;

use analysis::tree::Children;
use analysis::{Lens, LensFault, Naming, Tree};
use profile::Profile;
use profile::testing::sketch;

use crate::view::{Cx, Gap, Trees, View};

/// Trees without a memo.
pub struct Plain<'a>(pub &'a Profile, pub &'a Lens);

impl Trees for Plain<'_> {
    fn tree(&mut self, naming: Naming) -> Result<Rc<(Tree, Children)>, LensFault> {
        let tree = Tree::under(self.0, self.1, naming)?;
        let children = tree.children();
        Ok(Rc::new((tree, children)))
    }

    fn note(&mut self, _: String) {}
}

/// Computes a view of a profile, packed and unpacked again.
pub fn try_compute<V: View>(profile: &Profile, lens: &Lens) -> Result<V::Data, Gap> {
    compute_with::<V>(profile, lens, "")
}

/// As [`try_compute`], with arguments as [`View::args`] makes them.
pub fn compute_with<V: View>(profile: &Profile, lens: &Lens, args: &str) -> Result<V::Data, Gap> {
    let mut trees = Plain(profile, lens);
    let packed = V::pack(V::compute(&mut Cx {
        profile,
        lens,
        args,
        trees: &mut trees,
    })?);
    V::unpack(packed).map_err(|bad| Gap(format!("{bad:?}")))
}

/// Computes a view of a sketch.
///
/// # Panics
/// If the view has nothing to show.
pub fn computed<V: View>(text: &str) -> V::Data {
    try_compute::<V>(&sketch(text), &Lens::default()).unwrap_or_else(|gap| panic!("{}", gap.0))
}
