//! The register machine.
//!
//! Functions call each other on a stack of frames of its own; it is left only for what takes a node, and entered again when a
//! node calls. Where the stack ends, where the budget is spent, or memory runs out, calls are put off ([`super::park`]), and
//! all that wait for them wait in the net.

use super::{
    code::{Instr, ROW, Reg, UNSIGNED},
    resolve::{Args, Next},
};
use crate::{
    cell::Cell,
    word::{Tag, Word},
    worker::Worker,
};
use polarnet_syntax::number::{Number, Numbers, Op, Value};

/// Words of all frames. The hot end of it should stay in the cache. Debug builds have few, so that small nets test it.
const STACK: usize = if cfg!(debug_assertions) { 1 << 9 } else { 1 << 15 };

/// Words of the largest frame, with the link.
const LARGEST: usize = Reg::MAX as usize + 1 + LINK;

/// Words below a frame: the instruction to go back to, and the caller's registers with the one for the result.
const LINK: usize = 2;

/// The frames of a worker.
#[derive(Default)]
pub(crate) struct Frames {
    words: Box<[u64]>,
    /// Words in use.
    top: usize,
    /// Calls whose frames would end behind this are put off.
    limit: usize,
}

impl Frames {
    /// From here on all calls are put off, until the outermost function has returned.
    pub fn unwind(&mut self) {
        self.limit = 0;
    }

    pub fn is_unwinding(&self) -> bool {
        self.limit == 0
    }

    /// Is there no room for another frame?
    pub fn is_full(&self) -> bool {
        self.top >= self.limit
    }

    /// Calls go on again.
    pub fn open(&mut self) {
        if self.words.is_empty() {
            self.words = vec![0; STACK + LARGEST].into();
        }
        self.limit = STACK;
    }
}

static HALT: [Instr; 1] = [Instr::Halt];

