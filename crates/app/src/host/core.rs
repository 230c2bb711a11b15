//! The part of the canvas host that lives between renderings: gesture state, the look while it
//! changes, one pending animation frame. The page hears only of the ends of gestures.

use std::cell::RefCell;
use std::rc::Rc;

use gloo::render::{AnimationFrame, request_animation_frame};
use gloo::timers::callback::Timeout;
use scene::{DrawList, Frame, Input, Key, Mods, Point, Rail, Scheme, Size, Theme};
use viewer::Msg;
use views::{AnyLook, Commit, Marks, Reaction, Spot};
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement};

use super::gesture::Gesture;
use super::glide::{Glide, Pace};
use super::press::Press;
use super::{HostProps, tip};
use crate::paint::canvas2d::{CanvasMetrics, context, paint};
use crate::paint::turn::Turn;
use crate::panels::picker::open_at;
use crate::testing::Painting;
use crate::web::{clock, dom};

/// A wheel gesture is over when it rests this long, in milliseconds.
const WHEEL_RESTS: u32 = Rail::RESTS as u32;

/// How many frame times are kept for whoever measures.
const FRAME_TIMES: usize = 1000;

/// The first picture of a canvas goes on at the next frame when it took so many milliseconds.
const FIRST_TAKES: f64 = 14.0;

/// A first picture that is asked for again while it is painted is begun so often, then painted
/// at once.
const BEGUN: u8 = 3;

/// State of a canvas host.
pub(crate) struct Core {
    pub(super) props: HostProps,
    look: AnyLook,
    spot: Spot,
    hover: Option<u32>,
    pointer: Point,
    pub(super) gesture: Gesture,
    pub(super) press: Press,
    /// Which way the wheel goes.
    pub(super) rail: Rail,
    /// How fast the hand moves that drags.
    pub(super) pace: Pace,
    /// What is dragged goes on when it is let go.
    pub(super) glides: bool,
    /// It was let go and still moves.
    pub(super) glide: Option<Glide>,
    /// How many matches are inside the zoom has to be counted.
    counts: bool,
    /// What was told of it last.
    counted: Option<(usize, usize)>,
    canvas: HtmlCanvasElement,
    context: CanvasRenderingContext2d,
    metrics: CanvasMetrics,
    list: DrawList,
    size: Size,
    dpr: f64,
    frame: Option<AnimationFrame>,
    /// Until the first picture is complete: how often it may still begin frame by frame.
    first: u8,
    /// What is painted next, while the first picture is painted frame by frame.
    rest: Option<(usize, Painting)>,
    wheel: Option<Timeout>,
    frame_times: Vec<f64>,
}

pub(crate) type Shared = Rc<RefCell<Core>>;

impl Core {
    pub(super) fn new(canvas: HtmlCanvasElement, props: HostProps) -> Option<Shared> {
        let context = context(&canvas)?;
        let look = props.view.look(&props.look);
        let mut core = Self {
            look,
            spot: Spot::default(),
            hover: None,
            pointer: Point::default(),
            gesture: Gesture::default(),
            press: Press::default(),
            rail: Rail::default(),
            pace: Pace::default(),
            glides: false,
            glide: None,
            counts: true,
            counted: None,
            metrics: CanvasMetrics::new(context.clone()),
            context,
            canvas,
            list: DrawList::new(),
            size: Size::default(),
            dpr: 1.0,
            frame: None,
            first: BEGUN,
            rest: None,
            wheel: None,
            frame_times: Vec::new(),
            props,
        };
        core.locate();
        Some(Rc::new(RefCell::new(core)))
    }

