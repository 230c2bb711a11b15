//! The worker role: one session of the engine, one file.
//!
//! Messages from the page are `[bytes of the request, file, file …]`; messages to the page
//! are made in [`wire`]. Reading is synchronous: a worker may block, and it is the one that
//! does.

pub(crate) mod client;
mod names;
mod wire;

use std::cell::RefCell;

use engine::{Failure, Progress, Reply, Request, Response, Session};
use js_sys::{Array, Uint8Array};
use wasm_bindgen::prelude::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Blob, DedicatedWorkerGlobalScope, FileReaderSync, MessageEvent};

use crate::web::clock;

/// True when this program was loaded by a worker.
pub(crate) fn is_worker() -> bool {
    scope().is_some()
}

fn scope() -> Option<DedicatedWorkerGlobalScope> {
    js_sys::global().dyn_into().ok()
}

/// Bytes read from the file at once: large enough to be fast, small enough for a live bar.
const SLICE: u64 = 8 << 20;

/// Progress is posted at most this often, in milliseconds.
const PROGRESS_EVERY: f64 = 50.0;

/// Takes questions from now on.
pub(crate) fn run() {
    let Some(scope) = scope() else { return };
    std::panic::set_hook(Box::new(|info| {
        if let Some(scope) = self::scope() {
            let text = crate::web::panic::text_of(info);
            let _ = scope.post_message(&wire::last_words(&text));
        }
    }));
    let session = RefCell::new(Session::with_demangler(Box::new(names::load)));
    let on_message = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
        answer(&session, &event.data());
    });
    scope.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
    // The worker lives until it is terminated, and so does its one listener.
    on_message.forget();
    let _ = scope.post_message(&wire::ready());
}

fn answer(session: &RefCell<Session>, message: &JsValue) {
    let parts = Array::from(message);
    let bytes = Uint8Array::new(&parts.get(0)).to_vec();
    let Ok(request) = Request::decode(&bytes) else {
        post(Response {
            id: 0,
            reply: Reply::Failed(bad_request()),
        });
        return;
    };
    let id = request.id;
    let mut last = f64::NEG_INFINITY;
    let mut step = u8::MAX;
    let mut report = move |progress: Progress| {
        let now = clock::now();
        // A new step is told at once, the rest in measure.
        if progress.step != step || now - last >= PROGRESS_EVERY {
            (last, step) = (now, progress.step);
            post(Response {
                id,
                reply: Reply::Progress(progress),
            });
        }
        // Cancelling terminates the worker, so nobody ever has to say stop.
        true
    };
    let mut files = Vec::new();
    for part in parts.iter().skip(1) {
        let Ok(blob) = part.dyn_into::<Blob>() else {
            continue;
        };
        match read(&blob, &mut report) {
            Ok(bytes) => files.push(bytes),
            Err(failure) => {
                post(Response {
                    id,
                    reply: Reply::Failed(failure),
                });
                return;
            }
        }
    }
    post(session.borrow_mut().answer(request, files, &mut report));
}

fn bad_request() -> Failure {
    Failure {
        code: "request".to_owned(),
        message: viewer::messages::MIXED_VERSIONS.to_owned(),
    }
}

/// Reads a file slice by slice into one buffer.
fn read(blob: &Blob, report: &mut dyn FnMut(Progress) -> bool) -> Result<Vec<u8>, Failure> {
    let total = blob.size() as u64;
    let failed = |code: &str, message: String| Failure {
        code: code.to_owned(),
        message,
    };
    let mut bytes = Vec::new();
    if usize::try_from(total).is_err() || bytes.try_reserve_exact(total as usize).is_err() {
        return Err(failed("too-large", viewer::messages::no_room_for(total)));
    }
    let unreadable = || failed("unreadable", viewer::messages::UNREADABLE.to_owned());
    let reader = FileReaderSync::new().map_err(|_| unreadable())?;
    let mut done = 0;
    while done < total {
        report(Progress {
            step: 0,
            done,
            total,
        });
        let end = (done + SLICE).min(total);
        let slice = blob
            .slice_with_f64_and_f64(done as f64, end as f64)
            .map_err(|_| unreadable())?;
        let buffer = reader
            .read_as_array_buffer(&slice)
            .map_err(|_| unreadable())?;
        let chunk = Uint8Array::new(&buffer);
        let start = bytes.len();
        bytes.resize(start + chunk.length() as usize, 0);
        chunk.copy_to(&mut bytes[start..]);
        if chunk.length() == 0 {
            return Err(unreadable());
        }
        done = end;
    }
    Ok(bytes)
}

fn post(response: Response) {
    let Some(scope) = scope() else { return };
    let (message, transfer) = wire::pack(response.encode());
    let _ = scope.post_message_with_transfer(&message, &transfer);
}
