//! What a person did to a picture, in CSS px of the view and without any DOM type.
//!
//! The host turns pointer, wheel, touch and key events into these; a view answers them.
//! `Drag` is what a pressed pointer sends instead of `Move`; `Click` comes after `Up` and
//! only if nothing was dragged, so a view need not measure distances itself.

use crate::Point;

/// One thing that happened over a view.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Input {
    /// The pointer moved with no button down.
    Move(Point),
    /// The pointer left the view.
    Leave,
    /// A button went down.
    Down {
        /// Where.
        at: Point,
        /// 0 main, 1 middle, 2 secondary, as in the DOM.
        button: u8,
        /// Keys held.
        mods: Mods,
    },
    /// The pointer moved with the main button (or a finger) down.
    Drag {
        /// Where it is now.
        at: Point,
        /// How far it came since the last `Down` or `Drag`.
        by: Point,
    },
    /// The button went up again.
    Up {
        /// Where.
        at: Point,
    },
    /// Down and up at one place.
    Click {
        /// Where.
        at: Point,
        /// Keys held.
        mods: Mods,
    },
    /// Two clicks in quick succession; both `Click`s came before it.
    DoubleClick {
        /// Where.
        at: Point,
    },
    /// A finger rested: the context menu of touch.
    LongPress {
        /// Where.
        at: Point,
    },
    /// The secondary button was clicked: a menu will open here.
    Menu {
        /// Where.
        at: Point,
    },
    /// The wheel turned, or two fingers moved on a touchpad.
    Wheel {
        /// Where the pointer is.
        at: Point,
        /// CSS px to the right, lines and pages already converted.
        dx: f64,
        /// CSS px downwards.
        dy: f64,
        /// Keys held; browsers send a touchpad's pinch as a wheel with `ctrl`.
        mods: Mods,
    },
    /// Two fingers moved apart or together on a touch screen.
    Pinch {
        /// The point between the fingers.
        at: Point,
        /// Over 1: apart, the picture grows.
        factor: f64,
    },
    /// A key went down while the view had the focus.
    Key(Key, Mods),
}

/// Keys a view may care about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Key {
    /// Arrow left.
    Left,
    /// Arrow right.
    Right,
    /// Arrow up.
    Up,
    /// Arrow down.
    Down,
    /// Enter or return.
    Enter,
    /// Escape.
    Escape,
    /// Home.
    Home,
    /// End.
    End,
    /// Page up.
    PageUp,
    /// Page down.
    PageDown,
    /// A letter, digit or sign, as typed.
    Char(char),
    /// `+` of either block, also `=` on the key that holds both.
    Plus,
    /// `-` of either block.
    Minus,
}

/// Modifier keys held during an [`Input`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Mods {
    /// Control, or Command where that is the custom.
    pub ctrl: bool,
    /// Shift.
    pub shift: bool,
    /// Alt or Option.
    pub alt: bool,
}

impl Mods {
    /// Nothing held.
    pub const NONE: Mods = Mods {
        ctrl: false,
        shift: false,
        alt: false,
    };

    /// Is nothing held?
    pub fn is_none(self) -> bool {
        self == Mods::NONE
    }
}

/// Keeps a wheel that moves in two directions to the one it began with.
///
/// A hand on a touchpad never moves straight, and its picture goes on by itself for a while: what
/// began as a movement sideways would zoom now and then, and the other way round.
#[derive(Clone, Copy, Debug, Default)]
pub struct Rail {
    /// Sideways or not, what was held, and when it was turned last, in milliseconds.
    last: Option<(bool, Mods, f64)>,
}

impl Rail {
    /// A wheel that rests this long, in milliseconds, may take another direction.
    pub const RESTS: f64 = 220.0;

    /// What of a turn counts.
    pub fn keep(&mut self, dx: f64, dy: f64, mods: Mods, now: f64) -> (f64, f64) {
        let begun = self
            .last
            .filter(|(_, held, at)| *held == mods && (0.0..Self::RESTS).contains(&(now - at)));
        let sideways = begun.map_or(dx.abs() > dy.abs(), |(sideways, ..)| sideways);
        self.last = Some((sideways, mods, now));
        match sideways {
            true => (dx, 0.0),
            false => (0.0, dy),
        }
    }
}

impl Input {
    /// Where it happened, if it happened at a place.
    pub fn at(&self) -> Option<Point> {
        match *self {
            Input::Move(at)
            | Input::Down { at, .. }
            | Input::Drag { at, .. }
            | Input::Up { at }
            | Input::Click { at, .. }
            | Input::DoubleClick { at }
            | Input::LongPress { at }
            | Input::Menu { at }
            | Input::Wheel { at, .. }
            | Input::Pinch { at, .. } => Some(at),
            Input::Leave | Input::Key(..) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wheel_stays_in_the_direction_it_began_with() {
        let mut rail = Rail::default();
        let held = Mods {
            ctrl: true,
            ..Mods::NONE
        };
        let mut turn = |dx, dy, mods, now| rail.keep(dx, dy, mods, now);
        assert_eq!(turn(9.0, 2.0, Mods::NONE, 0.0), (9.0, 0.0));
        assert_eq!(
            turn(2.0, 9.0, Mods::NONE, 16.0),
            (2.0, 0.0),
            "a crooked hand"
        );
        assert_eq!(turn(1.0, 9.0, Mods::NONE, 200.0), (1.0, 0.0), "it goes on");
        assert_eq!(
            turn(1.0, 9.0, held, 210.0),
            (0.0, 9.0),
            "a pinch is another one"
        );
        assert_eq!(turn(9.0, 1.0, Mods::NONE, 220.0), (9.0, 0.0));
        assert_eq!(
            turn(1.0, 9.0, Mods::NONE, 440.0),
            (0.0, 9.0),
            "it had rested"
        );
        assert_eq!(turn(9.0, 1.0, Mods::NONE, 450.0), (0.0, 1.0));
        assert_eq!(
            turn(9.0, 1.0, Mods::NONE, 5.0),
            (9.0, 0.0),
            "a clock put back"
        );
    }

    #[test]
    fn only_leaving_and_keys_have_no_place() {
        let at = Point { x: 3.0, y: 4.0 };
        assert_eq!(
            Input::Click {
                at,
                mods: Mods::NONE
            }
            .at(),
            Some(at)
        );
        assert_eq!(Input::Pinch { at, factor: 2.0 }.at(), Some(at));
        assert_eq!(Input::Leave.at(), None);
        assert_eq!(Input::Key(Key::Char('j'), Mods::default()).at(), None);
        assert!(Mods::default().is_none());
        assert!(
            !Mods {
                shift: true,
                ..Mods::NONE
            }
            .is_none()
        );
    }
}
