//! The canvas host: gives a view a canvas, listens for it, draws once per animation frame.
//!
//! Listeners are attached by hand: Yew registers touch and wheel passively, and a page that
//! zooms under the user's wheel must be able to say no to scrolling.

use gloo::events::{EventListener, EventListenerOptions};
use scene::{Input, Key, Mods, Point};
use wasm_bindgen::prelude::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Event, HtmlCanvasElement, KeyboardEvent, PointerEvent, ResizeObserver, WheelEvent};
use yew::{Component, Context, Html, NodeRef, html};

use super::core::{Core, Shared, feed, menu, schedule};
use super::{HostProps, glide, tip};
use crate::panels::picker::point;
use crate::web::panic::is_poisoned;
use crate::web::{clock, dom};

/// The component.
#[derive(Default)]
pub(crate) struct CanvasHost {
    node: NodeRef,
    core: Option<Shared>,
    listeners: Vec<EventListener>,
    resize: Option<Observer>,
}

/// Watches the size of the canvas' room.
struct Observer {
    observer: ResizeObserver,
    _callback: Closure<dyn FnMut(JsValue)>,
}

impl Drop for Observer {
    fn drop(&mut self) {
        self.observer.disconnect();
    }
}

impl Component for CanvasHost {
    type Message = ();
    type Properties = HostProps;

    fn create(_: &Context<Self>) -> Self {
        Self::default()
    }

    fn changed(&mut self, ctx: &Context<Self>, _: &HostProps) -> bool {
        if let Some(core) = &self.core {
            let follow = core.borrow_mut().changed(ctx.props().clone());
            if let Some(message) = follow {
                ctx.props().dispatch.emit(message);
            }
            schedule(core);
        }
        true
    }

    fn view(&self, ctx: &Context<Self>) -> Html {
        let props = ctx.props();
        let meta = props.view.meta();
        let label = format!("{}: {}", meta.title, props.label);
        html! {
            <div class="canvas-room">
                <canvas ref={self.node.clone()} id={props.id} tabindex="0" role="application"
                    aria-roledescription={meta.title} aria-label={label}
                    aria-describedby="view-help" />
                <p id="view-help" class="visually-hidden">{ viewer::messages::CANVAS_HELP }</p>
                <div id={tip::TIP} class="tip" hidden=true aria-hidden="true"></div>
            </div>
        }
    }

    fn rendered(&mut self, ctx: &Context<Self>, first: bool) {
        if !first {
            return;
        }
        let Some(canvas) = self.node.cast::<HtmlCanvasElement>() else {
            return;
        };
        let Some(core) = Core::new(canvas.clone(), ctx.props().clone()) else {
            return;
        };
        self.listeners = listen(&canvas, &core);
        self.resize = observe(&canvas, &core);
        ctx.props().probe.show(&core);
        schedule(&core);
        self.core = Some(core);
        if ctx.props().id == "view" {
            dom::focus_if_free("view");
        }
    }

    fn destroy(&mut self, ctx: &Context<Self>) {
        self.resize = None;
        if let Some(core) = &self.core {
            core.borrow_mut().glide = None;
        }
        ctx.props().probe.hide();
        tip::hide();
    }
}

fn observe(canvas: &HtmlCanvasElement, core: &Shared) -> Option<Observer> {
    let core = core.clone();
    let callback = Closure::<dyn FnMut(JsValue)>::new(move |_| {
        if !is_poisoned() && core.borrow_mut().fit() {
            schedule(&core);
        }
    });
    let observer = ResizeObserver::new(callback.as_ref().unchecked_ref()).ok()?;
    observer.observe(&canvas.parent_element()?);
    Some(Observer {
        observer,
        _callback: callback,
    })
}

