//! A desk: a whole session without a browser, with engines on loopback wires.
//!
//! Effects are carried out at once unless answers are held; then they are delivered in any
//! order, as workers may.

use std::collections::{BTreeMap, VecDeque};
use std::fmt::Write as _;

use engine::wire::Loopback;
use engine::{Question, Reply};
use profile::testing::sketch;
use scene::{DrawList, Frame, Input, Mods, Scheme, Size, TestMetrics, Theme};
use views::{Host, Marks, Spot};

use viewer::msg::Given;
use viewer::{Effect, FileId, Model, Msg, Phase, command, link, update};

/// A session.
#[derive(Default)]
pub struct Desk {
    /// The application.
    pub model: Model,
    bytes: BTreeMap<FileId, Vec<Vec<u8>>>,
    engines: BTreeMap<FileId, Loopback>,
    /// The browser's history: our place, if we wrote it, and the link of each entry.
    pub entries: Vec<(Option<usize>, String)>,
    /// Where the browser stands in it.
    pub entry: usize,
    held: Option<Vec<Msg>>,
    /// Effects but the browser's history, as text, oldest first.
    pub log: Vec<String>,
    next_file: u32,
}

/// A session on an empty page.
pub fn desk() -> Desk {
    desk_at("")
}

/// A session opened by a link.
pub fn desk_at(link: &str) -> Desk {
    let mut desk = Desk::default();
    desk.entries.push((None, link.to_owned()));
    desk.msg(Msg::Started {
        link: link.to_owned(),
        prefs: String::new(),
    });
    desk
}

impl Desk {
    /// Gives files together; answers their numbers.
    pub fn give(&mut self, files: &[(&str, Vec<u8>)]) -> Vec<FileId> {
        let mut given = Vec::new();
        for (name, bytes) in files {
            self.next_file += 1;
            let id = FileId(self.next_file);
            let size = bytes.len() as u64;
            self.bytes.insert(id, vec![bytes.clone()]);
            given.push(Given {
                id,
                name: (*name).to_owned(),
                bytes: size,
            });
        }
        let ids = given.iter().map(|file| file.id).collect();
        self.msg(Msg::Given(given));
        ids
    }

    /// Gives a profile written as a sketch.
    pub fn sketch(&mut self, name: &str, text: &str) -> FileId {
        let bytes = formats::export::pprof::write(&sketch(text));
        self.give(&[(name, bytes)])[0]
    }

    /// Something happens; what comes of it is carried out.
    pub fn msg(&mut self, msg: Msg) {
        let mut pending = VecDeque::from([msg]);
        while let Some(msg) = pending.pop_front() {
            for effect in update(&mut self.model, msg) {
                let replies = self.carry_out(effect);
                match &mut self.held {
                    Some(held) => held.extend(replies),
                    None => pending.extend(replies),
                }
            }
        }
    }

    /// From now on answers of workers wait.
    pub fn hold(&mut self) {
        self.held = Some(Vec::new());
    }

    /// How many answers wait.
    pub fn waiting(&self) -> usize {
        self.held.as_ref().map_or(0, Vec::len)
    }

    /// Delivers the waiting answer at this place.
    pub fn deliver(&mut self, at: usize) {
        let msg = self.held.as_mut().map(|held| held.remove(at));
        if let Some(msg) = msg {
            self.msg(msg);
        }
    }

    /// Delivers all waiting answers and holds no more.
    pub fn release(&mut self) {
        for msg in self.held.take().unwrap_or_default() {
            self.msg(msg);
        }
    }

