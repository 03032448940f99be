//! The steps of a function.

use super::{
    function::{Emit, name},
    operands::{constant, label, tag},
};
use crate::word::Word;
use core::fmt::Write;
use polarnet_columns::Space;
use polarnet_lower::{Block, Core, Form, Function, Operand, Operate, Step, Switch, Test};
use polarnet_syntax::{
    net::{Polarity, Symbol},
    number::Number,
};

/// Writes the body of one function.
pub struct Writer<'w, 'e, S: Space> {
    pub emit: &'w Emit<'e, S>,
    pub of: &'w Function,
    pub text: &'w mut String,
    pub indent: usize,
    /// What ends the function.
    pub ends: String,
    /// Words and cells of the node that a rule's agent meets.
    pub met: (u32, u32),
}

impl<S: Space> Writer<'_, '_, S> {
    fn line(&mut self, line: &str) {
        let _ = writeln!(self.text, "{:1$}{line}", "", 4 * self.indent);
    }

    fn operand(&self, operand: Operand) -> String {
        self.emit.operand(self.of, operand)
    }

    /// The steps; the result comes to `to`. `last`: it is the function's.
    pub fn block(&mut self, block: &Block, to: &str, last: bool) {
        let (steps, end) = match block.steps.split_last() {
            Some((end, steps)) if gives(end, block.result) => (steps, Some(end)),
            _ => (&block.steps[..], None),
        };
        steps.iter().for_each(|step| self.step(step));
        match end {
            Some(Step::Apply { value, args, .. }) => self.apply(*value, args, to, last),
            Some(Step::Switch(switch)) => self.switch(switch, to, last),
            _ => {
                let result = self.operand(block.result);
                self.line(&format!("{to} = {result};"));
            }
        }
    }

    pub fn steps(&mut self, steps: &[Step]) {
        steps.iter().for_each(|step| self.step(step));
    }

    fn step(&mut self, step: &Step) {
        match step {
            Step::Apply { value, args, result } => {
                self.line(&format!("Word r{result};"));
                self.apply(*value, args, &format!("r{result}"), false);
            }
            Step::Switch(switch) => {
                let result = format!("r{}", switch.result);
                self.line(&format!("Word {result};"));
                self.switch(switch, &result, false);
            }
            Step::Operate(operate) => self.operate(operate),
            Step::Core { core, value, slots } => self.core(*core, *value, slots),
            Step::Build { node, .. } => {
                let (words, _) = self.emit.size(self.of, *node);
                self.line(&format!("u32 n{node} = alloc(w, {words});"));
                for slot in self.emit.empty(self.of, *node) {
                    self.line(&format!("init(&w.heap[n{node} + {slot}], EMPTY);"));
                }
            }
            Step::Fill { node, slot, term } => {
                let term = self.operand(*term);
                self.line(&format!("init(&w.heap[n{node} + {slot}], {term});"));
            }
            Step::Erase(term) => {
                let term = self.operand(*term);
                self.line(&format!("erase_value(w, {term});"));
            }
            Step::Wire(reg) => self.line(&format!("Word r{reg} = fresh_wire(w);")),
            Step::Give(term, reg) => {
                let term = self.operand(*term);
                self.line(&format!("give_value(w, {term}, r{reg});"));
            }
            Step::Call { actor, value, args, results } => self.act(*actor, *value, args, results),
            Step::GiveField(term, port) => {
                let (term, (words, cells)) = (self.operand(*term), self.met);
                self.line(&format!("give_value(w, {term}, var(loc(v), {port}, {words}, {cells}));"));
            }
            Step::Case(_) | Step::Select(_) => unreachable!("what has guesses is not compiled"),
        }
    }

