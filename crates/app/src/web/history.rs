//! The browser's history: the link in the fragment, our place in the entry's state.

use gloo::timers::callback::Timeout;
use wasm_bindgen::JsValue;

use super::clock;
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

/// Replaced entries are written at most this often, in milliseconds: a wheel gesture changes the
/// link with every frame, and browsers refuse more than 100 calls in ten seconds.
const AMEND_EVERY: f64 = 500.0;

/// The address bar: new entries at once, replaced ones in measure.
#[derive(Default)]
pub(crate) struct Address {
    last: f64,
    waiting: Option<(String, usize)>,
    timer: Option<Timeout>,
}

impl Address {
    /// Writes a link. `later` is called when [`Self::flush`] is due. An error means that the
    /// browser refuses (embedded, or too many calls).
    pub(crate) fn navigate(
        &mut self,
        push: bool,
        link: String,
        index: usize,
        later: impl FnOnce() + 'static,
    ) -> Result<(), JsValue> {
        if push {
            // The entry that is left gets its last link first.
            self.flush()?;
            return write(true, &link, index);
        }
        self.waiting = Some((link, index));
        let rest = self.last + AMEND_EVERY - clock::now();
        if rest <= 0.0 {
            return self.flush();
        }
        self.timer
            .get_or_insert_with(|| Timeout::new(rest as u32 + 1, later));
        Ok(())
    }

    /// Writes what waits.
    pub(crate) fn flush(&mut self) -> Result<(), JsValue> {
        // Dropping a timer that has not run stops it.
        self.timer = None;
        let Some((link, index)) = self.waiting.take() else {
            return Ok(());
        };
        self.last = clock::now();
        write(false, &link, index)
    }

    /// Forgets what waits: the browser shows another entry by now.
    pub(crate) fn forget(&mut self) {
        self.timer = None;
        self.waiting = None;
    }
}

fn write(push: bool, link: &str, index: usize) -> Result<(), JsValue> {
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
