//! The page's side of a worker: starts it from the module that is loaded already, sends
//! questions, hands on what it says.

use std::cell::RefCell;
use std::rc::Rc;

use engine::{Request, Response};
use js_sys::{Array, Uint8Array};
use wasm_bindgen::prelude::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{
    Blob, BlobPropertyBag, Element, ErrorEvent, MessageEvent, Url, Worker, WorkerOptions,
    WorkerType,
};

use super::names;
use super::wire::{self, Said};
use crate::web::dom::document;

/// What the page hears of a worker.
pub(crate) enum Heard {
    /// A response.
    Response(Response),
    /// It is gone; its last words.
    Died(String),
}

/// A worker. Dropping it terminates it.
pub(crate) struct Client {
    worker: Worker,
    /// Messages that wait until the worker takes them; `None` when it does.
    waiting: Rc<RefCell<Option<Vec<JsValue>>>>,
    _on_message: Closure<dyn FnMut(MessageEvent)>,
    _on_error: Closure<dyn FnMut(ErrorEvent)>,
}

impl Client {
    /// Starts a worker. `heard` is called for all it says.
    pub(crate) fn start(heard: impl Fn(Heard) + 'static) -> Result<Self, JsValue> {
        let url = script_url()?;
        let options = WorkerOptions::new();
        options.set_type(WorkerType::Module);
        let worker = Worker::new_with_options(&url, &options);
        // The worker has taken its script by the time it answers; the URL is not needed after.
        let worker = worker.inspect_err(|_| drop(Url::revoke_object_url(&url)))?;

        let heard = Rc::new(heard);
        let waiting = Rc::new(RefCell::new(Some(Vec::new())));
        let on_message = {
            let (heard, waiting, worker) = (heard.clone(), waiting.clone(), worker.clone());
            Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
                match wire::unpack(&event.data()) {
                    Some(Said::Ready) => {
                        let _ = Url::revoke_object_url(&url);
                        for message in waiting.borrow_mut().take().unwrap_or_default() {
                            let _ = worker.post_message(&message);
                        }
                    }
                    Some(Said::Died(text)) => heard(Heard::Died(text)),
                    Some(Said::Reply(wire)) => heard(match Response::decode(wire) {
                        Ok(response) => Heard::Response(response),
                        Err(_) => Heard::Died(viewer::messages::MIXED_VERSIONS.to_owned()),
                    }),
                    None => {}
                }
            })
        };
        let on_error = Closure::<dyn FnMut(ErrorEvent)>::new(move |event: ErrorEvent| {
            event.prevent_default();
            heard(Heard::Died(event.message()));
        });
        worker.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
        worker.set_onerror(Some(on_error.as_ref().unchecked_ref()));
        worker.post_message(&wasm_bindgen::module())?;
        Ok(Self {
            worker,
            waiting,
            _on_message: on_message,
            _on_error: on_error,
        })
    }

    /// Sends a question, with the files it is about where it is the first one.
    pub(crate) fn ask(&self, request: &Request, files: &[Blob]) {
        let bytes = Uint8Array::from(&request.encode()[..]);
        let message = Array::of1(&bytes);
        for file in files {
            message.push(file);
        }
        let message = JsValue::from(message);
        match self.waiting.borrow_mut().as_mut() {
            Some(waiting) => waiting.push(message),
            None => {
                let _ = self.worker.post_message(&message);
            }
        }
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        self.worker.set_onmessage(None);
        self.worker.set_onerror(None);
        self.worker.terminate();
    }
}

/// A script that loads the glue of this very page and starts the module that is posted to it.
fn script_url() -> Result<String, JsValue> {
    let glue = document()
        .query_selector("link[rel=modulepreload]")?
        .and_then(|link: Element| {
            let href = js_sys::Reflect::get(&link, &JsValue::from_str("href")).ok()?;
            href.as_string()
        })
        .ok_or_else(|| JsValue::from_str("the page does not name its program"))?;
    let glue = String::from(js_sys::JSON::stringify(&JsValue::from_str(&glue))?);
    let (place, file) = (names::PLACE, names::FILE);
    let script = format!(
        "import init from {glue};\n\
         self.{place} = new URL('{file}', {glue}).href;\n\
         self.onmessage = (event) => {{\n\
           self.onmessage = null;\n\
           init({{ module_or_path: event.data }}).catch((error) =>\n\
             self.postMessage(['died', String(error)]));\n\
         }};"
    );
    let kind = BlobPropertyBag::new();
    kind.set_type("text/javascript");
    let parts = Array::of1(&JsValue::from_str(&script));
    Url::create_object_url_with_blob(&Blob::new_with_str_sequence_and_options(&parts, &kind)?)
}
