//! The browser's history: the link in the fragment, our place in the entry's state.

use wasm_bindgen::JsValue;

use super::dom::window;

/// The fragment without `#`.
pub(crate) fn fragment() -> String {
    let hash = window().location().hash().unwrap_or_default();
    hash.strip_prefix('#').unwrap_or(&hash).to_owned()
}

/// Our place in the current entry, if we wrote it.
pub(crate) fn index() -> Option<usize> {
    let state = window().history().ok()?.state().ok()?;
    state
        .as_f64()
        .filter(|n| n.is_finite() && *n >= 0.0)
        .map(|n| n as usize)
}

/// Writes a link. An error means that the browser refuses (embedded, or too many calls).
pub(crate) fn navigate(push: bool, link: &str, index: usize) -> Result<(), JsValue> {
    let history = window().history()?;
    let state = JsValue::from_f64(index as f64);
    let url = format!("#{link}");
    if push {
        history.push_state_with_url(&state, "", Some(&url))
    } else {
        history.replace_state_with_url(&state, "", Some(&url))
    }
}

/// Goes back or forward.
pub(crate) fn travel(steps: i32) {
    if let Ok(history) = window().history() {
        let _ = history.go_with_delta(steps);
    }
}
