//! A normal form as a term: `|x| |y| x(x(y))`.
//!
//! A positive tree is a term: `(x b)` is a λ, `(a b)` of two values a pair, `&7{a b}` a superposition. What stands at the
//! positive end of a wire is found from its negative end upwards: `(a r)` applies what comes from above, up to a binder. On
//! that way a duplication or a split is a `let`, unless it copies a variable. Each `let` stands in the innermost scope that
//! has all of its uses: its immediate dominator among scopes.
//!
//! Where there are superpositions of a duplication's label, it is no `let`: what it copies is shared in parts, and each copy
//! is shown in full. The sides that the way came from are kept ([`Sides`]), and a superposition below gives that side.
//!
//! All is done with lists of what is left to do, so no depth is too deep.

mod scope;

use super::Term;
use core::fmt::Write;
use polarnet_syntax::{
    net::Polarity,
    number::{Number, Numbers, Op, Shape},
};
use scope::Scopes;
use std::collections::HashSet;

const NONE: u32 = u32::MAX;
/// The longest text: what is shared may be much longer as a term.
const LONGEST: usize = 1 << 26;

/// The text, if the tree is a term.
pub(super) fn term(terms: &[Term], signs: &[Polarity], numbers: Numbers) -> Option<String> {
    if signs.len() != terms.len() || *signs.first()? == Polarity::Negative {
        return None;
    }
    let tree = Tree::new(terms, signs, numbers)?;
    let scopes = Scopes::new(&tree)?;
    Printer {
        tree: &tree,
        scopes: &scopes,
        names: vec![[NONE; 2]; terms.len()],
        count: 0,
        sides: Sides::default(),
        out: String::new(),
    }
    .print()
}

/// The tree with links.
struct Tree<'n> {
    terms: &'n [Term],
    signs: &'n [Polarity],
    numbers: Numbers,
    /// Of each node, where its children begin in `children`.
    first: Vec<u32>,
    children: Vec<u32>,
    /// The parent, and at which of its ports.
    above: Vec<(u32, u32)>,
    /// Of each wire, its other end.
    peer: Vec<u32>,
    /// Is it a duplication that copies a variable?
    plain: Vec<bool>,
    /// The labels of superpositions.
    superposed: HashSet<u32>,
}

/// Lists of labels and sides of duplications, the last one first; one is known by its number, and [`NONE`] is empty.
#[derive(Default)]
struct Sides(Vec<(u32, u32, u32)>);

impl Sides {
    fn push(&mut self, label: u32, side: u32, rest: u32) -> u32 {
        self.0.push((label, side, rest));
        self.0.len() as u32 - 1
    }

    /// The last side for this label, and the list without it.
    fn take(&mut self, label: u32, from: u32) -> Option<(u32, u32)> {
        let (mut skipped, mut at) = (Vec::new(), from);
        while at != NONE {
            let (found, side, rest) = self.0[at as usize];
            if found == label {
                let rest = skipped.into_iter().rev().fold(rest, |rest, (label, side)| self.push(label, side, rest));
                return Some((side, rest));
            }
            skipped.push((found, side));
            at = rest;
        }
        None
    }
}

/// What comes down a wire: where it comes from, and what happens on the way.
struct Way {
    base: Base,
    /// The sides at the base.
    sides: u32,
    steps: Vec<Step>,
}

enum Base {
    /// The variable of this λ.
    Variable(u32),
    /// One of the parts that this duplication or split makes.
    Part(u32, u32),
}

enum Step {
    /// Applied to this value, seen from these sides.
    Argument(u32, u32),
    /// With a value on its right, seen from these sides.
    Operator(Op, u32, u32),
    /// With a number on its left.
    Partial(Op, Number),
    /// A switch: its arms, seen from these sides.
    Switch(u32, u32),
}

