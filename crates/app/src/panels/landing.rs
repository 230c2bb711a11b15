//! The empty page: what this is, where to drop, what can be read.

use viewer::{CommandId, Msg, messages};
use yew::{Callback, Html, html};

use super::button;

/// The landing panel. The drop zone is the whole window; the box only shows it.
pub(crate) fn landing(dispatch: &Callback<Msg>) -> Html {
    let examples = viewer::command::EXAMPLES.iter().map(|example| {
        button(
            example.title,
            "chip",
            CommandId::Example(example.id),
            dispatch,
        )
    });
    html! {
        <section class="landing">
            <h1>{ "pprofweb" }</h1>
            <p class="lead">{ messages::LANDING }</p>
            <div class="drop-zone">
                <p class="drop-title">{ messages::DROP_HERE }</p>
                { button(messages::BROWSE, "primary", CommandId::Browse, dispatch) }
                <p class="dim">{ messages::OR_PASTE }</p>
            </div>
            <p class="examples"><span class="dim">{ messages::EXAMPLES }</span>{ for examples }</p>
            <p class="privacy">{ messages::PRIVACY }</p>
            { formats() }
        </section>
    }
}

/// What can be read, folded away.
pub(super) fn formats() -> Html {
    let formats = engine::formats().map(|format| {
        html! {
            <li>
                <strong>{ format.name }</strong>
                <span class="dim">{ format!(" .{}", format.extensions.join(" .")) }</span>
                <p>{ format.how_to_record }</p>
            </li>
        }
    });
    html! {
        <details class="formats">
            <summary>{ messages::WHAT_IS_READ }</summary>
            <ul>{ for formats }</ul>
        </details>
    }
}
