//! The slow ways of emitted code: by a table of the worker's, which is for its kind of cells.
//!
//! So that code is compiled once, not for each kind, and rustc need not compile the engine beside it once more.

use crate::{
    cell::Cell,
    word::{Tag, Word},
    worker::Worker,
};
use core::cell::UnsafeCell;
use polarnet_lower::ARGUMENTS;
use polarnet_syntax::number::Op;

/// A cell of some kind: of what is the same for all of them.
#[repr(transparent)]
pub struct Either(UnsafeCell<Word>);

// SAFETY: transparent over a word.
unsafe impl Cell for Either {
    #[cfg(any(loom, shuttle, miri))]
    fn new(word: Word) -> Self {
        Either(UnsafeCell::new(word))
    }
    #[inline(always)]
    unsafe fn init(&self, word: Word) {
        // SAFETY: exclusive by the caller's word.
        unsafe { *self.0.get() = word }
    }
    #[inline(always)]
    unsafe fn take(&self) -> Word {
        // SAFETY: nobody writes, by the caller's word.
        unsafe { *self.0.get() }
    }
    fn meet(&self, _: Word) -> Word {
        self.peek()
    }
    fn peek(&self) -> Word {
        unreachable!("of which kind is for the slow ways to know")
    }
    fn replace(&self, _: Word) {
        self.peek();
    }
    fn die(&self, _: u32) -> bool {
        self.peek().is_empty()
    }
}

/// The worker, for code that does not know of which kind its cells are.
#[inline(always)]
pub fn either<'w, 'h, C: Cell>(worker: &'w mut Worker<'h, C>) -> &'w mut Worker<'h, Either> {
    // SAFETY: the layout of a worker is fixed, and the same for all kinds: it has only pointers to cells. What is done with
    // those by way of `Either` are the plain accesses of all kinds.
    unsafe { &mut *core::ptr::from_mut(worker).cast() }
}

/// The worker as it is.
///
/// # Safety
///
/// Its cells are of this kind.
#[inline(always)]
unsafe fn known<'w, 'h, C: Cell>(worker: &'w mut Worker<'h, Either>) -> &'w mut Worker<'h, C> {
    // SAFETY: it has been one before `either`, by the caller's word.
    unsafe { &mut *core::ptr::from_mut(worker).cast() }
}

/// The table, and a method for each entry, which all of a program's functions share.
macro_rules! ways {
    ($($(#[$attribute:meta])* $name:ident($w:ident $(, $arg:ident: $ty:ty)*) $(-> $result:ty)? = $way:expr;)*) => {
        /// A worker's table, with the applications by their number of arguments.
        ///
        /// All are unsafe as what they call is; and the worker's cells must be of the kind that the table is for.
        pub(crate) struct Slow {
            $($name: unsafe fn(&mut Worker<'_, Either> $(, $ty)*) $(-> $result)?,)*
            pub apply: [unsafe fn(&mut Worker<'_, Either>, Word) -> Word; ARGUMENTS as usize + 1],
        }

        impl Slow {
            /// For one kind of cells.
            pub const fn of<C: Cell>() -> Self {
                Slow {
                    $($name: |worker $(, $arg)*| {
                        // SAFETY: the caller's.
                        let $w = unsafe { known::<C>(worker) };
                        #[allow(unused_unsafe)]
                        // SAFETY: the caller's.
                        unsafe { $way }
                    },)*
                    apply: [
                        apply::<C, 0>, apply::<C, 1>, apply::<C, 2>, apply::<C, 3>, apply::<C, 4>, apply::<C, 5>,
                        apply::<C, 6>, apply::<C, 7>, apply::<C, 8>, apply::<C, 9>, apply::<C, 10>, apply::<C, 11>,
                        apply::<C, 12>,
                    ],
                }
            }
        }

        /// For code that `net!` has made, as the fast ways are.
        #[allow(clippy::missing_safety_doc)]
        impl Worker<'_, Either> {
            $($(#[$attribute])* #[inline(never)]
            pub unsafe fn $name(&mut self $(, $arg: $ty)*) $(-> $result)? {
                // SAFETY: the table is that of this worker.
                unsafe { (self.slow.$name)(self $(, $arg)*) }
            })*
        }
    };
}

ways! {
    /// Is a function, which has counted so much, to be put off? Then it has not counted.
    #[cold]
    refuses_to_begin(w, count: u32) -> bool = w.refuses_call(count);
    /// Is the run over, or is a limit met?
    #[cold]
    is_stopped_now(w) -> bool = w.is_stopped();
    /// A call becomes a node that waits.
    #[cold]
    put_off_function(w, function: u32, args: &[Word]) -> Word = w.put_off_call(function, args);
    /// An argument should be a number: that, or what the function gives, as it does not begin.
    #[cold]
    misses_number(w, function: u32, args: &mut [Word], port: u8) -> Result<Word, Word> =
        w.misses(function, args, port, Tag::NUM);
    /// The same of a pair, by a function that has counted already.
    #[cold]
    misses_pair(w, function: u32, args: &mut [Word], port: u8) -> Result<Word, Word> =
        w.misses(function, args, port, Tag::PAIR);
    /// A node, where the page has no room for it.
    #[cold]
    allocate_chunk(w, words: u32) -> u32 = w.alloc_fresh(words);
    /// What a variable stands for, as far as that is known by now.
    know_variable(w, value: Word) -> Word = w.known(value);
    /// `value ~ {a b}`, of what is no number.
    copy_slowly(w, label: u32, value: Word) -> [Word; 2] = w.copy_now(label, value);
    /// `value ~ (a b)`, of what is no pair.
    split_slowly(w, value: Word) -> [Word; 2] = w.split_now(value);
    /// `x op y`, of what are no unsigned numbers; `late`: `y` came by a wire.
    operate_slowly(w, op: Op, x: Word, y: Word, late: bool) -> Word = w.operate_now(op, x, y, late);
    /// The same with a literal in the operator.
    operate_literal_slowly(w, op: Op, x: Word, y: Word) -> Word = w.operate_literal_now(op, x, y);
    /// A negative node of the core meets a value.
    core_meets(w, tag: Tag, label: u32, value: Word, slots: [Word; 2], counted: u8) -> [Word; 2] =
        w.core_now(tag, label, value, slots, counted);
    /// A negative agent of the book meets a value.
    act_on(w, symbol: u32, value: Word, terms: &[Word]) -> Option<u32> = w.act_now(symbol, value, &mut terms.iter().copied());
    /// `* ~ value`, of what is no leaf.
    erase_slowly(w, value: Word) = w.erase_now(value);
    /// A value goes to where it is awaited.
    give_value(w, value: Word, place: Word) = w.give_now(value, place);
}

/// A value is applied to arguments in the first frame.
unsafe fn apply<C: Cell, const ARGS: usize>(worker: &mut Worker<'_, Either>, value: Word) -> Word {
    // SAFETY: the caller's.
    unsafe { known::<C>(worker).apply_passed::<ARGS>(value) }
}