impl<'n> Tree<'n> {
    fn new(terms: &'n [Term], signs: &'n [Polarity], numbers: Numbers) -> Option<Self> {
        let count = terms.len();
        let mut tree = Tree {
            terms,
            signs,
            numbers,
            first: Vec::with_capacity(count),
            children: Vec::new(),
            above: vec![(NONE, 0); count],
            peer: vec![NONE; count],
            plain: vec![false; count],
            superposed: HashSet::new(),
        };
        let mut ends: Vec<u32> = Vec::new();
        // The nodes whose children are still to come, and how many of them are there.
        let mut open: Vec<(u32, u32)> = Vec::new();
        for (at, term) in (0..).zip(terms) {
            if let Some((parent, port)) = open.last_mut() {
                tree.above[at as usize] = (*parent, *port);
                let slot = tree.first[*parent as usize] + *port;
                tree.children[slot as usize] = at;
                *port += 1;
            }
            tree.first.push(tree.children.len() as u32);
            tree.children.resize(tree.children.len() + term.arity(), NONE);
            if let Term::Wire(wire) = term {
                let wire = *wire as usize;
                ends.resize(ends.len().max(wire + 1), NONE);
                if ends[wire] != NONE {
                    (tree.peer[at as usize], tree.peer[ends[wire] as usize]) = (ends[wire], at);
                }
                ends[wire] = at;
            }
            open.push((at, 0));
            while open.last().is_some_and(|&(node, found)| found as usize == terms[node as usize].arity()) {
                open.pop();
            }
        }
        let superposed = (0..count)
            .filter(|&at| tree.positive(at as u32))
            .map(|at| &terms[at])
            .filter_map(label)
            .collect::<HashSet<_>>();
        tree.superposed = superposed;
        for at in 0..count as u32 {
            let (parent, port) = tree.above[at as usize];
            if tree.positive(at)
                || parent == NONE
                || label(&terms[at as usize]).is_none_or(|label| tree.superposed.contains(&label))
            {
                continue;
            }
            tree.plain[at as usize] = tree.binds(parent, port) || tree.plain[parent as usize] || tree.is_let(parent);
        }
        Some(tree)
    }

    fn positive(&self, node: u32) -> bool {
        self.signs[node as usize] == Polarity::Positive
    }

    fn term(&self, node: u32) -> &Term {
        &self.terms[node as usize]
    }

    fn child(&self, node: u32, port: u32) -> u32 {
        self.children[(self.first[node as usize] + port) as usize]
    }

    fn is_lambda(&self, node: u32) -> bool {
        self.positive(node) && matches!(self.term(node), Term::Con) && !self.positive(self.child(node, 0))
    }

    /// Is this the port of a λ for its variable?
    fn binds(&self, node: u32, port: u32) -> bool {
        port == 0 && self.is_lambda(node)
    }

    /// A duplication that is shown as `let`, or a split.
    fn is_let(&self, node: u32) -> bool {
        !self.positive(node)
            && match self.term(node) {
                Term::Con => !self.positive(self.child(node, 0)),
                Term::Dup(label) => !self.plain[node as usize] && !self.superposed.contains(label),
                _ => false,
            }
    }

    fn is_erased(&self, node: u32) -> bool {
        matches!(self.term(node), Term::Era)
    }

