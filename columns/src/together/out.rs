//! Columns that are written out of order, by several threads.

use super::Together;
use crate::brand::Space;
use core::{mem::needs_drop, ops::Range};
use std::sync::{Mutex, PoisonError};

/// Columns of which the rows are written in the order `order`, in pieces. Dropped early, by a panic, it drops the values that
/// are there.
pub(crate) struct Out<'l, T: Together> {
    vecs: Option<T::Vecs>,
    bases: T::Bases,
    order: &'l [u32],
    /// The places in `order` whose rows are written, if it matters.
    written: Mutex<Vec<Range<usize>>>,
}

// SAFETY: B11 and B8: tasks write different rows, and send values of type `T`; they read rows that are not written any more.
unsafe impl<T: Together + Send + Sync> Sync for Out<'_, T> {}

impl<'l, T: Together> Out<'l, T> {
    pub fn new(order: &'l [u32]) -> Self {
        let mut vecs = T::room(order.len());
        let bases = T::bases(&mut vecs);
        Out { vecs: Some(vecs), bases, order, written: Mutex::new(Vec::new()) }
    }

    /// Where row 0 of each column is.
    pub fn bases(&self) -> T::Bases {
        self.bases
    }

    /// Writes the rows that stand at these places, `f` of each.
    ///
    /// # Safety
    ///
    /// `order` names each row once, from 0 on, and no other call is for the same places.
    #[inline(always)]
    pub unsafe fn write(&self, places: Range<usize>, mut f: impl FnMut(u32) -> T) {
        let mut piece = needs_drop::<T>().then(|| Piece::new(&self.written, places.start));
        for &row in &self.order[places] {
            let value = f(row);
            // SAFETY: B7, B11, by the caller's word: the row is there, and written here alone.
            unsafe { value.write(self.bases, row as usize) };
            if let Some(piece) = &mut piece {
                piece.end += 1;
            }
        }
    }

    /// As [`write`](Self::write); rows for which `f` has no value are left out.
    ///
    /// # Safety
    ///
    /// As of [`write`](Self::write).
    pub unsafe fn write_some(&self, places: Range<usize>, mut f: impl FnMut(u32) -> Option<T>) {
        let mut piece = None;
        for at in places {
            let row = self.order[at];
            let Some(value) = f(row) else {
                piece = None;
                continue;
            };
            if needs_drop::<T>() && piece.is_none() {
                piece = Some(Piece::new(&self.written, at));
            }
            // SAFETY: B7, B11, by the caller's word: the row is there, and written here alone.
            unsafe { value.write(self.bases, row as usize) };
            if let Some(piece) = &mut piece {
                piece.end += 1;
            }
        }
    }

    /// # Safety
    ///
    /// All places were written.
    pub unsafe fn finish<S: Space>(mut self) -> T::Columns<S> {
        self.written.get_mut().unwrap_or_else(PoisonError::into_inner).clear();
        let vecs = self.vecs.take().unwrap_or_else(|| unreachable!("taken here alone"));
        // SAFETY: B4, by the caller's word. The values have one owner: this column has forgotten them.
        unsafe { T::finish(vecs, self.order.len()) }
    }
}

/// Places that one call writes, one after the other. They are noted when it ends, however it does, in a line that was made before
/// anything was written: there may be no memory for it then.
struct Piece<'o> {
    written: &'o Mutex<Vec<Range<usize>>>,
    line: usize,
    /// Where those end that are written.
    end: usize,
}

impl<'o> Piece<'o> {
    fn new(written: &'o Mutex<Vec<Range<usize>>>, start: usize) -> Self {
        let mut lines = written.lock().unwrap_or_else(PoisonError::into_inner);
        lines.push(start..start);
        Piece { written, line: lines.len() - 1, end: start }
    }
}

impl Drop for Piece<'_> {
    fn drop(&mut self) {
        self.written.lock().unwrap_or_else(PoisonError::into_inner)[self.line].end = self.end;
    }
}

impl<T: Together> Drop for Out<'_, T> {
    fn drop(&mut self) {
        let written = self.written.get_mut().unwrap_or_else(PoisonError::into_inner);
        for places in core::mem::take(written) {
            for &row in &self.order[places] {
                // SAFETY: B11: it was written, once, and nobody has taken it.
                unsafe { T::drop_at(self.bases, row as usize) }
            }
        }
    }
}
