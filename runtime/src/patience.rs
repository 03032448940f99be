//! How long a worker goes on though others are hungry.
//!
//! To look for something to give away all functions have to return, and what waits for them becomes nodes. Where there was nothing, as
//! in one long chain of calls that wait for each other, or no more than crumbs, it is looked for half as often, and half as often
//! again. In a pipeline who takes the list apart goes ahead instead: `share` in `engine.rs`.

/// What a worker has learned of giving.
#[derive(Clone, Copy, Default)]
pub(crate) struct Patience {
    /// So many parts of the budget from now on.
    left: u32,
    /// So many it was the last time.
    last: u32,
    /// What had been [eaten](crate::pool::Pool::eaten) then.
    eaten: [usize; 2],
}

impl Patience {
    /// A hundredth of a second, about. Debug builds share more eagerly, so that small nets test it.
    const MOST: u32 = if cfg!(any(test, debug_assertions)) { 1 } else { 63 };

    /// The same where definitions were compiled: a part takes them a quarter of the time.
    const MOST_COMPILED: u32 = if cfg!(any(test, debug_assertions)) { 1 } else { 255 };

    /// Another part of the budget?
    pub fn goes_on(&mut self) -> bool {
        let goes_on = self.left > 0;
        self.left = self.left.saturating_sub(1);
        goes_on
    }

    /// There was nothing to give.
    pub fn grow(&mut self, compiled: bool) {
        let most = if compiled { Self::MOST_COMPILED } else { Self::MOST };
        self.last = (2 * self.last + 1).min(most);
        self.left = self.last;
    }

    /// There is.
    pub fn end(&mut self) {
        (self.left, self.last) = (0, 0);
    }

    /// Were all that was given since the last time crumbs?
    pub fn sees_crumbs(&mut self, eaten: [usize; 2]) -> bool {
        let [all, crumbs] = [0, 1].map(|at| eaten[at].wrapping_sub(self.eaten[at]));
        self.eaten = eaten;
        all > 0 && all == crumbs
    }
}
