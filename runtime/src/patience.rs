//! How long a worker goes on though others are hungry.
//!
//! To look for something to give away all functions have to return, and what waits for them becomes nodes. Where there was nothing, as
//! in one long chain of calls that wait for each other, or no more than crumbs, it is looked for half as often, and half as often
//! again: down to what that cost the last time, which the depth of the stack says. A shallow one is left at once, so that a worker
//! between two large pieces of work does not let the others wait.

/// What a worker has learned of giving.
#[derive(Clone, Copy, Default)]
pub(crate) struct Patience {
    /// So many parts of the budget from now on.
    left: u32,
    /// So many it was the last time.
    last: u32,
    /// What had been [eaten](crate::pool::Pool::eaten) then.
    eaten: [usize; 2],
    /// Bytes of the stack that the functions had in use when they were last to return, or half of what it was before.
    depth: usize,
}

impl Patience {
    /// A fraction of a hundredth of a second. Debug builds share more eagerly, so that small nets test it.
    const MOST: u32 = if cfg!(any(test, debug_assertions)) { 1 } else { 63 };

    /// Another part of the budget?
    pub fn goes_on(&mut self) -> bool {
        let goes_on = self.left > 0;
        self.left = self.left.saturating_sub(1);
        goes_on
    }

    /// All functions are to return, from so deep.
    pub fn leaves(&mut self, depth: usize) {
        self.depth = depth.max(self.depth / 2);
    }

    /// There was nothing to give.
    pub fn finds_nothing(&mut self) {
        self.grow_to(parts(self.depth, Self::MOST));
    }

    /// There were only crumbs: to wake others for them costs more than to return.
    pub fn finds_crumbs(&mut self) {
        self.grow_to(Self::MOST);
    }

    fn grow_to(&mut self, most: u32) {
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

/// How many parts of the budget are worth a return from so deep, one to `most`. A frame has some 64 bytes, and what it leaves
/// takes as long as a hundred interactions: for so many bytes, a fortieth of a part.
fn parts(depth: usize, most: u32) -> u32 {
    const BYTES: usize = 1 << 11;
    u32::try_from(depth / BYTES).unwrap_or(u32::MAX).clamp(1, most)
}

#[cfg(test)]
mod tests {
    use super::{Patience, parts};

    #[test]
    fn shallow_stacks_are_left_soon_and_deep_ones_seldom() {
        assert_eq!([0, 640, 1 << 13, 1 << 20].map(|depth| parts(depth, 63)), [1, 1, 4, 63]);
        let mut patience = Patience::default();
        patience.leaves(1 << 20);
        patience.leaves(0);
        assert_eq!(patience.depth, 1 << 19, "one shallow moment says little");
    }
}
