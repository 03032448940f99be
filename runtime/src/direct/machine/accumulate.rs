//! Functions that call themselves under one operator, `f(n) = n + f(n - 1)`: the call takes their place.
//!
//! Below the frame stands another one, of [`PSEUDO`] words, once for all turns: what the results of the calls would have been added to. It goes on
//! with an instruction of [`LAST_ONES`], which is the last of the operators, done as ever: so interactions are counted as the net has them.

use super::{
    Code, Go,
    around::{PSEUDO, below, gives_to, link},
    calls::put_off_last,
    frame::{ahead, back, back_on, enter_last, get, go, row},
    handlers,
    steps::unsigned,
};
use crate::{
    cell::Cell,
    direct::code::{Instr, ROW, Reg},
    word::{UNSIGNED, Word},
    worker::Worker,
};
use polarnet_lower::{Accumulate, Form};
use polarnet_syntax::number::Op;

/// The registers of the frame below: what there is so far, and what comes back.
const SO_FAR: Reg = 0;
const LAST: Reg = 1;
const _: () = assert!(PSEUDO > LAST as usize);

const OPS: [Op; 5] = Accumulate::OPS;

/// The ways to write an operator.
const FORMS: [Form; 3] = [Form::Partial, Form::Symbol(false), Form::Symbol(true)];

/// What goes on when a result comes back to such a frame, by the operator, and by how it is written.
static LAST_ONES: [[Instr; 2]; OPS.len() * FORMS.len()] = {
    let row = Instr::new(Code::Row as u8, [LAST, 0, 0], 0);
    let mut all = [[row; 2]; OPS.len() * FORMS.len()];
    let mut at = 0;
    while at < all.len() {
        all[at][1] = Instr::new(Code::Accumulated as u8, [0; 3], at as u32);
        at += 1;
    }
    all
};

/// Of an operator, its place among [`Accumulate::OPS`], and which of these.
pub(crate) fn last_one(of: Accumulate) -> Option<(usize, Reg)> {
    let op = OPS.iter().position(|&op| op == of.op)?;
    let form = FORMS.iter().position(|&form| form == of.form)?;
    Some((op, (op * FORMS.len() + form) as Reg))
}

handlers! {
    accumulate_on[OP](w, i, base, pc) {
        let other = get(base, i.a);
        let keys = [other, get(base, i.b), get(base, i.c)].map(|word| word.key() ^ UNSIGNED);
        let row = *pc.add(2);
        let last = &LAST_ONES[row.a as usize];
        if keys != [0; 3] {
            return ahead(w, pc.add((*pc.add(3)).n as usize), base);
        }
        if !gives_to(base, last) {
            return first_turn(w, pc, base, last);
        }
        let so_far = below(base);
        *so_far = unsigned(OPS[OP], *so_far, other, w.mask).unwrap_or(Word::ERA);
        ahead(w, pc.add(4), base)
    }

    accumulated(w, i, base, pc) {
        let (op, form) = (OPS[i.n as usize / FORMS.len()], FORMS[i.n as usize % FORMS.len()]);
        let (so_far, last) = (get(base, SO_FAR), get(base, LAST));
        if let Some(result) = unsigned(op, so_far, last, w.mask) {
            return back(w, base, result);
        }
        let w = w.above(base);
        let result = match form {
            Form::Partial => w.operate_literal_now(op, so_far, last),
            // The second is a literal in the net, and has to be one here.
            Form::Symbol(false) => w.operate_now(op, last, so_far, false),
            Form::Symbol(true) => w.operate_now(op, so_far, last, true),
        };
        back_on(w, base, result)
    }
}

/// The frame below is made, and the function called again, above that.
#[inline(never)]
unsafe fn first_turn<C: Cell>(
    w: &mut Worker<'_, C>,
    pc: *const Instr,
    base: *mut Word,
    last: &'static [Instr; 2],
) -> Go {
    // SAFETY: D1, D2, D3: as `Handler` has it. D5: it is made before the limit.
    unsafe {
        if base >= w.frames.limit {
            return ahead(w, pc.add((*pc.add(3)).n as usize), base);
        }
        let (other, args) = (get(base, (*pc).a), row::<ROW>(pc.add(2), base));
        let above = link(base, last);
        for (at, arg) in args.into_iter().enumerate() {
            *above.add(at) = arg;
        }
        *base.add(SO_FAR.into()) = other;
        let (code, count) = (*pc.add(1)).linked();
        match enter_last(w, pc.offset(code), count, above) {
            Some((pc, base)) => go(w, pc, base),
            None => put_off_last(w, above, (*pc).n),
        }
    }
}
