//! The browser's local storage, which may be absent, full or forbidden: preferences are then
//! not remembered, and nothing else happens.

use super::dom::window;

const KEY: &str = "pprofweb.prefs";

/// The stored preferences; empty if there are none.
pub(crate) fn load() -> String {
    window()
        .local_storage()
        .ok()
        .flatten()
        .and_then(|s| s.get_item(KEY).ok().flatten())
        .unwrap_or_default()
}

/// Stores the preferences, if the browser lets us.
pub(crate) fn save(text: &str) {
    if let Ok(Some(storage)) = window().local_storage() {
        let _ = storage.set_item(KEY, text);
    }
}
