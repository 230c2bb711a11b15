//! The page's frame: bars above and below, the view or what stands in its place between.

use scene::Key;
use viewer::slots::ViewAnswer;
use viewer::{CommandId, CopyAs, Mode, Msg, Phase, Picker, messages};
use views::Host;
use web_sys::{Event, HtmlInputElement, HtmlSelectElement, InputEvent, KeyboardEvent};
use yew::{Callback, Context, Html, TargetCast, classes, html};

use super::effects::FILE_INPUT;
use super::{Page, PageMsg};
use crate::host::HostProps;
use crate::host::canvas::CanvasHost;
use crate::host::table::TableHost;
use crate::host::tip::{LIVE, STATUS};
use crate::panels;
use crate::panels::picker::PickerList;
use crate::web::{clock, files};

/// The whole page.
pub(super) fn page(page: &Page, ctx: &Context<Page>) -> Html {
    let model = &page.model;
    let has_files = !model.files.is_empty();
    let on_files = ctx.link().callback(|event: Event| {
        let input: HtmlInputElement = event.target_unchecked_into();
        let taken = files::of_list(input.files());
        // The same file can be chosen again.
        input.set_value("");
        PageMsg::Taken(taken)
    });
    html! {
        <>
            <input id={FILE_INPUT} type="file" multiple=true class="visually-hidden" tabindex="-1"
                aria-label={messages::BROWSE} onchange={on_files} />
            if has_files {
                { panels::topbar::topbar(model, &page.dispatch, search(page)) }
                { panels::tabs::tabs(model, &page.dispatch, tools(page)) }
                { panels::options::chips(model, &page.dispatch) }
            }
            <main class={classes!(if has_files { "main" } else { "main landing-room" })}>
                { middle(page) }
                if model.options_shown && model.profile().is_some() {
                    { panels::options::panel(model, &page.dispatch) }
                }
            </main>
            if has_files {
                { panels::status::status(model, STATUS) }
            }
            { panels::loading::beside(model, &page.dispatch) }
            if page.dragging {
                <div class="drop-veil" aria-hidden="true"><p>{ messages::DROP_NOW }</p></div>
            }
            { panels::toasts::toasts(&model.toasts, &page.dispatch) }
            if let Some(picker) = &model.picker {
                <PickerList key={picker_key(picker)} picker={picker.clone()}
                    rows={viewer::picker::rows(model)} dispatch={page.dispatch.clone()} />
            }
            if model.keys_shown {
                { panels::keys::keys(&page.dispatch) }
            }
            <div id={LIVE} class="visually-hidden" role="status" aria-live="polite"></div>
        </>
    }
}

/// A list of another kind, or a menu at another place, is another one.
fn picker_key(picker: &Picker) -> String {
    format!("{:?}", picker.kind)
}

/// The view, or what stands in its place.
fn middle(page: &Page) -> Html {
    let model = &page.model;
    let Some(file) = model.current() else {
        return match model.files.first() {
            None => panels::landing::landing(&page.dispatch),
            Some(file) => panels::loading::loading(file, elapsed(page, file.id), &page.dispatch),
        };
    };
    match &file.phase {
        Phase::Loading(_) => panels::loading::loading(file, elapsed(page, file.id), &page.dispatch),
        Phase::Failed { message, .. } => panels::error::failed(file, message, &page.dispatch),
        Phase::Open(_) => view(page, file),
    }
}

fn elapsed(page: &Page, file: viewer::FileId) -> f64 {
    page.started
        .get(&file)
        .map_or(0.0, |started| clock::now() - started)
}

fn view(page: &Page, file: &viewer::FileEntry) -> Html {
    let model = &page.model;
    match model.shown_answer() {
        None => panels::loading::laying_out(file, elapsed(page, file.id), &page.dispatch),
        Some(ViewAnswer::Gap(text)) => panels::error::gap(file, text),
        Some(ViewAnswer::Failed(text)) => panels::error::view_failed(file, text, &page.dispatch),
        Some(ViewAnswer::Data { .. }) => {
            let Some((view, data, key)) = model.shown_data() else {
                return Html::default();
            };
            let props = HostProps {
                file: key.file,
                view,
                data: data.clone(),
                look: model.state.look(view.meta().id).to_owned(),
                picked: model.state.picked.clone(),
                found: page.found.as_ref().map(|found| found.names.clone()),
                find: match view.meta().host {
                    Host::Text => model.state.searched().unwrap_or_default().to_owned(),
                    Host::Canvas | Host::Table => String::new(),
                },
                line: model.line(),
                stale: model.view_is_stale(),
                scheme: page.scheme(),
                label: file.name.clone(),
                dispatch: page.dispatch.clone(),
                probe: page.probe.clone(),
            };
            match view.meta().host {
                Host::Canvas => html! { <CanvasHost key={view.meta().id} ..props /> },
                Host::Table | Host::Text => html! { <TableHost key={view.meta().id} ..props /> },
            }
        }
    }
}

