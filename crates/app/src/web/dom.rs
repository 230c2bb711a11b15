//! Small helpers over window and document.

use wasm_bindgen::JsCast;
use web_sys::{Document, Element, HtmlElement, Window};

/// The window. The page role has one.
pub(crate) fn window() -> Window {
    web_sys::window().expect("the page role runs in a window")
}

/// The document of the window.
pub(crate) fn document() -> Document {
    window().document().expect("a window has a document")
}

/// An element by id, if it is there.
pub(crate) fn by_id<T: JsCast>(id: &str) -> Option<T> {
    document().get_element_by_id(id)?.dyn_into().ok()
}

/// Puts the focus on an element, without scrolling.
pub(crate) fn focus(id: &str) {
    if let Some(element) = by_id::<HtmlElement>(id) {
        let _ = element.focus();
    }
}

/// Puts the focus on an element if nothing has it: a view that comes after its tab was pressed.
pub(crate) fn focus_if_free(id: &str) {
    let has_it = document().active_element();
    if has_it.is_none_or(|element| element.tag_name().eq_ignore_ascii_case("body")) {
        focus(id);
    }
}

/// Takes the focus from what has it.
pub(crate) fn release_focus() {
    let has_it = document().active_element();
    if let Some(element) = has_it.and_then(|it| it.dyn_into::<HtmlElement>().ok()) {
        let _ = element.blur();
    }
}

/// Sets the text of an element, if it is there and differs.
pub(crate) fn set_text(id: &str, text: &str) {
    if let Some(element) = by_id::<Element>(id)
        && element.text_content().as_deref() != Some(text)
    {
        element.set_text_content(Some(text));
    }
}

/// Sets an attribute of the root element.
pub(crate) fn set_root_attribute(name: &str, value: &str) {
    if let Some(root) = document().document_element() {
        let _ = root.set_attribute(name, value);
    }
}

/// True if keys typed into this target are text.
pub(crate) fn takes_text(target: Option<web_sys::EventTarget>) -> bool {
    let Some(element) = target.and_then(|t| t.dyn_into::<Element>().ok()) else {
        return false;
    };
    let tag = element.tag_name();
    (tag.eq_ignore_ascii_case("input")
        && element
            .get_attribute("type")
            .is_none_or(|kind| matches!(&*kind, "text" | "search")))
        || tag.eq_ignore_ascii_case("textarea")
        || tag.eq_ignore_ascii_case("select")
}

/// True if the system prefers dark colours.
pub(crate) fn system_is_dark() -> bool {
    system_wants("(prefers-color-scheme: dark)")
}

/// True if the system asks for less motion.
pub(crate) fn wants_less_motion() -> bool {
    system_wants("(prefers-reduced-motion: reduce)")
}

fn system_wants(what: &str) -> bool {
    let query = window().match_media(what).ok().flatten();
    query.is_some_and(|query| query.matches())
}
