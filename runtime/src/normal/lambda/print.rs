//! The text of a term.

use super::{
    LONGEST, NONE, Term, Tree,
    scope::{ROOT, Scopes},
    way::{Base, Sides, Step, Way},
};
use core::fmt::Write;
use polarnet_syntax::number::{Number, Numbers, Op, Shape, Type};

/// Something that is still to be printed.
#[derive(Clone, Copy)]
enum Act {
    Text(&'static str),
    /// A value, seen from these sides; in brackets if it is tight, and open at its ends.
    Value(u32, bool, u32),
    /// What comes into a negative tree from above.
    Above(u32, bool),
    /// What a λ has after its variable, or a switch's arm after `=>`.
    Body(u32, u32),
    /// Its end.
    End(u32),
    /// The variable that a negative tree takes.
    Binder(u32, u32),
    /// The `let` of a duplication or split.
    Let(u32),
    /// A name that has been printed before.
    Name(u32),
    Literal(Number),
    /// A number that is no literal, by which an operator would take its other side's type.
    Kept(Number),
    Operator(Op),
}

pub(super) struct Printer<'t, 'n> {
    tree: &'t Tree<'n>,
    scopes: &'t Scopes,
    /// Of each λ, and of both parts of a `let`, the number of the name.
    names: Vec<[u32; 2]>,
    count: u32,
    pub sides: Sides,
    pub out: String,
}

impl<'t, 'n> Printer<'t, 'n> {
    pub(super) fn new(tree: &'t Tree<'n>, scopes: &'t Scopes) -> Self {
        let count = tree.terms.len();
        let (names, sides) = (vec![[NONE; 2]; count], Sides::new(count));
        Printer { tree, scopes, names, count: 0, sides, out: String::new() }
    }

    pub(super) fn print(mut self) -> Option<String> {
        self.run()?;
        Some(self.out)
    }

    /// Prints all of it. None if it is no term.
    pub(super) fn run(&mut self) -> Option<()> {
        let mut todo = vec![Act::Value(0, false, NONE)];
        self.lets(ROOT, &mut todo);
        while let Some(act) = todo.pop() {
            if self.out.len() > LONGEST || self.sides.len() > LONGEST {
                return None;
            }
            match act {
                Act::Text(text) => self.out.push_str(text),
                Act::Value(node, tight, sides) => self.value(node, tight, sides, &mut todo)?,
                Act::Above(node, tight) => self.above(node, tight, NONE, &mut todo)?,
                Act::Body(node, sides) => {
                    todo.extend([Act::End(node), Act::Value(self.tree.child(node, 1), false, sides)]);
                    self.lets(node, &mut todo);
                }
                Act::End(node) => self.names[node as usize] = [NONE; 2],
                Act::Binder(node, port) => self.binder(node, port)?,
                Act::Name(name) => self.name(name),
                Act::Let(node) => {
                    let close = match self.tree.term(node) {
                        Term::Dup(label) => {
                            self.out.push_str("let ");
                            self.open(*label);
                            "} = "
                        }
                        _ => {
                            self.out.push_str("let (");
                            ") = "
                        }
                    };
                    let [open, end] = if self.scopes.lets(node).is_empty() { ["", "; "] } else { ["(", "); "] };
                    todo.extend([Act::Text(end), Act::Above(node, false)]);
                    self.lets(node, &mut todo);
                    todo.extend([
                        Act::Text(open),
                        Act::Text(close),
                        Act::Binder(node, 1),
                        Act::Text(", "),
                        Act::Binder(node, 0),
                    ]);
                }
                Act::Literal(literal) => {
                    let _ = write!(self.out, "{}", literal.display(self.tree.numbers));
                }
                Act::Kept(number) => {
                    let _ = write!(self.out, "(let k = {}; k)", number.display(self.tree.numbers));
                }
                Act::Operator(op) => {
                    let _ = write!(self.out, " {} ", word(op)?);
                }
            }
        }
        Some(())
    }