    /// Takes new props over. Returns a look that has to be made known, if the data changed and
    /// the look had to follow.
    pub(super) fn changed(&mut self, props: HostProps) -> Option<Msg> {
        let old = std::mem::replace(&mut self.props, props);
        let view = self.props.view;
        let same_view = old.view.meta().id == view.meta().id && old.file == self.props.file;
        let mut follow = None;
        if !same_view {
            self.look = view.look(&self.props.look);
            self.hover = None;
            self.glide = None;
            self.first = BEGUN;
            tip::hide();
        } else if old.look != self.props.look {
            // Undo, a link, or our own message coming back: the latter equals what we have.
            if view.look_text(&self.look) != self.props.look {
                self.look = view.look(&self.props.look);
            }
        } else if old.data != self.props.data && view.look_text(&self.look) != self.props.look {
            // The model moved the look it knows; a gesture that lasts is ahead of it.
            self.look = view.carry(&old.data, &self.props.data, &self.look);
            let look = view.look_text(&self.look);
            if look != self.props.look {
                follow = Some(Msg::Look {
                    view: view.meta().id.to_owned(),
                    look,
                    commit: Commit::Amend,
                });
            }
        }
        let same_found = match (&old.found, &self.props.found) {
            (Some(a), Some(b)) => Rc::ptr_eq(a, b),
            (a, b) => a.is_none() && b.is_none(),
        };
        self.counts |=
            !same_view || !same_found || old.look != self.props.look || old.data != self.props.data;
        // The tooltip belongs to the pointer: it goes when the data or a search changes.
        if old.data != self.props.data || !same_found {
            self.hover = None;
            tip::hide();
        }
        if old.data != self.props.data || old.picked != self.props.picked || !same_view {
            self.locate();
        }
        follow
    }

    fn locate(&mut self) {
        let props = &self.props;
        self.spot = props.picked.as_ref().map_or_else(Spot::default, |picked| {
            props.view.locate(&props.data, picked)
        });
    }

    /// Fits the canvas to its room. True if it changed.
    pub(super) fn fit(&mut self) -> bool {
        let Some(room) = self.canvas.parent_element() else {
            return false;
        };
        let size = Size {
            w: f64::from(room.client_width()),
            h: f64::from(room.client_height()),
        };
        let dpr = dom::window().device_pixel_ratio().max(0.5);
        if size == self.size && dpr == self.dpr {
            return false;
        }
        (self.size, self.dpr) = (size, dpr);
        // Another size shows more matches, or fewer.
        self.counts = true;
        let (w, h) = ((size.w * dpr).floor(), (size.h * dpr).floor());
        self.canvas.set_width(w as u32);
        self.canvas.set_height(h as u32);
        // The box is exactly as large as its pixels, or the picture would be blurred.
        let style = self.canvas.style();
        let _ = style.set_property("width", &format!("{}px", w / dpr));
        let _ = style.set_property("height", &format!("{}px", h / dpr));
        true
    }

    /// Answers an input. Messages are sent by the caller, when nothing is borrowed any more.
    pub(super) fn input(&mut self, input: Input) -> (Reaction, Vec<Msg>) {
        if let Some(at) = input.at() {
            self.pointer = at;
        }
        let (marks, frame) = seen(&self.props, self.spot, self.hover, self.size, &self.metrics);
        let (view, data) = (self.props.view, &self.props.data);
        let reaction = view.input(data, &mut self.look, marks, &frame, input);
        self.glides = reaction.glides;
        let messages = self.react(&reaction, input);
        (reaction, messages)
    }

    fn react(&mut self, reaction: &Reaction, input: Input) -> Vec<Msg> {
        let mut messages = Vec::new();
        if let Some(hover) = reaction.hover {
            self.hover = hover;
        }
        let moves = self.gesture.is_dragging() || self.glide.is_some();
        match self.hover {
            Some(item) if !moves && input.at().is_some() => {
                let tip = self.props.view.describe(&self.props.data, &self.look, item);
                tip::show(&tip, self.pointer, self.size);
            }
            Some(_) if !moves => {}
            _ => tip::hide(),
        }
        let view = self.props.view;
        let name = view.meta().id.to_owned();
        if let Some(picked) = &reaction.picked {
            let look = reaction.commit.map(|_| (name, view.look_text(&self.look)));
            if let (Some(picked), Input::Key(..)) = (picked, input) {
                let spot = view.locate(&self.props.data, picked);
                if let Some(item) = spot.item {
                    let tip = view.describe(&self.props.data, &self.look, item);
                    dom::set_text(tip::LIVE, &tip.line());
                    dom::set_text(tip::STATUS, &tip.line());
                }
            }
            self.wheel = None;
            let commit = reaction.commit.unwrap_or(Commit::Amend);
            messages.push(Msg::Picked {
                picked: picked.clone(),
                look,
                commit,
            });
        } else if let Some(commit) = reaction.commit {
            // The end of a wheel gesture is told by a timer that the host sets.
            if !matches!(input, Input::Wheel { .. } | Input::Pinch { .. }) {
                self.wheel = None;
                messages.push(self.look_message(commit));
            }
        }
        messages
    }

