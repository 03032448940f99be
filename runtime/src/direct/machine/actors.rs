//! What only the functions of negative agents do. What they meet is in register 0.

use super::{
    Go,
    around::around_one,
    frame::{ahead, back, back_on, get, next, on, set},
    handlers,
};
use crate::{
    agents::Numbers,
    cell::Cell,
    direct::code::Instr,
    word::{Tag, Word},
    worker::{MAX_ARITY, Worker},
};

handlers! {
    case(w, i, base, pc) {
        let to = if get(base, i.a).key() == i.n { 2 } else { (*pc.add(1)).n as usize };
        ahead(w, pc.add(to), base)
    }

    case_fields(w, i, base, pc) {
        let value = get(base, 0);
        if value.key() != i.n {
            return ahead(w, pc.add((*pc.add(1)).n as usize), base);
        }
        // Term slots of a node that this worker holds (L1, L2).
        let (x, y) = (w.slot(value.loc(), 0).take(), w.slot(value.loc(), 1).take());
        set(base, i.a, x);
        set(base, i.b, y);
        // The rest of a list is what comes next, as a rule.
        w.fetch(y);
        ahead(w, pc.add(2), base)
    }

    cases(w, i, base, pc) {
        let table = &w.direct().tables[i.n as usize];
        let to = table.get(&get(base, i.a).key()).map_or(1, |&to| to as usize);
        ahead(w, pc.add(to), base)
    }

    unmet(w, i, base, pc) { unmet_slowly(w, i, base) }

    stuck(w, i, base, pc) {
        w.fused += 1;
        w.above(base).no_rule(Word::new(Tag::ACTOR, i.n, 0), get(base, i.a));
        (core::ptr::null(), base)
    }

    field(w, i, base, pc) {
        // A term slot of a node that this worker holds (L1, L2).
        let term = w.slot(get(base, 0).loc(), u32::from(i.b)).take();
        set(base, i.a, term);
        next(w, pc, base)
    }

    free(w, i, base, pc) {
        let node = get(base, 0).loc();
        w.release(node, i.n);
        w.foresee(node);
        next(w, pc, base)
    }

    reuse(w, i, base, pc) {
        set(base, i.a, Word(u64::from(get(base, 0).loc()) << 32));
        next(w, pc, base)
    }

    renew(w, i, base, pc) {
        let node = get(base, 0).loc();
        w.fill(node, get(base, i.b), get(base, i.c));
        set(base, i.a, Word(u64::from(node) << 32 | u64::from(i.n)));
        next(w, pc, base)
    }

    renew_in_order(w, i, base, pc) {
        let Some(node) = w.alloc_in_order() else { return renew_slowly(w, pc, base) };
        w.fill(node, get(base, i.b), get(base, i.c));
        w.release_in_order(get(base, 0).loc());
        set(base, i.a, Word(u64::from(node) << 32 | u64::from(i.n)));
        next(w, pc, base)
    }

    renew_around(w, i, base, pc) {
        let node = get(base, 0).loc();
        w.fill(node, get(base, i.b), get(base, i.c));
        set(base, i.a, Word(u64::from(node) << 32 | u64::from(i.n)));
        around_one(w, pc.add(1), base)
    }

    compute(w, i, base, pc) {
        let program = w.program;
        let computed = &program.direct().expect("there is code").computed[i.n as usize];
        let known = Numbers(computed.known.iter().map(|&reg| get(base, reg).as_number()).collect());
        let (number, fault) = computed.code.run(&known.0, program.numbers());
        if !computed.guard {
            w.fault = w.fault.or(fault);
        }
        set(base, i.a, Word::number(number));
        next(w, pc, base)
    }

    if_zero(w, i, base, pc) {
        // As a guard has it: the bits.
        let to = if get(base, i.a).loc() == 0 { i.n as usize } else { 1 };
        ahead(w, pc.add(to), base)
    }

    give_two(w, i, base, pc) {
        let (first, second) = (get(base, i.a), get(base, i.b));
        *base.add(1) = second;
        back(w, base, first)
    }

    give_row(w, i, base, pc) {
        let row = &w.direct().rows[i.n as usize];
        let mut results = [Word::ERA; MAX_ARITY];
        for (result, &reg) in results.iter_mut().zip(row) {
            *result = get(base, reg);
        }
        for (at, &result) in results.iter().enumerate().take(row.len()).skip(1) {
            *base.add(at) = result;
        }
        back(w, base, results[0])
    }
}

#[cold]
#[inline(never)]
unsafe fn renew_slowly<C: Cell>(w: &mut Worker<'_, C>, pc: *const Instr, base: *mut Word) -> Go {
    // SAFETY: D1, D2, D3: as `Handler` has it.
    unsafe {
        let i = *pc;
        let node = w.alloc_next();
        if !w.over {
            w.fill(node, get(base, i.b), get(base, i.c));
            w.release_in_order(get(base, 0).loc());
            set(base, i.a, Word(u64::from(node) << 32 | u64::from(i.n)));
        }
        on(w, pc.add(1), base)
    }
}

/// It is looked at again; if there is nothing new, the agent waits for it, or has no rule.
#[cold]
#[inline(never)]
unsafe fn unmet_slowly<C: Cell>(w: &mut Worker<'_, C>, i: Instr, base: *mut Word) -> Go {
    // SAFETY: D1, D2, D3: as `Handler` has it.
    unsafe {
        let callee = *w.callees.add(i.n as usize);
        let met = get(base, 0);
        let value = w.above(base).value_now(met);
        set(base, 0, value);
        if value.key() != met.key() {
            let code = w.code.add(callee.code as usize);
            return on(w, code, base);
        }
        w.fused += 1;
        if w.over || !value.is_var() && matches!(value.tag(), Tag::VALUE | Tag::NUM) {
            if !w.over {
                w.no_rule(Word::new(Tag::ACTOR, callee.def, 0), value);
            }
            return (core::ptr::null(), base);
        }
        let redex = w.above(base).actor_node(callee.def, base);
        w.settle_now(redex);
        if !w.over {
            for at in 0..w.program.agent(callee.def).cells as usize {
                *base.add(at) = w.known(*base.add(at));
            }
        }
        back_on(w, base, *base)
    }
}
