//! Random typed programs that end, with reductions longer than those of a soup.
//!
//! Expressions of the simply typed λ-calculus with numbers and pairs become nets in the usual way: a variable that is
//! used more than once is duplicated, what is called is a definition or a λ. Definitions call later ones, or are
//! recursive in a number that a switch counts down.

use super::{
    choices::Choices,
    net::{Book, Def, Kind, Term, con, node, spine},
    numbers,
};

/// A type.
#[derive(Clone, PartialEq)]
enum Type {
    Num,
    Pair(Box<[Type; 2]>),
    Fun(Box<[Type; 2]>),
}

/// What a definition takes and gives.
struct Signature {
    /// The first parameter is a small number that counts the recursion down.
    recursive: bool,
    parameters: Vec<Type>,
    result: Type,
}

impl Signature {
    /// Its type when `count` parameters have been given.
    fn after(&self, count: usize) -> Type {
        let rest = self.parameters[count..].iter().rev();
        rest.fold(self.result.clone(), |to, from| Type::Fun(Box::new([from.clone(), to])))
    }
}

/// A random program.
pub fn book(c: &mut Choices) -> Book {
    let mut book = Book { native: c.chance(128), unpolarized: c.chance(20), defs: Vec::new() };
    let own_labels = c.chance(128);
    let mut signatures = vec![Signature { recursive: false, parameters: Vec::new(), result: ty(c, 1) }];
    for _ in 0..c.below(5) {
        let recursive = c.chance(128);
        let mut parameters = if recursive { vec![Type::Num] } else { Vec::new() };
        parameters.extend((0..c.one(&[1, 2, 0, 3, 5])).map(|_| ty(c, 2)));
        signatures.push(Signature { recursive, parameters, result: ty(c, 1) });
    }
    for at in 0..signatures.len() {
        let mut writer = Writer {
            c,
            signatures: &signatures,
            at,
            native: book.native,
            own_labels,
            labels: 0,
            wires: 0,
            left: 60,
            redexes: Vec::new(),
            scope: Vec::new(),
            recursions: None,
            others: Vec::new(),
        };
        let root = if signatures[at].recursive { writer.recursion() } else { writer.plain() };
        let others = writer.others;
        book.defs.push(Def { number: at as u32, root, redexes: writer.redexes });
        book.defs.extend(others);
    }
    book
}

fn ty(c: &mut Choices, depth: usize) -> Type {
    let part = |c: &mut Choices| ty(c, depth - 1);
    match c.weighted(if depth == 0 { &[1] } else { &[6, 2, 2] }) {
        0 => Type::Num,
        1 => Type::Pair(Box::new([part(c), part(c)])),
        _ => Type::Fun(Box::new([part(c), part(c)])),
    }
}

/// A variable: what was made of its uses so far.
struct Variable {
    ty: Type,
    uses: Vec<Term>,
}

/// A definition in the making.
struct Writer<'c, 'b, 's> {
    c: &'c mut Choices<'b>,
    signatures: &'s [Signature],
    at: usize,
    native: bool,
    /// Each duplication has a label of its own.
    own_labels: bool,
    labels: u32,
    wires: u32,
    /// Expressions that may still be made.
    left: usize,
    redexes: Vec<[Term; 2]>,
    scope: Vec<Variable>,
    /// Inside a step: which variable is the predecessor, and how many recursive calls may still be made.
    recursions: Option<(usize, usize)>,
    /// Definitions made on the way.
    others: Vec<Def>,
}

