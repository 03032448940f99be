//! What the levels of a book have to be.
//!
//! | term | its level, and what has to hold |
//! |---|---|
//! | `\|x\| b` | `d`; `x` and `b` are so many levels above as its type says |
//! | `f(a)` | `f`'s level is the application's; `a` and the result are so many above as the type says |
//! | `(a, b)`, `Cons(a, b)` | `d`; its parts as the type says |
//! | `let`, `match` of a part | the part is so many levels above as the type says |
//! | `a + b` | all three are equal |
//! | `match`, `if` | the subject's; what the arms need, and their results, are no lower |
//!
//! What stands below a binder is no lower than the binder. A variable that is copied is above its binder.
//!
//! Data, which is made of numbers only, need not be: what copies it meets no λ, so it leaves no superposition that could meet
//! a copy of it. For the same reason data may be used on a higher level than it is on. It may not be used on a lower one: a
//! superposition that is inside of what computes it would get there.

mod binders;
mod uses;

use super::{
    solve::{Constraints, Found, Sum, minus},
    types::{Part, Types, Value},
};
use crate::{
    lambda::{Form, Id, List, Terms, Var, copies::Copies},
    net::Label,
};
use rustc_hash::{FxHashMap, FxHashSet};
use uses::Piece;

/// The most terms that are looked at, those of definitions that are written out anew included.
const FORMS: usize = 1 << 14;
/// The most definitions that are written out anew. Fewer than may be: else lowering makes them share labels.
const INSTANCES: usize = crate::lambda::copies::COPIES / 4;
/// The longest sum that is a level.
const LONGEST: usize = 8;

/// The levels of a book, but for what is not looked at.
pub(super) struct Levels<'a, 't> {
    terms: &'a Terms<'t>,
    by_name: &'a FxHashMap<&'t str, usize>,
    copies: &'a Copies,
    /// Variables whose uses have nothing to do with each other.
    apart: &'a FxHashSet<Var>,
    all: Constraints,
    types: Types,
    /// Of definitions that have no labels of their own where they are referred to.
    shared: FxHashMap<usize, Value>,
    /// Definitions that are still to be looked at, and what they are.
    todo: Vec<(usize, Value)>,
    instances: usize,
    /// Is no definition written out anew?
    single: bool,
    /// Of labels that are written: where they copy.
    labels: FxHashMap<Label, u32>,
    /// Of types: are they made of numbers only? As the first time showed, in which nothing is known of it.
    data: Vec<bool>,
    /// Of each variable of the definition: its value, and how often it is used in what has no arm of its own.
    vars: FxHashMap<Var, (Value, u32)>,
    /// The variables that were used, in order, and where in that order what has its own begins, with its first variable.
    log: Vec<Var>,
    regions: Vec<(usize, Var)>,
    pieces: FxHashMap<Id, Piece>,
}

/// Have the terms levels, if these variables are no copies?
pub(super) fn solve<'t>(
    terms: &Terms<'t>,
    by_name: &FxHashMap<&'t str, usize>,
    copies: &Copies,
    apart: &FxHashSet<Var>,
) -> Found {
    for single in [false, true] {
        let first = Levels::new(terms, by_name, copies, apart, single, Vec::new());
        if let Some(mut first) = first.book() {
            let data = first.types.data();
            let second = Levels::new(terms, by_name, copies, apart, single, data).book();
            return second.map_or(Found::Unknown, |second| second.all.solve());
        }
    }
    Found::Unknown
}

impl<'a, 't> Levels<'a, 't> {
    fn new(
        terms: &'a Terms<'t>,
        by_name: &'a FxHashMap<&'t str, usize>,
        copies: &'a Copies,
        apart: &'a FxHashSet<Var>,
        single: bool,
        data: Vec<bool>,
    ) -> Self {
        Levels {
            terms,
            by_name,
            copies,
            apart,
            all: Constraints::default(),
            types: Types::default(),
            shared: FxHashMap::default(),
            todo: Vec::new(),
            instances: 0,
            single,
            labels: FxHashMap::default(),
            data,
            vars: FxHashMap::default(),
            log: Vec::new(),
            regions: Vec::new(),
            pieces: FxHashMap::default(),
        }
    }

