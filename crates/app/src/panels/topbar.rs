//! The first bar: files, sample types, search, theme, keys.

use viewer::{CommandId, FileId, Model, Msg, Phase, messages};
use web_sys::{Event, HtmlSelectElement};
use yew::{Callback, Html, TargetCast, html};

use super::{button, icon};

/// The bar.
pub(crate) fn topbar(model: &Model, dispatch: &Callback<Msg>, search: Html) -> Html {
    html! {
        <header class="topbar">
            <span class="brand">{ "pprofweb" }</span>
            { files(model, dispatch) }
            { profiles(model, dispatch) }
            { sample_types(model, dispatch) }
            { search }
            <span class="topbar-end">
                { button(messages::OPEN, "", CommandId::Browse, dispatch) }
                { theme(model, dispatch) }
                { icon("⋯", CommandId::Palette, model, dispatch) }
                { button("?", "quiet icon keys", CommandId::Keys, dispatch) }
            </span>
        </header>
    }
}

/// The switch of themes: a sign, its words for tooltip and screen reader.
fn theme(model: &Model, dispatch: &Callback<Msg>) -> Html {
    let choice = model.prefs.theme;
    let onclick = dispatch.reform(|_| Msg::Command(CommandId::NextTheme));
    html! {
        <button type="button" class="quiet icon" title={format!("{} (t)", choice.title())}
            aria-label={choice.title()} {onclick}>{ choice.sign() }</button>
    }
}

fn files(model: &Model, dispatch: &Callback<Msg>) -> Html {
    let shown = model.state.file.or(model.files.first().map(|file| file.id));
    let onchange = dispatch.reform(|event: Event| {
        let select: HtmlSelectElement = event.target_unchecked_into();
        Msg::Select(FileId(select.value().parse().unwrap_or(0)))
    });
    let options = model.files.iter().map(|file| {
        let state = match &file.phase {
            Phase::Open(_) => "",
            Phase::Loading(_) => messages::IS_LOADING,
            Phase::Failed { .. } => messages::HAS_FAILED,
        };
        html! {
            <option key={file.id.0.to_string()} value={file.id.0.to_string()}
                selected={shown == Some(file.id)}>
                { format!("{}{state}", file.name) }
            </option>
        }
    });
    let close = shown.map(|_| button("×", "quiet icon close", CommandId::Close, dispatch));
    html! {
        <span class="picker">
            <select id="files" class="files" aria-label={messages::FILES} {onchange}>
                { for options }
            </select>
            { close }
        </span>
    }
}

/// The profiles of a file that holds several.
fn profiles(model: &Model, dispatch: &Callback<Msg>) -> Html {
    let summary = model.current().and_then(|file| file.summary());
    let Some(summary) = summary.filter(|summary| summary.profiles.len() > 1) else {
        return Html::default();
    };
    let onchange = dispatch.reform(|event: Event| {
        let select: HtmlSelectElement = event.target_unchecked_into();
        Msg::Profile(select.value().parse().unwrap_or(0))
    });
    let options = (0..summary.profiles.len()).map(|at| {
        html! {
            <option value={at.to_string()} selected={model.state.profile as usize == at}>
                { messages::profile(&summary.profiles, at) }
            </option>
        }
    });
    html! {
        <select id="profiles" class="profiles" aria-label={messages::PROFILES} {onchange}>
            { for options }
        </select>
    }
}

fn sample_types(model: &Model, dispatch: &Callback<Msg>) -> Html {
    let Some(profile) = model.profile() else {
        return Html::default();
    };
    let chosen = model.sample_type();
    let onchange = dispatch.reform(|event: Event| {
        let select: HtmlSelectElement = event.target_unchecked_into();
        Msg::SampleType(select.value())
    });
    let options = profile.sample_types.iter().enumerate().map(|(at, kind)| {
        html! {
            <option value={kind.kind.clone()} selected={chosen == Some(at)}>
                { messages::sample_type(kind) }
            </option>
        }
    });
    html! {
        <select id="sample-types" class="sample-types" aria-label={messages::SAMPLE_TYPES}
            {onchange}>
            { for options }
        </select>
    }
}