    /// The `let`s that stand at the beginning of a scope.
    fn lets(&self, scope: u32, todo: &mut Vec<Act>) {
        todo.extend(self.scopes.lets(scope).iter().map(|&node| Act::Let(node)));
    }

    /// `&7{`
    fn open(&mut self, label: u32) {
        if label > 0 {
            let _ = write!(self.out, "&{label}");
        }
        self.out.push('{');
    }

    fn value(&mut self, mut node: u32, tight: bool, mut sides: u32, todo: &mut Vec<Act>) -> Option<()> {
        let tree = self.tree;
        // A superposition whose side is known is that side.
        while let (Term::Dup(label), true) = (tree.term(node), tree.positive(node)) {
            let Some((side, rest)) = self.sides.take(*label, sides) else { break };
            (node, sides) = (tree.child(node, side), rest);
        }
        let list = |todo: &mut Vec<Act>, count: usize, close| {
            todo.push(Act::Text(close));
            for port in (0..count as u32).rev() {
                todo.push(Act::Value(tree.child(node, port), false, sides));
                if port > 0 {
                    todo.push(Act::Text(", "));
                }
            }
        };
        if !tree.positive(node) {
            return None;
        }
        match tree.term(node) {
            Term::Wire(_) => return self.above(tree.source(node)?, tight, sides, todo),
            Term::Num(number) if matches!(number.shape(), Shape::Plain(_)) => {
                let _ = write!(self.out, "{}", number.display(tree.numbers));
            }
            Term::Ref(name) => {
                let _ = write!(self.out, "@{name}");
            }
            Term::Con if tree.is_lambda(node) => {
                self.out.push_str(if tight { "(|" } else { "|" });
                todo.push(Act::Text(if tight { ")" } else { "" }));
                todo.extend([Act::Body(node, sides), Act::Text("| "), Act::Binder(node, 0)]);
            }
            Term::Con => {
                self.out.push('(');
                list(todo, 2, ")");
            }
            Term::Dup(label) => {
                self.open(*label);
                list(todo, 2, "}");
            }
            Term::User(name, ports) => {
                self.out.push_str(name);
                if *ports > 0 {
                    self.out.push('(');
                    list(todo, *ports, ")");
                }
            }
            _ => return None,
        }
        Some(())
    }

