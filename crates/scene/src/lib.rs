//! What is a picture? Draw lists, spaces, colour, level of detail, SVG.
