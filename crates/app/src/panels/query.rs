//! The query box: all filters and steps as one line of text, with completions.

use viewer::{CommandId, Model, Msg, messages};
use web_sys::{HtmlInputElement, InputEvent, KeyboardEvent};
use yew::{Callback, Html, TargetCast, classes, html};

/// Id of the box.
pub(crate) const BOX: &str = "query";

/// Its completions.
const LIST: &str = "query-words";

/// Where it is told what is wrong.
const FAULT: &str = "query-fault";

/// The box, if it is shown.
pub(crate) fn query(model: &Model, dispatch: &Callback<Msg>) -> Html {
    if !model.query.shown {
        return Html::default();
    }
    let oninput = dispatch.reform(|event: InputEvent| {
        let input: HtmlInputElement = event.target_unchecked_into();
        Msg::Query(input.value())
    });
    let keys = dispatch.clone();
    let onkeydown = Callback::from(move |event: KeyboardEvent| {
        let told = match event.key().as_str() {
            "Escape" => Msg::Command(CommandId::Query),
            // What is still being typed is finished.
            "Enter" => {
                let input: HtmlInputElement = event.target_unchecked_into();
                Msg::Query(format!("{} ", input.value().trim_end()))
            }
            _ => return,
        };
        event.prevent_default();
        event.stop_propagation();
        keys.emit(told);
    });
    let fault = model.query_fault();
    let told = fault.map(|fault| {
        let text = model.query_text();
        let word = text.get(fault.at.clone()).unwrap_or_default().to_owned();
        html! {
            <p id={FAULT} class="query-fault" role="alert">
                <code>{ word }</code>{ format!(": {}.", fault.why) }
            </p>
        }
    });
    let words = model.query_completions().into_iter().map(|completion| {
        html! { <option value={completion.text}>{ completion.help }</option> }
    });
    html! {
        <div class={classes!("query-bar", fault.is_some().then_some("fault"))}>
            <label for={BOX}>{ messages::QUERY }</label>
            <input id={BOX} type="text" list={LIST} autocomplete="off" autocapitalize="off"
                spellcheck="false" placeholder={messages::QUERY_EXAMPLE}
                title={messages::QUERY_HINT} value={model.query_text()}
                aria-invalid={fault.is_some().to_string()}
                aria-describedby={fault.is_some().then_some(FAULT)} {oninput} {onkeydown} />
            <datalist id={LIST}>{ for words }</datalist>
            { told }
        </div>
    }
}
