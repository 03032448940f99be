//! A program as the tables that a device has.

use super::layout::{
    self, Acting, Agent, At, Body, Field, LISTED, Large, Launch, NONE, Need, Partner, Range, SIZES, Slot, Step,
    Template, fault, step,
};
use super::source::Needs;
use super::{Buffer, CudaDevice, DeviceCopy, Error};
use crate::{declared, program, program::Program};
use polarnet_syntax::{
    code::{self, Code},
    number::{Fault, Numbers, Op, Type},
};

/// The tables.
#[derive(Default)]
pub struct Tables {
    slots: Vec<Slot>,
    larges: Vec<Large>,
    bodies: Vec<Body>,
    indices: Vec<u32>,
    templates: Vec<Template>,
    agents: Vec<Agent>,
    partners: Vec<Partner>,
    actings: Vec<Acting>,
    codes: Vec<Range>,
    steps: Vec<Step>,
    /// The most words that a reduction needs, and the most redexes that it makes.
    pub most: (u32, u32),
    sizes: u32,
}

/// Redexes for which there is room at least, where definitions are compiled: what all threads of a block may make at once.
const REDEXES: u32 = 4096;

/// Words that a node takes of the heap.
fn taken(words: usize) -> usize {
    words.next_multiple_of(2)
}

/// What there is of these.
fn beyond(needs: Option<&Vec<Need>>, at: usize) -> Need {
    needs.and_then(|needs| needs.get(at)).copied().unwrap_or(Need::ZERO)
}

impl Tables {
    /// `needs`: what calls of definitions may need beyond what their templates do.
    pub fn new(program: &Program, needs: Option<&Needs>) -> Tables {
        // Functions may make many, one after the other.
        let redexes = if needs.is_none() { 32 } else { REDEXES };
        let mut tables = Tables { sizes: 1, most: (8, redexes), ..Tables::default() };
        let (templates, agents) = program.parts();
        for (def, template) in templates.iter().enumerate() {
            tables.template(template, beyond(needs.map(|needs| &needs.calls), def));
        }
        for (symbol, agent) in agents.iter().enumerate() {
            tables.agent(agent, beyond(needs.map(|needs| &needs.actors), symbol));
        }
        tables
    }

    fn template(&mut self, template: &program::Template, mut need: Need) {
        let (bodies, which) = template.all_bodies();
        let first = self.bodies.len() as u32;
        for body in bodies {
            need = need.or(self.body(body));
        }
        let at = self.indices.len() as u32;
        self.indices.extend(which.iter().flatten().map(|&body| first + body));
        self.expect(need);
        self.templates.push(Template {
            arity: template.arity as u32,
            duplicated: template.duplicated,
            switches: template.switches.into(),
            copyable: template.copyable.into(),
            forwards: template.forwards.map_or(NONE, |word| word.loc()),
            which: at,
            need,
        });
    }

    /// Adds a body; what a copy needs.
    fn body(&mut self, body: &program::Body) -> Need {
        let slots = self.slots(body.nodes.iter().flatten());
        let large = self.larges.len() as u32;
        let mut offset = 0;
        for node in &body.large {
            let slots = self.slots(node);
            self.larges.push(Large { slots, words: node.len() as u32, offset });
            offset += taken(node.len()) as u32;
            self.sizes = self.sizes.max(taken(node.len()) as u32 / 2);
        }
        let redex = self.slots(body.redexes.iter().flat_map(|(a, b)| [a, b]));
        let dropped = self.indices.len() as u32;
        self.indices.extend(body.dropped.iter().map(|&at| at as u32));
        let root = body.root.map_or(NONE, |root| self.slots([&root]));
        let done = body.done.as_deref().copied().unwrap_or_default();
        let [pairs, larges, redexes] = [body.nodes.len(), body.large.len(), body.redexes.len()].map(|n| n as u32);
        let drops = body.dropped.len() as u32;
        self.bodies.push(Body {
            slots,
            pairs,
            large,
            larges,
            large_words: offset,
            redex,
            redexes,
            dropped,
            drops,
            root,
            copies: done.copies as u32,
            switches: done.switches as u32,
            erased: done.erased as u32,
            voids: done.voids as u32,
        });
        // A list of many larger nodes is in a row, of fresh words.
        let larges = if larges as usize > LISTED { NONE } else { larges };
        // Two: a reference may be copied or erased instead.
        Need { words: 2 * pairs + offset, larges, redexes: (redexes + drops + 1).max(2) }
    }

