//! What was recorded? The columnar profile model, its units and its invariants.
