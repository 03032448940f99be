//! Top-down by several threads: each row joins values into those below it.

use crate::{
    acc::AtomicMonoid,
    batch::Batch,
    brand::Space,
    data::Data,
    down::{Down, Sink},
    lang::Lang,
    levels::Levels,
    users::Cells,
};
use core::{
    ptr,
    sync::atomic::{AtomicPtr, Ordering::Relaxed},
};
use std::sync::{Mutex, PoisonError};

/// A value on its way to a row.
struct Letter<T> {
    value: Option<T>,
    to: u32,
    from: u32,
    /// Another one for the same row.
    next: *mut Letter<T>,
}

/// Letters of all tasks, and for each row those that have come for it, in any order.
///
/// B11: a letter is written by the task that sends it, then, when all tasks of its level are done, by the one that reads it: each
/// row is read in one piece (B8).
struct Post<T> {
    boxes: Vec<AtomicPtr<Letter<T>>>,
    /// What was sent, so that it is freed.
    sent: Mutex<Vec<*mut [Letter<T>]>>,
}

// SAFETY: B11, as above: letters are sent to other threads, and each is accessed by one at a time.
unsafe impl<T: Send> Sync for Post<T> {}

impl<T> Post<T> {
    fn new(rows: usize) -> Self {
        let boxes = (0..rows).map(|_| AtomicPtr::new(ptr::null_mut())).collect();
        Post { boxes, sent: Mutex::new(Vec::new()) }
    }

    /// # Safety
    ///
    /// The rows to which the letters go are there, and in levels that are not begun.
    unsafe fn send(&self, letters: Vec<Letter<T>>) {
        if letters.is_empty() {
            return;
        }
        let letters = Box::into_raw(letters.into_boxed_slice());
        for at in 0..letters.len() {
            // SAFETY: B11: it is one of them, and ours until the row's level begins.
            unsafe {
                let letter = letters.cast::<Letter<T>>().add(at);
                // Relaxed: what was written here is seen when the level is done.
                (*letter).next = self.boxes.get_unchecked((*letter).to as usize).swap(letter, Relaxed);
            }
        }
        self.sent.lock().unwrap_or_else(PoisonError::into_inner).push(letters);
    }

    /// The values that came for a row: those of its last user first, and those of one user in the order in which they were
    /// joined. `sorted` is memory for that.
    ///
    /// # Safety
    ///
    /// The row is there, its level is begun, and nobody else asks for it.
    #[inline(always)]
    unsafe fn open(&self, row: u32, sorted: &mut Vec<*mut Letter<T>>, mut f: impl FnMut(T)) {
        sorted.clear();
        // SAFETY: B8: the row is there, by the caller's word.
        let mut letter = unsafe { self.boxes.get_unchecked(row as usize) }.load(Relaxed);
        while !letter.is_null() {
            sorted.push(letter);
            // SAFETY: B11: it was sent in a level that is done.
            letter = unsafe { (*letter).next };
        }
        // One user's letters lie in the order in which they were written.
        // SAFETY: B11, as above.
        sorted.sort_unstable_by_key(|&letter| (u32::MAX - unsafe { (*letter).from }, letter));
        for &letter in &*sorted {
            // SAFETY: B11, as above; each letter is in one list.
            if let Some(value) = unsafe { (*letter).value.take() } {
                f(value);
            }
        }
    }
}

impl<T> Drop for Post<T> {
    fn drop(&mut self) {
        for letters in self.sent.get_mut().unwrap_or_else(PoisonError::into_inner).drain(..) {
            // SAFETY: B11: they came of a box, and all tasks are done.
            drop(unsafe { Box::from_raw(letters) });
        }
    }
}

/// Writes letters: B11: into a task's own list, for as long as the row is visited.
#[doc(hidden)]
pub struct Sent<T> {
    from: u32,
    letters: *mut Vec<Letter<T>>,
}

impl<T, J> Sink<T, J> for Sent<T> {
    #[inline(always)]
    unsafe fn join(&mut self, _: &J, row: u32, value: T) {
        // SAFETY: B11: the list is this task's, which visits one row at a time.
        unsafe { &mut *self.letters }.push(Letter {
            value: Some(value),
            to: row,
            from: self.from,
            next: ptr::null_mut(),
        });
    }
}

/// Joins atomically.
#[doc(hidden)]
pub struct Shared<T>(*mut T);

impl<T, M: AtomicMonoid<T>> Sink<T, M> for Shared<T> {
    #[inline(always)]
    unsafe fn join(&mut self, op: &M, row: u32, value: T) {
        // SAFETY: B10: the row is below the one that joins, so it is there; B8 and B11: its level is not begun, and until then
        // its value is accessed so alone.
        unsafe { op.combine_shared(self.0.add(row as usize), value) }
    }
}

