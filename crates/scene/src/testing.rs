//! The draw list as text, for tests.
