//! What does the user want now? The application without a screen.
