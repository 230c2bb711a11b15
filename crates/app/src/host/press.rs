//! A finger that rests: the menu of touch screens.
//!
//! Browsers tell it in different ways or not at all, so the time is measured here. When the
//! finger leaves, some make a click of it: on the menu that has just come up under it, so the
//! browser is asked not to.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use gloo::events::{EventListener, EventListenerOptions, EventListenerPhase};
use gloo::timers::callback::Timeout;
use scene::Point;
use web_sys::PointerEvent;

use crate::panels::picker::point;
use crate::web::dom;

/// A finger rests after so many milliseconds, as on the systems themselves.
const RESTS: u32 = 500;

/// A finger trembles by so many CSS px.
const TREMBLES: f64 = 10.0;

/// The finger that is down.
#[derive(Default)]
pub(super) struct Press {
    timer: Option<(Timeout, Point)>,
    /// Wait for the end of the finger that rested.
    waiting: Rc<RefCell<Vec<EventListener>>>,
}

/// The finger that is down makes no click when it leaves.
fn no_click() -> Vec<EventListener> {
    let is_down = Rc::new(Cell::new(true));
    let options = EventListenerOptions {
        phase: EventListenerPhase::Capture,
        passive: false,
    };
    let ends = ["touchend", "touchcancel"];
    let listen = ends.map(|name| {
        let is_down = is_down.clone();
        EventListener::new_with_options(&dom::document(), name, options, move |event| {
            if is_down.take() {
                event.prevent_default();
            }
        })
    });
    listen.into()
}

impl Press {
    /// A pointer went down: a finger will have rested unless it moves or leaves.
    pub(super) fn down(&mut self, event: &PointerEvent, rested: impl FnOnce() + 'static) {
        let waiting = self.waiting.clone();
        let rested = move || {
            *waiting.borrow_mut() = no_click();
            rested();
        };
        self.timer = (event.pointer_type() == "touch" && event.is_primary())
            .then(|| (Timeout::new(RESTS, rested), point(event)));
    }

    /// It moved.
    pub(super) fn moved(&mut self, event: &PointerEvent) {
        let at = point(event);
        let away = |from: &Point| (at.x - from.x).hypot(at.y - from.y) > TREMBLES;
        if self.timer.as_ref().is_some_and(|(_, from)| away(from)) {
            self.timer = None;
        }
    }

    /// It left, or it does something else now.
    pub(super) fn end(&mut self) {
        self.timer = None;
    }
}
