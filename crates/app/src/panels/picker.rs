//! The list that lies over the page: the palette of commands, or the menu of what is selected.
//!
//! A component of its own, because it takes the focus when it comes and gives it back when it
//! goes. The focus stays on the box, or on the menu itself; which row is meant is told by
//! `aria-activedescendant`.

use std::cell::Cell;
use std::rc::Rc;

use scene::Point;
use viewer::picker::{PickerKind, Row};
use viewer::{Msg, Picker, PickerMsg, messages};
use wasm_bindgen::JsCast;
use web_sys::{Element, FocusEvent, HtmlElement, HtmlInputElement, InputEvent};
use web_sys::{KeyboardEvent, MouseEvent, PointerEvent, WheelEvent};
use yew::{Callback, Component, Context, Html, NodeRef, Properties, TargetCast, classes, html};

use crate::web::dom;

const LIST: &str = "picker-list";

/// Distance of the menu from the window's edges, in CSS px.
const MARGIN: f64 = 4.0;

/// What it is given.
#[derive(Clone, PartialEq, Properties)]
pub(crate) struct Props {
    /// The list.
    pub picker: Picker,
    /// Its rows.
    pub rows: Vec<Row>,
    /// Where messages go.
    pub dispatch: Callback<Msg>,
}

/// The component.
pub(crate) struct PickerList {
    /// What has the focus: the box or the menu.
    node: NodeRef,
    /// What had it before.
    before: Option<HtmlElement>,
    /// A press began beside the list: its end closes the list. The finger or button that opened
    /// the menu comes up over the veil without having gone down there.
    armed: Rc<Cell<bool>>,
}

impl Component for PickerList {
    type Message = ();
    type Properties = Props;

    fn create(_: &Context<Self>) -> Self {
        let before = dom::document().active_element();
        Self {
            node: NodeRef::default(),
            armed: Rc::default(),
            before: before.and_then(|element| element.dyn_into().ok()),
        }
    }

    fn view(&self, ctx: &Context<Self>) -> Html {
        let Props { picker, rows, .. } = ctx.props();
        let send = ctx.props().dispatch.reform(Msg::Picker);
        let onpointerdown = {
            let armed = self.armed.clone();
            Callback::from(move |event: PointerEvent| armed.set(is_beside(&event)))
        };
        let close = {
            let (armed, send) = (self.armed.clone(), send.clone());
            Callback::from(move |event: MouseEvent| {
                if armed.get() && is_beside(&event) {
                    send.emit(PickerMsg::Close);
                }
            })
        };
        // A press must not take the focus away: not one on a row, and not the mouse that some
        // browsers make of a finger which rested, opened the menu, and leaves now.
        let hold = Callback::from(|event: MouseEvent| {
            let target: Option<Element> = event.target_dyn_into();
            if target.is_some_and(|element| !element.tag_name().eq_ignore_ascii_case("input")) {
                event.prevent_default();
            }
        });
        let onkeydown = keys(picker.kind, &send);
        let active = (!rows.is_empty()).then(|| row_id(picker.chosen));
        let is_menu = picker.kind != PickerKind::Palette;
        let role = if is_menu { "menuitem" } else { "option" };
        let items = rows.iter().enumerate();
        let items = items.map(|(at, row)| item(row, at, role, at == picker.chosen, &send));
        if is_menu {
            let oncontextmenu = {
                let close = close.clone();
                Callback::from(move |event: MouseEvent| {
                    event.prevent_default();
                    close.emit(event);
                })
            };
            let onwheel = {
                let send = send.clone();
                Callback::from(move |event: WheelEvent| {
                    if is_beside(&event) {
                        send.emit(PickerMsg::Close);
                    }
                })
            };
            return html! {
                <div class="menu-veil" {onpointerdown} onmousedown={hold} onclick={close}
                    {oncontextmenu} {onwheel}>
                    <ul ref={self.node.clone()} id={LIST} class="picker-rows menu" role="menu"
                        tabindex="-1" aria-label={messages::MENU_LABEL}
                        aria-activedescendant={active} {onkeydown}
                        onblur={send.reform(|_: FocusEvent| PickerMsg::Left)}>
                        { for items }
                    </ul>
                </div>
            };
        }
        let oninput = send.reform(|event: InputEvent| {
            let input: HtmlInputElement = event.target_unchecked_into();
            PickerMsg::Type(input.value())
        });
        let none = rows.is_empty().then(|| {
            html! { <p class="picker-none" role="status">{ messages::NO_COMMAND }</p> }
        });
        html! {
            <div class="dialog-veil picker-veil" {onpointerdown} onclick={close}>
                <section class="palette" role="dialog" aria-modal="true"
                    aria-label={messages::COMMANDS_LABEL} onmousedown={hold}>
                    <input ref={self.node.clone()} type="text" role="combobox" autocomplete="off"
                        autocapitalize="off" spellcheck="false" aria-autocomplete="list"
                        aria-expanded="true" aria-controls={LIST} aria-activedescendant={active}
                        aria-label={messages::COMMANDS} placeholder={messages::COMMANDS}
                        value={picker.text.clone()} {oninput} {onkeydown} />
                    <ul id={LIST} class="picker-rows" role="listbox"
                        aria-label={messages::COMMANDS_LABEL}>{ for items }</ul>
                    { none }
                </section>
            </div>
        }
    }