fn listen(canvas: &HtmlCanvasElement, core: &Shared) -> Vec<EventListener> {
    let on = |name: &'static str, handler: fn(&Shared, &HtmlCanvasElement, &Event)| {
        let (core, canvas_) = (core.clone(), canvas.clone());
        let options = EventListenerOptions::enable_prevent_default();
        EventListener::new_with_options(canvas, name, options, move |event| {
            if !is_poisoned() {
                handler(&core, &canvas_, event);
            }
        })
    };
    vec![
        on("pointerdown", |core, canvas, event| {
            let Some(event) = event.dyn_ref::<PointerEvent>() else {
                return;
            };
            glide::stop(core);
            core.borrow_mut().pace.clear();
            if event.button() == 0 {
                let _ = canvas.set_pointer_capture(event.pointer_id());
            }
            let (at, client, resting) = (place(event), point(event), core.clone());
            core.borrow_mut().press.down(event, move || {
                menu(&resting, Input::LongPress { at }, client);
            });
            let input = core.borrow_mut().gesture.down(
                event.pointer_id(),
                place(event),
                event.button() as u8,
                mods(event),
            );
            feed_some(core, input);
        }),
        on("pointermove", |core, _, event| {
            let Some(event) = event.dyn_ref::<PointerEvent>() else {
                return;
            };
            core.borrow_mut().press.moved(event);
            let input = core
                .borrow_mut()
                .gesture
                .moved(event.pointer_id(), place(event));
            match input {
                Some(Input::Drag { at, .. }) => core.borrow_mut().pace.note(at, clock::now()),
                _ => core.borrow_mut().pace.clear(),
            }
            feed_some(core, input);
        }),
        on("pointerup", |core, _, event| {
            let Some(event) = event.dyn_ref::<PointerEvent>() else {
                return;
            };
            core.borrow_mut().press.end();
            let inputs = core.borrow_mut().gesture.up(
                event.pointer_id(),
                place(event),
                event.button() as u8,
                mods(event),
            );
            // A hand that only moved leaves with a speed: what it dragged goes on.
            let speed = {
                let core = core.borrow();
                core.pace.speed(clock::now()).filter(|_| core.glides)
            };
            if let ([Input::Up { at }], Some(speed)) = (&inputs[..], speed) {
                return glide::start(core, *at, speed);
            }
            for input in inputs {
                feed(core, input);
            }
        }),
        on("pointercancel", |core, _, event| {
            let Some(event) = event.dyn_ref::<PointerEvent>() else {
                return;
            };
            core.borrow_mut().press.end();
            core.borrow_mut().gesture.cancel(event.pointer_id());
        }),
        on("contextmenu", |core, _, event| {
            let Some(event) = event.dyn_ref::<web_sys::MouseEvent>() else {
                return;
            };
            let at = Point {
                x: event.offset_x().into(),
                y: event.offset_y().into(),
            };
            if menu(core, Input::Menu { at }, point(event)) {
                event.prevent_default();
            }
        }),
        on("pointerleave", |core, _, _| {
            feed(core, Input::Leave);
        }),
        on("dblclick", |core, _, event| {
            let Some(event) = event.dyn_ref::<web_sys::MouseEvent>() else {
                return;
            };
            event.prevent_default();
            let at = Point {
                x: event.offset_x().into(),
                y: event.offset_y().into(),
            };
            feed(core, Input::DoubleClick { at });
        }),
        on("wheel", |core, _, event| {
            let Some(event) = event.dyn_ref::<WheelEvent>() else {
                return;
            };
            event.prevent_default();
            glide::stop(core);
            // Lines and pages into CSS px.
            let unit = match event.delta_mode() {
                0 => 1.0,
                1 => 20.0,
                _ => 400.0,
            };
            let at = Point {
                x: event.offset_x().into(),
                y: event.offset_y().into(),
            };
            let mods = Mods {
                ctrl: event.ctrl_key() || event.meta_key(),
                shift: event.shift_key(),
                alt: event.alt_key(),
            };
            let (dx, dy) = (event.delta_x() * unit, event.delta_y() * unit);
            let (dx, dy) = core.borrow_mut().rail.keep(dx, dy, mods, clock::now());
            feed(core, Input::Wheel { at, dx, dy, mods });
        }),
        on("keydown", |core, _, event| {
            let Some(event) = event.dyn_ref::<KeyboardEvent>() else {
                return;
            };
            glide::stop(core);
            if let Some(input) = key_input(event)
                && feed(core, input)
            {
                event.prevent_default();
                event.stop_propagation();
            }
        }),
    ]
}

fn feed_some(core: &Shared, input: Option<Input>) {
    if let Some(input) = input {
        feed(core, input);
    }
}

fn place(event: &PointerEvent) -> Point {
    Point {
        x: event.offset_x().into(),
        y: event.offset_y().into(),
    }
}

fn mods(event: &PointerEvent) -> Mods {
    Mods {
        ctrl: event.ctrl_key() || event.meta_key(),
        shift: event.shift_key(),
        alt: event.alt_key(),
    }
}

/// A key event as views know it.
pub(crate) fn key_input(event: &KeyboardEvent) -> Option<Input> {
    let mods = Mods {
        ctrl: event.ctrl_key() || event.meta_key(),
        shift: event.shift_key(),
        alt: event.alt_key(),
    };
    let key = match event.key().as_str() {
        "ArrowLeft" => Key::Left,
        "ArrowRight" => Key::Right,
        "ArrowUp" => Key::Up,
        "ArrowDown" => Key::Down,
        "Enter" => Key::Enter,
        "Escape" => Key::Escape,
        "Home" => Key::Home,
        "End" => Key::End,
        "PageUp" => Key::PageUp,
        "PageDown" => Key::PageDown,
        "+" | "=" => Key::Plus,
        "-" => Key::Minus,
        text => {
            let mut letters = text.chars();
            match (letters.next(), letters.next()) {
                (Some(letter), None) => Key::Char(letter),
                _ => return None,
            }
        }
    };
    Some(Input::Key(key, mods))
}

/// Feeds a key that was pressed while nothing on the page had the focus.
pub(crate) fn feed_key(core: &Shared, event: &KeyboardEvent) -> bool {
    key_input(event).is_some_and(|input| feed(core, input))
}
