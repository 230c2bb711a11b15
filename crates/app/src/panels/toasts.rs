//! Short messages in a corner.

use viewer::{Msg, Toast, Tone, messages};
use yew::{Callback, Html, classes, html};

/// The messages, newest at the bottom.
pub(crate) fn toasts(toasts: &[Toast], dispatch: &Callback<Msg>) -> Html {
    let items = toasts.iter().map(|toast| {
        let (class, role) = match toast.tone {
            Tone::Note => ("note", "status"),
            Tone::Trouble => ("trouble", "alert"),
        };
        let id = toast.id;
        let onclick = dispatch.reform(move |_| Msg::Dismiss(id));
        html! {
            <li key={toast.id.to_string()} class={classes!("toast", class)} {role}>
                <span>{ &toast.text }</span>
                <button type="button" class="quiet" aria-label={messages::DISMISS} {onclick}>
                    { "×" }
                </button>
            </li>
        }
    });
    html! { <ul class="toasts">{ for items }</ul> }
}