    fn carry_out(&mut self, effect: Effect) -> Vec<Msg> {
        match effect {
            Effect::Open(file) => {
                let (Some(bytes), Some(entry)) = (self.bytes.get(&file), self.model.file(file))
                else {
                    return Vec::new();
                };
                let (engine, reply) = Loopback::opening(entry.question(), bytes.clone());
                let progress = engine.progress.clone();
                self.engines.insert(file, engine);
                let progress = progress.into_iter().map(Reply::Progress);
                progress
                    .chain([reply])
                    .map(|reply| Msg::Replied {
                        file,
                        request: 0,
                        reply,
                    })
                    .collect()
            }
            Effect::Derive { file, from } => {
                let parts = from.iter().filter_map(|id| self.bytes.get(id)?.first());
                let parts = parts.cloned().collect();
                self.bytes.insert(file, parts);
                Vec::new()
            }
            Effect::Ask {
                file,
                request,
                question,
            } => {
                let Some(engine) = self.engines.get_mut(&file) else {
                    return Vec::new();
                };
                self.log.push(match &*question {
                    Question::Find { text, .. } => format!("ask {} find {text}", file.0),
                    Question::View { view, lens, .. } => {
                        format!("ask {} {view} {}", file.0, lens.sample_type)
                    }
                    Question::Open { .. } | Question::Combine { .. } | Question::Crash => {
                        String::new()
                    }
                });
                vec![match engine.try_ask(*question) {
                    Ok(reply) => Msg::Replied {
                        file,
                        request,
                        reply,
                    },
                    Err(died) => Msg::Died {
                        file,
                        message: died.0,
                    },
                }]
            }
            Effect::Stop { file, keep } => {
                self.engines.remove(&file);
                // A worker that is gone says nothing more.
                if let Some(held) = &mut self.held {
                    held.retain(|msg| !matches!(msg, Msg::Replied { file: of, .. } if *of == file));
                }
                if !keep {
                    self.bytes.remove(&file);
                }
                self.log.push(format!(
                    "stop {}{}",
                    file.0,
                    if keep { " keep" } else { "" }
                ));
                Vec::new()
            }
            Effect::Navigate { push, link, index } => {
                if push {
                    self.entries.truncate(self.entry + 1);
                    self.entries.push((Some(index), link));
                    self.entry = self.entries.len() - 1;
                } else {
                    self.entries[self.entry] = (Some(index), link);
                }
                Vec::new()
            }
            Effect::ToView(key) => {
                self.input(Input::Key(key, Mods::NONE));
                Vec::new()
            }
            Effect::Travel(steps) => {
                let to = self.entry.saturating_add_signed(steps as isize);
                self.go(to);
                Vec::new()
            }
            other => {
                self.log.push(format!("{other:?}"));
                Vec::new()
            }
        }
    }

    fn go(&mut self, to: usize) {
        if let Some((index, link)) = self.entries.get(to).cloned() {
            self.entry = to;
            self.msg(Msg::WentTo { index, link });
        }
    }

    /// The browser's back button.
    pub fn back(&mut self) {
        self.go(self.entry.saturating_sub(1));
    }

    /// A link is typed into the address bar: the browser makes an entry that is not ours.
    pub fn edit(&mut self, link: &str) {
        self.entries.truncate(self.entry + 1);
        self.entries.push((None, link.to_owned()));
        self.go(self.entries.len() - 1);
    }

    /// The link in the address bar, as the browser has it.
    pub fn address(&self) -> &str {
        &self.entries[self.entry].1
    }

    /// The window's title.
    pub fn title(&self) -> &str {
        let mut newest_first = self.log.iter().rev();
        newest_first
            .find_map(|line| line.strip_prefix("Title(\"")?.strip_suffix("\")"))
            .unwrap_or("")
    }

    /// What the workers were asked since, and forgets it.
    pub fn asked(&mut self) -> Vec<String> {
        let asked = self.log.iter().filter_map(|line| line.strip_prefix("ask "));
        let asked = asked.map(str::to_owned).collect();
        self.log.clear();
        asked
    }

    /// The worker of a file panics.
    pub fn crash(&mut self, file: FileId) {
        let died = self
            .engines
            .get_mut(&file)
            .map(|engine| engine.try_ask(Question::Crash));
        if let Some(Err(died)) = died {
            self.msg(Msg::Died {
                file,
                message: died.0,
            });
        }
    }

