//! What does the browser do? The only crate that knows Yew and the DOM.
//!
//! One wasm in two roles: loaded by the page it is the page, loaded by a worker it is the
//! engine. Everything else of the application lies below and is tested without a browser.

mod host;
mod page;
mod paint;
mod panels;
mod testing;
mod web;
mod worker;

fn main() {
    if worker::is_worker() {
        worker::run();
    } else {
        page::run();
    }
}