    fn slots<'a>(&mut self, slots: impl IntoIterator<Item = &'a program::Slot>) -> u32 {
        let first = self.slots.len() as u32;
        self.slots.extend(slots.into_iter().map(|slot| Slot { word: slot.word.0, by: slot.by, pad: 0 }));
        first
    }

    fn agent(&mut self, agent: &declared::AgentShape, more: Need) {
        let words = taken(agent.words() as usize) as u32;
        self.sizes = self.sizes.max(words / 2);
        // Two copies of itself, and what copies its ports.
        let copies = if words > 2 { 2 } else { 0 };
        let mut need = Need { words: 2 * words + 2 * agent.arity, larges: copies, redexes: 2 + agent.arity }.or(more);
        let mut partners = Vec::new();
        for (value, rules) in agent.partners() {
            let rules = self.actings(rules.iter().map(|rule| (0, rule)), &mut need);
            partners.push(Partner { value, rules });
        }
        let partners = self.partners(partners);
        let numeric = self.actings(agent.numeric.iter().map(|(ty, rule)| (*ty as u32, rule)), &mut need);
        let erasing = self.actings(agent.erasing.iter().map(|rule| (0, rule)), &mut need);
        let mut copiers = Vec::new();
        for (label, rules) in agent.copiers() {
            let rules = self.actings(rules.into_iter().map(|rule| (0, rule)), &mut need);
            copiers.push(Partner { value: label.unwrap_or(NONE), rules });
        }
        let copying = self.partners(copiers);
        self.expect(need);
        let bits = |holds: &dyn Fn(u32) -> bool| (0..agent.arity).map(|slot| u32::from(holds(slot)) << slot).sum();
        self.agents.push(Agent {
            arity: agent.arity,
            cells: agent.cells,
            mask: bits(&|slot| agent.is_cell(slot)),
            linear: agent.linear.into(),
            numbers: bits(&|slot| agent.holds_number(slot)),
            partners,
            numeric,
            erasing,
            copying,
            need,
        });
    }

    fn partners(&mut self, partners: Vec<Partner>) -> Range {
        let range = Range { first: self.partners.len() as u32, count: partners.len() as u32 };
        self.partners.extend(partners);
        range
    }

    /// Rules, each with the type of number that it is for.
    fn actings<'a>(&mut self, rules: impl Iterator<Item = (u32, &'a declared::Acting)>, need: &mut Need) -> Range {
        let mut actings = Vec::new();
        for (kind, rule) in rules {
            let guard = rule.guard.as_ref().map_or(Range::ZERO, |guard| self.code(guard));
            let codes: Vec<Range> = rule.values.iter().map(|code| self.code(code)).collect();
            let values = Range { first: self.codes.len() as u32, count: codes.len() as u32 };
            self.codes.extend(codes);
            let body = self.bodies.len() as u32;
            *need = need.or(self.body(&rule.body));
            actings.push(Acting { guard, values, body, kind });
        }
        let range = Range { first: self.actings.len() as u32, count: actings.len() as u32 };
        self.actings.extend(actings);
        range
    }

    fn code(&mut self, code: &Code) -> Range {
        let first = self.steps.len() as u32;
        self.steps.extend(code.0.iter().map(|&step| coded(step)));
        Range { first, count: code.0.len() as u32 }
    }

    fn expect(&mut self, need: Need) {
        self.most = (self.most.0.max(need.words), self.most.1.max(need.redexes));
    }
}

