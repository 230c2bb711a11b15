//! The draw list as an SVG document.
