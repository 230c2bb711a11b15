//! The stack table: every distinct call path once, as a prefix tree.
//!
//! Node 0 is the empty path. Every other node has a parent with a smaller number, so sums over
//! subtrees are one backward loop and nothing ever recurses over a file's depth.

use crate::{FrameId, StackId};

/// Call paths, root first. Columns are parallel.
#[derive(Clone, Debug)]
pub struct Stacks {
    /// Parent of each node; `parent[0] == 0`.
    pub parent: Vec<StackId>,
    /// Last frame of each path; `frame[0] == NONE`.
    pub frame: Vec<FrameId>,
}

impl Default for Stacks {
    fn default() -> Self {
        Self {
            parent: vec![StackId(0)],
            frame: vec![FrameId::NONE],
        }
    }
}

impl Stacks {
    /// The empty path.
    pub const ROOT: StackId = StackId(0);

    /// How many nodes there are, the root included.
    pub fn len(&self) -> usize {
        self.parent.len()
    }

    /// True when there is nothing but the root.
    pub fn is_empty(&self) -> bool {
        self.parent.len() <= 1
    }

    /// Adds the path `parent` + `frame`; the caller sees to it that it is new.
    pub(crate) fn push(&mut self, parent: StackId, frame: FrameId) -> StackId {
        let id = StackId(u32::try_from(self.parent.len()).expect("fewer than 2^32 stacks"));
        self.parent.push(parent);
        self.frame.push(frame);
        id
    }

    /// Walks from a path's last frame to its first.
    pub fn walk(&self, from: StackId) -> impl Iterator<Item = (StackId, FrameId)> + '_ {
        let mut at = from;
        std::iter::from_fn(move || {
            if at == Self::ROOT {
                return None;
            }
            let frame = *self.frame.get(at.index())?;
            let here = at;
            at = *self.parent.get(at.index())?;
            Some((here, frame))
        })
    }
}