    fn apply(&mut self, value: Operand, args: &[Operand], to: &str, last: bool) {
        let given = self.emit.operands(self.of, args);
        let Operand::Ref(def) = value else {
            let value = self.operand(value);
            return self.line(&format!("{to} = apply_to(w, {value}{given});"));
        };
        let functions = &self.emit.definitions[def as usize].functions;
        if last && (def, args.len() as u32) == (self.of.def, self.of.args) && !args.is_empty() {
            return self.again(args);
        }
        match functions.range(..=args.len() as u32).next_back() {
            Some((&taken, function)) if taken as usize == args.len() => {
                self.line(&format!("{to} = {}(w{given});", name(function)));
            }
            Some((&taken, function)) if taken > 0 => {
                let (first, rest) = args.split_at(taken as usize);
                let [first, rest] = [first, rest].map(|args| self.emit.operands(self.of, args));
                self.line(&format!("{to} = {}(w{first});", name(function)));
                self.line(&format!("{to} = apply_to(w, {to}{rest});"));
            }
            _ => self.line(&format!("{to} = later(w, ref({def}){given});")),
        }
    }

    /// The function once more, in its place.
    fn again(&mut self, args: &[Operand]) {
        let given: Vec<_> = args.iter().map(|&arg| self.operand(arg)).collect();
        self.line("{");
        self.indent += 1;
        for (at, given) in given.iter().enumerate() {
            self.line(&format!("Word q{at} = {given};"));
        }
        for at in 0..given.len() {
            self.line(&format!("p{at} = q{at};"));
        }
        let ends = format!("{};", self.ends);
        self.line(&ends);
        self.line("continue;");
        self.indent -= 1;
        self.line("}");
    }

    fn switch(&mut self, switch: &Switch, to: &str, last: bool) {
        let of = self.operand(switch.value);
        // What has been looked at is what both arms, and the third, have.
        let (of, has_name) = match switch.value {
            Operand::Port(_) | Operand::Reg(_) => (of, true),
            _ => (format!("x{}", switch.result), false),
        };
        if !has_name {
            let value = self.operand(switch.value);
            self.line(&format!("Word {of} = {value};"));
        }
        if switch.other.is_some() {
            self.line(&format!("if (is_var({of})) {of} = known(w, {of});"));
            self.line(&format!("if (is_number({of})) {{"));
            self.indent += 1;
        }
        let number = format!("u{}", switch.result);
        self.line(&format!("u32 {number} = tested(w, {of});"));
        self.line(&format!("if ({number} == 0) {{"));
        self.arm(&switch.zero, to, last, None);
        self.line("} else {");
        let before = format!("Word r{} = predecessor(w, {number});", switch.before);
        self.arm(&switch.succ, to, last, Some(&before));
        self.line("}");
        if let Some(other) = &switch.other {
            self.indent -= 1;
            self.line("} else {");
            self.arm(other, to, last, None);
            self.line("}");
        }
    }

    fn arm(&mut self, block: &Block, to: &str, last: bool, first: Option<&str>) {
        self.indent += 1;
        if let Some(first) = first {
            self.line(first);
        }
        if block.count > 0 {
            self.line(&format!("w.fused += {};", block.count));
        }
        self.block(block, to, last);
        self.indent -= 1;
    }

    fn operate(&mut self, operate: &Operate) {
        let Operate { op, x, y, form, result } = *operate;
        let made = match (form, x) {
            (Form::Partial, Operand::Num(literal)) => {
                let partial = constant(Word::number(Number::partial(op, literal, self.emit.numbers)));
                let [x, y] = [x, y].map(|operand| self.operand(operand));
                format!("operate_literal(w, {}, {x}, {partial}, {y})", op as u32)
            }
            _ => {
                let late = u32::from(form == Form::Symbol(true));
                let [x, y] = [x, y].map(|operand| self.operand(operand));
                format!("operate_both(w, {}, {x}, {y}, {late})", op as u32)
            }
        };
        self.line(&format!("Word r{result} = {made};"));
    }

