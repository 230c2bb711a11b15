//! Painters: what replays a draw list on something the browser shows.

pub(crate) mod canvas2d;
pub(crate) mod turn;
