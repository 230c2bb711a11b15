//! The clipboard, where the browser opens it to the page.

use js_sys::{Function, Promise, Reflect};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;

use super::dom::window;

/// Writes a text. An error means that the browser refuses, or knows no clipboard (a page that is
/// not served securely). Begun at once: browsers ask for the user's own click.
pub(crate) fn write(text: &str) -> impl Future<Output = Result<(), ()>> + use<> {
    let begun = begin(text);
    async move {
        let promise = begun.ok_or(())?;
        JsFuture::from(promise).await.map(drop).map_err(drop)
    }
}

fn begin(text: &str) -> Option<Promise> {
    let navigator = Reflect::get(&window(), &JsValue::from_str("navigator")).ok()?;
    let clipboard = Reflect::get(&navigator, &JsValue::from_str("clipboard")).ok()?;
    let write = Reflect::get(&clipboard, &JsValue::from_str("writeText")).ok()?;
    let write: Function = write.dyn_into().ok()?;
    let promise = write.call1(&clipboard, &JsValue::from_str(text)).ok()?;
    promise.dyn_into().ok()
}
