//! The instructions of the machine: each is a function that says where to go on, and with which frame.
//!
//! `to ← …` names the registers: `a`, `b`, `c` of the instruction, in this order, and its number `n`.

use super::{
    code::{Callee, Direct, Instr, NONE, ROW, Reg, UNSIGNED},
    exec::{LARGEST, LINK},
    resolve::{Args, Next},
};
use crate::{
    cell::Cell,
    word::{Tag, Word},
    worker::Worker,
};
use polarnet_syntax::number::{Number, Numbers, Op, Value};

/// The next instruction, and the frame's registers.
pub(crate) type Go = (*const Instr, *mut Word);

/// What an instruction does.
///
/// # Safety
///
/// D1, D2, D3: the instruction is in the program's code, and `base` its function's frame.
pub(crate) type Handler<C> = unsafe fn(&mut Worker<'_, C>, *const Instr, *mut Word) -> Go;

/// The operators on two unsigned numbers, in the order of their instructions.
pub(crate) const OPS: [Op; 19] = [
    Op::Add,
    Op::Sub,
    Op::FlipSub,
    Op::Mul,
    Op::Div,
    Op::FlipDiv,
    Op::Rem,
    Op::FlipRem,
    Op::Eq,
    Op::Ne,
    Op::Lt,
    Op::Gt,
    Op::And,
    Op::Or,
    Op::Xor,
    Op::Shl,
    Op::FlipShl,
    Op::Shr,
    Op::FlipShr,
];

macro_rules! instructions {
    ($($(#[$doc:meta])* $name:ident = $handler:ident,)*) => {
        /// The codes of the instructions; those of operators follow.
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[repr(u8)]
        pub(crate) enum Code { $($(#[$doc])* $name),* }

        const HANDLERS: usize = [$(Code::$name),*].len();

        impl<C: Cell> Machine<C> {
            /// All instructions: [`Code`]s, then `x op y` for each of [`OPS`], then `literal op y`.
            pub const TABLE: [Handler<C>; HANDLERS + 2 * OPS.len()] = {
                let mut table: [Handler<C>; HANDLERS + 2 * OPS.len()] = [halt::<C>; HANDLERS + 2 * OPS.len()];
                let fixed: [Handler<C>; HANDLERS] = [$($handler::<C>),*];
                let mut at = 0;
                while at < HANDLERS {
                    table[at] = fixed[at];
                    at += 1;
                }
                operators!(table, 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18);
                table
            };
        }
    };
}

macro_rules! operators {
    ($table:ident, $($at:literal)*) => {$(
        $table[HANDLERS + $at] = operate::<C, $at>;
        $table[HANDLERS + OPS.len() + $at] = operate_literal::<C, $at>;
    )*};
}

/// The machine for one kind of cells.
pub(crate) struct Machine<C>(core::marker::PhantomData<C>);

instructions! {
    /// The machine stops.
    Halt = halt,
    /// `a` must be a number, else function `n` does not begin.
    Number = number,
    /// `a` must be a pair.
    Pair = pair,
    /// `n` interactions more.
    Count = count,
    /// `a ←` constant `n`
    Load = load,
    /// `a ← b`
    Move = move_to,
    /// On the number `a`: on, if it is 0; else `b` ← the number before, and to `n`.
    Switch = switch,
    /// To `n`, if `a` is no number.
    Unless = unless,
    /// To `n`.
    Jump = jump,
    /// `a ~ &n{b c}`
    Copy = copy,
    /// `a ~ (b c)`, of a pair that was tested.
    Take = take,
    /// `a ~ (b c)`
    Split = split,
    /// A negative node of the core, number `n`, meets `a`.
    Core = core_node,
    /// A negative agent of the book, number `n`, meets `a`.
    Act = act,
    /// `a ←` a node with tag and label `n`, whose slots are `b` and `c`.
    Node = node,
    /// `a ←` a lambda whose variable comes to `b` and whose body is `c`. `n`: tag and label.
    Alloc = alloc,
    /// Slot `b` of node `a` is `c`.
    Fill = fill,
    /// Slot `b` of node `a` is an empty cell.
    Empty = empty,
    /// `a ←` node `b` as a term, with tag and label `n`.
    Term = term,
    /// `a ←` the right to meet slot `c` of node `b`; `n`: its words, and above them its cells.
    Var = var,
    /// `* ~ a`
    Erase = erase,
    /// `a ←` both ends of a fresh wire.
    Wire = wire,
    /// `a` goes to where `b` is awaited.
    Give = give,
    /// `a ← n(b)`; `n` has a function, and above it the words of the frame.
    Call1 = call1,
    /// `a ← n(b, c)`
    Call2 = call2,
    /// `n` with the arguments that follow, `a` of them; the last row has the register of the result.
    Call = call,
    /// `n(b)`, instead of this function.
    Last1 = last1,
    /// `n(b, c)`, instead of this function.
    Last2 = last2,
    /// `n` with the `a` arguments that follow, instead of this function.
    Last = last,
    /// `b ←` definition `n` with the `a` arguments that follow, fewer than it has lambdas.
    Close = close,
    /// `b` applied to the `a` arguments that follow; `n`: the words of the frame.
    Apply = apply,
    /// The same, instead of this function.
    LastApply = last_apply,
    /// `a` is the result.
    Return = give_back,
    /// An operator without an instruction of its own never comes here.
    Args = halt,
}

impl Code {
    /// The instruction for an operator, on two registers or with a literal on the left.
    pub fn of_operator(op: Op, literal: bool) -> Option<u8> {
        let at = OPS.iter().position(|&known| known == op)?;
        Some((HANDLERS + at + if literal { OPS.len() } else { 0 }) as u8)
    }
}

/// # Safety
/// D3: a register of the frame.
#[inline(always)]
unsafe fn get(base: *mut Word, reg: Reg) -> Word {
    // SAFETY: the caller's.
    unsafe { *base.add(reg as usize) }
}

/// # Safety
/// D3: a register of the frame.
#[inline(always)]
unsafe fn set(base: *mut Word, reg: Reg, word: Word) {
    // SAFETY: the caller's.
    unsafe { *base.add(reg as usize) = word }
}

#[inline(always)]
fn is(value: Word, tag: Tag) -> bool {
    !value.is_var() && value.tag() == tag
}

/// Handlers: `i` is the instruction, `w` the worker, `base` the frame; `read!(b)` reads a register, `write!(a, word)` writes
/// one; the value says where to go on, relative to the instruction.
macro_rules! handlers {
    ($($name:ident($w:ident, $i:ident, $base:ident, $pc:ident) $body:block)*) => {$(
        #[allow(unused_variables)]
        unsafe fn $name<C: Cell>($w: &mut Worker<'_, C>, $pc: *const Instr, $base: *mut Word) -> Go {
            // SAFETY: D1, D2, D3: as `Handler` has it.
            unsafe {
                let $i = *$pc;
                $body
            }
        }
    )*};
}

/// The next instruction.
#[inline(always)]
unsafe fn next(pc: *const Instr, base: *mut Word) -> Go {
    // SAFETY: D2, by the caller's word.
    (unsafe { pc.add(1) }, base)
}

/// The next instruction; none, if memory ran out or the run is over: what was allocated since is nobody's, and may be neither
/// read nor published (**D4**).
#[inline(always)]
unsafe fn on<C: Cell>(w: &Worker<'_, C>, pc: *const Instr, base: *mut Word) -> Go {
    // SAFETY: D2, by the caller's word.
    if w.over { (core::ptr::null(), base) } else { unsafe { next(pc, base) } }
}

/// The function has this result, which took a slow path.
#[inline(always)]
unsafe fn back_on<C: Cell>(w: &Worker<'_, C>, base: *mut Word, result: Word) -> Go {
    // SAFETY: D1, by the caller's word.
    if w.over { (core::ptr::null(), base) } else { unsafe { back(base, result) } }
}

/// The function has this result.
#[inline(always)]
unsafe fn back(base: *mut Word, result: Word) -> Go {
    // SAFETY: D1: below each frame are the instruction to go back to and the frame there. The one before names the register.
    unsafe {
        let pc = (*base.sub(2)).0 as *const Instr;
        let base = (*base.sub(1)).0 as *mut Word;
        set(base, (*pc.sub(1)).a, result);
        (pc, base)
    }
}

/// A function whose arguments are in its frame already, above the one at hand; `None`: it may not begin.
#[inline(always)]
unsafe fn enter<C: Cell>(
    w: &mut Worker<'_, C>,
    n: u32,
    back: *const Instr,
    base: *mut Word,
    frame: *mut Word,
) -> Option<Go> {
    // SAFETY: D1, D2: functions are those of the program; there is room for a frame more than the limit.
    unsafe {
        let callee = w.callee(n);
        // The last one may spend more than there is: so there is progress with any budget.
        if w.fused <= 0 || frame.add(callee.frame as usize) > w.frames.limit {
            return None;
        }
        w.fused -= i64::from(callee.count);
        *frame.sub(2) = Word(back as u64);
        *frame.sub(1) = Word(base as u64);
        Some((w.code.add(callee.code as usize), frame))
    }
}

/// A function in the place of the one at hand; its arguments are where the others were.
#[inline(always)]
unsafe fn enter_last<C: Cell>(w: &mut Worker<'_, C>, n: u32, base: *mut Word) -> Option<Go> {
    // SAFETY: D1, D2: as for `enter`. A frame that begins below the limit has room.
    unsafe {
        let callee = w.callee(n);
        if w.fused <= 0 || w.frames.is_unwinding() {
            return None;
        }
        w.fused -= i64::from(callee.count);
        Some((w.code.add(callee.code as usize), base))
    }
}

/// The function that a value is, if it is one of so many arguments together with those that it holds; and how many these are.
#[inline(always)]
fn known_function<C: Cell>(w: &Worker<'_, C>, value: Word, count: usize) -> Option<(u32, usize)> {
    let (def, given) = match value.tag() {
        _ if value.is_var() => return None,
        Tag::CLOSURE => (value.label() >> 4, (value.label() & 15) as usize),
        Tag::REF => (value.loc(), 0),
        _ => return None,
    };
    // SAFETY: D2: references and closures are of definitions of the program; neither a closure nor an application has more
    // arguments than `ARGUMENTS`.
    let function = unsafe { *(*w.entries.add(def as usize)).exact.get_unchecked(given + count) };
    (function != NONE).then_some((function, given))
}

/// The frame above the one at hand, of so many words.
#[inline(always)]
unsafe fn above(base: *mut Word, n: u32) -> *mut Word {
    // SAFETY: D1, by the caller's word.
    unsafe { base.add((n >> 24) as usize + LINK) }
}

impl<C: Cell> Worker<'_, C> {
    /// # Safety
    /// D2: a function of the program.
    #[inline(always)]
    unsafe fn callee(&self, n: u32) -> Callee {
        // SAFETY: the caller's.
        unsafe { *self.callees.add((n & 0xff_ffff) as usize) }
    }

    fn direct(&self) -> &Direct {
        self.program.direct().expect("there is code")
    }

    /// What a closure holds goes to the beginning of a frame.
    #[inline(always)]
    unsafe fn take_closed(&mut self, closure: Word, given: usize, frame: *mut Word) {
        if given == 0 {
            return;
        }
        self.unexpanded -= 1;
        for at in 0..given {
            // SAFETY: L1, L2: term slots of a node that this worker holds. D1: the frame has room.
            unsafe { *frame.add(at) = self.cell(closure.loc() + at as u32).take() }
        }
        self.release(closure.loc(), (given as u32).max(2));
    }

    /// What slow paths use begins behind the frame.
    #[inline(always)]
    unsafe fn above(&mut self, base: *mut Word) -> &mut Self {
        // SAFETY: D1: in the stack of frames, which has room for one more of the largest size.
        self.frames.top = unsafe { base.add(LARGEST) };
        self
    }
}

/// The arguments of an instruction, in order.
///
/// # Safety
/// D2, D3: rows of so many registers follow.
#[inline(always)]
unsafe fn arguments(pc: *const Instr, count: usize, base: *mut Word, mut each: impl FnMut(usize, Word)) {
    let mut at = 0;
    let mut row = pc;
    while at < count {
        // SAFETY: the caller's.
        unsafe {
            row = row.add(1);
            // The bytes of a row, but the first, are registers.
            let regs = row.cast::<u8>().add(1);
            for reg in 0..(count - at).min(ROW) {
                each(at + reg, get(base, *regs.add(reg)));
            }
        }
        at += ROW;
    }
}

/// Behind the rows of so many arguments.
#[inline(always)]
unsafe fn behind(pc: *const Instr, count: usize) -> *const Instr {
    // SAFETY: D2, by the caller's word.
    unsafe { pc.add(1 + count.div_ceil(ROW)) }
}

handlers! {
    halt(w, i, base, pc) { (core::ptr::null(), base) }

    number(w, i, base, pc) {
        if is(get(base, i.a), Tag::NUM) { next(pc, base) } else { miss(w, pc, base, Tag::NUM) }
    }

    pair(w, i, base, pc) {
        if is(get(base, i.a), Tag::PAIR) { next(pc, base) } else { miss(w, pc, base, Tag::PAIR) }
    }

    count(w, i, base, pc) {
        w.fused -= i64::from(i.n);
        next(pc, base)
    }

    load(w, i, base, pc) {
        set(base, i.a, *w.constants.add(i.n as usize));
        next(pc, base)
    }

    move_to(w, i, base, pc) {
        set(base, i.a, get(base, i.b));
        next(pc, base)
    }

    switch(w, i, base, pc) {
        let value = get(base, i.a);
        if value.key() != UNSIGNED {
            return switch_any(w, pc, base);
        }
        if value.loc() == 0 {
            return next(pc, base);
        }
        set(base, i.b, Word(value.0 - (1 << 32)));
        (pc.offset(i.n as i32 as isize), base)
    }

    unless(w, i, base, pc) {
        let value = w.known(get(base, i.a));
        set(base, i.a, value);
        if is(value, Tag::NUM) { next(pc, base) } else { (pc.offset(i.n as i32 as isize), base) }
    }

    jump(w, i, base, pc) { (pc.offset(i.n as i32 as isize), base) }

    copy(w, i, base, pc) {
        let value = get(base, i.a);
        let [x, y] = if is(value, Tag::NUM) { [value; 2] } else { w.above(base).copy_now(i.n, value) };
        set(base, i.b, x);
        set(base, i.c, y);
        on(w, pc, base)
    }

    take(w, i, base, pc) {
        let [x, y] = w.ports(Tag::PAIR, get(base, i.a).loc());
        set(base, i.b, x);
        set(base, i.c, y);
        next(pc, base)
    }

    split(w, i, base, pc) {
        let value = get(base, i.a);
        let [x, y] = match is(value, Tag::PAIR) {
            true => w.ports(Tag::PAIR, value.loc()),
            false => w.above(base).split_now(value),
        };
        set(base, i.b, x);
        set(base, i.c, y);
        on(w, pc, base)
    }

    core_node(w, i, base, pc) {
        let node = w.direct().cores[i.n as usize];
        let slots = node.slots.map(|slot| slot.map_or(Word::EMPTY, |reg| get(base, reg)));
        let results = w.above(base).core_now(node.tag, node.label, get(base, i.a), slots, node.counted);
        for (slot, result) in node.slots.into_iter().zip(results) {
            if let Err(to) = slot {
                set(base, to, result);
            }
        }
        on(w, pc, base)
    }

    act(w, i, base, pc) {
        let program = w.program;
        let act = &program.direct().expect("there is code").acts[i.n as usize];
        let mut terms = act.args.iter().map(|&reg| get(base, reg));
        let node = w.above(base).act_now(act.symbol, get(base, i.a), &mut terms);
        let shape = program.agent(act.symbol);
        let cells = (0..shape.arity).filter(|&slot| shape.is_cell(slot));
        for (slot, &to) in cells.zip(&act.results) {
            let place = node.map_or(Word::ERA, |node| shape.var(node, slot));
            let given = w.known(place);
            set(base, to, given);
        }
        on(w, pc, base)
    }

    node(w, i, base, pc) {
        let node = w.node(get(base, i.b), get(base, i.c));
        set(base, i.a, Word(u64::from(node) << 32 | u64::from(i.n)));
        on(w, pc, base)
    }

    alloc(w, i, base, pc) {
        let node = w.alloc(i.n);
        set(base, i.a, Word(u64::from(node) << 32));
        on(w, pc, base)
    }

    fill(w, i, base, pc) {
        // The node is fresh, and nobody else knows this slot yet (L2).
        w.cell(get(base, i.a).loc() + u32::from(i.b)).init(get(base, i.c));
        next(pc, base)
    }

    empty(w, i, base, pc) {
        w.cell(get(base, i.a).loc() + u32::from(i.b)).init(Word::EMPTY);
        next(pc, base)
    }

    term(w, i, base, pc) {
        set(base, i.a, Word(get(base, i.b).0 | u64::from(i.n)));
        next(pc, base)
    }

    var(w, i, base, pc) {
        set(base, i.a, Word::var(get(base, i.b).loc(), u32::from(i.c), i.n & 0xff, i.n >> 8));
        next(pc, base)
    }

    erase(w, i, base, pc) {
        let value = get(base, i.a);
        if value.is_var() || !value.tag().is_leaf() {
            w.above(base).erase_now(value);
        }
        on(w, pc, base)
    }

    wire(w, i, base, pc) {
        let cell = w.node(Word::EMPTY, Word::ERA);
        set(base, i.a, Word::var(cell, 0, 2, 1));
        on(w, pc, base)
    }

    give(w, i, base, pc) {
        w.above(base).give_now(get(base, i.a), get(base, i.b));
        on(w, pc, base)
    }

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
                    next(last, base)
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

/// `a ← b op c`; `n`: whether `c` came by a wire.
unsafe fn operate<C: Cell, const OP: usize>(w: &mut Worker<'_, C>, pc: *const Instr, base: *mut Word) -> Go {
    // SAFETY: D2, D3: as `Handler` has it.
    unsafe {
        let i = *pc;
        let [x, y] = [get(base, i.b), get(base, i.c)];
        let result = match unsigned(OPS[OP], x, y, w.mask) {
            Some(result) => result,
            None => w.above(base).operate_now(OPS[OP], x, y, i.n != 0),
        };
        set(base, i.a, result);
        on(w, pc, base)
    }
}

/// `a ← n op b`
unsafe fn operate_literal<C: Cell, const OP: usize>(w: &mut Worker<'_, C>, pc: *const Instr, base: *mut Word) -> Go {
    // SAFETY: D2, D3: as `Handler` has it.
    unsafe {
        let i = *pc;
        let (x, y) = (Word::number(Number::u(i.n, Numbers::Native)), get(base, i.b));
        let result = match unsigned(OPS[OP], x, y, w.mask) {
            Some(result) => result,
            None => w.above(base).operate_literal_now(OPS[OP], x, y),
        };
        set(base, i.a, result);
        on(w, pc, base)
    }
}

/// `x op y`, of unsigned numbers with so many bits.
#[inline(always)]
fn unsigned(op: Op, x: Word, y: Word, mask: u32) -> Option<Word> {
    if (x.key() ^ UNSIGNED) | (y.key() ^ UNSIGNED) != 0 {
        return None;
    }
    match op.apply(Value::U(x.loc()), Value::U(y.loc()), Numbers::Native) {
        (Value::U(result), None) => Some(Word::number(Number::u(result & mask, Numbers::Native))),
        _ => None,
    }
}

/// The arguments of an instruction.
unsafe fn given(pc: *const Instr, count: usize, base: *mut Word) -> Args {
    let mut args = Args::default();
    // SAFETY: D2, D3, by the caller's word.
    unsafe { arguments(pc, count, base, |_, arg| args.push(arg)) }
    args
}

/// A switch on a number that is not unsigned.
#[cold]
#[inline(never)]
unsafe fn switch_any<C: Cell>(w: &mut Worker<'_, C>, pc: *const Instr, base: *mut Word) -> Go {
    // SAFETY: D2, D3, by the caller's word.
    unsafe {
        let (i, numbers) = (*pc, w.program.numbers());
        match get(base, i.a).as_number().raw(numbers) {
            0 => next(pc, base),
            n => {
                set(base, i.b, Word::number(Number::u(n - 1, numbers)));
                (pc.offset(i.n as i32 as isize), base)
            }
        }
    }
}

/// An argument is not what the function must have.
#[cold]
#[inline(never)]
unsafe fn miss<C: Cell>(w: &mut Worker<'_, C>, pc: *const Instr, base: *mut Word, wanted: Tag) -> Go {
    // SAFETY: D1, D2, D3, by the caller's word.
    unsafe {
        let i = *pc;
        match w.above(base).miss(i.n, base, i.a, wanted) {
            Some(result) => back_on(w, base, result),
            None => on(w, pc, base),
        }
    }
}

/// A call is put off; `pc` names the register of its result.
#[cold]
#[inline(never)]
unsafe fn put_off<C: Cell>(w: &mut Worker<'_, C>, pc: *const Instr, base: *mut Word, args: impl AsRef<[Word]>) -> Go {
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
unsafe fn put_off_last<C: Cell>(w: &mut Worker<'_, C>, n: u32, base: *mut Word, count: usize) -> Go {
    // SAFETY: D1, D3: the arguments are where the frame begins.
    unsafe {
        let args = core::slice::from_raw_parts(base, count);
        let result = w.above(base).put_off_call(n & 0xff_ffff, args);
        back_on(w, base, result)
    }
}
