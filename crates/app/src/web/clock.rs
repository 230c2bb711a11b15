//! Time, as a number of milliseconds, in page and worker alike; and marks for whoever measures.

use js_sys::Reflect;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::Performance;

fn performance() -> Option<Performance> {
    Reflect::get(&js_sys::global(), &JsValue::from_str("performance"))
        .ok()?
        .dyn_into()
        .ok()
}

/// Milliseconds since the page or worker started; 0 where there is no clock.
pub(crate) fn now() -> f64 {
    performance().map_or(0.0, |performance| performance.now())
}

/// Sets a mark in the browser's timeline.
pub(crate) fn mark(name: &str) {
    if let Some(performance) = performance() {
        // A full timeline buffer refuses marks; nobody is measuring then.
        let _ = performance.mark(name);
    }
}