/// A step, as the device has it.
fn coded(it: code::Step) -> Step {
    use code::Step as S;
    let (what, a, b, bits) = match it {
        S::Known(at) => (step::KNOWN, 0, 0, at),
        S::Literal(number) => (step::LITERAL, 0, number.kind().into(), number.bits()),
        S::Apply(op) => (step::APPLY, op as u32, 0, 0),
        S::Cast(ty) => (step::CAST, ty as u32, 0, 0),
        S::Not => (step::NOT, 0, 0, 0),
        S::Wide(ty, op) => (step::WIDE, layout::wide_type(ty), layout::wide_op(op), 0),
        S::Widen(ty) => (step::WIDEN, layout::wide_type(ty), 0, 0),
        S::Narrow(from, to) => (step::NARROW, layout::wide_type(from), to as u32, 0),
        S::Convert(from, to) => (step::CONVERT, layout::wide_type(from), layout::wide_type(to), 0),
        S::Low => (step::LOW, 0, 0, 0),
        S::High => (step::HIGH, 0, 0, 0),
    };
    Step { code: what | a << 8 | b << 16, bits }
}

/// What was wrong with an operation, as the device has told.
pub fn fault_of(code: u64, numbers: Numbers) -> Option<Fault> {
    let ty = [Type::U, Type::I, Type::F].into_iter().find(|&ty| ty as u64 == code >> 16 & 3);
    let op = Op::ALL.into_iter().find(|&op| op as u64 == code >> 8 & 0xff);
    match (code & 0xff, op, ty) {
        (fault::DIVISION_BY_ZERO, ..) => Some(Fault::DivisionByZero),
        (fault::UNDEFINED, Some(op), Some(ty)) => Some(Fault::Undefined(op, ty, numbers)),
        (fault::NO_OPERATOR, ..) => Some(Fault::NoOperator),
        (fault::NO_OPERAND, ..) => Some(Fault::NoOperand),
        (fault::ELEMENTARY, ..) => None, // which ends the run
        _ => None,
    }
}

/// The tables on a device.
pub struct Book {
    slots: Buffer<Slot>,
    larges: Buffer<Large>,
    bodies: Buffer<Body>,
    indices: Buffer<u32>,
    templates: Buffer<Template>,
    agents: Buffer<Agent>,
    partners: Buffer<Partner>,
    actings: Buffer<Acting>,
    codes: Buffer<Range>,
    steps: Buffer<Step>,
    sizes: u32,
}

impl Book {
    pub fn new(device: &CudaDevice, tables: &Tables) -> Result<Book, Error> {
        fn table<T: DeviceCopy>(device: &CudaDevice, table: &[T]) -> Result<Buffer<T>, Error> {
            Buffer::from_slice(device, table)
        }
        Ok(Book {
            slots: table(device, &tables.slots)?,
            larges: table(device, &tables.larges)?,
            bodies: table(device, &tables.bodies)?,
            indices: table(device, &tables.indices)?,
            templates: table(device, &tables.templates)?,
            agents: table(device, &tables.agents)?,
            partners: table(device, &tables.partners)?,
            actings: table(device, &tables.actings)?,
            codes: table(device, &tables.codes)?,
            steps: table(device, &tables.steps)?,
            sizes: tables.sizes.min(SIZES as u32),
        })
    }

    /// A launch with this book, and nothing else yet.
    pub fn launch(&self, numbers: Numbers) -> Launch {
        Launch {
            slots: self.slots.at(),
            larges: self.larges.at(),
            bodies: self.bodies.at(),
            indices: self.indices.at(),
            templates: self.templates.at(),
            agents: self.agents.at(),
            partners: self.partners.at(),
            actings: self.actings.at(),
            codes: self.codes.at(),
            steps: self.steps.at(),
            sizes: self.sizes,
            hvm24: u32::from(numbers == Numbers::Hvm24),
            heap: At::new(0),
            ..Launch::ZERO
        }
    }
}
