//! What the page shows to those who test or embed it: `window.pprofweb`.
//!
//! Read-only but for `crashWorker`, which makes the worker of the shown file panic: nobody's
//! data is at stake, and the recovery can be seen.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::rc::Rc;

use js_sys::{Array, Object, Reflect};
use scene::Key;
use serde::Serialize;
use viewer::{FileId, Model, Phase};
use wasm_bindgen::prelude::Closure;
use wasm_bindgen::{JsCast, JsValue};
use yew::Callback;

use crate::host::canvas::feed_key;
use crate::host::core_api::{Shared, items, press, printed, reveal, scheme_id, take_frame_times};
use crate::host::table::visible_rows;
use crate::web::{clock, dom, history};

/// What hosts tell about themselves.
#[derive(Default)]
pub(crate) struct Probe {
    canvas: RefCell<Option<Shared>>,
    painted: RefCell<BTreeSet<FileId>>,
    /// How many canvases are painting their first picture.
    painting: Rc<Cell<usize>>,
    covered: Cell<bool>,
    state: RefCell<State>,
}

/// A canvas whose picture is not complete, as long as this lives.
pub(crate) struct Painting(Rc<Cell<usize>>);

impl Drop for Painting {
    fn drop(&mut self) {
        self.0.set(self.0.get() - 1);
    }
}

/// The page's state in plain values.
#[derive(Clone, Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
struct State {
    files: Vec<FileState>,
    file: Option<String>,
    view: String,
    sample_type: String,
    sample_types: Vec<String>,
    look: String,
    find: String,
    found: Option<FoundState>,
    picked: Option<String>,
    theme: String,
    stale: bool,
    busy: bool,
    gap: Option<String>,
    toasts: Vec<String>,
    link: String,
}

#[derive(Clone, Debug, Default, Serialize)]
struct FileState {
    name: String,
    phase: &'static str,
    message: Option<String>,
    warnings: Vec<String>,
    samples: u64,
}

#[derive(Clone, Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
struct FoundState {
    count: usize,
    covered: f64,
    grand_total: f64,
}

impl Probe {
    /// A canvas host is there.
    pub(crate) fn show(&self, core: &Shared) {
        *self.canvas.borrow_mut() = Some(core.clone());
    }

    /// The canvas host is gone.
    pub(crate) fn hide(&self) {
        *self.canvas.borrow_mut() = None;
    }

    /// A picture of this file is on the screen; the first one is marked.
    pub(crate) fn painted(&self, file: FileId) {
        if self.painted.borrow_mut().insert(file) {
            clock::mark("pprofweb:painted");
        }
    }

    /// A canvas begins a picture that takes more than a frame.
    pub(crate) fn painting(&self) -> Painting {
        self.painting.set(self.painting.get() + 1);
        Painting(self.painting.clone())
    }

    /// Hands a key to the canvas, if there is one. True if it was used.
    /// Nothing goes to a canvas that a dialog covers.
    pub(crate) fn key(&self, event: &web_sys::KeyboardEvent) -> bool {
        if self.covered.get() {
            return false;
        }
        let core = self.canvas.borrow().clone();
        core.is_some_and(|core| feed_key(&core, event))
    }

    /// Presses a key in the canvas view: what its buttons do.
    pub(crate) fn press(&self, key: Key) {
        let core = self.canvas.borrow().clone();
        if let Some(core) = core {
            press(&core, key);
        }
    }

    /// Brings an item of the canvas view into sight.
    pub(crate) fn reveal(&self, item: u32) {
        let core = self.canvas.borrow().clone();
        if let Some(core) = core {
            reveal(&core, item);
        }
    }

