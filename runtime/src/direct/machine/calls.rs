//! Calls, and applications of values.
//!
//! There is a handler for each number of arguments, `N`, which rows name, [`ROW`] in each. Only a call has one row, since agents have more ports than two
//! rows would name: if it has more arguments than one does, all of them are in the frame above already, and `N` is [`MANY`].

use super::{
    Go,
    frame::{above, ahead, back, back_on, enter, enter_last, get, go, known_function, move_all, on, row, set},
    handlers,
};
use crate::{
    cell::Cell,
    direct::{
        code::{Instr, ROW, Reg},
        resolve::{Args, CLOSED, Next},
    },
    word::{Tag, Word},
    worker::Worker,
};
use polarnet_lower::ARGUMENTS;

/// As many arguments of a call as the function takes, in the frame above.
pub(super) const MANY: usize = ROW + 1;

/// The most arguments of an application, or of a closure.
pub(super) const MOST: usize = ARGUMENTS as usize;

handlers! {
    /// A call: the function, its code, and the registers are in three words.
    call[N](w, i, base, pc) {
        let frame = above(base, i.a);
        if N < MANY {
            for (at, word) in row::<ROW>(pc.add(2), base).into_iter().enumerate().take(N) {
                *frame.add(at) = word;
            }
        }
        let (code, count) = (*pc.add(1)).linked();
        match enter(w, pc.offset(code), count, pc.add(3), base, frame) {
            Some((pc, base)) => go(w, pc, base),
            None => put_off(w, pc.add(2), base, frame, i.n),
        }
    }

    last(w, i, base, pc) {
        let (code, count) = (*pc.add(1)).linked();
        match enter_last(w, pc.offset(code), count, base) {
            Some((pc, base)) => go(w, pc, base),
            None => put_off_last(w, base, i.n),
        }
    }

    move_last(w, i, base, pc) {
        set(base, i.a, get(base, i.b));
        last(w, pc.add(1), base)
    }

    moves_last(w, i, base, pc) {
        move_all(i, base);
        last(w, pc.add(1), base)
    }

    close[N](w, i, base, pc) {
        let words = N.max(2);
        let room = if i.n < CLOSED { w.alloc_quickly(words as u32) } else { None };
        let Some(node) = room else { return close_slowly(w, pc, base) };
        w.unexpanded += 1;
        for (slot, word) in arguments::<N>(pc.add(1), base).into_iter().enumerate() {
            // The node is fresh, and nobody else knows it yet (L2).
            w.cell(node + slot as u32).init(word);
        }
        if N < words {
            // Nobody uses this word; it is written for who looks at all of them.
            w.cell(node + 1).init(Word::ERA);
        }
        set(base, i.a, Word::new(Tag::CLOSURE, i.n << 4 | N as u32, node));
        ahead(w, last_row(pc, N).add(1), base)
    }

    apply[N](w, i, base, pc) {
        let (value, frame) = (get(base, i.a), above(base, i.b));
        let Some((function, given)) = known_function(w, value, N) else {
            return apply_slowly(w, pc, base);
        };
        let args = arguments::<N>(pc.add(1), base);
        // What a closure holds comes before.
        w.take_closed(value, given, frame);
        for (at, word) in args.into_iter().enumerate() {
            *frame.add(given + at) = word;
        }
        let (code, count) = w.code_of(function);
        let last = last_row(pc, N);
        match enter(w, code, count, last.add(1), base, frame) {
            Some((pc, base)) => go(w, pc, base),
            None => put_off(w, last, base, frame, function),
        }
    }

    last_apply[N](w, i, base, pc) {
        let value = get(base, i.a);
        let Some((function, given)) = known_function(w, value, N) else {
            return last_apply_slowly(w, pc, base);
        };
        let args = arguments::<N>(pc.add(1), base);
        w.take_closed(value, given, base);
        for (at, word) in args.into_iter().enumerate() {
            *base.add(given + at) = word;
        }
        let (code, count) = w.code_of(function);
        match enter_last(w, code, count, base) {
            Some((pc, base)) => go(w, pc, base),
            None => put_off_last(w, base, function),
        }
    }

    give_back(w, i, base, pc) { back(w, base, get(base, i.a)) }

    give_constant(w, i, base, pc) { { let constant = *w.constants.add(i.n as usize); back(w, base, constant) } }
}

/// The last row of an application or a closure of so many arguments.
#[inline(always)]
const unsafe fn last_row(pc: *const Instr, count: usize) -> *const Instr {
    const { assert!(MOST <= 2 * ROW) }
    // SAFETY: D2, by the caller's word.
    unsafe { pc.add(if count <= ROW { 1 } else { 2 }) }
}

/// The argument at a place of the rows that begin here.
#[inline(always)]
unsafe fn argument(rows: *const Instr, base: *mut Word, at: usize) -> Word {
    // SAFETY: D2, D3, by the caller's word.
    unsafe { get(base, (*rows.add(at / ROW)).regs()[at % ROW]) }
}