    /// What comes into a negative tree from above. None if that is no term.
    fn way(&self, mut node: u32, mut sides: u32, all: &mut Sides) -> Option<Way> {
        let mut steps = Vec::new();
        let base = loop {
            let (parent, port) = self.above[node as usize];
            if parent == NONE {
                return None;
            }
            if self.binds(parent, port) {
                break Base::Variable(parent);
            }
            if self.is_let(parent) {
                break Base::Part(parent, port);
            }
            if self.positive(parent) {
                return None;
            }
            let other = || self.child(parent, 0);
            match self.term(parent) {
                Term::Con if port == 1 => steps.push(Step::Argument(other(), sides)),
                Term::Dup(label) if self.superposed.contains(label) => sides = all.push(*label, port, sides),
                Term::Dup(_) => {}
                Term::Swi if port == 1 => steps.push(Step::Switch(other(), sides)),
                Term::Opr if port == 1 => match self.operator(other()) {
                    Some(Shape::Partial(op, left)) => steps.push(Step::Partial(op, Number::new(left, self.numbers))),
                    _ => {
                        // `$([+] $(b r))`: the symbol is one up.
                        let (upper, port) = self.above[parent as usize];
                        if upper == NONE || port != 1 || !matches!(self.term(upper), Term::Opr) {
                            return None;
                        }
                        let Some(Shape::Symbol(op)) = self.operator(self.child(upper, 0)) else { return None };
                        steps.push(Step::Operator(op, other(), sides));
                        node = upper;
                        continue;
                    }
                },
                _ => return None,
            }
            node = parent;
        };
        steps.reverse();
        Some(Way { base, sides, steps })
    }

    fn operator(&self, node: u32) -> Option<Shape> {
        match self.term(node) {
            Term::Num(number) => Some(number.shape()),
            _ => None,
        }
    }

    /// The arms of a switch on a number.
    fn arms(&self, node: u32) -> Option<[u32; 2]> {
        let pair = matches!(self.term(node), Term::Con) && !self.is_lambda(node);
        pair.then(|| [self.child(node, 0), self.child(node, 1)])
    }
}

fn label(term: &Term) -> Option<u32> {
    match term {
        Term::Dup(label) => Some(*label),
        _ => None,
    }
}

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
    Operator(Op),
}

struct Printer<'t, 'n> {
    tree: &'t Tree<'n>,
    scopes: &'t Scopes,
    /// Of each λ, and of both parts of a `let`, the number of the name.
    names: Vec<[u32; 2]>,
    count: u32,
    sides: Sides,
    out: String,
}

impl Printer<'_, '_> {
    fn print(mut self) -> Option<String> {
        let mut todo = vec![Act::Value(0, false, NONE)];
        self.lets(scope::ROOT, &mut todo);
        while let Some(act) = todo.pop() {
            if self.out.len() > LONGEST || self.sides.0.len() > LONGEST {
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
                Act::Operator(op) => {
                    let _ = write!(self.out, " {} ", word(op)?);
                }
            }
        }
        Some(self.out)
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
            Term::Wire(_) => return self.above(tree.peer[node as usize], tight, sides, todo),
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
                    after.extend([Act::Operator(op), Act::Value(right, true, sides)]);
                    loose = true;
                }
                Step::Partial(op, literal) => {
                    match op {
                        Op::Sub | Op::Div | Op::Rem | Op::Shl | Op::Shr => {
                            before.extend([Act::Operator(op), Act::Literal(literal)]);
                        }
                        // The other side comes first, as people write it.
                        _ => after.extend([Act::Operator(op.flipped()), Act::Literal(literal)]),
                    }
                    loose = true;
                }
                Step::Switch(arms, sides) => {
                    let [zero, other] = self.tree.arms(arms)?;
                    before.push(Act::Text("match "));
                    after.extend([Act::Text(" { 0 => "), Act::Value(zero, false, sides), Act::Text(", ")]);
                    if self.tree.is_lambda(other) {
                        after.extend([Act::Binder(other, 0), Act::Text(" + 1 => "), Act::Body(other, sides)]);
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

    /// `x`, `y`, …, `x1`, …
    fn name(&mut self, number: u32) {
        const LETTERS: &[u8; 25] = b"xyzwuvabcdefghijklmnoqrst";
        self.out.push(char::from(LETTERS[number as usize % LETTERS.len()]));
        if let round @ 1.. = number as usize / LETTERS.len() {
            let _ = write!(self.out, "{round}");
        }
    }
}

/// As terms have the operator.
fn word(op: Op) -> Option<&'static str> {
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
