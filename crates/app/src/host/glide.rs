//! A picture that is let go while it moves goes on for a moment, ever slower.
//!
//! To the view it is the same drag: it hears `Drag` for each frame, and `Up` when the picture has
//! come to rest or something else is done. Nothing glides for those who asked for less motion.

use gloo::render::{AnimationFrame, request_animation_frame};
use scene::{Input, Point};

use super::core::{Shared, feed};
use crate::web::{clock, dom};

/// The speed at the end is that of so many milliseconds before it.
const RECENT: f64 = 80.0;

/// A hand that was seen for less than this many milliseconds has no speed.
const LEAST: f64 = 16.0;

/// After so many milliseconds the speed is a third of what it was.
const FADES: f64 = 300.0;

/// No hand is faster than this, in CSS px a millisecond.
const FASTEST: f64 = 4.0;

/// What is slower than this stands still, in CSS px a millisecond.
const RESTS: f64 = 0.03;

/// Where the hand was, and when.
#[derive(Default)]
pub(super) struct Pace {
    places: Vec<(f64, Point)>,
}

impl Pace {
    /// The hand is here.
    pub(super) fn note(&mut self, at: Point, now: f64) {
        self.places.retain(|(time, _)| now - time <= RECENT);
        self.places.push((now, at));
    }

    /// Another hand, or another movement.
    pub(super) fn clear(&mut self) {
        self.places.clear();
    }

    /// How fast it was at the end, in CSS px a millisecond; `None` if it stood still.
    pub(super) fn speed(&self, now: f64) -> Option<Point> {
        let recent = || self.places.iter().filter(|(time, _)| now - time <= RECENT);
        let ((begun, from), (_, to)) = (recent().next()?, recent().next_back()?);
        let time = now - begun;
        let (dx, dy) = (to.x - from.x, to.y - from.y);
        let speed = dx.hypot(dy) / time;
        (time >= LEAST && speed > RESTS).then(|| {
            let scale = speed.min(FASTEST) / speed / time;
            Point {
                x: dx * scale,
                y: dy * scale,
            }
        })
    }
}

/// A picture that moves by itself.
pub(super) struct Glide {
    at: Point,
    speed: Point,
    time: f64,
    frame: Option<AnimationFrame>,
}

/// The hand left at this place and with this speed.
pub(super) fn start(core: &Shared, at: Point, speed: Point) {
    if dom::wants_less_motion() {
        feed(core, Input::Up { at });
        return;
    }
    core.borrow_mut().glide = Some(Glide {
        at,
        speed,
        time: clock::now(),
        frame: None,
    });
    wait(core);
}

/// Something else is done: the picture stands still.
pub(super) fn stop(core: &Shared) {
    let glide = core.borrow_mut().glide.take();
    if let Some(Glide { at, .. }) = glide {
        feed(core, Input::Up { at });
    }
}

fn wait(core: &Shared) {
    let later = core.clone();
    let frame = request_animation_frame(move |_| step(&later));
    if let Some(glide) = &mut core.borrow_mut().glide {
        glide.frame = Some(frame);
    }
}

fn step(core: &Shared) {
    let (drag, rests, done) = {
        let mut core = core.borrow_mut();
        let Some(glide) = &mut core.glide else {
            return;
        };
        let now = clock::now();
        // A page that was hidden meanwhile does not jump.
        let time = (now - glide.time).clamp(0.0, 50.0);
        let by = Point {
            x: glide.speed.x * time,
            y: glide.speed.y * time,
        };
        let left = (-time / FADES).exp();
        glide.time = now;
        glide.at = Point {
            x: glide.at.x + by.x,
            y: glide.at.y + by.y,
        };
        glide.speed = Point {
            x: glide.speed.x * left,
            y: glide.speed.y * left,
        };
        let rests = glide.speed.x.hypot(glide.speed.y) < RESTS;
        (Input::Drag { at: glide.at, by }, rests, glide.frame.take())
    };
    feed(core, drag);
    match rests {
        true => stop(core),
        false => wait(core),
    }
    // The handle of this frame is dropped after it has run its course.
    drop(done);
}
