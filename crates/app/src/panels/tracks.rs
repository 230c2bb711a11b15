//! The list of processes and threads: a popover under its button, a sheet on phones.
//!
//! A component of its own, because it takes the focus when it comes, and keys move it from row to
//! row. Boxes pick and unpick, a click on a name picks only it.

use viewer::tracks::{TrackRow, TrackRows};
use viewer::{CommandId, Model, Msg, TrackList, TracksMsg, messages};
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Element, Event, FocusEvent, HtmlInputElement, InputEvent, KeyboardEvent};
use yew::{Callback, Component, Context, Html, Properties, TargetCast, classes, html};

use super::act;
use crate::web::dom;

const PANEL: &str = "tracks";
const SEARCH: &str = "tracks-search";

/// The button with how many are picked, and the list under it; nothing where there are no tracks.
pub(crate) fn tracks(model: &Model, dispatch: &Callback<Msg>) -> Html {
    if !model.has_tracks() {
        return Html::default();
    }
    let shown = model.track_list.shown;
    let onclick = dispatch.reform(|_| Msg::Command(CommandId::Tracks));
    let badge = model.tracks_badge();
    let badge = (!badge.is_empty()).then(|| html! { <span class="badge">{ badge }</span> });
    let list = shown.then(|| {
        html! {
            <TracksPanel list={model.track_list.clone()} rows={model.track_rows()}
                dispatch={dispatch.clone()} />
        }
    });
    html! {
        <span class="tracks-room">
            <button type="button" class="quiet" aria-haspopup="dialog"
                aria-expanded={shown.to_string()}
                title={viewer::command::hint(CommandId::Tracks)} {onclick}>
                { messages::TRACKS }{ badge }
            </button>
            { list }
        </span>
    }
}

/// What it is given.
#[derive(Clone, PartialEq, Properties)]
pub(crate) struct Props {
    /// The list.
    pub list: TrackList,
    /// Its rows; none while they are under way.
    pub rows: Option<TrackRows>,
    /// Where messages go.
    pub dispatch: Callback<Msg>,
}

/// The component.
#[derive(Default)]
pub(crate) struct TracksPanel {
    /// The focus was put where it is used.
    focused: bool,
}

impl Component for TracksPanel {
    type Message = ();
    type Properties = Props;

    fn create(_: &Context<Self>) -> Self {
        Self::default()
    }

    fn view(&self, ctx: &Context<Self>) -> Html {
        let Props {
            list,
            rows,
            dispatch,
        } = ctx.props();
        let send = dispatch.reform(Msg::Tracks);
        let tracks = |text, msg| act(text, "quiet", Msg::Tracks(msg), dispatch);
        let close = dispatch.reform(|_| Msg::Command(CommandId::Tracks));
        let body = match rows {
            None => html! { <p class="dim" role="status">{ messages::TRACKS_COME }</p> },
            Some(rows) => body(list, rows, &send),
        };
        html! {
            <section id={PANEL} class="tracks" role="dialog" tabindex="-1"
                aria-label={messages::TRACKS_TITLE} onkeydown={keys(list, rows.as_ref(), dispatch)}>
                <header>
                    <h2>{ messages::TRACKS_TITLE }</h2>
                    { tracks(messages::ALL_TRACKS, TracksMsg::All) }
                    { tracks(messages::NO_TRACKS, TracksMsg::None) }
                    <button type="button" class="quiet icon close" aria-label={messages::CLOSE}
                        title={messages::CLOSE} onclick={close}>{ "×" }</button>
                </header>
                { body }
            </section>
        }
    }

    fn rendered(&mut self, ctx: &Context<Self>, first: bool) {
        let Props { list, rows, .. } = ctx.props();
        if let Some(rows) = rows.as_ref().filter(|_| !self.focused) {
            self.focused = true;
            match rows.searched {
                true => dom::focus(SEARCH),
                false => dom::focus(&row_id(list.chosen)),
            }
        } else if first {
            dom::focus(PANEL);
        } else if focused_row().is_some_and(|row| row != row_id(list.chosen)) {
            dom::focus(&row_id(list.chosen));
        }
    }
}

fn row_id(at: usize) -> String {
    format!("track-{at}")
}

/// The box that has the focus, by its id.
fn focused_row() -> Option<String> {
    let id = dom::document().active_element()?.id();
    let number = id.strip_prefix("track-")?;
    number.parse::<usize>().is_ok().then_some(id)
}

