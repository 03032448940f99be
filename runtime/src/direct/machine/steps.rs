//! What instructions do that stay in the function.

use super::{
    Go, OPS, Operands,
    frame::{ahead, back, back_on, get, go, is, move_all, next, on, set},
    handlers,
};
use crate::{
    cell::Cell,
    direct::code::Instr,
    word::{Tag, UNSIGNED, Word},
    worker::Worker,
};
use polarnet_syntax::number::{Number, Numbers, Op, Value};

handlers! {
    halt(w, i, base, pc) { (core::ptr::null(), base) }

    number(w, i, base, pc) {
        if is(get(base, i.a), Tag::NUM) { next(w, pc, base) } else { miss(w, pc, base, Tag::NUM) }
    }

    pair(w, i, base, pc) {
        if is(get(base, i.a), Tag::PAIR) { next(w, pc, base) } else { miss(w, pc, base, Tag::PAIR) }
    }

    count(w, i, base, pc) {
        w.fused -= i64::from(i.n as i32);
        next(w, pc, base)
    }

    load(w, i, base, pc) {
        set(base, i.a, *w.constants.add(i.n as usize));
        next(w, pc, base)
    }

    load_two(w, i, base, pc) {
        set(base, i.a, *w.constants.add(i.n as usize & 0xffff));
        set(base, i.b, *w.constants.add(i.n as usize >> 16));
        next(w, pc, base)
    }

    move_to(w, i, base, pc) {
        set(base, i.a, get(base, i.b));
        next(w, pc, base)
    }

    moves(w, i, base, pc) {
        move_all(i, base);
        next(w, pc, base)
    }

    switch(w, i, base, pc) {
        let value = get(base, i.a);
        if value.key() != UNSIGNED {
            return switch_any(w, pc, base);
        }
        if value.loc() == 0 {
            return ahead(w, pc.add(i.n as usize), base);
        }
        set(base, i.b, Word(value.0 - (1 << 32)));
        next(w, pc, base)
    }

    unless(w, i, base, pc) {
        let value = w.known(get(base, i.a));
        set(base, i.a, value);
        if is(value, Tag::NUM) { next(w, pc, base) } else { ahead(w, pc.add(i.n as usize), base) }
    }

    jump(w, i, base, pc) { ahead(w, pc.add(i.n as usize), base) }

    breathe(w, i, base, pc) { go(w, pc.add(1), base) }

    copy(w, i, base, pc) {
        let value = get(base, i.a);
        if !is(value, Tag::NUM) && !is_copyable(w, value) {
            return copy_slowly(w, pc, base);
        }
        set(base, i.b, value);
        set(base, i.c, value);
        next(w, pc, base)
    }

    take(w, i, base, pc) {
        let [x, y] = w.ports(Tag::PAIR, get(base, i.a).loc());
        set(base, i.b, x);
        set(base, i.c, y);
        next(w, pc, base)
    }

    take_pair(w, i, base, pc) {
        if is(get(base, i.a), Tag::PAIR) { take(w, pc, base) } else { miss(w, pc, base, Tag::PAIR) }
    }

    split(w, i, base, pc) {
        if is(get(base, i.a), Tag::PAIR) { take(w, pc, base) } else { split_slowly(w, pc, base) }
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
        on(w, pc.add(1), base)
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
        on(w, pc.add(1), base)
    }

    node(w, i, base, pc) {
        let Some(node) = w.alloc_quickly(2) else { return node_slowly(w, pc, base) };
        w.fill(node, get(base, i.b), get(base, i.c));
        set(base, i.a, Word(u64::from(node) << 32 | u64::from(i.n)));
        next(w, pc, base)
    }

    alloc(w, i, base, pc) {
        let node = w.alloc(i.n);
        set(base, i.a, Word(u64::from(node) << 32));
        on(w, pc.add(1), base)
    }

    fill(w, i, base, pc) {
        // The node is fresh, and nobody else knows this slot yet (L2).
        w.cell(get(base, i.a).loc() + u32::from(i.b)).init(get(base, i.c));
        next(w, pc, base)
    }

    empty(w, i, base, pc) {
        w.cell(get(base, i.a).loc() + u32::from(i.b)).init(Word::EMPTY);
        next(w, pc, base)
    }

    term(w, i, base, pc) {
        set(base, i.a, Word(get(base, i.b).0 | u64::from(i.n)));
        next(w, pc, base)
    }

    var(w, i, base, pc) {
        set(base, i.a, Word::var(get(base, i.b).loc(), u32::from(i.c), i.n & 0xff, i.n >> 8));
        next(w, pc, base)
    }

    erase(w, i, base, pc) {
        let value = get(base, i.a);
        if !value.is_var() && value.tag().is_leaf() { next(w, pc, base) } else { erase_slowly(w, pc, base) }
    }

    wire(w, i, base, pc) {
        let cell = w.node(Word::EMPTY, Word::ERA);
        set(base, i.a, Word::var(cell, 0, 2, 1));
        on(w, pc.add(1), base)
    }

    give(w, i, base, pc) {
        w.above(base).give_now(get(base, i.a), get(base, i.b));
        on(w, pc.add(1), base)
    }
}

/// A reference to a definition that need not be expanded first.
#[inline(always)]
fn is_copyable<C: Cell>(w: &Worker<'_, C>, value: Word) -> bool {
    is(value, Tag::REF) && w.program.template(value.loc()).copyable
}