impl Writer<'_, '_, '_> {
    fn plain(&mut self) -> Term {
        let Signature { parameters, result, .. } = &self.signatures[self.at];
        self.lambda(parameters, |writer| writer.value(result, 5))
    }

    /// `(?((zero (n succ)) (a … r)) (a … r))`, or, with `a` used in the arms, `(?((zero (n succ)) r) (a … r))`.
    fn recursion(&mut self) -> Term {
        let Signature { parameters, result, .. } = &self.signatures[self.at];
        let out = self.wire();
        let others = &parameters[1..];
        if self.c.chance(100) {
            let mut arms = Term::Era;
            let body = self.lambda(others, |writer| {
                let zero = writer.value(result, 3);
                arms = con(zero, writer.step(&[], result));
                out.clone()
            });
            return con(node(Kind::Swi, self.maybe_by_wire(arms), out.clone()), body);
        }
        let (zero, succ) = (self.c.chance(80), self.c.chance(80));
        let zero = self.maybe_definition(zero, |writer| writer.lambda(others, |writer| writer.value(result, 4)));
        let succ = self.maybe_definition(succ, |writer| writer.step(others, result));
        let arms = self.maybe_by_wire(con(zero, succ));
        let passed: Vec<_> = others.iter().map(|_| self.wire()).collect();
        let switch = node(Kind::Swi, arms, spine(passed.clone(), out.clone()));
        con(switch, spine(passed, out))
    }

    /// `(n (a … body))`, with recursive calls for `n`.
    fn step(&mut self, others: &[Type], result: &Type) -> Term {
        self.recursions = Some((self.scope.len(), self.c.one(&[1, 1, 2])));
        let parameters: Vec<_> = std::iter::once(&Type::Num).chain(others).cloned().collect();
        let body = self.lambda(&parameters, |writer| writer.value(result, 4));
        self.recursions = None;
        body
    }

    /// A term that needs no variables from here: in place, or a definition of its own.
    fn maybe_definition(&mut self, separate: bool, make: impl FnOnce(&mut Self) -> Term) -> Term {
        if !separate {
            return make(self);
        }
        let redexes = std::mem::take(&mut self.redexes);
        let root = make(self);
        let number = (100 * (self.at + 1) + self.others.len()) as u32;
        let redexes = std::mem::replace(&mut self.redexes, redexes);
        self.others.push(Def { number, root, redexes });
        Term::Ref(number)
    }

    fn maybe_by_wire(&mut self, term: Term) -> Term {
        if self.c.chance(40) {
            let wire = self.wire();
            self.redexes.push([wire.clone(), term]);
            return wire;
        }
        term
    }

    fn wire(&mut self) -> Term {
        self.wires += 1;
        Term::Wire(self.wires)
    }

    fn lambda(&mut self, parameters: &[Type], body: impl FnOnce(&mut Self) -> Term) -> Term {
        let outer = self.scope.len();
        self.scope.extend(parameters.iter().map(|ty| Variable { ty: ty.clone(), uses: Vec::new() }));
        let body = body(self);
        let inner = self.scope.split_off(outer);
        let binders = inner.into_iter().map(|variable| self.binder(variable)).collect();
        spine(binders, body)
    }

    /// `*`, a wire, or a tree of duplications.
    fn binder(&mut self, variable: Variable) -> Term {
        let mut uses = variable.uses;
        while uses.len() > 1 {
            let at = self.c.below(uses.len() - 1);
            let (a, b) = (uses.remove(at), uses.remove(at));
            self.labels += 1;
            let label = if self.own_labels { 16 * self.at as u32 + self.labels } else { self.c.below(4) as u32 };
            uses.insert(at, node(Kind::Dup(label), a, b));
        }
        uses.pop().unwrap_or(Term::Era)
    }

    fn variable(&mut self, at: usize) -> Term {
        let wire = self.wire();
        self.scope[at].uses.push(wire.clone());
        wire
    }

    /// `consumer ~ (… r)`: the result `r`.
    fn apply(&mut self, function: Term, args: Vec<Term>) -> Term {
        let out = self.wire();
        self.redexes.push([function, spine(args, out.clone())]);
        out
    }

    /// An expression of a type.
    fn value(&mut self, ty: &Type, depth: usize) -> Term {
        if depth == 0 || self.left == 0 {
            return self.leaf(ty);
        }
        self.left -= 1;
        if let Some((n, calls @ 1..)) = self.recursions
            && self.signatures[self.at].result == *ty
            && self.c.chance(150)
        {
            self.recursions = Some((n, calls - 1));
            let signature = &self.signatures[self.at];
            let mut args = vec![self.variable(n)];
            args.extend(signature.parameters[1..].iter().map(|ty| self.value(ty, depth - 1)));
            return self.apply(Term::Ref(self.at as u32), args);
        }
        match self.c.weighted(&[3, 6, 6, 2, 2, 2, 2]) {
            0 => self.leaf(ty),
            1 => self.made(ty, depth - 1),
            2 => self.called(ty, depth - 1),
            3 => {
                let from = self::ty(self.c, 1);
                let function = self.value(&Type::Fun(Box::new([from.clone(), ty.clone()])), depth - 1);
                let arg = self.value(&from, depth - 1);
                self.apply(function, vec![arg])
            }
            4 => {
                let from = self::ty(self.c, 2);
                let arg = self.value(&from, depth - 1);
                let function = self.lambda(&[from], |writer| writer.value(ty, depth - 1));
                self.apply(function, vec![arg])
            }
            5 => {
                let parts = [self::ty(self.c, 1), self::ty(self.c, 1)];
                let pair = self.value(&Type::Pair(Box::new(parts.clone())), depth - 1);
                let outer = self.scope.len();
                self.scope.extend(parts.map(|ty| Variable { ty, uses: Vec::new() }));
                let body = self.value(ty, depth - 1);
                let inner = self.scope.split_off(outer);
                let mut binders: Vec<_> = inner.into_iter().map(|variable| self.binder(variable)).collect();
                let last = binders.pop().unwrap_or(Term::Era);
                self.redexes.push([pair, spine(binders, last)]);
                body
            }
            _ => {
                let number = self.value(&Type::Num, depth - 1);
                let zero = self.value(ty, depth - 1);
                let succ = self.lambda(&[Type::Num], |writer| writer.value(ty, depth - 1));
                let (arms, out) = (self.maybe_by_wire(con(zero, succ)), self.wire());
                self.redexes.push([number, node(Kind::Swi, arms, out.clone())]);
                out
            }
        }
    }

    /// A variable, or the smallest value.
    fn leaf(&mut self, ty: &Type) -> Term {
        let found: Vec<_> = (0..self.scope.len()).filter(|&at| self.scope[at].ty == *ty).collect();
        if !found.is_empty() && !self.c.chance(50) {
            let at = self.c.one(&found);
            return self.variable(at);
        }
        match ty {
            Type::Num => Term::Num(numbers::small(self.c)),
            _ => self.made(ty, 0),
        }
    }

    /// An operation, a pair or a function.
    fn made(&mut self, ty: &Type, depth: usize) -> Term {
        match ty {
            Type::Num => self.operation(depth),
            Type::Pair(parts) => {
                let fst = self.value(&parts[0], depth);
                con(fst, self.value(&parts[1], depth))
            }
            Type::Fun(parts) => self.lambda(&parts[..1], |writer| writer.value(&parts[1], depth)),
        }
    }

    fn operation(&mut self, depth: usize) -> Term {
        let a = self.value(&Type::Num, depth);
        let (defined, out) = (self.c.chance(200), self.wire());
        let opr = |rhs, ret| node(Kind::Opr, rhs, ret);
        let redex = match self.c.below(3) {
            0 => {
                let (symbol, b) = (numbers::symbol(self.c, defined), self.value(&Type::Num, depth));
                [a, opr(Term::Num(symbol), opr(b, out.clone()))]
            }
            1 => [a, opr(Term::Num(numbers::partial(self.c, self.native, defined)), out.clone())],
            _ => {
                let (symbol, b) = (numbers::symbol(self.c, defined), self.value(&Type::Num, depth));
                [Term::Num(symbol), opr(a, opr(b, out.clone()))]
            }
        };
        self.redexes.push(redex);
        out
    }

    /// A call of a later definition, with all its parameters or some.
    fn called(&mut self, ty: &Type, depth: usize) -> Term {
        let later = (self.at + 1..self.signatures.len()).flat_map(|at| {
            let signature = &self.signatures[at];
            (0..=signature.parameters.len())
                .filter(move |&count| signature.after(count) == *ty)
                .map(move |count| (at, count))
        });
        let later: Vec<_> = later.collect();
        if later.is_empty() {
            return self.made(ty, depth);
        }
        let (at, count) = self.c.one(&later);
        let signature = &self.signatures[at];
        let args = signature.parameters[..count].iter().enumerate().map(|(parameter, ty)| {
            // What counts a recursion down stays small.
            if signature.recursive && parameter == 0 {
                Term::Num(self.c.below(7).to_string())
            } else {
                self.value(ty, depth)
            }
        });
        let args: Vec<_> = args.collect();
        if args.is_empty() { Term::Ref(at as u32) } else { self.apply(Term::Ref(at as u32), args) }
    }
}