    fn core(&mut self, core: Core, value: Operand, slots: &[Result<Operand, u32>; 2]) {
        let of = self.operand(value);
        match (core, slots) {
            (Core::Dup(label), [Err(a), Err(b)]) => {
                self.line(&format!("Word r{a}, r{b};"));
                self.line(&format!("copy_value(w, {label}, {of}, r{a}, r{b});"));
            }
            (Core::Con, [Err(a), Err(b)]) => {
                let is_tested = matches!(value, Operand::Port(port) if self.of.tests.contains(&(port, Test::Pair)));
                self.line(&format!("Word r{a}, r{b};"));
                self.line(&match is_tested {
                    true => format!("ports(w, TAG_PAIR, loc({of}), r{a}, r{b});"),
                    false => format!("split_value(w, {of}, r{a}, r{b});"),
                });
            }
            _ => {
                let cells = (0..2).map(|slot| u32::from(slots[slot].is_err()) << slot).sum();
                let counted = match core {
                    Core::Opr(false) if cells == 0b10 && matches!(slots[0], Ok(Operand::Num(_))) => 1,
                    Core::Opr(_) if cells == 0b10 => 2,
                    _ => 0,
                };
                let terms = slots.map(|slot| slot.map_or("EMPTY".to_owned(), |term| self.operand(term)));
                let results: Vec<_> = (0..2).filter_map(|slot| Some((slot, slots[slot].err()?))).collect();
                for (_, reg) in &results {
                    self.line(&format!("Word r{reg};"));
                }
                self.line("{");
                self.indent += 1;
                self.line(&format!("Word slots[2] = {{{}, {}}};", terms[0], terms[1]));
                let (tag, label) = (tag(core, 1, cells).0, label(core));
                self.line(&format!("core_meets(w, {tag}, {label}, {of}, slots, {counted});"));
                for (slot, reg) in results {
                    self.line(&format!("r{reg} = slots[{slot}];"));
                }
                self.indent -= 1;
                self.line("}");
            }
        }
    }

    /// A negative agent of the book: its function, or a node that meets the value.
    fn act(&mut self, actor: Symbol, value: Operand, args: &[Operand], results: &[u32]) {
        let (words, cells, Symbol(symbol)) = (self.emit.words(actor), self.emit.cells(actor), actor);
        let ports = &self.emit.book.agent(actor).ports;
        let value = self.operand(value);
        let given = self.emit.operands(self.of, args);
        if let Some(lines) = self.emit.call_of_actor(actor, &value, &given, results) {
            return lines.iter().for_each(|line| self.line(line));
        }
        if ports.is_empty() {
            return self.line(&format!("meets(w, {value}, word(TAG_ACTOR, {symbol}, 0));"));
        }
        for reg in results {
            self.line(&format!("Word r{reg};"));
        }
        self.line("{");
        self.indent += 1;
        self.line(&format!("u32 node = alloc(w, {words});"));
        let (mut args, mut results) = (args.iter(), results.iter());
        for slot in 0..words {
            let term = match ports.get(slot as usize) {
                Some(Polarity::Positive) => args.next().map(|&arg| self.operand(arg)),
                Some(Polarity::Negative) => {
                    if let Some(reg) = results.next() {
                        self.line(&format!("r{reg} = var(node, {slot}, {words}, {cells});"));
                    }
                    None
                }
                None => None,
            };
            let term = term.unwrap_or_else(|| "EMPTY".into());
            self.line(&format!("init(&w.heap[node + {slot}], {term});"));
        }
        self.line(&format!("meets(w, {value}, word(TAG_ACTOR, {symbol}, node));"));
        self.indent -= 1;
        self.line("}");
    }
}

/// Is the result of a step that of its block?
fn gives(last: &Step, result: Operand) -> bool {
    match last {
        Step::Apply { result: reg, .. } => Operand::Reg(*reg) == result,
        Step::Switch(switch) => Operand::Reg(switch.result) == result,
        _ => false,
    }
}