impl<S: Space, L: Lang> Batch<S, L> {
    /// As [`fill_down`](Self::fill_down), by several threads, level by level from the last: same values, bit for bit, if `f` is a
    /// function of its row. What is joined is kept until all is there, and joined in the order in which `fill_down` does. That
    /// takes some 30 bytes for each value that is joined, and on a million rows 60–170 ns a row on one thread, where
    /// `fill_down` takes 6: it is for an `f` that takes long. Where it is called twice for less than that,
    /// [`par_fill_down_pull`](Self::par_fill_down_pull) is faster, and for integers [`par_fill_down_atomic`](Self::par_fill_down_atomic).
    ///
    /// ```
    /// # use polarnet_columns::{Builder, Node, space};
    /// # #[derive(Node, Clone, Copy)]
    /// # enum Math<I> { Num(i32), Add(I, I) }
    /// # space!(Sums, guard);
    /// # let mut sums = Builder::<Sums, MathLang>::new(guard);
    /// # let two = sums.add(Math::Num(2));
    /// # sums.add(Math::Add(two, two));
    /// let sums = sums.freeze();
    /// let uses = sums.par_fill_down(&sums.levels(), 0, |uses, more| *uses += more, |mut row| {
    ///     if let Math::Add(a, b) = row.node() {
    ///         row.join(a, 1);
    ///         row.join(b, 1);
    ///     }
    /// });
    /// assert_eq!(uses[two], 2);
    /// ```
    pub fn par_fill_down<T: Clone + Send + Sync, J: Fn(&mut T, T) + Sync>(
        &self,
        levels: &Levels<S>,
        init: T,
        join: J,
        f: impl for<'r, 'i> Fn(Down<'r, 'i, S, L, T, J, Sent<T>>) + Sync,
    ) -> Data<S, T> {
        let mut values = vec![init; self.len()];
        let cells = Cells(values.as_mut_ptr());
        let post = Post::new(self.len());
        levels.wave(true).run(|places| {
            let (mut letters, mut sorted) = (Vec::new(), Vec::new());
            for &row in &levels.rows[places] {
                // SAFETY: B8: the row is there, and in this piece alone; rows that use it are in levels that are done.
                let own = unsafe {
                    let own = &mut *cells.first().add(row as usize);
                    post.open(row, &mut sorted, |value| join(own, value));
                    &*own
                };
                // SAFETY: B10: the row is there, and rows below it have boxes.
                f(unsafe { Down::at(row, &self.store, own, &join, Sent { from: row, letters: &mut letters }) });
            }
            // SAFETY: B10 and B8: they go to rows below, in levels that are not begun.
            unsafe { post.send(letters) };
        });
        drop(post);
        Data::new(values.into())
    }

    /// As [`fill_down`](Self::fill_down) with the identity of `op` and its `combine`, by several threads, which combine atomically:
    /// same values, as the order does not matter to an [`AtomicMonoid`].
    ///
    /// ```
    /// # use polarnet_columns::{Builder, Node, space};
    /// # #[derive(Node, Clone, Copy)]
    /// # enum Math<I> { Num(i32), Add(I, I) }
    /// # space!(Sums, guard);
    /// # let mut sums = Builder::<Sums, MathLang>::new(guard);
    /// # let two = sums.add(Math::Num(2));
    /// # sums.add(Math::Add(two, two));
    /// use polarnet_columns::ops::Add;
    ///
    /// let sums = sums.freeze();
    /// let uses = sums.par_fill_down_atomic(&sums.levels(), Add, |mut row| {
    ///     if let Math::Add(a, b) = row.node() {
    ///         row.join(a, 1_u32);
    ///         row.join(b, 1);
    ///     }
    /// });
    /// assert_eq!(uses[two], 2);
    /// ```
    pub fn par_fill_down_atomic<T: Send + Sync, M: AtomicMonoid<T> + Sync>(
        &self,
        levels: &Levels<S>,
        op: M,
        f: impl for<'r, 'i> Fn(Down<'r, 'i, S, L, T, M, Shared<T>>) + Sync,
    ) -> Data<S, T> {
        let mut values: Vec<T> = (0..self.len()).map(|_| op.identity()).collect();
        let cells = Cells(values.as_mut_ptr());
        levels.wave(true).run(|places| {
            for &row in &levels.rows[places] {
                // SAFETY: B8: the row is there; rows that use it are in levels that are done, so its value is final.
                let own = unsafe { &*cells.first().add(row as usize) };
                // SAFETY: B10: the row is there, and there are values of all rows.
                f(unsafe { Down::at(row, &self.store, own, &op, Shared(cells.first())) });
            }
        });
        Data::new(values.into())
    }
}