    fn look_message(&self, commit: Commit) -> Msg {
        Msg::Look {
            view: self.props.view.meta().id.to_owned(),
            look: self.props.view.look_text(&self.look),
            commit,
        }
    }

    /// Counts what the zoom hides of the matches, when a gesture is over.
    fn count(&mut self) -> Option<Msg> {
        if !std::mem::take(&mut self.counts) {
            return None;
        }
        let (marks, frame) = seen(&self.props, self.spot, self.hover, self.size, &self.metrics);
        let (view, data) = (self.props.view, &self.props.data);
        let count = |found| view.visible_matches(data, &self.look, &frame, found);
        let matches = marks.found.and_then(count);
        let changed = std::mem::replace(&mut self.counted, matches) != matches;
        changed.then(|| Msg::Visible {
            view: view.meta().id,
            matches,
        })
    }

    /// Draws what is to be seen, or goes on with what the last frame had no time for. True if
    /// there is more to do at the next frame.
    fn draw(&mut self) -> bool {
        let started = clock::now();
        let resized = self.fit();
        let rest = self.rest.take().filter(|_| !resized);
        let (marks, frame) = seen(&self.props, self.spot, self.hover, self.size, &self.metrics);
        let (props, list) = (&self.props, &mut self.list);
        let until = started + FIRST_TAKES;
        let turn = match &rest {
            Some((next, _)) => Turn::part(*next, until),
            None if self.first > 0 => Turn::part(0, until),
            None => Turn::whole(),
        };
        if turn.begins() {
            self.first = self.first.saturating_sub(1);
            list.clear();
            props
                .view
                .draw(&props.data, &self.look, marks, &frame, list);
            if props.stale {
                list.layer(self.size.rect());
                list.fill(self.size.rect(), frame.theme.veil);
            }
        }
        let next = paint(&self.context, list, self.dpr, frame.theme.background, turn);
        if self.frame_times.len() >= FRAME_TIMES {
            self.frame_times.clear();
        }
        self.frame_times.push(clock::now() - started);
        self.rest = next.map(|next| {
            let painting = rest.map_or_else(|| props.probe.painting(), |(_, same)| same);
            (next, painting)
        });
        if self.rest.is_none() {
            self.first = 0;
            props.probe.painted(props.file);
        }
        self.rest.is_some()
    }
}

/// How many items the view has.
pub(crate) fn items(core: &Shared) -> usize {
    let core = core.borrow();
    core.props.view.all(&core.props.data, &core.look).len()
}

/// What is drawn, as text.
pub(crate) fn printed(core: &Shared) -> String {
    scene::testing::print(&core.borrow().list)
}

/// Name of the scheme that is drawn in.
pub(crate) fn scheme_id(core: &Shared) -> &'static str {
    match core.borrow().props.scheme {
        Scheme::Light => "light",
        Scheme::Dark => "dark",
    }
}

/// Script times of the frames drawn since the last call, in milliseconds.
pub(crate) fn take_frame_times(core: &Shared) -> Vec<f64> {
    std::mem::take(&mut core.borrow_mut().frame_times)
}

