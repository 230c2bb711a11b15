//! The status line: what is under the pointer, how much there is, what was repaired.

use viewer::{Model, messages};
use yew::{Html, html};

/// The line. The hovered frame is written into `hover_id` past the rendering.
pub(crate) fn status(model: &Model, hover_id: &'static str) -> Html {
    let summary = model.current().and_then(|file| file.summary());
    let facts = summary
        .and_then(|s| {
            Some(messages::facts(
                s,
                s.profiles.get(model.state.profile as usize)?,
            ))
        })
        .unwrap_or_default();
    let warnings = summary.filter(|s| !s.warnings.is_empty()).map(|s| {
        html! {
            <details class="warnings">
                <summary>{ messages::warnings(s.warnings.len()) }</summary>
                <ul>{ for s.warnings.iter().map(|text| html! { <li>{ text }</li> }) }</ul>
            </details>
        }
    });
    html! {
        <footer class="status">
            <span id={hover_id} class="status-hover"></span>
            <span class="status-facts figures">{ facts }</span>
            { warnings }
        </footer>
    }
}