    fn above(&mut self, node: u32, tight: bool, sides: u32, todo: &mut Vec<Act>) -> Option<()> {
        let Way { base, sides, steps } = self.tree.way(node, sides, &mut self.sides)?;
        let name = match base {
            Base::Variable(lambda) => self.names[lambda as usize][0],
            Base::Part(node, port) if sides == NONE => self.names[node as usize][port as usize],
            // Its value would be seen from sides, and is shown from none.
            Base::Part(..) => return None,
        };
        // Its binder has been printed before: else the net is no term.
        if name == NONE {
            return None;
        }
        // What stands before the variable, from inside out, and after it.
        let (mut before, mut after) = (Vec::new(), Vec::new());
        // Is it an operator's, open on both sides?
        let mut loose = false;
        let mut steps = steps.into_iter().peekable();
        while let Some(step) = steps.next() {
            if std::mem::take(&mut loose) {
                before.push(Act::Text("("));
                after.push(Act::Text(")"));
            }
            match step {
                Step::Argument(argument, sides) => {
                    after.extend([Act::Text("("), Act::Value(argument, false, sides)]);
                    while let Some(&Step::Argument(argument, sides)) = steps.peek() {
                        after.extend([Act::Text(", "), Act::Value(argument, false, sides)]);
                        steps.next();
                    }
                    after.push(Act::Text(")"));
                }
                Step::Operator(op, right, sides) => {
                    let right = match self.tree.term(right) {
                        Term::Num(number) if word(op).is_some() && is_integer(*number) => Act::Kept(*number),
                        _ => Act::Value(right, true, sides),
                    };
                    if word(op).is_some() {
                        after.extend([Act::Operator(op), right]);
                    } else {
                        before.extend([Act::Operator(op.flipped()), right]);
                    }
                    loose = true;
                }
                Step::Partial(op, literal) => {
                    if !is_integer(literal) && word(op).is_some() {
                        before.extend([Act::Operator(op), Act::Kept(literal)]);
                    } else if literal_first(op) {
                        before.extend([Act::Operator(op), Act::Literal(literal)]);
                    } else {
                        after.extend([Act::Operator(op.flipped()), Act::Literal(literal)]);
                    }
                    loose = true;
                }
                Step::Switch(arms, sides) => {
                    let [zero, other] = self.tree.arms(arms)?;
                    before.push(Act::Text("match "));
                    after.extend([Act::Text(" { 0 => "), Act::Value(zero, false, sides), Act::Text(", ")]);
                    if self.tree.is_lambda(other) {
                        // An arm names what it has, also where it does not use it.
                        let is_erased = self.tree.is_erased(self.tree.child(other, 0));
                        let binder = if is_erased { Act::Name(self.fresh()) } else { Act::Binder(other, 0) };
                        after.extend([binder, Act::Text(" + 1 => "), Act::Body(other, sides)]);
                    } else {
                        let name = Act::Name(self.fresh());
                        after.extend([
                            name,
                            Act::Text(" + 1 => "),
                            Act::Value(other, true, sides),
                            Act::Text("("),
                            name,
                            Act::Text(")"),
                        ]);
                    }
                    after.push(Act::Text(" }"));
                }
            }
        }
        if loose && tight {
            before.push(Act::Text("("));
            after.push(Act::Text(")"));
        }
        todo.extend(after.into_iter().rev());
        todo.push(Act::Name(name));
        todo.extend(before);
        Some(())
    }

    fn fresh(&mut self) -> u32 {
        self.count += 1;
        self.count - 1
    }

    fn binder(&mut self, node: u32, port: u32) -> Option<()> {
        if self.tree.is_erased(self.tree.child(node, port)) {
            self.out.push('*');
            return Some(());
        }
        // A scope within itself, seen from other sides, would hide the outer name.
        if self.names[node as usize][port as usize] != NONE {
            return None;
        }
        let name = self.fresh();
        self.names[node as usize][port as usize] = name;
        self.name(name);
        Some(())
    }

    fn name(&mut self, number: u32) {
        variable(&mut self.out, number);
    }
}

/// `x`, `y`, …, `x1`, …
pub(super) fn variable(out: &mut String, number: u32) {
    const LETTERS: &[u8; 25] = b"xyzwuvabcdefghijklmnoqrst";
    out.push(char::from(LETTERS[number as usize % LETTERS.len()]));
    if let round @ 1.. = number as usize / LETTERS.len() {
        let _ = write!(out, "{round}");
    }
}

/// An integer literal takes the other side's type, and a float gives it its own.
pub(super) fn is_integer(number: Number) -> bool {
    matches!(number.ty(), Some(Type::U | Type::I))
}

/// Does the literal stand on the left of the operator that has it? Where it may, the other side does, as people write it.
pub(super) const fn literal_first(op: Op) -> bool {
    matches!(op, Op::Sub | Op::Div | Op::Rem | Op::Shl | Op::Shr)
}

/// As terms have the operator.
pub(super) fn word(op: Op) -> Option<&'static str> {
    Some(match op {
        Op::Eq => "==",
        Op::Ne => "!=",
        Op::Add
        | Op::Sub
        | Op::Mul
        | Op::Div
        | Op::Rem
        | Op::Lt
        | Op::Gt
        | Op::And
        | Op::Or
        | Op::Xor
        | Op::Shl
        | Op::Shr => op.symbol(Numbers::Native),
        _ => return None,
    })
}
