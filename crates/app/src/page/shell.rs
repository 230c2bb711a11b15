//! The page's frame: bars above and below, the view or what stands in its place between.

use scene::Theme;
use viewer::slots::{self, ViewAnswer, ViewKey};
use viewer::{CommandId, CopyAs, Mode, Msg, Phase, Picker, messages};
use views::{AnyData, AnyView, Host};
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
                { panels::query::query(model, &page.dispatch) }
                { panels::options::chips(model, &page.dispatch) }
            }
            <main class={classes!(if has_files { "main" } else { "main landing-room" })}>
                <div class="main-row">
                    <div class="main-view">{ middle(page) }</div>
                    if model.prefs.details && model.profile().is_some() {
                        { panels::details::panel(model, &page.dispatch) }
                    }
                </div>
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
            let shown = model.shown_data();
            let main = shown.map(|shown| host(page, file, shown, false));
            let main = main.unwrap_or_default();
            match slots::beside(model) {
                None => main,
                Some(_) => html! {
                    <div class="split">
                        <div class="split-main">{ main }</div>
                        <div class="split-beside">{ beside(page, file) }</div>
                    </div>
                },
            }
        }
    }
}

/// What stands beside the view.
fn beside(page: &Page, file: &viewer::FileEntry) -> Html {
    let model = &page.model;
    match (model.beside_data(), model.beside_answer()) {
        (Some(shown), _) => host(page, file, shown, true),
        (None, Some(ViewAnswer::Gap(text))) => panels::error::gap(file, text),
        (None, Some(ViewAnswer::Failed(text))) => {
            panels::error::view_failed(file, text, &page.dispatch)
        }
        (None, _) => Html::default(),
    }
}

type ShownData<'a> = (&'static dyn AnyView, &'a AnyData, &'a ViewKey);

fn host(page: &Page, file: &viewer::FileEntry, shown: ShownData<'_>, is_beside: bool) -> Html {
    let (view, data, key) = shown;
    let model = &page.model;
    let meta = view.meta();
    let found = match is_beside {
        true => &page.found_beside,
        false => &page.found,
    };
    let props = HostProps {
        id: if is_beside { "beside" } else { "view" },
        file: key.file,
        view,
        data: data.clone(),
        look: model.state.look(meta.id).to_owned(),
        paint: model.state.paint(),
        picked: model.state.picked.clone(),
        found: found.as_ref().map(|found| found.names.clone()),
        find: match meta.host {
            Host::Text => model.state.searched().unwrap_or_default().to_owned(),
            Host::Canvas | Host::Table | Host::Tree => String::new(),
        },
        line: if is_beside { None } else { model.line() },
        stale: match is_beside {
            true => model.beside_is_stale(),
            false => model.view_is_stale(),
        },
        scheme: page.scheme(),
        label: file.name.clone(),
        dispatch: page.dispatch.clone(),
        probe: page.probe.clone(),
    };
    match meta.host {
        Host::Canvas => html! { <CanvasHost key={meta.id} ..props /> },
        Host::Table | Host::Tree | Host::Text => {
            html! { <TableHost key={meta.id} ..props /> }
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
            { switches(page) }
            { paints(page) }
            { copy(page) }
            { toggle(page, messages::QUERY, model.query.shown, CommandId::Query) }
            { toggle(page, messages::DETAILS, model.prefs.details, CommandId::Details) }
            { panels::tracks::tracks(model, &page.dispatch) }
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
        Some(Host::Table | Host::Tree) => html! {
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

/// The switches of the visible view and of the one beside it.
fn switches(page: &Page) -> Html {
    let model = &page.model;
    let shown = [model.shown_data(), model.beside_data()];
    let all = shown.into_iter().flatten().flat_map(|(view, _, _)| {
        let meta = view.meta();
        let look = view.look(model.state.look(meta.id));
        let switches = view.switches().iter().enumerate();
        switches.map(move |(at, switch)| {
            let onchange = page.dispatch.reform(move |event: Event| {
                let select: HtmlSelectElement = event.target_unchecked_into();
                Msg::Switch {
                    view: meta.id.to_owned(),
                    switch: at,
                    choice: select.selected_index().max(0) as usize,
                }
            });
            let on = view.switched(&look, at);
            let choices = switch.choices.iter().enumerate().map(|(choice, row)| {
                html! { <option title={row.hint} selected={choice == on}>{ row.title }</option> }
            });
            let hint = switch.choices.get(on).map_or("", |choice| choice.hint);
            html! {
                <select class="quiet switch" aria-label={switch.title} title={hint} {onchange}>
                    { for choices }
                </select>
            }
        })
    });
    html! { <>{ for all }</> }
}

/// The choice of what colours tell, and what they mean.
fn paints(page: &Page) -> Html {
    let model = &page.model;
    let paints = model.paints();
    let Some(chosen) = model.paint().filter(|_| paints.len() > 1) else {
        return Html::default();
    };
    let onchange = page.dispatch.reform(move |event: Event| {
        let select: HtmlSelectElement = event.target_unchecked_into();
        let at = select.selected_index().max(0) as usize;
        let paint = paints.get(at).copied().unwrap_or_default();
        Msg::Paint(paint.id().to_owned())
    });
    let rows = paints.iter().map(|paint| {
        html! {
            <option title={paint.hint()} selected={*paint == chosen}>{ paint.title() }</option>
        }
    });
    html! {
        <>
            <select class="quiet paint" aria-label={messages::PAINT} title={chosen.hint()} {onchange}>
                { for rows }
            </select>
            { legend(page) }
        </>
    }
}

fn legend(page: &Page) -> Html {
    let shown = page.model.legend_shown;
    let rows =
        shown.then(|| {
            let rows = page.model.legend(Theme::of(page.scheme())).into_iter().map(|row| {
            let share = row.share.map(messages::of_total);
            html! {
                <li>
                    <span class="swatch" style={format!("background:{}", row.color.css())} />
                    <span class="legend-text" title={row.text.clone()}>{ &row.text }</span>
                    <span class="figures">{ share.unwrap_or_default() }</span>
                </li>
            }
        });
            html! { <ul class="legend" aria-label={messages::LEGEND}>{ for rows }</ul> }
        });
    html! {
        <span class="legend-room">
            { toggle(page, messages::LEGEND, shown, CommandId::Legend) }
            { rows.unwrap_or_default() }
        </span>
    }
}

/// A button that shows and hides something.
fn toggle(page: &Page, title: &'static str, shown: bool, command: CommandId) -> Html {
    let onclick = page.dispatch.reform(move |_| Msg::Command(command));
    html! {
        <button type="button" class="quiet" aria-expanded={shown.to_string()}
            title={viewer::command::hint(command)} {onclick}>
            { title }
        </button>
    }
}
