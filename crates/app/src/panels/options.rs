//! The options of the lens: a panel of boxes printed from their table, and chips for those that
//! are on.

use viewer::options::{Group, Kind, LensOption, OPTIONS};
use viewer::{CommandId, FileId, How, Model, Msg, Refine, messages};
use web_sys::{Event, HtmlInputElement, HtmlSelectElement, InputEvent};
use yew::{Callback, Html, TargetCast, classes, html};

use super::{act, button};
use crate::web::dom;

/// The panel.
pub(crate) fn panel(model: &Model, dispatch: &Callback<Msg>) -> Html {
    let groups = Group::ALL.into_iter().map(|group| {
        let rows = OPTIONS
            .iter()
            .filter(|option| option.group == group)
            .map(|option| row(option, model, dispatch));
        html! {
            <fieldset>
                <legend>{ group.title() }</legend>
                { for rows }
            </fieldset>
        }
    });
    html! {
        <aside class="options" role="region" aria-label={messages::OPTIONS_TITLE}>
            <header>
                <h2>{ messages::OPTIONS_TITLE }</h2>
                { act(messages::CLEAR_OPTIONS, "quiet", Msg::ClearOptions, dispatch) }
                { button("×", "quiet icon close", CommandId::Options, dispatch) }
            </header>
            { compare(model, dispatch) }
            { for groups }
        </aside>
    }
}

/// The choice of another file to compare with or to merge.
fn compare(model: &Model, dispatch: &Callback<Msg>) -> Html {
    const WITH: &str = "compare-with";
    const OF_BASE: &str = "compare-of-base";
    const NORMALIZE: &str = "compare-normalize";
    let others: Vec<_> = model
        .files
        .iter()
        .filter(|file| file.summary().is_some() && file.origin.is_none())
        .filter(|file| Some(file.id) != model.state.file)
        .collect();
    let body = if others.is_empty() {
        html! { <p class="dim">{ messages::COMPARE_NEEDS_ANOTHER }</p> }
    } else {
        let options = others.iter().map(|file| {
            html! { <option value={file.id.0.to_string()}>{ &file.name }</option> }
        });
        let first = others.first().map(|file| file.id);
        let chosen = move || {
            let select = dom::by_id::<HtmlSelectElement>(WITH)?;
            select.value().parse().ok().map(FileId).or(first)
        };
        let on = |id: &str| dom::by_id::<HtmlInputElement>(id).is_some_and(|box_| box_.checked());
        let button = |text: &'static str, how: fn(bool, bool) -> How| {
            let dispatch = dispatch.clone();
            let onclick = Callback::from(move |_| {
                if let Some(with) = chosen() {
                    let how = how(on(OF_BASE), on(NORMALIZE));
                    dispatch.emit(Msg::Combine {
                        with: vec![with],
                        how,
                    });
                }
            });
            html! { <button type="button" {onclick}>{ text }</button> }
        };
        let all: Vec<FileId> = others.iter().map(|file| file.id).collect();
        let merge_all = (all.len() > 1).then(|| {
            let all = Msg::Combine {
                with: all,
                how: How::Merge,
            };
            act(messages::MERGE_ALL, "", all, dispatch)
        });
        let flag = |id: &'static str, title: &'static str| {
            html! {
                <div class="option flag">
                    <label><input {id} type="checkbox" />{ title }</label>
                </div>
            }
        };
        html! {
            <>
                <div class="option">
                    <label for={WITH}>{ messages::COMPARE_WITH }</label>
                    <select id={WITH}>{ for options }</select>
                </div>
                { flag(OF_BASE, messages::OF_BASE) }
                { flag(NORMALIZE, messages::NORMALIZE) }
                <div class="option buttons">
                    { button(messages::SUBTRACT, |of_base, normalize| How::Diff { of_base, normalize }) }
                    { button(messages::MERGE, |_, _| How::Merge) }
                    { merge_all }
                </div>
            </>
        }
    };
    html! { <fieldset><legend>{ messages::COMPARE }</legend>{ body }</fieldset> }
}

