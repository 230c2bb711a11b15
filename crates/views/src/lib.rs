//! What does this view show? One folder a view: compute half and draw half.
