//! Carries out what the model asks for.

use engine::{Question, Request};
use gloo::timers::callback::Timeout;
use viewer::{Effect, FileId, Msg, messages};
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::JsValue;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{Blob, HtmlInputElement, Response};
use yew::Context;

use super::{Page, PageMsg};
use crate::host::tip::LIVE;
use crate::panels;
use crate::web::{clipboard, clock, dom, history, storage};
use crate::worker::client::{Client, Heard};

/// Id of the file input.
pub(super) const FILE_INPUT: &str = "file-input";
/// Id of the search box.
pub(super) const SEARCH: &str = "search";

impl Page {
    pub(super) fn carry_out(&mut self, ctx: &Context<Self>, effect: Effect) {
        match effect {
            Effect::Open(file) => self.open(ctx, file),
            Effect::Ask {
                file,
                request,
                question,
            } => {
                if let Some(client) = self.clients.get(&file) {
                    client.ask(
                        &Request {
                            id: request,
                            question: *question,
                        },
                        &[],
                    );
                }
            }
            Effect::Derive { file, from } => self.files.derive(file, &from),
            Effect::Stop { file, keep } => {
                self.clients.remove(&file);
                if !keep {
                    self.files.forget(file);
                    self.started.remove(&file);
                }
            }
            Effect::Navigate { push, link, index } => {
                let later = ctx.link().callback(|()| PageMsg::WriteAddress);
                let written = self
                    .address
                    .navigate(push, link, index, move || later.emit(()));
                if written.is_err() {
                    ctx.link().send_message(PageMsg::Do(Msg::HistoryRefused));
                }
            }
            Effect::Travel(steps) => {
                self.write_address(ctx);
                history::travel(steps);
            }
            Effect::Copy(text) => copy(ctx, text),
            Effect::Browse => {
                if let Some(input) = dom::by_id::<HtmlInputElement>(FILE_INPUT) {
                    input.click();
                }
            }
            Effect::Example(path) => fetch(ctx, path),
            Effect::FocusSearch => {
                dom::focus(SEARCH);
                if let Some(input) = dom::by_id::<HtmlInputElement>(SEARCH) {
                    input.select();
                }
            }
            Effect::FocusQuery => focus_later(panels::query::BOX),
            Effect::FocusView => focus_view_later(),
            // After the step is rendered: the box has its new text, the view its new data.
            Effect::SearchCaret(caret) => {
                Timeout::new(0, move || {
                    dom::focus(SEARCH);
                    if let Some(input) = dom::by_id::<HtmlInputElement>(SEARCH) {
                        let _ = input.set_selection_range(caret, caret);
                    }
                })
                .forget();
            }
            Effect::Reveal(item) => {
                let probe = self.probe.clone();
                Timeout::new(0, move || probe.reveal(item)).forget();
            }
            Effect::ToView(key) => {
                let probe = self.probe.clone();
                Timeout::new(0, move || probe.press(key)).forget();
            }
            Effect::SavePrefs(text) => storage::save(&text),
            Effect::Announce(text) => dom::set_text(LIVE, &text),
            Effect::Title(title) => dom::document().set_title(&title),
        }
    }

    /// Writes the link that waits for its turn.
    pub(super) fn write_address(&mut self, ctx: &Context<Self>) {
        if self.address.flush().is_err() {
            ctx.link().send_message(PageMsg::Do(Msg::HistoryRefused));
        }
    }

    fn open(&mut self, ctx: &Context<Self>, file: FileId) {
        let link = ctx.link().clone();
        self.started.insert(file, clock::now());
        let Some(question) = self.model.file(file).map(viewer::FileEntry::question) else {
            return;
        };
        let client = Client::start(move |heard| {
            link.send_message(PageMsg::Do(match heard {
                Heard::Response(response) => Msg::Replied {
                    file,
                    request: response.id,
                    reply: response.reply,
                },
                Heard::Died(message) => Msg::Died { file, message },
            }));
        });
        match (client, self.files.blobs(file)) {
            (Ok(client), Some(blobs)) => {
                client.ask(&Request { id: 0, question }, blobs);
                self.clients.insert(file, client);
            }
            (Ok(_), None) => self.say_died(ctx, file, messages::UNREADABLE.to_owned()),
            (Err(error), _) => self.say_died(ctx, file, text_of(&error)),
        }
    }

    /// Told later, so that one step of the model is over before the next begins.
    #[expect(clippy::unused_self, reason = "reads as what it is")]
    fn say_died(&self, ctx: &Context<Self>, file: FileId, message: String) {
        ctx.link()
            .send_message(PageMsg::Do(Msg::Died { file, message }));
    }

    /// Makes the shown file's worker panic.
    pub(super) fn crash(&self) {
        let client = self
            .model
            .state
            .file
            .and_then(|file| self.clients.get(&file));
        if let Some(client) = client {
            client.ask(
                &Request {
                    id: u32::MAX,
                    question: Question::Crash,
                },
                &[],
            );
        }
    }
}

fn text_of(error: &JsValue) -> String {
    let message = js_sys::Reflect::get(error, &JsValue::from_str("message")).ok();
    message
        .and_then(|message| message.as_string())
        .or_else(|| error.as_string())
        .unwrap_or_else(|| format!("{error:?}"))
}

/// What is to be focused may be rendered only after this step: focus it in the next task.
fn focus_later(id: &'static str) {
    Timeout::new(0, move || dom::focus(id)).forget();
}

/// The view may be rendered only after this step: focus it in the next task. One that is still
/// being asked for takes the focus when it comes, if nothing else has it.
fn focus_view_later() {
    Timeout::new(0, || match dom::by_id::<web_sys::Element>("view") {
        Some(_) => dom::focus("view"),
        None => dom::release_focus(),
    })
    .forget();
}

/// Puts a text onto the clipboard, and says so.
fn copy(ctx: &Context<Page>, text: String) {
    let link = ctx.link().clone();
    let written = clipboard::write(&text);
    spawn_local(async move {
        match written.await {
            Ok(()) => dom::set_text(LIVE, messages::COPIED),
            Err(()) => {
                let refused = Msg::Trouble(messages::COPY_REFUSED.to_owned());
                link.send_message(PageMsg::Do(refused));
            }
        }
    });
}

/// Fetches a file of this site and takes it as if it had been dropped.
fn fetch(ctx: &Context<Page>, path: &'static str) {
    let link = ctx.link().clone();
    // The answer goes to the component by message; if it is gone, nothing happens.
    spawn_local(async move {
        let name = path.rsplit('/').next().unwrap_or(path).to_owned();
        match fetch_blob(path).await {
            Ok(blob) => link.send_message(PageMsg::Taken(vec![(name, blob)])),
            Err(error) => link.send_message(PageMsg::Do(Msg::Trouble(messages::example_failed(
                &name,
                &text_of(&error),
            )))),
        }
    });
}

async fn fetch_blob(path: &str) -> Result<Blob, JsValue> {
    let response: Response = JsFuture::from(dom::window().fetch_with_str(path))
        .await?
        .dyn_into()?;
    if !response.ok() {
        return Err(JsValue::from_str(&format!("HTTP {}", response.status())));
    }
    JsFuture::from(response.blob()?).await?.dyn_into()
}