fn id_of(option: &LensOption) -> String {
    format!("opt-{}", option.name)
}

fn set(option: &'static LensOption, value: String, typing: bool) -> Msg {
    Msg::Option {
        name: option.name,
        value,
        typing,
    }
}

fn row(option: &'static LensOption, model: &Model, dispatch: &Callback<Msg>) -> Html {
    let fault = model.looking.fault(option.name).map(str::to_owned);
    let id = id_of(option);
    let fault_id = format!("{id}-fault");
    let told = fault.map(|text| {
        html! { <p id={fault_id.clone()} class="option-fault" role="alert">{ format!("{text}.") }</p> }
    });
    let lens = &model.state.lens;
    let control = match option.kind {
        Kind::Flag => {
            let onchange = dispatch.reform(move |event: Event| {
                let input: HtmlInputElement = event.target_unchecked_into();
                set(option, input.checked().to_string(), false)
            });
            return html! {
                <div class="option flag" title={option.help}>
                    <label><input {id} type="checkbox" checked={(option.get)(lens) == "true"}
                        {onchange} />{ option.title }</label>
                </div>
            };
        }
        Kind::Choice(choices) => {
            let onchange = dispatch.reform(move |event: Event| {
                let select: HtmlSelectElement = event.target_unchecked_into();
                set(option, select.value(), false)
            });
            let chosen = (option.get)(lens);
            // Where nothing chosen is a value of its own, it has a line of its own.
            let none = option.default().is_empty().then(|| {
                html! {
                    <option value="" selected={chosen.is_empty()}>
                        { messages::DEFAULT_CHOICE }
                    </option>
                }
            });
            let choices = choices.iter().map(|choice| {
                html! { <option value={*choice} selected={chosen == *choice}>{ *choice }</option> }
            });
            html! { <select id={id.clone()} {onchange}>{ none }{ for choices }</select> }
        }
        Kind::Regex | Kind::LabelFilter | Kind::Tracks | Kind::Text | Kind::Number => {
            let oninput = dispatch.reform(move |event: InputEvent| {
                let input: HtmlInputElement = event.target_unchecked_into();
                set(option, input.value(), true)
            });
            let typed = model.looking.typed.as_ref();
            let value = match typed.filter(|typed| typed.name == option.name) {
                Some(typed) => typed.text.clone(),
                None if !option.is_set(lens) => String::new(),
                None => (option.get)(lens),
            };
            let placeholder = match option.kind {
                Kind::Regex => "regex".to_owned(),
                Kind::LabelFilter => "key=regex, 4mb:".to_owned(),
                _ => option.default(),
            };
            let mode = if option.kind == Kind::Number {
                "decimal"
            } else {
                "text"
            };
            html! {
                <input id={id.clone()} type="text" inputmode={mode} autocomplete="off"
                    autocapitalize="off" spellcheck="false" {placeholder} {value} {oninput}
                    aria-invalid={told.is_some().to_string()}
                    aria-describedby={told.is_some().then_some(fault_id)} />
            }
        }
    };
    html! {
        <div class={classes!("option", told.is_some().then_some("fault"))} title={option.help}>
            <label for={id}>{ option.title }</label>
            { control }
            { told }
        </div>
    }
}

/// The button that shows the panel, with the number of options that are on.
pub(crate) fn toggle(model: &Model, dispatch: &Callback<Msg>) -> Html {
    let on = OPTIONS
        .iter()
        .filter(|o| o.is_set(&model.state.lens))
        .count()
        + model.state.lens.steps.len();
    let onclick = dispatch.reform(|_| Msg::Command(CommandId::Options));
    let count = (on > 0).then(|| html! { <span class="badge">{ on }</span> });
    html! {
        <button type="button" class="quiet" aria-expanded={model.options_shown.to_string()}
            title={viewer::command::hint(CommandId::Options)} {onclick}>
            { messages::OPTIONS }{ count }
        </button>
    }
}

