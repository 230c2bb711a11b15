//! What becomes of a panic: a sentence to the user instead of a dead page.
//!
//! After a panic nothing of the module can be trusted (locks stay held, no destructor ran), so
//! the page's notice is made with the plain DOM and every listener stops.

use std::cell::Cell;
use std::panic::PanicHookInfo;

use super::dom::document;

thread_local! {
    static POISONED: Cell<bool> = const { Cell::new(false) };
}

/// True once something has panicked: listeners do nothing any more.
pub(crate) fn is_poisoned() -> bool {
    POISONED.with(Cell::get)
}

/// Installs the page's hook. Yew would put its own over ours otherwise.
pub(crate) fn install_page_hook() {
    yew::set_custom_panic_hook(Box::new(|info| {
        if POISONED.with(|poisoned| poisoned.replace(true)) {
            return;
        }
        show(&text_of(info));
    }));
}

/// What a panic says, with its place.
pub(crate) fn text_of(info: &PanicHookInfo<'_>) -> String {
    let payload = info.payload();
    let message = payload
        .downcast_ref::<&str>()
        .map(|s| (*s).to_owned())
        .or_else(|| payload.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "no message".to_owned());
    match info.location() {
        Some(place) => format!("{message} ({}:{})", place.file(), place.line()),
        None => message,
    }
}

fn show(text: &str) {
    let document = document();
    let (Ok(panel), Some(body)) = (document.create_element("div"), document.body()) else {
        return;
    };
    let _ = panel.set_attribute("class", "crash");
    let _ = panel.set_attribute("role", "alert");
    for (tag, content) in [
        ("h2", viewer::messages::PAGE_CRASHED),
        ("p", viewer::messages::PAGE_CRASHED_WAY_OUT),
        ("pre", text),
    ] {
        if let Ok(element) = document.create_element(tag) {
            element.set_text_content(Some(content));
            let _ = panel.append_child(&element);
        }
    }
    let _ = body.append_child(&panel);
}
