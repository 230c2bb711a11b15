//! What do the numbers say? Lens, call trees, top.
