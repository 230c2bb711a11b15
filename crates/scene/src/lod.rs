//! Level of detail: what is worth drawing of one row of spans.