/// What is emphasised, and the circumstances of drawing: the same for a picture and for what is
/// done to it.
fn seen<'a>(
    props: &'a HostProps,
    picked: Spot,
    hover: Option<u32>,
    size: Size,
    metrics: &'a CanvasMetrics,
) -> (Marks<'a>, Frame<'a>) {
    let found = props.found.as_ref().map(|found| &found[..]);
    let theme = Theme::of(props.scheme);
    let frame = Frame {
        size,
        theme,
        metrics,
    };
    (
        Marks {
            hover,
            picked,
            found,
            paint: props.paint,
        },
        frame,
    )
}

/// Asks for one drawing at the next animation frame, however often it is called until then.
pub(super) fn schedule(core: &Shared) {
    // What is asked for now is another picture than the one that is not complete.
    core.borrow_mut().rest = None;
    next_frame(core);
}

fn next_frame(core: &Shared) {
    if core.borrow().frame.is_some() {
        return;
    }
    let later = core.clone();
    let frame = request_animation_frame(move |_| {
        // The handle is dropped after it has run its course.
        let done = later.borrow_mut().frame.take();
        let more = later.borrow_mut().draw();
        drop(done);
        if more {
            return next_frame(&later);
        }
        let counted = later.borrow_mut().count();
        if let Some(counted) = counted {
            let dispatch = later.borrow().props.dispatch.clone();
            dispatch.emit(counted);
        }
    });
    core.borrow_mut().frame = Some(frame);
}

/// Opens the menu of the item at the place of an input; `client` is the same place in the window.
/// True if there is an item.
pub(super) fn menu(core: &Shared, input: Input, client: Point) -> bool {
    feed(core, input);
    let (picked, dispatch) = {
        let mut core = core.borrow_mut();
        core.press.end();
        // The button or finger comes up over the menu.
        core.gesture.clear();
        let (_, frame) = seen(&core.props, core.spot, core.hover, core.size, &core.metrics);
        let (view, data) = (core.props.view, &core.props.data);
        let item = input
            .at()
            .and_then(|at| view.hit(data, &core.look, &frame, at));
        let picked = item.and_then(|item| view.pick(data, item));
        (picked, core.props.dispatch.clone())
    };
    let Some(picked) = picked else {
        return false;
    };
    tip::hide();
    dispatch.emit(Msg::Picked {
        picked: Some(picked),
        look: None,
        commit: Commit::Amend,
    });
    dispatch.emit(open_at(client));
    true
}

/// Brings an item into sight.
pub(crate) fn reveal(core: &Shared, item: u32) {
    let (message, dispatch) = {
        let mut core = core.borrow_mut();
        let core = &mut *core;
        let (_, frame) = seen(&core.props, core.spot, core.hover, core.size, &core.metrics);
        let view = core.props.view;
        view.reveal(&core.props.data, &mut core.look, &frame, item);
        let moved = view.look_text(&core.look) != core.props.look;
        let message = moved.then(|| core.look_message(Commit::Amend));
        (message, core.props.dispatch.clone())
    };
    schedule(core);
    if let Some(message) = message {
        dispatch.emit(message);
    }
}

/// Presses a key, as if the view had the focus.
pub(crate) fn press(core: &Shared, key: Key) {
    feed(core, Input::Key(key, Mods::NONE));
}

/// Feeds an input to the view and sends what comes of it. True if the view used it.
pub(super) fn feed(core: &Shared, input: Input) -> bool {
    let (reaction, messages, dispatch) = {
        let mut core = core.borrow_mut();
        let (reaction, messages) = core.input(input);
        (reaction, messages, core.props.dispatch.clone())
    };
    if reaction.redraw || reaction.hover.is_some() {
        schedule(core);
    }
    if reaction.commit.is_some() && matches!(input, Input::Wheel { .. } | Input::Pinch { .. }) {
        let later = core.clone();
        let timer = Timeout::new(WHEEL_RESTS, move || {
            let (message, dispatch) = {
                let core = later.borrow();
                (
                    core.look_message(Commit::Amend),
                    core.props.dispatch.clone(),
                )
            };
            dispatch.emit(message);
        });
        core.borrow_mut().wheel = Some(timer);
    }
    for message in messages {
        dispatch.emit(message);
    }
    reaction.handled
}
