//! The second bar: views as tabs, what belongs to the view, undo and redo.

use viewer::{CommandId, Model, Msg, messages};
use yew::{Callback, Html, classes, html};

use super::icon;

/// The bar. `extra` is what the visible view adds.
pub(crate) fn tabs(model: &Model, dispatch: &Callback<Msg>, extra: Html) -> Html {
    let current = model.state.view_id();
    let tabs = views::VIEWS.iter().map(|view| {
        let meta = view.meta();
        let selected = meta.id == current;
        let onclick = dispatch.reform(move |_| Msg::View(meta.id.to_owned()));
        html! {
            <button type="button" role="tab" aria-selected={selected.to_string()}
                class={classes!("tab", selected.then_some("selected"))}
                title={format!("{} ({})", meta.hint, meta.key)} {onclick}>
                { meta.title }
            </button>
        }
    });
    html! {
        <nav class="tabs">
            <div role="tablist" aria-label={messages::VIEWS} class="tab-list">{ for tabs }</div>
            <div class="tab-tools">
                { extra }
                { icon("↶", CommandId::Undo, model, dispatch) }
                { icon("↷", CommandId::Redo, model, dispatch) }
            </div>
        </nav>
    }
}
