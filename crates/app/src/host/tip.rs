//! The tooltip and the status line: changed at every move of the pointer, so by the plain DOM
//! and not through the page's rendering.

use scene::{Point, Size};
use views::Tip;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

use crate::web::dom;

/// The tooltip's id in the page.
pub(super) const TIP: &str = "tip";
/// The status line's id in the page.
pub(crate) const STATUS: &str = "status-hover";
/// The id of what screen readers listen to.
pub(crate) const LIVE: &str = "live";

/// Shows a description beside a place, inside a room of the given size.
pub(super) fn show(tip: &Tip, at: Point, room: Size) {
    dom::set_text(STATUS, &tip.line());
    let Some(element) = dom::by_id::<HtmlElement>(TIP) else {
        return;
    };
    fill(&element, tip);
    let style = element.style();
    let _ = element.remove_attribute("hidden");
    let size = Size {
        w: f64::from(element.offset_width()),
        h: f64::from(element.offset_height()),
    };
    // Below and right of the pointer, on the other side where there is no room.
    let x = match at.x + 16.0 + size.w > room.w {
        true => (at.x - 12.0 - size.w).max(4.0),
        false => at.x + 16.0,
    };
    let y = match at.y + 20.0 + size.h > room.h {
        true => (at.y - 12.0 - size.h).max(4.0),
        false => at.y + 20.0,
    };
    let _ = style.set_property("transform", &format!("translate({x:.0}px,{y:.0}px)"));
}

/// Hides the tooltip and clears the status line.
pub(super) fn hide() {
    dom::set_text(STATUS, "");
    if let Some(element) = dom::by_id::<HtmlElement>(TIP) {
        let _ = element.set_attribute("hidden", "");
    }
}

fn fill(element: &HtmlElement, tip: &Tip) {
    let document = dom::document();
    element.set_text_content(None);
    let add = |parent: &HtmlElement, tag: &str, class: &str, text: &str| {
        let child = document
            .create_element(tag)
            .ok()?
            .dyn_into::<HtmlElement>()
            .ok()?;
        child.set_class_name(class);
        if !text.is_empty() {
            child.set_text_content(Some(text));
        }
        parent.append_child(&child).ok()?;
        Some(child)
    };
    add(element, "div", "tip-name", &tip.name);
    if !tip.place.is_empty() {
        add(element, "div", "tip-place", &tip.place);
    }
    for detail in &tip.details {
        if let Some(row) = add(element, "div", "tip-row", "") {
            add(&row, "span", "tip-label", detail.label);
            add(&row, "span", "tip-value", &detail.value);
        }
    }
}
