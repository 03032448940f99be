//! Which definitions may come where as closures.
//!
//! In λ-encodings a constructor is a definition that holds its fields, and a match is an application of something unknown.
//! What that may be is estimated here: definitions flow along arguments, results and fields, whatever the order in which that
//! happens (Shivers, control-flow analysis, 0-CFA). It is a guess, and is looked at when the program runs: what comes in
//! other ways, by lambdas and duplications that are nodes, is not seen.

use crate::{
    function::{Definition, Function},
    inline::SMALL,
    step::{Block, Core, Operand, Reg, Step},
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::{
    collections::{BTreeMap, BTreeSet},
    ops::Bound::{Excluded, Unbounded},
};

/// A definition, and how many arguments it holds.
pub type Closure = (u32, u32);

/// More than so many are any.
const MOST: usize = 4;

/// How many rounds there are, at most.
const ROUNDS: usize = 64;

/// How far an application is followed through results that are applied again.
const DEEP: u32 = 3;

/// Where closures may come.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Place {
    /// An argument of a function: of definition, number of arguments, which.
    Port(u32, u32, u32),
    /// A register of a function.
    Reg(u32, u32, Reg),
    /// The result of a function.
    Result(u32, u32),
    /// A field of closures of a definition.
    Field(u32, u32),
    /// A side of pairs.
    Side(u32),
}

/// A function: a definition, and how many arguments.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct At(u32, u32);

impl At {
    fn place(self, operand: Operand) -> Option<Place> {
        match operand {
            Operand::Port(port) => Some(Place::Port(self.0, self.1, port)),
            Operand::Reg(reg) => Some(Place::Reg(self.0, self.1, reg)),
            _ => None,
        }
    }
}

/// In order, each once. Most are of one or none.
type Set = Vec<Closure>;

/// False if it is there already.
fn insert(set: &mut Set, closure: Closure) -> bool {
    let place = set.binary_search(&closure);
    if let Err(at) = place {
        set.insert(at, closure);
    }
    place.is_err()
}

/// What is known so far.
pub struct Closures<'d> {
    definitions: &'d [Definition],
    sets: FxHashMap<Place, Set>,
    /// The functions that are called, as far as is known: others would bring what never comes.
    reached: FxHashSet<At>,
    /// Of these, those that are to be gone through: for the first time, or as more has come to where they have looked.
    stale: BTreeSet<At>,
    /// Those that have been reached in this round: they are gone through in the next.
    new: Vec<At>,
    /// Who has looked at a place since something came there.
    readers: FxHashMap<Place, Vec<At>>,
    /// Which is gone through.
    now: At,
}

impl<'d> Closures<'d> {
    /// What comes where when definitions are reduced that no other has.
    pub fn of(definitions: &'d [Definition]) -> Self {
        let stale = entries(definitions);
        let mut closures = Closures {
            definitions,
            sets: FxHashMap::default(),
            reached: stale.iter().copied().collect(),
            stale,
            new: Vec::new(),
            readers: FxHashMap::default(),
            now: At(0, 0),
        };
        for _ in 0..ROUNDS {
            let mut next = closures.stale.first().copied();
            while let Some(now) = next {
                closures.stale.remove(&now);
                closures.now = now;
                closures.function(now);
                next = closures.stale.range((Excluded(now), Unbounded)).next().copied();
            }
            closures.stale.extend(closures.new.drain(..));
        }
        closures
    }

    fn function(&mut self, at @ At(def, args): At) {
        if let Some(function) = self.definitions[def as usize].functions.get(&args) {
            let result = self.block(at, &function.body);
            self.comes(Place::Result(def, args), result);
        }
    }

    /// What an operand of a function may be; nothing if that is not known, or if it may be too much.
    pub fn at(&self, def: u32, args: u32, operand: Operand) -> Vec<Closure> {
        let set = At(def, args).place(operand).and_then(|place| self.sets.get(&place));
        set.filter(|set| set.len() <= MOST).cloned().unwrap_or_default()
    }

    /// The functions that are applied to more arguments than they have lambdas, and to how many.
    pub fn wanted(&self) -> BTreeMap<u32, BTreeSet<u32>> {
        let mut wanted = BTreeMap::<u32, BTreeSet<u32>>::new();
        let reached = |At(def, args): &At| self.definitions[*def as usize].functions.get(args);
        for function in self.reached.iter().filter_map(reached) {
            applications(&function.body, &mut |value, count| {
                for (def, held) in self.at(function.def, function.args, value) {
                    let all = held + count;
                    if all > self.definitions[def as usize].arity {
                        wanted.entry(def).or_default().insert(all);
                    }
                }
            });
        }
        wanted
    }

    fn comes(&mut self, place: Place, closures: Set) {
        if closures.is_empty() {
            return;
        }
        let set = self.sets.entry(place).or_default();
        let mut changed = false;
        for closure in closures {
            changed |= set.len() <= MOST && insert(set, closure);
        }
        if changed && let Some(readers) = self.readers.get_mut(&place) {
            self.stale.extend(readers.drain(..));
        }
    }

    /// What may be there, so far.
    fn look(&mut self, place: Place) -> Set {
        let readers = self.readers.entry(place).or_default();
        if readers.last() != Some(&self.now) {
            readers.push(self.now);
        }
        self.sets.get(&place).cloned().unwrap_or_default()
    }

    fn operand(&mut self, at: At, operand: Operand) -> Set {
        match operand {
            Operand::Ref(def) => vec![(def, 0)],
            operand => at.place(operand).map(|place| self.look(place)).unwrap_or_default(),
        }
    }

