//! Painting that stops when its time is over and goes on at the next frame.
//!
//! The first picture of a profile is painted by a program that has just been compiled, with
//! letters that have never been shaped: it takes several times as long as the next one. Split over
//! frames, it never holds up a hand or a key.

use crate::web::clock;

/// So many things are painted between two looks at the clock.
const BETWEEN: usize = 64;

/// So many are painted in any case, however late it is.
const LEAST: usize = 256;

/// Where a painting begins and how long it may take. Everything a draw list tells to paint has a
/// number, in the order of painting.
pub(crate) struct Turn {
    /// What comes next.
    next: usize,
    /// What lies below is there already.
    from: usize,
    /// When it is over, in milliseconds of the page's clock.
    until: f64,
}

impl Turn {
    /// Everything, however long it takes.
    pub(crate) fn whole() -> Self {
        Self::part(0, f64::INFINITY)
    }

    /// From a number on, until this time.
    pub(crate) fn part(from: usize, until: f64) -> Self {
        Self {
            next: 0,
            from,
            until,
        }
    }

    /// Is this the beginning of a picture?
    pub(crate) fn begins(&self) -> bool {
        self.from == 0
    }

    /// The next thing: is it to be painted? `Err` with its number if the time is over.
    pub(crate) fn take(&mut self) -> Result<bool, usize> {
        let number = self.next;
        let Some(done) = number.checked_sub(self.from) else {
            self.next += 1;
            return Ok(false);
        };
        if done >= LEAST
            && done % BETWEEN == 0
            && self.until.is_finite()
            && clock::now() > self.until
        {
            return Err(number);
        }
        self.next += 1;
        Ok(true)
    }
}
