//! The page role: one component around the application's model.
//!
//! Everything that happens becomes a [`viewer::Msg`], goes through [`viewer::update`], and comes
//! back as effects that [`effects`] carries out.

mod effects;
mod listeners;
mod shell;

use std::collections::BTreeMap;
use std::rc::Rc;

use gloo::events::EventListener;
use scene::Scheme;
use viewer::slots::{FindAnswer, ViewKey};
use viewer::{FileId, Model, Msg, ThemeChoice};
use views::{AnyData, AnyView};
use web_sys::Blob;
use yew::{Callback, Component, Context, Html, Renderer};

use crate::testing::{Border, Probe};
use crate::web::files::Files;
use crate::web::{clock, dom, files, history, panic, storage};
use crate::worker::client::Client;

/// Shows the page.
pub(crate) fn run() {
    panic::install_page_hook();
    let root = dom::by_id("app").expect("index.html has an element #app");
    Renderer::<Page>::with_root(root).render();
}

/// What the component hears.
pub(crate) enum PageMsg {
    /// For the model.
    Do(Msg),
    /// Files were dropped, chosen, pasted or fetched.
    Taken(Vec<(String, Blob)>),
    /// Something is dragged over the page, or no more.
    Dragging(bool),
    /// The system's preference changed.
    SystemIsDark(bool),
    /// A link waits to be written into the address bar.
    WriteAddress,
    /// Make the shown file's worker panic.
    Crash,
}

/// The page.
pub(crate) struct Page {
    model: Model,
    files: Files,
    clients: BTreeMap<FileId, Client>,
    started: BTreeMap<FileId, f64>,
    dispatch: Callback<Msg>,
    probe: Rc<Probe>,
    system_is_dark: bool,
    dragging: bool,
    address: history::Address,
    found: Option<FoundNames>,
    found_beside: Option<FoundNames>,
    _listeners: Vec<EventListener>,
    _border: Border,
}

/// A search result in the numbers of a view's names, made once per result and data.
struct FoundNames {
    answer: FindAnswer,
    data: AnyData,
    names: Rc<Vec<bool>>,
}

impl Component for Page {
    type Message = PageMsg;
    type Properties = ();

    fn create(ctx: &Context<Self>) -> Self {
        let link = ctx.link();
        let probe = Rc::new(Probe::default());
        let border = Border::install(&probe, link.callback(|()| PageMsg::Crash));
        let page = Self {
            model: Model::default(),
            files: Files::default(),
            clients: BTreeMap::new(),
            started: BTreeMap::new(),
            dispatch: link.callback(PageMsg::Do),
            _listeners: listeners::install(link, &probe),
            probe,
            system_is_dark: dom::system_is_dark(),
            dragging: false,
            address: history::Address::default(),
            found: None,
            found_beside: None,
            _border: border,
        };
        link.send_message(PageMsg::Do(Msg::Started {
            link: history::fragment(),
            prefs: storage::load(),
        }));
        let early = files::early();
        if !early.is_empty() {
            link.send_message(PageMsg::Taken(early));
        }
        page
    }

    fn update(&mut self, ctx: &Context<Self>, msg: PageMsg) -> bool {
        match msg {
            PageMsg::Do(msg) => {
                if matches!(msg, Msg::WentTo { .. }) {
                    self.address.forget();
                }
                self.step(ctx, msg);
            }
            PageMsg::WriteAddress => {
                self.write_address(ctx);
                return false;
            }
            PageMsg::Taken(taken) => {
                let given = self.files.take(taken);
                for file in &given {
                    self.started.insert(file.id, clock::now());
                }
                self.dragging = false;
                self.step(ctx, Msg::Given(given));
            }
            PageMsg::Dragging(dragging) => {
                let changed = self.dragging != dragging;
                self.dragging = dragging;
                return changed;
            }
            PageMsg::SystemIsDark(dark) => self.system_is_dark = dark,
            PageMsg::Crash => self.crash(),
        }
        self.settle();
        true
    }

    fn view(&self, ctx: &Context<Self>) -> Html {
        shell::page(self, ctx)
    }
}

impl Page {
    fn step(&mut self, ctx: &Context<Self>, msg: Msg) {
        for effect in viewer::update(&mut self.model, msg) {
            self.carry_out(ctx, effect);
        }
    }

    /// Brings what hangs off the model up to date.
    fn settle(&mut self) {
        let (view, beside) = (self.model.shown_data(), self.model.beside_data());
        let found = self.found_names(view, self.found.as_ref());
        let found_beside = self.found_names(beside, self.found_beside.as_ref());
        (self.found, self.found_beside) = (found, found_beside);
        let theme = self.model.prefs.theme;
        dom::set_root_attribute("data-theme", theme.id());
        let scheme = match self.scheme() {
            Scheme::Light => "light",
            Scheme::Dark => "dark",
        };
        dom::set_root_attribute("data-scheme", scheme);
        self.probe.note(&self.model, theme.id());
    }

    /// Light or dark, by choice or by the system.
    fn scheme(&self) -> Scheme {
        match (self.model.prefs.theme, self.system_is_dark) {
            (ThemeChoice::Light, _) | (ThemeChoice::System, false) => Scheme::Light,
            (ThemeChoice::Dark, _) | (ThemeChoice::System, true) => Scheme::Dark,
        }
    }

    /// The search result in the numbers of a view's names; what was made before if it still fits.
    fn found_names(
        &self,
        shown: Option<(&'static dyn AnyView, &AnyData, &ViewKey)>,
        had: Option<&FoundNames>,
    ) -> Option<FoundNames> {
        let answer = self.model.found_answer()?;
        let (view, data, _) = shown?;
        let same = |had: &&FoundNames| Rc::ptr_eq(&had.answer, answer) && had.data == *data;
        if let Some(had) = had.filter(same) {
            return Some(FoundNames {
                answer: had.answer.clone(),
                data: had.data.clone(),
                names: had.names.clone(),
            });
        }
        let names = view
            .keys(data)
            .iter()
            .map(|key| answer.keys.binary_search(key).is_ok())
            .collect::<Vec<_>>();
        Some(FoundNames {
            answer: answer.clone(),
            data: data.clone(),
            names: Rc::new(names),
        })
    }
}
