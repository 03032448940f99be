//! Calls, and applications of values.

use super::{
    Code, Go,
    frame::{above, arguments, back, back_on, behind, enter, enter_last, get, known_function, on, set},
    handlers,
};
use crate::{
    cell::Cell,
    direct::{
        code::Instr,
        resolve::{Args, Next},
    },
    word::Word,
    worker::Worker,
};

handlers! {
    call1(w, i, base, pc) {
        let (frame, x) = (above(base, i.n), get(base, i.b));
        *frame = x;
        match enter(w, i.n, pc.add(1), base, frame) {
            Some(go) => go,
            None => put_off(w, pc, base, [x]),
        }
    }

    call2(w, i, base, pc) {
        let (frame, x, y) = (above(base, i.n), get(base, i.b), get(base, i.c));
        *frame = x;
        *frame.add(1) = y;
        match enter(w, i.n, pc.add(1), base, frame) {
            Some(go) => go,
            None => put_off(w, pc, base, [x, y]),
        }
    }

    call(w, i, base, pc) {
        let (count, frame) = (usize::from(i.a), above(base, i.n));
        arguments(pc, count, base, |at, arg| *frame.add(at) = arg);
        // The row that has the register of the result.
        let last = behind(pc, count);
        match enter(w, i.n, last.add(1), base, frame) {
            Some(go) => go,
            None => put_off(w, last, base, given(pc, count, base)),
        }
    }

    last1(w, i, base, pc) {
        set(base, 0, get(base, i.b));
        match enter_last(w, i.n, base) {
            Some(go) => go,
            None => put_off_last(w, i.n, base, 1),
        }
    }

    last2(w, i, base, pc) {
        let [x, y] = [get(base, i.b), get(base, i.c)];
        set(base, 0, x);
        set(base, 1, y);
        match enter_last(w, i.n, base) {
            Some(go) => go,
            None => put_off_last(w, i.n, base, 2),
        }
    }

    last(w, i, base, pc) {
        let count = usize::from(i.a);
        for (at, arg) in given(pc, count, base).as_slice().iter().enumerate() {
            *base.add(at) = *arg;
        }
        match enter_last(w, i.n, base) {
            Some(go) => go,
            None => put_off_last(w, i.n, base, count),
        }
    }

    close(w, i, base, pc) {
        let count = usize::from(i.a);
        let closure = match w.close_room(i.n, count) {
            Some((closure, node)) => {
                // The node is fresh, and nobody else knows it yet (L2).
                arguments(pc, count, base, |at, arg| w.cell(node + at as u32).init(arg));
                closure
            }
            None => {
                let args = given(pc, count, base);
                w.above(base).close(i.n, &args)
            }
        };
        set(base, i.b, closure);
        on(w, behind(pc, count).sub(1), base)
    }

    apply(w, i, base, pc) {
        let count = usize::from(i.a);
        let last = behind(pc, count);
        let value = get(base, i.b);
        let frame = above(base, i.n);
        if let Some((function, given)) = known_function(w, value, count) {
            // What a closure holds comes before.
            arguments(pc, count, base, |at, arg| *frame.add(given + at) = arg);
            w.take_closed(value, given, frame);
            return match enter(w, function, last.add(1), base, frame) {
                Some(go) => go,
                None => {
                    let args = core::slice::from_raw_parts(frame, given + count).to_vec();
                    let result = w.above(base).put_off_call(function, &args);
                    set(base, (*last).a, result);
                    on(w, last, base)
                }
            };
        }
        let mut args = given(pc, count, base);
        match w.above(base).resolve(value, &mut args) {
            Next::Done(result) => {
                set(base, (*last).a, result);
                on(w, last, base)
            }
            Next::Call(function) => {
                for (at, arg) in args.as_slice().iter().enumerate() {
                    *frame.add(at) = *arg;
                }
                match enter(w, function, last.add(1), base, frame) {
                    Some(go) => go,
                    None => {
                        let result = w.above(base).put_off_call(function, args.as_slice());
                        set(base, (*last).a, result);
                        on(w, last, base)
                    }
                }
            }
        }
    }

    last_apply(w, i, base, pc) {
        let count = usize::from(i.a);
        let value = get(base, i.b);
        if let Some((function, given)) = known_function(w, value, count) {
            let frame = above(base, i.n);
            arguments(pc, count, base, |at, arg| *frame.add(at) = arg);
            for at in 0..count {
                *base.add(given + at) = *frame.add(at);
            }
            w.take_closed(value, given, base);
            return match enter_last(w, function, base) {
                Some(go) => go,
                None => put_off_last(w, function, base, given + count),
            };
        }
        let mut args = given(pc, count, base);
        match w.above(base).resolve(value, &mut args) {
            Next::Done(result) => back_on(w, base, result),
            Next::Call(function) => {
                for (at, arg) in args.as_slice().iter().enumerate() {
                    *base.add(at) = *arg;
                }
                match enter_last(w, function, base) {
                    Some(go) => go,
                    None => put_off_last(w, function, base, args.as_slice().len()),
                }
            }
        }
    }

    give_back(w, i, base, pc) { back(base, get(base, i.a)) }
}

/// The arguments of an instruction.
pub(super) unsafe fn given(pc: *const Instr, count: usize, base: *mut Word) -> Args {
    let mut args = Args::default();
    // SAFETY: D2, D3, by the caller's word.
    unsafe { arguments(pc, count, base, |_, arg| args.push(arg)) }
    args
}

/// A call is put off; `pc` names the register of its result.
#[cold]
#[inline(never)]
pub(super) unsafe fn put_off<C: Cell>(
    w: &mut Worker<'_, C>,
    pc: *const Instr,
    base: *mut Word,
    args: impl AsRef<[Word]>,
) -> Go {
    // SAFETY: D1, D2, D3, by the caller's word.
    unsafe {
        let mut call = pc;
        while (*call).op == Code::Args as u8 {
            call = call.sub(1);
        }
        let result = w.above(base).put_off_call((*call).n & 0xff_ffff, args.as_ref());
        set(base, (*pc).a, result);
        on(w, pc, base)
    }
}

/// A call that takes the place of this function is put off.
#[cold]
#[inline(never)]
pub(super) unsafe fn put_off_last<C: Cell>(w: &mut Worker<'_, C>, n: u32, base: *mut Word, count: usize) -> Go {
    // SAFETY: D1, D3: the arguments are where the frame begins.
    unsafe {
        let args = core::slice::from_raw_parts(base, count);
        let result = w.above(base).put_off_call(n & 0xff_ffff, args);
        back_on(w, base, result)
    }
}