#[inline(always)]
unsafe fn arguments<const N: usize>(rows: *const Instr, base: *mut Word) -> [Word; N] {
    // SAFETY: D2, D3, by the caller's word.
    core::array::from_fn(|at| unsafe { argument(rows, base, at) })
}

/// The arguments of an application or a closure.
unsafe fn given(rows: *const Instr, count: Reg, base: *mut Word) -> Args {
    let mut args = Args::default();
    for at in 0..usize::from(count) {
        // SAFETY: D2, D3, by the caller's word.
        args.push(unsafe { argument(rows, base, at) });
    }
    args
}

#[cold]
#[inline(never)]
unsafe fn close_slowly<C: Cell>(w: &mut Worker<'_, C>, pc: *const Instr, base: *mut Word) -> Go {
    // SAFETY: D1, D2, D3: as `Handler` has it.
    unsafe {
        let i = *pc;
        let args = given(pc.add(1), i.b, base);
        let closure = w.above(base).close(i.n, &args);
        set(base, i.a, closure);
        on(w, last_row(pc, i.b.into()).add(1), base)
    }
}

/// What is applied is no definition with so many arguments, or is not known yet.
#[cold]
#[inline(never)]
unsafe fn apply_slowly<C: Cell>(w: &mut Worker<'_, C>, pc: *const Instr, base: *mut Word) -> Go {
    // SAFETY: D1, D2, D3: as `Handler` has it.
    unsafe {
        let (i, frame, last) = (*pc, above(base, (*pc).b), last_row(pc, (*pc).c.into()));
        let mut args = given(pc.add(1), i.c, base);
        match w.above(base).resolve(get(base, i.a), &mut args) {
            Next::Done(result) => {
                set(base, (*last).a, result);
                on(w, last.add(1), base)
            }
            Next::Call(function) => {
                for (at, &arg) in args.as_slice().iter().enumerate() {
                    *frame.add(at) = arg;
                }
                let (code, count) = w.code_of(function);
                match enter(w, code, count, last.add(1), base, frame) {
                    Some((pc, base)) => go(w, pc, base),
                    None => put_off(w, last, base, frame, function),
                }
            }
        }
    }
}

#[cold]
#[inline(never)]
unsafe fn last_apply_slowly<C: Cell>(w: &mut Worker<'_, C>, pc: *const Instr, base: *mut Word) -> Go {
    // SAFETY: D1, D2, D3: as `Handler` has it.
    unsafe {
        let i = *pc;
        let mut args = given(pc.add(1), i.c, base);
        match w.above(base).resolve(get(base, i.a), &mut args) {
            Next::Done(result) => back_on(w, base, result),
            Next::Call(function) => {
                for (at, &arg) in args.as_slice().iter().enumerate() {
                    *base.add(at) = arg;
                }
                let (code, count) = w.code_of(function);
                match enter_last(w, code, count, base) {
                    Some((pc, base)) => go(w, pc, base),
                    None => put_off_last(w, base, function),
                }
            }
        }
    }
}

/// A call may not begin, whose arguments are in the frame above. If only the budget is spent, and there is more, it does; else it is put off. The row at
/// `pc` names the register of its result.
#[cold]
#[inline(never)]
pub(super) unsafe fn put_off<C: Cell>(
    w: &mut Worker<'_, C>,
    pc: *const Instr,
    base: *mut Word,
    frame: *mut Word,
    n: u32,
) -> Go {
    // SAFETY: D1, D2, D3, by the caller's word.
    unsafe {
        if frame < w.frames.limit && w.has_more() {
            let (code, count) = w.code_of(n);
            if let Some((pc, base)) = enter(w, code, count, pc.add(1), base, frame) {
                return go(w, pc, base);
            }
        }
        let result = put_off_args(w.above(base), frame, n);
        set(base, (*pc).a, result);
        on(w, pc.add(1), base)
    }
}

/// The same for a call that takes the place of this function.
#[cold]
#[inline(never)]
pub(super) unsafe fn put_off_last<C: Cell>(w: &mut Worker<'_, C>, base: *mut Word, n: u32) -> Go {
    // SAFETY: D1, D2, D3, D5: the arguments are where the frame begins, and `n` is the program's.
    unsafe {
        if w.has_more() {
            let (code, count) = w.code_of(n);
            if let Some((pc, base)) = enter_last(w, code, count, base) {
                return go(w, pc, base);
            }
        }
        let result = put_off_args(w.above(base), base, n);
        back_on(w, base, result)
    }
}

/// The result of a call that is put off. Others are where the arguments were.
unsafe fn put_off_args<C: Cell>(w: &mut Worker<'_, C>, args: *mut Word, n: u32) -> Word {
    // SAFETY: D1, D2: that many arguments are there, by the caller's word, and there is room for as many results as an agent has.
    unsafe {
        let callee = *w.callees.add(n as usize);
        if n >= w.direct().first_actor {
            w.put_off_actor(callee.def, args);
            return *args;
        }
        w.put_off_call(n, core::slice::from_raw_parts(args, callee.args.into()))
    }
}