    /// Types keys, separated by blanks; a word of several letters that is no key's name is typed
    /// into the search box.
    pub fn keys(&mut self, keys: &str) {
        for key in keys.split(' ') {
            let named = matches!(key, "Escape" | "Enter") || key.starts_with("Arrow");
            if key.chars().count() > 1 && !named && !key.starts_with("Ctrl+") {
                self.msg(Msg::Find(key.to_owned()));
                continue;
            }
            let (key, ctrl) = key
                .strip_prefix("Ctrl+")
                .map_or((key, false), |key| (key, true));
            let mods = Mods { ctrl, ..Mods::NONE };
            if let Some(id) = command::for_key(key, mods, false) {
                self.msg(Msg::Command(id));
            }
        }
    }

    /// The link in the address bar.
    pub fn link(&self) -> String {
        link::write(&self.model.state)
    }

    /// Feeds an input to the visible canvas view, as its host does.
    pub fn input(&mut self, input: Input) {
        let Some((view, data, _)) = self.model.shown_data() else {
            return;
        };
        let data = data.clone();
        let id = view.meta().id.to_owned();
        let mut look = view.look(self.model.state.look(&id));
        let spot = self.spot();
        let marks = Marks {
            picked: spot,
            ..Marks::default()
        };
        let reaction = view.input(&data, &mut look, marks, &frame(), input);
        let text = view.look_text(&look);
        let commit = reaction.commit.unwrap_or(views::Commit::Amend);
        if let Some(picked) = reaction.picked {
            let look = reaction.commit.map(|_| (id, text));
            self.msg(Msg::Picked {
                picked,
                look,
                commit,
            });
        } else if reaction.commit.is_some() {
            self.msg(Msg::Look {
                view: id,
                look: text,
                commit,
            });
        }
    }

    fn spot(&self) -> Spot {
        match (self.model.shown_data(), &self.model.state.picked) {
            (Some((view, data, _)), Some(picked)) => view.locate(data, picked),
            _ => Spot::default(),
        }
    }

    /// What is on the screen, as text.
    pub fn screen(&self) -> String {
        let model = &self.model;
        let mut out = String::new();
        for file in &model.files {
            let mark = if model.state.file == Some(file.id) {
                "*"
            } else {
                " "
            };
            let phase = match &file.phase {
                Phase::Loading(progress) => progress.label().to_lowercase(),
                Phase::Open(_) => "open".to_owned(),
                Phase::Failed { message, .. } => message.clone(),
            };
            let _ = writeln!(out, "{mark}{}: {phase}", file.name);
        }
        if let Some(gap) = model.gap() {
            let _ = writeln!(out, "{gap}");
        }
        if !model.find_summary().is_empty() {
            let _ = writeln!(out, "search: {}", model.find_summary());
        }
        if let Some((view, data, _)) = model.shown_data() {
            let stale = if model.view_is_stale() {
                " (stale)"
            } else {
                ""
            };
            let _ = writeln!(out, "{}{stale}", view.meta().title);
            let look = view.look(model.state.look(view.meta().id));
            match view.meta().host {
                Host::Canvas => {
                    let mut list = DrawList::new();
                    let marks = Marks {
                        picked: self.spot(),
                        paint: model.state.paint(),
                        ..Marks::default()
                    };
                    view.draw(data, &look, marks, &frame(), &mut list);
                    out += &scene::testing::print_rows(&list, 80);
                }
                Host::Table | Host::Tree | Host::Text => {
                    for item in view.order(data, &look).into_iter().take(20) {
                        let cells: Vec<_> = (0..view.columns().len())
                            .map(|column| view.cell(data, item, column).text)
                            .collect();
                        let _ = writeln!(out, "{}", cells.join(" | "));
                    }
                }
            }
        }
        for toast in &model.toasts {
            let _ = writeln!(out, "! {}", toast.text);
        }
        out
    }
}

fn frame() -> Frame<'static> {
    Frame {
        size: Size {
            w: 80.0 * 7.2,
            h: 120.0,
        },
        theme: Theme::of(Scheme::Light),
        metrics: &TestMetrics,
    }
}