impl<C: Cell> Worker<'_, C> {
    /// Runs a function of the book's code.
    ///
    /// # Safety
    ///
    /// There are as many arguments as it takes, and each is used once.
    pub(crate) unsafe fn run_code(&mut self, function: u32, args: &[Word]) -> Word {
        let program = self.program;
        let direct = program.direct().expect("who calls has it");
        let callee = &direct.callees[function as usize];
        debug_assert_eq!(args.len(), callee.args as usize);
        let bottom = self.frames.top;
        // SAFETY: D1: `Frames` has room for one frame more than its limit, and whoever calls has looked at the limit.
        let stack = self.frames.words.as_mut_ptr();
        // SAFETY: as above.
        let mut base = unsafe { stack.add(bottom + LINK) };
        let code = direct.code.as_ptr();
        let callees = direct.callees.as_ptr();
        // SAFETY: D2: the code of a function of this program.
        let mut pc = unsafe { code.add(callee.code as usize) };
        // SAFETY: as above.
        let mut top = unsafe { base.add(callee.frame as usize) };
        self.fused -= i64::from(callee.count);

        // SAFETY: D1, D3: registers of a frame are in it.
        macro_rules! get {
            ($reg:expr) => {
                Word(unsafe { *base.add($reg as usize) })
            };
        }
        // SAFETY: D1, D3: as above.
        macro_rules! set {
            ($reg:expr, $word:expr) => {{
                let word: Word = $word;
                unsafe { *base.add($reg as usize) = word.0 }
            }};
        }
        // SAFETY: D2: code has no end but `Return` and `Last…`, and jumps stay inside.
        macro_rules! next {
            ($by:expr) => {
                pc = unsafe { pc.offset($by as isize) }
            };
        }
        // What a slow path may use begins behind the frame.
        macro_rules! slow {
            ($call:expr) => {{
                // SAFETY: both are in the stack of frames.
                self.frames.top = unsafe { top.offset_from(stack) } as usize;
                $call
            }};
        }
        // The arguments of the instruction at hand, from the next ones.
        macro_rules! arguments {
            ($count:expr, $each:expr) => {{
                let count = $count as usize;
                for at in 0..count {
                    // SAFETY: D2: the compiler has put them there.
                    let Instr::Args(row) = (unsafe { *pc.add(1 + at / ROW) }) else { unreachable!("arguments follow") };
                    $each(at, get!(row[at % ROW]));
                }
                1 + count.div_ceil(ROW)
            }};
        }
        // A frame for a function, above this one. `None`: the call is put off.
        macro_rules! enter {
            ($function:expr, $to:expr, $back:expr, $($at:literal: $arg:expr),*) => {{
                // SAFETY: D2: a function of this program.
                let callee = unsafe { &*callees.add($function as usize) };
                // SAFETY: D1: in the stack of frames, which has room for a frame more than its limit.
                let frame = unsafe { top.add(LINK) };
                // SAFETY: as above.
                let end = unsafe { frame.add(callee.frame as usize) };
                self.fused -= i64::from(callee.count);
                // SAFETY: both are in the stack of frames.
                if self.fused < 0 || unsafe { end.offset_from(stack) } as usize > self.frames.limit {
                    self.fused += i64::from(callee.count);
                    false
                } else {
                    // SAFETY: D1: the frame has been found to fit.
                    unsafe {
                        $(*frame.add($at) = $arg.0;)*
                        *top = pc.offset($back as isize) as u64;
                        *top.add(1) = (base.offset_from(stack) as u64) << 8 | u64::from($to);
                    }
                    base = frame;
                    top = end;
                    // SAFETY: D2: a function of this program.
                    pc = unsafe { code.add(callee.code as usize) };
                    true
                }
            }};
        }
        // The result of the function goes to its caller.
        macro_rules! back {
            ($result:expr) => {{
                let result: Word = $result;
                // SAFETY: D1: below each frame there is its link.
                unsafe {
                    top = base.sub(LINK);
                    pc = *top as *const Instr;
                    let link = *top.add(1);
                    base = stack.add((link >> 8) as usize);
                    *base.add((link & 255) as usize) = result.0;
                }
            }};
        }

        for (at, &arg) in args.iter().enumerate() {
            set!(at, arg);
        }
        // SAFETY: D1: the frame's link.
        unsafe {
            *stack.add(bottom) = HALT.as_ptr() as u64;
            // The result goes where the link was.
            *stack.add(bottom + 1) = (bottom as u64) << 8;
        }
        let numbers = program.numbers();
        let result = loop {
            // SAFETY: D2.
            match unsafe { *pc } {
                Instr::Number { of, function } => {
                    let value = get!(of);
                    if value.is_var() || value.tag() != Tag::NUM {
                        match slow!(self.miss(function, base, of, Tag::NUM)) {
                            Some(result) => back!(result),
                            None => continue,
                        }
                    } else {
                        next!(1);
                    }
                }
                Instr::Pair { of, function } => {
                    let value = get!(of);
                    if value.is_var() || value.tag() != Tag::PAIR {
                        match slow!(self.miss(function, base, of, Tag::PAIR)) {
                            Some(result) => back!(result),
                            None => continue,
                        }
                    } else {
                        next!(1);
                    }
                }
                Instr::Count(count) => {
                    self.fused -= i64::from(count);
                    next!(1);
                }
                Instr::Load { to, at } => {
                    // SAFETY: D2: a constant of this program.
                    set!(to, unsafe { *direct.constants.get_unchecked(at as usize) });
                    next!(1);
                }
                Instr::Move { to, of } => {
                    set!(to, get!(of));
                    next!(1);
                }
                Instr::Switch { of, before, succ } => {
                    let value = get!(of);
                    let n = if value.key() == UNSIGNED { value.loc() } else { value.as_number().raw(numbers) };
                    if n == 0 {
                        next!(1);
                    } else {
                        set!(before, Word::number(Number::u(n - 1, numbers)));
                        next!(succ);
                    }
                }
                Instr::Unless { of, to } => {
                    let value = self.known(get!(of));
                    set!(of, value);
                    if value.is_var() || value.tag() != Tag::NUM {
                        next!(to);
                    } else {
                        next!(1);
                    }
                }
                Instr::Jump(by) => next!(by),
                Instr::Copy { of, a, b, label } => {
                    let value = get!(of);
                    let [x, y] = match !value.is_var() && value.tag() == Tag::NUM {
                        true => [value; 2],
                        false => slow!(self.copy_now(label, value)),
                    };
                    set!(a, x);
                    set!(b, y);
                    next!(1);
                }
                Instr::Take { of, a, b } => {
                    let [x, y] = self.ports(Tag::PAIR, get!(of).loc());
                    set!(a, x);
                    set!(b, y);
                    next!(1);
                }
                Instr::Split { of, a, b } => {
                    let value = get!(of);
                    let [x, y] = match !value.is_var() && value.tag() == Tag::PAIR {
                        true => self.ports(Tag::PAIR, value.loc()),
                        false => slow!(self.split_now(value)),
                    };
                    set!(a, x);
                    set!(b, y);
                    next!(1);
                }
                Instr::Operate { to, x, y, op, late } => {
                    let [x, y] = [get!(x), get!(y)];
                    let result = match unsigned(op, x, y, numbers) {
                        Some(result) => result,
                        None => slow!(self.operate_now(op, x, y, late)),
                    };
                    set!(to, result);
                    next!(1);
                }
                Instr::OperateLiteral { to, y, op, literal } => {
                    let (x, y) = (Word::number(Number::u(literal, Numbers::Native)), get!(y));
                    let result = match unsigned(op, x, y, numbers) {
                        Some(result) => result,
                        None => slow!(self.operate_literal_now(op, x, y)),
                    };
                    set!(to, result);
                    next!(1);
                }
                Instr::Core { of, at } => {
                    let node = direct.cores[at as usize];
                    let value = get!(of);
                    let slots = node.slots.map(|slot| slot.map_or(Word::EMPTY, |reg| get!(reg)));
                    let results = slow!(self.core_now(node.tag, node.label, value, slots, node.counted));
                    for (slot, result) in node.slots.into_iter().zip(results) {
                        if let Err(to) = slot {
                            set!(to, result);
                        }
                    }
                    next!(1);
                }
                Instr::Act { of, at } => {
                    let act = &direct.acts[at as usize];
                    let mut terms = act.args.iter().map(|&reg| get!(reg));
                    let value = get!(of);
                    let node = slow!(self.act_now(act.symbol, value, &mut terms));
                    let shape = program.agent(act.symbol);
                    let cells = (0..shape.arity).filter(|&slot| shape.is_cell(slot));
                    for (slot, &to) in cells.zip(&act.results) {
                        let place = node.map_or(Word::ERA, |node| shape.var(node, slot));
                        set!(to, self.known(place));
                    }
                    next!(1);
                }
                Instr::Node { to, a, b, key } => {
                    let node = self.node(get!(a), get!(b));
                    set!(to, Word(u64::from(node) << 32 | u64::from(key)));
                    next!(1);
                }
                Instr::Alloc { to, words } => {
                    let node = self.alloc(u32::from(words));
                    set!(to, Word(u64::from(node) << 32));
                    next!(1);
                }
                Instr::Fill { node, slot, of } => {
                    let (node, term) = (get!(node).loc(), get!(of));
                    // SAFETY: L2: the node is fresh, and this slot is a term slot that nobody else knows yet.
                    unsafe { self.cell(node + u32::from(slot)).init(term) }
                    next!(1);
                }
                Instr::Empty { node, slot } => {
                    let node = get!(node).loc();
                    // SAFETY: L2: as above.
                    unsafe { self.cell(node + u32::from(slot)).init(Word::EMPTY) }
                    next!(1);
                }
                Instr::Term { to, node, key } => {
                    set!(to, Word(get!(node).0 | u64::from(key)));
                    next!(1);
                }
                Instr::Var { to, node, slot, words, cells } => {
                    let [slot, words, cells] = [slot, words, cells].map(u32::from);
                    set!(to, Word::var(get!(node).loc(), slot, words, cells));
                    next!(1);
                }
                Instr::Erase { of } => {
                    let value = get!(of);
                    if value.is_var() || !value.tag().is_leaf() {
                        slow!(self.erase_now(value));
                    }
                    next!(1);
                }
                Instr::Wire { to } => {
                    let cell = self.node(Word::EMPTY, Word::ERA);
                    set!(to, Word::var(cell, 0, 2, 1));
                    next!(1);
                }
                Instr::Give { of, to } => {
                    let (value, place) = (get!(of), get!(to));
                    slow!(self.give_now(value, place));
                    next!(1);
                }
                Instr::Call1 { to, a, function } => {
                    let a = get!(a);
                    if !enter!(function, to, 1, 0: a) {
                        set!(to, slow!(self.put_off_call(function, &[a])));
                        next!(1);
                    }
                }
                Instr::Call2 { to, a, b, function } => {
                    let [a, b] = [get!(a), get!(b)];
                    if !enter!(function, to, 1, 0: a, 1: b) {
                        set!(to, slow!(self.put_off_call(function, &[a, b])));
                        next!(1);
                    }
                }
                Instr::Call { to, count, function } => {
                    // SAFETY: D1: behind the frame there is room for another one.
                    let words = arguments!(count, |at, arg: Word| unsafe { *top.add(LINK + at) = arg.0 });
                    if !enter!(function, to, words,) {
                        let args = slow!(self.given(LINK, count));
                        set!(to, self.put_off_call(function, &args));
                        next!(words);
                    }
                }
                Instr::Last1 { a, function } => {
                    let a = get!(a);
                    set!(0, a);
                    match self.goes_round(function) {
                        Some((at, frame)) => {
                            // SAFETY: D1, D2: the new frame stands where the old one stood.
                            (pc, top) = unsafe { (code.add(at as usize), base.add(frame as usize)) };
                        }
                        None => back!(slow!(self.put_off_call(function, &[a]))),
                    }
                }
                Instr::Last2 { a, b, function } => {
                    let [a, b] = [get!(a), get!(b)];
                    set!(0, a);
                    set!(1, b);
                    match self.goes_round(function) {
                        // SAFETY: D1, D2: as above.
                        Some((at, frame)) => (pc, top) = unsafe { (code.add(at as usize), base.add(frame as usize)) },
                        None => back!(slow!(self.put_off_call(function, &[a, b]))),
                    }
                }
                Instr::Last { count, function } => {
                    // SAFETY: D1: behind the frame there is room for another one.
                    let _ = arguments!(count, |at, arg: Word| unsafe { *top.add(at) = arg.0 });
                    let count = usize::from(count);
                    // SAFETY: D1: both are frames of the stack.
                    unsafe { core::ptr::copy(top, base, count) }
                    match self.goes_round(function) {
                        // SAFETY: D1, D2: as above.
                        Some((at, frame)) => (pc, top) = unsafe { (code.add(at as usize), base.add(frame as usize)) },
                        None => {
                            let args = slow!(self.given(0, count as u8));
                            back!(self.put_off_call(function, &args));
                        }
                    }
                }
                Instr::Close { to, count, def } => {
                    let mut args = Args::default();
                    let words = arguments!(count, |_, arg| args.push(arg));
                    set!(to, slow!(self.close(def, &args)));
                    next!(words);
                }
                Instr::Apply { to, of, count } => {
                    let mut args = Args::default();
                    let words = arguments!(count, |_, arg| args.push(arg));
                    let value = get!(of);
                    match slow!(self.resolve(value, &mut args)) {
                        Next::Done(result) => {
                            set!(to, result);
                            next!(words);
                        }
                        Next::Call(function) => {
                            for (at, arg) in args.as_slice().iter().enumerate() {
                                // SAFETY: D1: behind the frame there is room for another one.
                                unsafe { *top.add(LINK + at) = arg.0 }
                            }
                            if !enter!(function, to, words,) {
                                set!(to, slow!(self.put_off_call(function, args.as_slice())));
                                next!(words);
                            }
                        }
                    }
                }
                Instr::LastApply { of, count } => {
                    let mut args = Args::default();
                    let _ = arguments!(count, |_, arg| args.push(arg));
                    let value = get!(of);
                    match slow!(self.resolve(value, &mut args)) {
                        Next::Done(result) => back!(result),
                        Next::Call(function) => {
                            for (at, &arg) in args.as_slice().iter().enumerate() {
                                set!(at, arg);
                            }
                            match self.goes_round(function) {
                                // SAFETY: D1, D2: as above.
                                Some((at, frame)) => {
                                    (pc, top) = unsafe { (code.add(at as usize), base.add(frame as usize)) }
                                }
                                None => back!(slow!(self.put_off_call(function, args.as_slice()))),
                            }
                        }
                    }
                }
                Instr::Return { of } => back!(get!(of)),
                Instr::Halt => break get!(0),
                Instr::Args(_) => unreachable!("arguments are read with their instruction"),
            }
        };
        self.frames.top = bottom;
        result
    }

    /// May a function take the place of the one that ends with it? Where its code begins, and the words of its frame.
    ///
    /// The frame may be larger than the old one's, by less than [`LARGEST`]: so there is always room.
    #[inline(always)]
    fn goes_round(&mut self, function: u32) -> Option<(u32, u16)> {
        let callee = self.program.direct()?.callees[function as usize];
        self.fused -= i64::from(callee.count);
        if self.fused < 0 || self.frames.is_unwinding() {
            self.fused += i64::from(callee.count);
            return None;
        }
        Some((callee.code, callee.frame))
    }

    /// The arguments that stand behind the frame.
    fn given(&self, from: usize, count: u8) -> Vec<Word> {
        let first = self.frames.top + from;
        self.frames.words[first..first + usize::from(count)].iter().map(|&word| Word(word)).collect()
    }
}

/// `x op y`, of unsigned numbers.
#[inline(always)]
fn unsigned(op: Op, x: Word, y: Word, numbers: Numbers) -> Option<Word> {
    if x.key() != UNSIGNED || y.key() != UNSIGNED {
        return None;
    }
    match op.apply(Value::U(x.loc()), Value::U(y.loc()), Numbers::Native) {
        (Value::U(result), None) => Some(Word::number(Number::u(result, numbers))),
        _ => None,
    }
}
