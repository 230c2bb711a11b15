//! The parts of the page around the view: markup only, no decisions.

pub(crate) mod details;
pub(crate) mod error;
pub(crate) mod keys;
pub(crate) mod landing;
pub(crate) mod loading;
pub(crate) mod options;
pub(crate) mod picker;
pub(crate) mod query;
pub(crate) mod status;
pub(crate) mod tabs;
pub(crate) mod toasts;
pub(crate) mod topbar;
pub(crate) mod tracks;

use viewer::{CommandId, Model, Msg};
use yew::{Callback, Html, html};

/// A button that gives a command.
pub(crate) fn button(
    text: &str,
    class: &'static str,
    command: CommandId,
    dispatch: &Callback<Msg>,
) -> Html {
    let onclick = dispatch.reform(move |_| Msg::Command(command));
    let hint = viewer::command::hint(command);
    // A sign is no name.
    let label = (text.chars().count() == 1).then(|| hint.clone());
    html! {
        <button type="button" {class} title={hint} aria-label={label} {onclick}>
            { text.to_owned() }
        </button>
    }
}

/// A button for a command that is not always possible: a sign, its words for screen readers.
pub(crate) fn icon(
    sign: &str,
    command: CommandId,
    model: &Model,
    dispatch: &Callback<Msg>,
) -> Html {
    let onclick = dispatch.reform(move |_| Msg::Command(command));
    let hint = viewer::command::hint(command);
    let disabled = !viewer::command::is_available(model, command);
    html! {
        <button type="button" class="quiet icon" aria-label={hint.clone()} title={hint} {disabled}
            {onclick}>{ sign.to_owned() }</button>
    }
}

/// A button that sends a message.
pub(crate) fn act(text: &str, class: &'static str, msg: Msg, dispatch: &Callback<Msg>) -> Html {
    let onclick = dispatch.reform(move |_| msg.clone());
    html! { <button type="button" {class} {onclick}>{ text.to_owned() }</button> }
}