    /// None if there are too many terms.
    fn book(mut self) -> Option<Self> {
        for at in 0..self.terms.definitions.len() {
            self.reference(at);
        }
        let mut forms = 0;
        while let Some((at, value)) = self.todo.pop() {
            let definition = self.terms.definitions[at];
            forms += (definition.body - definition.start) as usize + 1;
            if !self.single && (forms > FORMS || self.instances > INSTANCES) {
                return None;
            }
            self.definition(definition.start, definition.body, &value);
        }
        Some(self)
    }

    fn reference(&mut self, at: usize) -> Value {
        if !self.single && self.copies.ends[at] {
            self.instances += usize::from(self.copies.own[at]);
            let value = self.anything();
            self.todo.push((at, value.clone()));
            return value;
        }
        if let Some(value) = self.shared.get(&at) {
            return value.clone();
        }
        let value = self.anything();
        self.shared.insert(at, value.clone());
        self.todo.push((at, value.clone()));
        value
    }

    fn definition(&mut self, start: Id, body: Id, value: &Value) {
        let mut values: Vec<Option<Value>> = Vec::with_capacity((body - start) as usize + 1);
        let mut depths: Vec<Option<Sum>> = Vec::with_capacity(values.capacity());
        (self.vars, self.log) = (FxHashMap::default(), Vec::new());
        for id in start..=body {
            let (value, depth) = self.form(id, &|id| values[(id - start) as usize].clone().unwrap_or_else(nothing));
            let value = value.map(|value| self.used(value));
            values.push(value);
            depths.push(depth);
        }
        if let Some(root) = values.pop().flatten() {
            self.same(&root, value);
        }
        self.below_binders(start, &depths);
    }

    /// A term's value, and the level at which it acts.
    fn form(&mut self, id: Id, value: &dyn Fn(Id) -> Value) -> (Option<Value>, Option<Sum>) {
        match self.terms.forms[id as usize].0 {
            Form::Begin(first) => {
                self.regions.push((self.log.len(), first));
                (None, None)
            }
            Form::Arm(body) => {
                let piece = self.arm();
                self.pieces.insert(id, piece);
                (Some(value(body)), None)
            }
            Form::Var(var) => (Some(self.occurrence(var)), None),
            Form::Num(_) | Form::Hole(_) => {
                let number = self.anything();
                self.types.set_number(number.node);
                (Some(number), None)
            }
            Form::Ref(name) => {
                let value = match self.by_name.get(name) {
                    Some(&at) => self.reference(at),
                    // A net that is written by hand: what it does is not known.
                    None => self.anything(),
                };
                (Some(value), None)
            }
            Form::Lam(var, body) => {
                self.regions.pop();
                let lam = self.anything();
                let argument = self.part(&lam, Part::Argument);
                self.bind(var, &argument, &lam.level);
                let result = self.part(&lam, Part::Result);
                self.same(&value(body), &result);
                self.acts(lam)
            }
            Form::App(function, argument) => {
                let function = value(function);
                let taken = self.part(&function, Part::Argument);
                self.same(&value(argument), &taken);
                (Some(self.part(&function, Part::Result)), Some(function.level))
            }
            Form::Sup(_, a, b) => {
                let (a, b) = (value(a), value(b));
                self.same(&a, &b);
                (Some(a), None)
            }
            Form::Copy(label, vars, copied, body) => {
                let copied = value(copied);
                let all = &mut self.all;
                let depth = Sum::from([(*self.labels.entry(label).or_insert_with(|| all.variable()), 1)]);
                self.is_copied(&copied, &depth);
                for var in vars {
                    self.bind(var, &copied, &depth);
                }
                (Some(value(body)), Some(depth))
            }
            Form::Pair(a, b) => {
                let pair = self.anything();
                for (item, part) in [(a, Part::First), (b, Part::Second)] {
                    let part = self.part(&pair, part);
                    self.same(&value(item), &part);
                }
                self.acts(pair)
            }
            Form::Split(vars, split, body) => {
                let whole = value(split);
                let mut rest = whole.clone();
                let vars = &self.terms.lists[vars.range()];
                for (at, &var) in vars.iter().enumerate() {
                    let last = at + 1 == vars.len();
                    let part = if last { rest.clone() } else { self.part(&rest, Part::First) };
                    self.bind(var, &part, &whole.level);
                    if !last {
                        rest = self.part(&rest, Part::Second);
                    }
                }
                (Some(value(body)), Some(whole.level))
            }
            Form::Let(var, bound, body) => {
                let (bound, body) = (value(bound), value(body));
                let depth = self.anything().level;
                self.all.at_least(minus(&bound.level, &depth), 0);
                self.all.at_least(minus(&body.level, &depth), 0);
                self.bind(var, &bound, &depth);
                (Some(body), Some(depth))
            }
            Form::Binary(_, a, b) => {
                let (a, b) = (value(a), value(b));
                self.types.set_number(a.node);
                self.types.set_number(b.node);
                self.all.equal(&a.level, &b.level);
                let node = self.types.node();
                self.types.set_number(node);
                self.acts(Value { node, level: a.level })
            }
            Form::Switch(number, zeros, other, var) => {
                let number = value(number);
                self.types.set_number(number.node);
                if let Some(var) = var {
                    self.bind(var, &number, &number.level);
                }
                let arms: Vec<Id> = self.terms.lists[zeros.range()].iter().copied().chain([other]).collect();
                let result = self.arms(&arms, &number.level, value);
                (Some(result), Some(number.level))
            }
            Form::Match(subject, arms) => {
                let subject = value(subject);
                for arm in &self.terms.arms[arms.range()] {
                    for (at, &var) in (0..).zip(&self.terms.lists[arm.vars.range()]) {
                        let part = self.part(&subject, Part::Port(arm.symbol, at));
                        self.bind(var, &part, &subject.level);
                    }
                }
                let arms: Vec<Id> = self.terms.arms[arms.range()].iter().map(|arm| arm.body).collect();
                let result = self.arms(&arms, &subject.level, value);
                (Some(result), Some(subject.level))
            }
            Form::Make(symbol, items) => self.make(symbol, items, value),
        }
    }