/// An operator on what [`Operands`] says.
pub(super) unsafe fn operate<C: Cell, const FORM: u8, const OP: usize>(
    w: &mut Worker<'_, C>,
    pc: *const Instr,
    base: *mut Word,
) -> Go {
    // SAFETY: D1, D2, D3: as `Handler` has it.
    unsafe {
        let [x, y] = operands::<FORM>(*pc, base);
        match unsigned(OPS[OP], x, y, w.mask) {
            Some(result) if is_last(FORM) => back(w, base, result),
            Some(result) => {
                set(base, (*pc).a, result);
                next(w, pc, base)
            }
            None => operate_slowly::<C, FORM, OP>(w, pc, base),
        }
    }
}

const fn is_last(form: u8) -> bool {
    form == Operands::LastRegisters as u8 || form == Operands::LastLiteral as u8
}

const fn is_literal(form: u8) -> bool {
    form == Operands::Literal as u8 || form == Operands::LastLiteral as u8
}

#[inline(always)]
unsafe fn operands<const FORM: u8>(i: Instr, base: *mut Word) -> [Word; 2] {
    // SAFETY: D3, by the caller's word.
    unsafe {
        match is_literal(FORM) {
            true => [Word::number(Number::u(i.n, Numbers::Native)), get(base, i.b)],
            false => [get(base, i.b), get(base, i.c)],
        }
    }
}

#[cold]
#[inline(never)]
unsafe fn operate_slowly<C: Cell, const FORM: u8, const OP: usize>(
    w: &mut Worker<'_, C>,
    pc: *const Instr,
    base: *mut Word,
) -> Go {
    // SAFETY: D1, D2, D3, by the caller's word.
    unsafe {
        let (i, [x, y]) = (*pc, operands::<FORM>(*pc, base));
        let result = match is_literal(FORM) {
            true => w.above(base).operate_literal_now(OPS[OP], x, y),
            false => w.above(base).operate_now(OPS[OP], x, y, i.n != 0),
        };
        if is_last(FORM) {
            return back_on(w, base, result);
        }
        set(base, i.a, result);
        on(w, pc.add(1), base)
    }
}

/// `x op y`, of unsigned numbers with so many bits.
#[inline(always)]
pub(super) fn unsigned(op: Op, x: Word, y: Word, mask: u32) -> Option<Word> {
    if (x.key() ^ UNSIGNED) | (y.key() ^ UNSIGNED) != 0 {
        return None;
    }
    match op.apply(Value::U(x.loc()), Value::U(y.loc()), Numbers::Native) {
        (Value::U(result), None) => Some(Word::number(Number::u(result & mask, Numbers::Native))),
        _ => None,
    }
}

/// A switch on a number that is not unsigned.
#[cold]
#[inline(never)]
pub(super) unsafe fn switch_any<C: Cell>(w: &mut Worker<'_, C>, pc: *const Instr, base: *mut Word) -> Go {
    // SAFETY: D2, D3, by the caller's word.
    unsafe {
        let (i, numbers) = (*pc, w.program.numbers());
        match get(base, i.a).as_number().raw(numbers) {
            0 => ahead(w, pc.add(i.n as usize), base),
            n => {
                set(base, i.b, Word::number(Number::u(n - 1, numbers)));
                next(w, pc, base)
            }
        }
    }
}

/// An argument is not what the function must have.
#[cold]
#[inline(never)]
pub(super) unsafe fn miss<C: Cell>(w: &mut Worker<'_, C>, pc: *const Instr, base: *mut Word, wanted: Tag) -> Go {
    // SAFETY: D1, D2, D3, by the caller's word.
    unsafe {
        let i = *pc;
        match w.above(base).miss(i.n, base, i.a, wanted) {
            Some(result) => back_on(w, base, result),
            // It is one now: once more.
            None => on(w, pc, base),
        }
    }
}

#[cold]
#[inline(never)]
unsafe fn copy_slowly<C: Cell>(w: &mut Worker<'_, C>, pc: *const Instr, base: *mut Word) -> Go {
    // SAFETY: D1, D2, D3, by the caller's word.
    unsafe {
        let i = *pc;
        let [x, y] = w.above(base).copy_now(i.n, get(base, i.a));
        set(base, i.b, x);
        set(base, i.c, y);
        on(w, pc.add(1), base)
    }
}

#[cold]
#[inline(never)]
unsafe fn node_slowly<C: Cell>(w: &mut Worker<'_, C>, pc: *const Instr, base: *mut Word) -> Go {
    // SAFETY: D1, D2, D3, by the caller's word.
    unsafe {
        let i = *pc;
        let node = w.node(get(base, i.b), get(base, i.c));
        set(base, i.a, Word(u64::from(node) << 32 | u64::from(i.n)));
        on(w, pc.add(1), base)
    }
}

#[cold]
#[inline(never)]
unsafe fn split_slowly<C: Cell>(w: &mut Worker<'_, C>, pc: *const Instr, base: *mut Word) -> Go {
    // SAFETY: D1, D2, D3, by the caller's word.
    unsafe {
        let i = *pc;
        let [x, y] = w.above(base).split_now(get(base, i.a));
        set(base, i.b, x);
        set(base, i.c, y);
        on(w, pc.add(1), base)
    }
}

#[cold]
#[inline(never)]
unsafe fn erase_slowly<C: Cell>(w: &mut Worker<'_, C>, pc: *const Instr, base: *mut Word) -> Go {
    // SAFETY: D1, D2, D3, by the caller's word.
    unsafe {
        let value = get(base, (*pc).a);
        w.above(base).erase_now(value);
        on(w, pc.add(1), base)
    }
}
