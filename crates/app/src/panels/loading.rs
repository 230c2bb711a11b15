//! A file on its way: its name, the step, a bar, the time, a way to stop.
//!
//! The panel fades in after 300 ms (in the style sheet), so that nothing flashes for a file that
//! opens at once.

use engine::Progress;
use viewer::{FileEntry, Model, Msg, Phase, messages};
use yew::{Callback, Html, html};

use super::act;

/// In place of the view.
pub(crate) fn loading(file: &FileEntry, elapsed: f64, dispatch: &Callback<Msg>) -> Html {
    let progress = match &file.phase {
        Phase::Loading(progress) => *progress,
        _ => Progress {
            step: 3,
            done: 0,
            total: 0,
        },
    };
    panel(file, progress, elapsed, dispatch)
}

/// The file is open, its first picture is being made.
pub(crate) fn laying_out(file: &FileEntry, elapsed: f64, dispatch: &Callback<Msg>) -> Html {
    panel(
        file,
        Progress {
            step: 3,
            done: 0,
            total: 0,
        },
        elapsed,
        dispatch,
    )
}

fn panel(file: &FileEntry, progress: Progress, elapsed: f64, dispatch: &Callback<Msg>) -> Html {
    html! {
        <section class="panel loading" aria-busy="true">
            <h2 class="file-name">{ &file.name }</h2>
            { bar(progress) }
            <p class="loading-line">
                <span>{ messages::step(progress, file.bytes) }</span>
                <span class="dim figures">{ messages::elapsed(elapsed) }</span>
            </p>
            { act(messages::CANCEL, "", Msg::Cancel(file.id), dispatch) }
        </section>
    }
}

fn bar(progress: Progress) -> Html {
    let value = progress.share().map(|share| format!("{share:.3}"));
    html! {
        <progress class="bar-progress" aria-label={progress.label()} max="1" value={value} />
    }
}

/// Files that load while another one is shown, in a corner.
pub(crate) fn beside(model: &Model, dispatch: &Callback<Msg>) -> Html {
    let shown = model.state.file.or(model.files.first().map(|file| file.id));
    let items = model
        .files
        .iter()
        .filter(|file| Some(file.id) != shown)
        .filter_map(|file| {
            let Phase::Loading(progress) = &file.phase else {
                return None;
            };
            Some(html! {
                <li key={file.id.0.to_string()} class="beside-item">
                    <span class="file-name">{ &file.name }</span>
                    { bar(*progress) }
                    <span class="dim">{ progress.label() }</span>
                    { act(messages::CANCEL, "quiet", Msg::Cancel(file.id), dispatch) }
                </li>
            })
        });
    let items: Vec<Html> = items.collect();
    if items.is_empty() {
        return Html::default();
    }
    html! { <ul class="beside" aria-label={messages::LOADING_BESIDE}>{ for items }</ul> }
}