    fn make(&mut self, symbol: u32, items: List, value: &dyn Fn(Id) -> Value) -> (Option<Value>, Option<Sum>) {
        let whole = self.anything();
        for (at, &item) in (0..).zip(&self.terms.lists[items.range()]) {
            let part = self.part(&whole, Part::Port(symbol, at));
            self.same(&value(item), &part);
        }
        self.acts(whole)
    }

    /// A value of which nothing is known.
    fn anything(&mut self) -> Value {
        Value { node: self.types.node(), level: Sum::from([(self.all.variable(), 1)]) }
    }

    fn acts(&self, value: Value) -> (Option<Value>, Option<Sum>) {
        let level = value.level.clone();
        (Some(value), Some(level))
    }

    fn part(&mut self, whole: &Value, part: Part) -> Value {
        let (node, above) = self.types.part(whole.node, part, &mut self.all);
        let mut level = whole.level.clone();
        *level.entry(above).or_default() += 1;
        if level.len() > LONGEST {
            let short = Sum::from([(self.all.variable(), 1)]);
            self.all.equal(&level, &short);
            level = short;
        }
        Value { node, level }
    }

    /// A value where it is used: of data, on any level that is no lower.
    fn used(&mut self, value: Value) -> Value {
        if !self.is_data(&value) {
            return value;
        }
        let used = Value { node: value.node, level: Sum::from([(self.all.variable(), 1)]) };
        self.all.at_least(minus(&used.level, &value.level), 0);
        used
    }

    /// What is copied at that depth is above, unless it is data.
    fn is_copied(&mut self, value: &Value, depth: &Sum) {
        if !self.is_data(value) {
            self.all.at_least(minus(&value.level, depth), 1);
        }
    }

    fn is_data(&self, value: &Value) -> bool {
        self.data.get(value.node as usize).is_some_and(|&is_data| is_data)
    }

    fn same(&mut self, a: &Value, b: &Value) {
        self.types.unify(a.node, b.node, &mut self.all);
        self.all.equal(&a.level, &b.level);
    }
}

/// Of what has no value: no term asks for it.
fn nothing() -> Value {
    Value { node: 0, level: Sum::new() }
}
