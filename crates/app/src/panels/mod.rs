//! The parts of the page around the view: markup only, no decisions.

pub(crate) mod error;
pub(crate) mod keys;
pub(crate) mod landing;
pub(crate) mod loading;
pub(crate) mod status;
pub(crate) mod tabs;
pub(crate) mod toasts;
pub(crate) mod topbar;

use viewer::{CommandId, Msg};
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
    html! { <button type="button" {class} title={hint} {onclick}>{ text.to_owned() }</button> }
}

/// A button that sends a message.
pub(crate) fn act(text: &str, class: &'static str, msg: Msg, dispatch: &Callback<Msg>) -> Html {
    let onclick = dispatch.reform(move |_| msg.clone());
    html! { <button type="button" {class} {onclick}>{ text.to_owned() }</button> }
}
