//! The list of keys: printed from the tables of commands and view keys.

use viewer::{CommandId, Msg, messages};
use yew::{Callback, Html, html};

use super::button;

/// The dialog.
pub(crate) fn keys(dispatch: &Callback<Msg>) -> Html {
    let row = |chords: String, title: String| {
        html! { <tr><td><kbd>{ chords }</kbd></td><td>{ title }</td></tr> }
    };
    let commands = viewer::command::rows()
        .into_iter()
        .map(|(chords, title)| row(chords, title));
    let views = viewer::command::VIEW_KEYS
        .iter()
        .map(|key| row(key.keys.to_owned(), key.title.to_owned()));
    html! {
        <div class="dialog-veil">
            <section class="dialog" role="dialog" aria-modal="true" aria-label={messages::KEYS}>
                <header>
                    <h2>{ messages::KEYS }</h2>
                    { button(messages::CLOSE, "quiet", CommandId::Keys, dispatch) }
                </header>
                <div class="key-columns">
                    <table><caption>{ messages::KEYS_EVERYWHERE }</caption>
                        <tbody>{ for commands }</tbody></table>
                    <table><caption>{ messages::KEYS_IN_VIEWS }</caption>
                        <tbody>{ for views }</tbody></table>
                </div>
            </section>
        </div>
    }
}
