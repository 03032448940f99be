//! The type of a definition as its users see it: a graph to copy, so that each use may have other signs.

use super::{cause::Cause, port::Port, unify::Solver};
use crate::net::Polarity;
use rustc_hash::FxHashMap;

/// Types a scheme may have; what lies deeper is unknown to users. `(@f @f)`, and so on, doubles them every time.
pub(super) const TYPES: usize = 4096;

/// Types a scheme may have once the book's budget is used up.
const FEW_TYPES: usize = 16;

/// How many more types the schemes of a book and their copies may have in all.
pub(super) struct Budget(usize);

impl Budget {
    /// The budget of a book with so many rows.
    pub fn new(rows: usize) -> Self {
        Budget((1 << 21) + 4 * rows)
    }

    fn limit(&self) -> usize {
        self.0.clamp(FEW_TYPES, TYPES)
    }

    fn spend(&mut self, types: usize) {
        self.0 = self.0.saturating_sub(types);
    }
}

/// The types that can be reached from the root of a definition. Ports in here are numbers of types.
#[derive(Debug)]
pub(super) struct Scheme {
    /// The root is type 0, and types stand before their children where they are met first.
    types: Vec<Type>,
    /// The signs that a use may choose, ordered by `first`.
    pub choices: Vec<Choice>,
}

#[derive(Debug)]
struct Type {
    sign: Sign,
    children: Option<[Port; 2]>,
    written: bool,
}

#[derive(Debug)]
enum Sign {
    Fixed(Polarity),
    /// That of the choice with this number, or the other one.
    Chosen(u32, bool),
}

/// A free sign of a definition.
#[derive(Debug)]
pub(super) struct Choice {
    /// The class it is in the definition.
    pub class: Port,
    /// A type of the scheme that has this sign.
    pub first: Port,
    preference: Option<Polarity>,
}

/// A copy of a scheme: its types are the ports from `start` on. It may have fewer types than the scheme.
#[derive(Clone, Copy, Debug)]
pub(super) struct Copy {
    start: u32,
    count: u32,
}

impl Copy {
    /// The port for a type of the scheme.
    fn port(self, ty: Port) -> Port {
        Port::new(self.start + ty.number()).dual_if(ty.is_dual())
    }

    /// The free signs of the definition, and the ports that have them here.
    pub fn choices(self, scheme: &Scheme) -> impl Iterator<Item = (Port, Port)> {
        let known = scheme.choices.iter().take_while(move |choice| choice.first.number() < self.count);
        known.map(move |choice| (choice.class, self.port(choice.first)))
    }
}

impl Scheme {
    /// The scheme of a definition with this root, whose component is solved. Goes in breadth, so that a limit cuts off
    /// what is deepest.
    pub fn new(solver: &Solver, root: Port, budget: &mut Budget) -> Self {
        let limit = budget.limit();
        let mut survey = Survey::new(solver);
        survey.visit(root);
        let mut next = 0;
        while let Some(&here) = survey.met.get(next) {
            if let Some(children) = solver.types.structure(here)
                && survey.met.len() + 2 <= limit
            {
                survey.scheme.types[next].children = Some(children.map(|child| survey.visit(child)));
            }
            next += 1;
        }
        budget.spend(next);
        survey.scheme
    }

    /// Copies the scheme for a use of it: fresh signs where the use may choose.
    pub fn copy(&self, solver: &mut Solver, cause: Cause, budget: &mut Budget) -> (Port, Copy) {
        let copy = Copy { start: solver.signs.len(), count: self.types.len().min(budget.limit()) as u32 };
        budget.spend(copy.count as usize);
        let types = &self.types[..copy.count as usize];
        for _ in types {
            solver.port();
        }
        for (number, ty) in (0..).zip(types) {
            let port = copy.port(Port::new(number));
            if let Some(children) = ty.children
                && children.iter().all(|child| child.number() < copy.count)
            {
                solver.types.set_structure(port, children.map(|child| copy.port(child)));
            }
            match ty.sign {
                Sign::Fixed(sign) => {
                    if ty.written {
                        solver.types.set_written(port);
                    }
                    solver.tie(port, Port::constant(sign), Cause { written: ty.written, ..cause });
                }
                Sign::Chosen(choice, flip) => {
                    let choice = &self.choices[choice as usize];
                    let first = copy.port(choice.first);
                    if choice.first.number() != number {
                        solver.tie(port, first.dual_if(flip), cause);
                    } else if let Some(sign) = choice.preference {
                        solver.signs.prefer(first, sign);
                    }
                }
            }
        }
        (copy.port(Port::new(0)), copy)
    }
}

/// A walk over the types of a definition.
struct Survey<'s> {
    solver: &'s Solver,
    scheme: Scheme,
    /// The type classes that were met, by their numbers in the scheme.
    met: Vec<Port>,
    number_of: FxHashMap<u32, u32>,
    choice_of: FxHashMap<u32, u32>,
}

impl<'s> Survey<'s> {
    fn new(solver: &'s Solver) -> Self {
        let scheme = Scheme { types: Vec::new(), choices: Vec::new() };
        let (number_of, choice_of) = Default::default();
        Survey { solver, scheme, met: Vec::new(), number_of, choice_of }
    }

    /// The type of a port in the scheme.
    fn visit(&mut self, port: Port) -> Port {
        let root = self.solver.types.find(port);
        let next = self.met.len() as u32;
        let number = *self.number_of.entry(root.number()).or_insert(next);
        if number == next {
            self.met.push(root);
            let sign = self.sign(root, Port::new(number));
            let written = self.solver.types.is_written(root);
            self.scheme.types.push(Type { sign, children: None, written });
        }
        Port::new(number).dual_if(root != self.met[number as usize])
    }

    /// The sign of a port that is this type in the scheme.
    fn sign(&mut self, port: Port, first: Port) -> Sign {
        let class = self.solver.signs.find(port);
        if let Some(sign) = class.as_constant() {
            return Sign::Fixed(sign);
        }
        let next = self.scheme.choices.len() as u32;
        let choice = *self.choice_of.entry(class.number()).or_insert(next);
        if choice == next {
            let preference = self.solver.signs.preferred(port);
            self.scheme.choices.push(Choice { class, first, preference });
        }
        Sign::Chosen(choice, class != self.scheme.choices[choice as usize].class)
    }
}