    /// Takes down the model's state.
    pub(crate) fn note(&self, model: &Model, theme: &str) {
        self.covered.set(model.keys_shown || model.picker.is_some());
        let current = model.current();
        let summary = current.and_then(|file| file.summary());
        let profile = summary.and_then(|s| s.profiles.get(model.state.profile as usize));
        let types: Vec<String> = profile
            .map(|p| p.sample_types.iter().map(|t| t.kind.clone()).collect())
            .unwrap_or_default();
        let sample_type = match model.state.lens.sample_type.as_str() {
            "" => profile
                .and_then(|p| types.get(p.default_type as usize))
                .cloned()
                .unwrap_or_default(),
            kind => kind.to_owned(),
        };
        let found = model.found().map(|found| FoundState {
            count: found.keys.len(),
            covered: found.covered as f64,
            grand_total: found.grand_total as f64,
        });
        *self.state.borrow_mut() = State {
            files: model.files.iter().map(file_state).collect(),
            file: current.map(|file| file.name.clone()),
            view: model.state.view_id().to_owned(),
            sample_type,
            sample_types: types,
            look: model.state.look(model.state.view_id()).to_owned(),
            find: model.state.find.clone(),
            found,
            picked: model
                .state
                .picked
                .as_ref()
                .map(|picked| picked.name.clone()),
            theme: theme.to_owned(),
            stale: model.view_is_stale(),
            busy: model.is_busy(),
            gap: model.gap().map(str::to_owned),
            toasts: model
                .toasts
                .iter()
                .map(|toast| toast.text.clone())
                .collect(),
            // Asked for when it is read: it is written later than the model changes.
            link: String::new(),
        };
    }
}

fn file_state(file: &viewer::FileEntry) -> FileState {
    let (phase, message) = match &file.phase {
        Phase::Loading(_) => ("loading", None),
        Phase::Open(_) => ("open", None),
        Phase::Failed { message, .. } => ("failed", Some(message.clone())),
    };
    let summary = file.summary();
    FileState {
        name: file.name.clone(),
        phase,
        message,
        warnings: summary.map(|s| s.warnings.clone()).unwrap_or_default(),
        samples: summary.map_or(0, |s| s.profiles.iter().map(|p| p.samples).sum()),
    }
}

/// The functions of `window.pprofweb`; they work as long as this lives.
pub(crate) struct Border {
    _closures: Vec<Box<dyn std::any::Any>>,
}

impl Border {
    /// Puts the functions onto the window.
    pub(crate) fn install(probe: &Rc<Probe>, crash: Callback<()>) -> Self {
        let object = Object::new();
        let mut closures: Vec<Box<dyn std::any::Any>> = Vec::new();
        let mut add = |name: &str, function: Closure<dyn Fn() -> JsValue>| {
            let function_ref: &JsValue = function.as_ref().unchecked_ref();
            let _ = Reflect::set(&object, &JsValue::from_str(name), function_ref);
            closures.push(Box::new(function));
        };
        let with = |body: fn(&Probe) -> JsValue| {
            let probe = probe.clone();
            Closure::<dyn Fn() -> JsValue>::new(move || body(&probe))
        };
        add(
            "drawList",
            with(|probe| {
                let core = probe.canvas.borrow().clone();
                JsValue::from_str(&core.map(|core| printed(&core)).unwrap_or_default())
            }),
        );
        add(
            "rows",
            with(|_| {
                visible_rows()
                    .iter()
                    .map(|row| JsValue::from_str(row))
                    .collect::<Array>()
                    .into()
            }),
        );
        add(
            "state",
            with(|probe| {
                let state = probe.state.borrow().clone();
                let state = State {
                    link: history::fragment(),
                    busy: state.busy || probe.painting.get() > 0,
                    ..state
                };
                state
                    .serialize(&serde_wasm_bindgen::Serializer::json_compatible())
                    .unwrap_or(JsValue::NULL)
            }),
        );
        add(
            "frameTimes",
            with(|probe| {
                let core = probe.canvas.borrow().clone();
                let times = core.map(|core| take_frame_times(&core)).unwrap_or_default();
                times
                    .into_iter()
                    .map(JsValue::from_f64)
                    .collect::<Array>()
                    .into()
            }),
        );
        add(
            "items",
            with(|probe| {
                let core = probe.canvas.borrow().clone();
                JsValue::from_f64(core.map_or(0, |core| items(&core)) as f64)
            }),
        );
        add(
            "scheme",
            with(|probe| {
                let core = probe.canvas.borrow().clone();
                JsValue::from_str(core.map_or("", |core| scheme_id(&core)))
            }),
        );
        add(
            "crashWorker",
            Closure::new(move || {
                crash.emit(());
                JsValue::UNDEFINED
            }),
        );
        let version = JsValue::from_str(env!("CARGO_PKG_VERSION"));
        let _ = Reflect::set(&object, &JsValue::from_str("version"), &version);
        let _ = Reflect::set(&dom::window(), &JsValue::from_str("pprofweb"), &object);
        Self {
            _closures: closures,
        }
    }
}
