//! How is it written down? Registry of readers and writers, wrappers, limits, warnings.