/// The bar of what is selected, what is filtered, and what came of it; none if there is nothing
/// of that.
pub(crate) fn chips(model: &Model, dispatch: &Callback<Msg>) -> Html {
    let lens = &model.state.lens;
    let chips = OPTIONS.iter().filter(|option| option.is_set(lens)).map(|option| {
        let remove = set(option, String::new(), false);
        let onclick = dispatch.reform(move |_| remove.clone());
        let text = messages::option_on(option.title, &(option.get)(lens));
        let label = messages::remove_option(option.title);
        let fault = model.looking.fault(option.name).is_some();
        html! {
            <li class={classes!("chip", fault.then_some("fault"))} title={option.help}>
                <span class="chip-text">{ text }</span>
                <button type="button" class="quiet icon" aria-label={label} {onclick}>{ "×" }</button>
            </li>
        }
    });
    let steps = lens.steps.iter().enumerate().map(|(at, step)| {
        let onclick = dispatch.reform(move |_| Msg::RemoveStep(at));
        let title = step.title();
        let label = messages::remove_option(&title);
        html! {
            <li class="chip step" title={step.kind().help}>
                <span class="chip-text">{ title }</span>
                <button type="button" class="quiet icon" aria-label={label} {onclick}>{ "×" }</button>
            </li>
        }
    });
    let chips: Vec<Html> = chips.chain(steps).collect();
    let notes = model.notes();
    let picked = model.profile().and(model.state.picked.as_ref());
    if chips.is_empty() && notes.is_empty() && picked.is_none() {
        return Html::default();
    }
    let selected = picked.map(|picked| {
        let module = model.picked_module();
        let actions = Refine::BUTTONS.into_iter().map(|how| {
            let why_not = how.why_not(lens, picked, &module);
            let onclick = dispatch.reform(move |_| Msg::Refine(how));
            html! {
                <button type="button" class="quiet" disabled={why_not.is_some()}
                    title={why_not.unwrap_or(how.help())} {onclick}>{ how.title() }</button>
            }
        });
        let fitting: Vec<Refine> = Refine::MENU
            .into_iter()
            .filter(|how| how.fits(lens, picked, &module))
            .collect();
        let rows = fitting.iter().map(|how| {
            html! { <option title={how.help()}>{ how.title() }</option> }
        });
        let rows: Vec<Html> = rows.collect();
        let onchange = dispatch.reform(move |event: Event| {
            let select: HtmlSelectElement = event.target_unchecked_into();
            // The first row is the menu's own name, which shows again.
            let chosen = select.selected_index().max(1) as usize - 1;
            select.set_selected_index(0);
            Msg::Refine(fitting.get(chosen).copied().unwrap_or(Refine::Callees))
        });
        html! {
            <span class="refine" role="group" aria-label={messages::SELECTED}>
                <span class="refine-name" title={picked.name.clone()}>{ &picked.name }</span>
                { button(messages::SANDWICH, "quiet", CommandId::Sandwich, dispatch) }
                { button(messages::PIVOT, "quiet", CommandId::Pivot, dispatch) }
                { for actions }
                <select class="quiet transform" aria-label={messages::TRANSFORM} {onchange}>
                    <option selected=true disabled=true hidden=true>{ messages::TRANSFORM }</option>
                    { for rows }
                </select>
            </span>
        }
    });
    let clear = (chips.len() > 1).then(|| {
        act(
            messages::CLEAR_OPTIONS,
            "quiet",
            Msg::ClearOptions,
            dispatch,
        )
    });
    let list = (!chips.is_empty()).then(|| {
        html! { <ul class="chip-list" aria-label={messages::ACTIVE_OPTIONS}>{ for chips }</ul> }
    });
    html! {
        <div class="chips">
            { list }
            { clear }
            { for notes.iter().map(|note| html! { <span class="note" role="status">{ note }</span> }) }
            { selected }
        </div>
    }
}