fn body(list: &TrackList, rows: &TrackRows, send: &Callback<TracksMsg>) -> Html {
    let search = rows.searched.then(|| {
        let oninput = send.reform(|event: InputEvent| {
            let input: HtmlInputElement = event.target_unchecked_into();
            TracksMsg::Type(input.value())
        });
        html! {
            <input id={SEARCH} type="search" autocomplete="off" autocapitalize="off"
                spellcheck="false" placeholder={messages::SEARCH_TRACKS}
                aria-label={messages::SEARCH_TRACKS} value={list.text.clone()} {oninput} />
        }
    });
    let none = rows.rows.is_empty().then(|| {
        html! { <p class="dim" role="status">{ messages::NO_SUCH_TRACK }</p> }
    });
    let more = (rows.more > 0).then(|| {
        let more = messages::more(rows.more as u32);
        html! { <p class="dim">{ format!("{more}; {}", messages::MORE_TRACKS) }</p> }
    });
    let items = rows.rows.iter().enumerate();
    let items = items.map(|(at, row)| item(row, at, at == list.chosen, send));
    html! {
        <>
            { search }
            <p class="track-of dim">{ messages::SHARE_OF_TOTAL }</p>
            <ul class="track-rows" aria-label={messages::TRACKS_TITLE}>{ for items }</ul>
            { none }
            { more }
        </>
    }
}

fn item(row: &TrackRow, at: usize, chosen: bool, send: &Callback<TracksMsg>) -> Html {
    let onchange = {
        let of = row.of.clone();
        send.reform(move |_: Event| TracksMsg::Flip(of.clone()))
    };
    let onclick = {
        let of = row.of.clone();
        send.reform(move |_| TracksMsg::Only(of.clone()))
    };
    let onfocus = send.reform(move |_: FocusEvent| TracksMsg::Choose(at));
    let only = messages::only_track(&row.of.name);
    let mixed = JsValue::from_bool(row.picked.is_none());
    html! {
        <li key={row.of.name.clone()} class={classes!("track", row.is_within.then_some("within"))}>
            <input id={row_id(at)} type="checkbox" checked={row.picked == Some(true)}
                ~indeterminate={mixed} tabindex={if chosen { "0" } else { "-1" }}
                aria-label={messages::track(row)} {onchange} {onfocus} />
            <button type="button" class="quiet track-name" tabindex="-1" title={only.clone()}
                aria-label={only} {onclick}>{ &row.title }</button>
            <span class="figures">{ format!("{} · {}", row.value, row.share) }</span>
            <span class="track-bar"><span style={format!("width:{:.2}%", row.bar * 100.0)} /></span>
        </li>
    }
}

fn keys(
    list: &TrackList,
    rows: Option<&TrackRows>,
    dispatch: &Callback<Msg>,
) -> Callback<KeyboardEvent> {
    let dispatch = dispatch.clone();
    let chosen = list.chosen;
    let of = rows.and_then(|rows| rows.rows.get(chosen));
    let of = of.map(|row| row.of.clone());
    Callback::from(move |event: KeyboardEvent| {
        if event.ctrl_key() || event.meta_key() || event.alt_key() || event.is_composing() {
            return;
        }
        let target: Option<Element> = event.target().and_then(|it| it.dyn_into().ok());
        let id = target.map(|element| element.id()).unwrap_or_default();
        let (searching, on_row) = (id == SEARCH, id.starts_with("track-"));
        let step = |by| Some(TracksMsg::Step(by));
        let msg = match event.key().as_str() {
            "Escape" => {
                event.prevent_default();
                event.stop_propagation();
                return dispatch.emit(Msg::Command(CommandId::Tracks));
            }
            "ArrowDown" if !on_row => {
                dom::focus(&row_id(chosen));
                None
            }
            "ArrowUp" if on_row && chosen == 0 => {
                dom::focus(SEARCH);
                None
            }
            "ArrowDown" => step(1),
            "ArrowUp" if on_row => step(-1),
            "PageDown" if on_row => step(10),
            "PageUp" if on_row => step(-10),
            "Home" if on_row => Some(TracksMsg::Choose(0)),
            "End" if on_row => Some(TracksMsg::Choose(usize::MAX)),
            "Enter" if on_row || searching => of.clone().map(TracksMsg::Only),
            // What the box and the page's buttons do with it is theirs.
            " " if on_row => return event.stop_propagation(),
            _ => return,
        };
        event.prevent_default();
        event.stop_propagation();
        if let Some(msg) = msg {
            dispatch.emit(Msg::Tracks(msg));
        }
    })
}