    fn block(&mut self, at: At, block: &Block) -> Set {
        for step in &block.steps {
            self.step(at, step);
        }
        self.operand(at, block.result)
    }

    fn step(&mut self, At(def, args): At, step: &Step) {
        let at = At(def, args);
        let reg = |reg: Reg| Place::Reg(def, args, reg);
        match step {
            Step::Apply { value, args, result } => {
                let args: Vec<_> = args.iter().map(|&arg| self.operand(at, arg)).collect();
                let value = self.operand(at, *value);
                let made = self.apply(value, &args, DEEP);
                self.comes(reg(*result), made);
            }
            Step::Switch(switch) => {
                for block in switch.blocks() {
                    let made = self.block(at, block);
                    self.comes(reg(switch.result), made);
                }
            }
            Step::Core { core: Core::Dup(_), value, slots: [Err(a), Err(b)] } => {
                let both = self.operand(at, *value);
                self.comes(reg(*a), both.clone());
                self.comes(reg(*b), both);
            }
            Step::Core { core: Core::Con, slots: [Err(a), Err(b)], .. } => {
                for (side, to) in [(0, *a), (1, *b)] {
                    let held = self.look(Place::Side(side));
                    self.comes(reg(to), held);
                }
            }
            Step::Fill { slot, term, .. } => {
                let term = self.operand(at, *term);
                self.comes(Place::Side(*slot), term);
            }
            _ => {}
        }
    }

    /// What may come back if one of these is applied.
    fn apply(&mut self, values: Set, args: &[Set], deep: u32) -> Set {
        let mut made = Set::new();
        for (def, held) in values {
            let definition = &self.definitions[def as usize];
            let all = held + args.len() as u32;
            if all < definition.arity {
                for (arg, field) in args.iter().zip(held..) {
                    self.comes(Place::Field(def, field), arg.clone());
                }
                insert(&mut made, (def, all));
                continue;
            }
            let Some(function) = definition.function_for(all) else { continue };
            let fields = (0..held).map(|field| self.look(Place::Field(def, field)));
            let all: Vec<Set> = fields.chain(args.iter().cloned()).collect();
            let (taken, rest) = all.split_at(function.args as usize);
            let result = match deep > 0 && is_constructor(function) {
                true => self.construct(function, taken, deep - 1),
                false => self.call(function, taken),
            };
            let result = match rest.is_empty() {
                true => result,
                false if deep > 0 => self.apply(result, rest, deep - 1),
                false => continue,
            };
            for closure in result {
                insert(&mut made, closure);
            }
        }
        made
    }

    /// A function is called: what comes to it from all sides is one.
    fn call(&mut self, function: &Function, args: &[Set]) -> Set {
        let (def, count) = function.key();
        if self.reached.insert(At(def, count)) {
            self.new.push(At(def, count));
        }
        for (arg, port) in args.iter().zip(0..) {
            self.comes(Place::Port(def, count, port), arg.clone());
        }
        self.look(Place::Result(def, count))
    }

    /// A constructor is gone through for each of its calls: else all matches would be mixed up in it.
    fn construct(&mut self, function: &Function, args: &[Set], deep: u32) -> Set {
        let mut regs: FxHashMap<Reg, Set> = FxHashMap::default();
        let of = |operand: Operand, regs: &FxHashMap<Reg, Set>| match operand {
            Operand::Ref(def) => vec![(def, 0)],
            Operand::Port(port) => args[port as usize].clone(),
            Operand::Reg(reg) => regs.get(&reg).cloned().unwrap_or_default(),
            _ => Set::new(),
        };
        for step in &function.body.steps {
            if let Step::Apply { value, args, result } = step {
                let args: Vec<_> = args.iter().map(|&arg| of(arg, &regs)).collect();
                let made = self.apply(of(*value, &regs), &args, deep);
                regs.insert(*result, made);
            }
        }
        of(function.body.result, &regs)
    }
}

/// A constructor: it chooses one of its arguments, and applies that to others.
fn is_constructor(function: &Function) -> bool {
    let is_port = |operand: &Operand| matches!(operand, Operand::Port(_));
    let chooses = |step: &Step| match step {
        Step::Apply { value, args, .. } => is_port(value) && args.iter().all(is_port),
        step => matches!(step, Step::Erase(_)),
    };
    function.body.steps.len() <= SMALL && function.body.steps.iter().all(chooses)
}

/// Definitions that no other has: with these it begins. The first is one in any case.
fn entries(definitions: &[Definition]) -> BTreeSet<At> {
    let mut used = FxHashSet::default();
    for (definition, def) in definitions.iter().zip(0..) {
        for function in definition.functions.values() {
            function.body.each_operand(&mut |operand| {
                if let Operand::Ref(other) = operand {
                    used.extend((other != def).then_some(other));
                }
            });
        }
    }
    let entries = (0..definitions.len() as u32).filter(|def| *def == 0 || !used.contains(def));
    entries.map(|def| At(def, definitions[def as usize].arity)).collect()
}

/// The applications of what is not known: of which value, to how many arguments.
fn applications(block: &Block, found: &mut impl FnMut(Operand, u32)) {
    for step in &block.steps {
        if let Step::Apply { value: value @ (Operand::Port(_) | Operand::Reg(_)), args, .. } = step {
            found(*value, args.len() as u32);
        }
        for block in step.blocks() {
            applications(block, found);
        }
    }
}