    fn rendered(&mut self, ctx: &Context<Self>, first: bool) {
        let Some(node) = self.node.cast::<HtmlElement>() else {
            return;
        };
        let picker = &ctx.props().picker;
        if first {
            if let PickerKind::Menu(at) = picker.kind {
                place(&node, at);
            }
            let _ = node.focus();
        }
        let row = dom::by_id::<HtmlElement>(&row_id(picker.chosen));
        if let (Some(row), Some(list)) = (row, dom::by_id::<HtmlElement>(LIST)) {
            let (top, height) = (row.offset_top(), row.offset_height());
            let shown = list.client_height();
            let low = top + height - shown;
            list.set_scroll_top(list.scroll_top().clamp(low.min(top), top.max(low)));
        }
    }

    fn destroy(&mut self, _: &Context<Self>) {
        // What was chosen may have put the focus elsewhere.
        let has_it = dom::document().active_element();
        let ours = self.node.cast::<Element>();
        let is_free = |it: &Element| it.tag_name().eq_ignore_ascii_case("body");
        if has_it.is_none_or(|it| is_free(&it) || Some(it) == ours) {
            match self.before.take().filter(|before| !is_free(before)) {
                Some(before) => drop(before.focus()),
                None => dom::focus("view"),
            }
        }
    }
}

/// True for an event of the veil itself, not of the list on it.
fn is_beside(event: &web_sys::Event) -> bool {
    let target: Option<Element> = event.target().and_then(|it| it.dyn_into().ok());
    target.is_some_and(|element| element.class_name().contains("veil"))
}

fn row_id(at: usize) -> String {
    format!("picker-{at}")
}

fn keys(kind: PickerKind, send: &Callback<PickerMsg>) -> Callback<KeyboardEvent> {
    let send = send.clone();
    Callback::from(move |event: KeyboardEvent| {
        // Keys of the system and the palette's own go on; all others end here.
        let is_others = event.ctrl_key() || event.meta_key() || event.alt_key();
        if is_others || event.is_composing() {
            return;
        }
        event.stop_propagation();
        let is_menu = kind != PickerKind::Palette;
        let msg = match event.key().as_str() {
            "ArrowDown" => PickerMsg::Step(1),
            "ArrowUp" => PickerMsg::Step(-1),
            "PageDown" => PickerMsg::Step(8),
            "PageUp" => PickerMsg::Step(-8),
            "Home" if is_menu => PickerMsg::Choose(0),
            "End" if is_menu => PickerMsg::Step(-1),
            "Enter" => PickerMsg::Run(None),
            " " if is_menu => PickerMsg::Run(None),
            "Escape" => PickerMsg::Close,
            "Tab" if is_menu => PickerMsg::Close,
            // The focus stays in the dialog.
            "Tab" => return event.prevent_default(),
            _ => return,
        };
        event.prevent_default();
        send.emit(msg);
    })
}

fn item(
    row: &Row,
    at: usize,
    role: &'static str,
    chosen: bool,
    send: &Callback<PickerMsg>,
) -> Html {
    let entry = &row.entry;
    let mut parts: Vec<Html> = Vec::new();
    let mut from = 0;
    for range in &row.ranges {
        let plain = entry.title.get(from..range.start).unwrap_or("");
        let hit = entry.title.get(range.clone()).unwrap_or("");
        parts.push(html! { <>{ plain }<mark>{ hit }</mark></> });
        from = range.end;
    }
    parts.push(html! { <>{ entry.title.get(from..).unwrap_or("") }</> });
    let keys = (!entry.keys.is_empty()).then(|| html! { <kbd>{ &entry.keys }</kbd> });
    // Rows that move under a pointer that rests are told as a movement by nothing.
    let onpointermove = {
        let send = send.clone();
        Callback::from(move |event: PointerEvent| {
            if !chosen && (event.movement_x() != 0 || event.movement_y() != 0) {
                send.emit(PickerMsg::Choose(at));
            }
        })
    };
    html! {
        <li id={row_id(at)} {role} aria-selected={(role == "option").then(|| chosen.to_string())}
            class={classes!("picker-row", chosen.then_some("chosen"))}
            onclick={send.reform(move |_: MouseEvent| PickerMsg::Run(Some(at)))}
            {onpointermove}>
            <span class="picker-title">{ for parts }</span>
            <span class="picker-hint">{ &entry.hint }</span>
            { keys }
        </li>
    }
}

/// Puts the menu at a place, or beside the selection, inside the window.
fn place(menu: &HtmlElement, at: Option<Point>) {
    let Some(veil) = menu.parent_element() else {
        return;
    };
    let at = at.unwrap_or_else(beside_selection);
    let fit = |at: f64, size: i32, room: i32| (at.min(f64::from(room - size) - MARGIN)).max(MARGIN);
    let left = fit(at.x, menu.offset_width(), veil.client_width());
    let top = fit(at.y, menu.offset_height(), veil.client_height());
    let style = menu.style();
    let _ = style.set_property("left", &format!("{left}px"));
    let _ = style.set_property("top", &format!("{top}px"));
}

/// The selected row, or the upper part of the view where frames are no elements.
fn beside_selection() -> Point {
    let find = |what| dom::document().query_selector(what).ok().flatten();
    let selected = find("#view .picked").or_else(|| find("#view"));
    let rect = selected.map(|it| it.get_bounding_client_rect());
    rect.map_or_else(Point::default, |rect| Point {
        x: rect.x() + 48.0,
        y: rect.y() + rect.height().min(48.0),
    })
}

/// Where an event of the pointer happened, in CSS px of the window.
pub(crate) fn point(event: &MouseEvent) -> Point {
    Point {
        x: event.client_x().into(),
        y: event.client_y().into(),
    }
}

/// Opens the menu there.
pub(crate) fn open_at(at: Point) -> Msg {
    Msg::Picker(PickerMsg::Menu(at))
}
