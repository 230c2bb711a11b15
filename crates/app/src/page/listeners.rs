//! Listeners on window and document: drop, paste, keys, history, theme.

use std::rc::Rc;

use gloo::events::{EventListener, EventListenerOptions};
use scene::Mods;
use viewer::Msg;
use wasm_bindgen::JsCast;
use web_sys::{DragEvent, Event, KeyboardEvent, MediaQueryListEvent};
use yew::html::Scope;

use super::{Page, PageMsg};
use crate::testing::Probe;
use crate::web::panic::is_poisoned;
use crate::web::{dom, files, history};

/// Attaches all; they go when the list is dropped.
pub(super) fn install(link: &Scope<Page>, probe: &Rc<Probe>) -> Vec<EventListener> {
    let window = dom::window();
    let document = dom::document();
    let active = EventListenerOptions::enable_prevent_default;
    let on_window = |name: &'static str, handler: fn(&Scope<Page>, &Event)| {
        let link = link.clone();
        EventListener::new_with_options(&window, name, active(), move |event| {
            if !is_poisoned() {
                handler(&link, event);
            }
        })
    };
    let mut listeners = vec![
        on_window("dragenter", |link, event| {
            if carries_files(event) {
                event.prevent_default();
                link.send_message(PageMsg::Dragging(true));
            }
        }),
        on_window("dragover", |_, event| {
            if carries_files(event) {
                event.prevent_default();
            }
        }),
        on_window("dragleave", |link, event| {
            // Leaving the window, not passing from one element to the next.
            if event
                .dyn_ref::<DragEvent>()
                .is_some_and(|e| e.related_target().is_none())
            {
                link.send_message(PageMsg::Dragging(false));
            }
        }),
        on_window("drop", |link, event| {
            event.prevent_default();
            let transfer = event
                .dyn_ref::<DragEvent>()
                .and_then(DragEvent::data_transfer);
            let taken = files::of_transfer(transfer, viewer::messages::DROPPED_TEXT);
            link.send_message(PageMsg::Taken(taken));
        }),
        on_window("paste", |link, event| {
            if dom::takes_text(event.target()) {
                return;
            }
            event.prevent_default();
            let data = js_sys::Reflect::get(event, &"clipboardData".into()).ok();
            let transfer = data.and_then(|data| data.dyn_into().ok());
            let taken = files::of_transfer(transfer, viewer::messages::PASTED_TEXT);
            link.send_message(PageMsg::Taken(taken));
        }),
        on_window("popstate", |link, _| {
            let (index, fragment) = (history::index(), history::fragment());
            link.send_message(PageMsg::Do(Msg::WentTo {
                index,
                link: fragment,
            }));
        }),
    ];
    listeners.push(keys(link, probe));
    if let Ok(Some(query)) = window.match_media("(prefers-color-scheme: dark)") {
        let link = link.clone();
        listeners.push(EventListener::new(&query, "change", move |event| {
            if let Some(event) = event.dyn_ref::<MediaQueryListEvent>() {
                link.send_message(PageMsg::SystemIsDark(event.matches()));
            }
        }));
    }
    let _ = document;
    listeners
}

fn carries_files(event: &Event) -> bool {
    let Some(event) = event.dyn_ref::<DragEvent>() else {
        return false;
    };
    let Some(data) = event.data_transfer() else {
        return false;
    };
    let kinds = data.types();
    kinds.includes(&"Files".into(), 0) || kinds.includes(&"text/plain".into(), 0)
}

/// Commands first; a key that is none goes to the view when nothing else has the focus.
fn keys(link: &Scope<Page>, probe: &Rc<Probe>) -> EventListener {
    let (link, probe) = (link.clone(), probe.clone());
    let options = EventListenerOptions::enable_prevent_default();
    EventListener::new_with_options(&dom::document(), "keydown", options, move |event| {
        if is_poisoned() || event.default_prevented() {
            return;
        }
        let Some(event) = event.dyn_ref::<KeyboardEvent>() else {
            return;
        };
        let typing = dom::takes_text(event.target());
        let mods = Mods {
            ctrl: event.ctrl_key() || event.meta_key(),
            shift: event.shift_key(),
            alt: event.alt_key(),
        };
        if !typing && on_nothing(event) && probe.key(event) {
            event.prevent_default();
            return;
        }
        if let Some(command) = viewer::command::for_key(&event.key(), mods, typing) {
            event.prevent_default();
            link.send_message(PageMsg::Do(Msg::Command(command)));
        }
    })
}

/// True if the key was pressed while nothing on the page had the focus.
fn on_nothing(event: &KeyboardEvent) -> bool {
    let target = event
        .target()
        .and_then(|t| t.dyn_into::<web_sys::Element>().ok());
    target.is_none_or(|element| element.tag_name().eq_ignore_ascii_case("body"))
}
