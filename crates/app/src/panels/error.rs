//! What stands where the view would be when there is none: what happened, and the way out.

use viewer::{CommandId, FileEntry, Msg, messages};
use yew::{Callback, Html, html};

use super::{act, button};

/// The file could not be opened.
pub(crate) fn failed(file: &FileEntry, message: &str, dispatch: &Callback<Msg>) -> Html {
    html! {
        <section class="panel error" role="alert">
            <h2>{ messages::could_not_open(&file.name) }</h2>
            <p>{ message.to_owned() }</p>
            <p class="buttons">
                { button(messages::BROWSE, "primary", CommandId::Browse, dispatch) }
                { act(messages::RETRY, "", Msg::Retry(file.id), dispatch) }
                { act(messages::CLOSE, "", Msg::Close(file.id), dispatch) }
            </p>
            { super::landing::formats() }
        </section>
    }
}

/// The view has nothing to show.
pub(crate) fn gap(file: &FileEntry, text: &str) -> Html {
    html! {
        <section class="panel gap" role="status">
            <h2>{ messages::nothing_to_show(&file.name) }</h2>
            <p>{ text.to_owned() }</p>
        </section>
    }
}

/// The view could not be computed.
pub(crate) fn view_failed(file: &FileEntry, text: &str, dispatch: &Callback<Msg>) -> Html {
    html! {
        <section class="panel error" role="alert">
            <h2>{ messages::could_not_show(&file.name) }</h2>
            <p>{ text.to_owned() }</p>
            <p class="buttons">{ act(messages::RETRY, "primary", Msg::Retry(file.id), dispatch) }</p>
        </section>
    }
}