/// The search box with what was found.
fn search(page: &Page) -> Html {
    let model = &page.model;
    let dispatch = page.dispatch.clone();
    let oninput = {
        let dispatch = dispatch.clone();
        Callback::from(move |event: InputEvent| {
            let input: HtmlInputElement = event.target_unchecked_into();
            dispatch.emit(Msg::Find(input.value()));
        })
    };
    let onkeydown = Callback::from(move |event: KeyboardEvent| match event.key().as_str() {
        "Escape" => {
            event.prevent_default();
            event.stop_propagation();
            dispatch.emit(Msg::Find(String::new()));
            crate::web::dom::focus("view");
        }
        "Enter" => {
            event.prevent_default();
            dispatch.emit(Msg::Command(match event.shift_key() {
                true => CommandId::PreviousMatch,
                false => CommandId::NextMatch,
            }));
        }
        "ArrowDown" => {
            event.prevent_default();
            crate::web::dom::focus("view");
        }
        _ => {}
    });
    let summary = model.find_summary();
    let (mode, _) = Mode::split(model.state.find.trim());
    let next = Mode::ALL.iter().cycle().skip_while(|other| **other != mode);
    let next = next.copied().nth(1).unwrap_or(mode);
    let (sign, title) = messages::search_mode(mode);
    let onmode = page.dispatch.reform(move |_| Msg::FindMode(next));
    let fault = model.find_fault();
    html! {
        <div class={classes!("search", fault.then_some("fault"))} role="search">
            <input id={super::effects::SEARCH} type="search" autocomplete="off" spellcheck="false"
                placeholder={messages::SEARCH} aria-label={messages::SEARCH_LABEL}
                title={messages::SEARCH_HINT} value={model.state.find.clone()}
                aria-describedby="search-summary" {oninput} {onkeydown} />
            <button type="button" class="quiet search-mode" aria-label={title} {title}
                onclick={onmode}>{ sign }</button>
            <span id="search-summary" class="search-summary" aria-live="polite">{ summary }</span>
        </div>
    }
}

/// What the second bar holds beside the tabs.
fn tools(page: &Page) -> Html {
    let model = &page.model;
    if model.profile().is_none() {
        return Html::default();
    }
    html! {
        <>
            { flip(page) }
            { copy(page) }
            { panels::options::toggle(model, &page.dispatch) }
        </>
    }
}

/// The menu that copies a table.
fn copy(page: &Page) -> Html {
    let host = page.model.shown_data().map(|(view, _, _)| view.meta().host);
    let onchange = page.dispatch.reform(|event: Event| {
        let select: HtmlSelectElement = event.target_unchecked_into();
        let chosen = CopyAs::ALL
            .into_iter()
            .find(|how| how.title() == select.value());
        // The menu shows its name again.
        select.set_selected_index(0);
        Msg::Copy(chosen.unwrap_or(CopyAs::Tsv))
    });
    match host {
        Some(Host::Table) => html! {
            <select class="quiet copy" aria-label={messages::COPY} {onchange}>
                <option selected=true disabled=true hidden=true>{ messages::COPY }</option>
                { for CopyAs::ALL.iter().map(|how| html! { <option>{ how.title() }</option> }) }
            </select>
        },
        Some(Host::Text) => panels::act(
            messages::COPY,
            "quiet",
            Msg::Copy(CopyAs::Tsv),
            &page.dispatch,
        ),
        _ => Html::default(),
    }
}

/// The button that turns a canvas view upside down: the view's own key `i`.
fn flip(page: &Page) -> Html {
    let is_canvas = page
        .model
        .shown_data()
        .is_some_and(|(view, _, _)| view.meta().host == Host::Canvas);
    if !is_canvas {
        return Html::default();
    }
    let probe = page.probe.clone();
    let onclick = Callback::from(move |_| probe.press(Key::Char('i')));
    html! {
        <button type="button" class="quiet" title={messages::FLIP_HINT} {onclick}>
            { messages::FLIP }
        </button>
    }
}
