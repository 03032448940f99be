//! Negative agents as functions.

use crate::{
    flow,
    polarized::is_polarized,
    step::{Body, Operand, Step},
};
use polarnet_columns::{Idx, Space};
use polarnet_syntax::{
    book::{Book, Defs},
    code::Code,
    native::Native,
    net::{Partner, Polarity, Rule, Symbol},
    number::Numbers,
};

/// The largest right sides of one agent that become code, in rows and steps of what they compute together: a function has
/// one frame for all of them, and the stack that is set apart has to hold it.
const LARGEST: usize = 1 << 10;

/// The longest computation, in steps: compilers descend into expressions.
const LONGEST: usize = 1 << 7;

/// A negative agent.
#[derive(Clone, PartialEq, Debug)]
pub struct Actor {
    /// Which one.
    pub symbol: Symbol,
    /// What it meets. None where its rules are too large: then they are interpreted.
    pub arms: Vec<Arm>,
}

/// What it does when it meets one of these.
#[derive(Clone, PartialEq, Debug)]
pub struct Arm {
    /// What it meets.
    pub partner: Partner,
    /// The rules, in order: the first is taken whose guard is true.
    pub choices: Vec<Choice>,
}

/// One rule.
#[derive(Clone, PartialEq, Debug)]
pub struct Choice {
    /// When it is taken.
    pub guard: Option<Code>,
    /// What it computes in Rust, before all other numbers.
    pub native: Option<Native>,
    /// The numbers that it computes.
    pub values: Vec<Code>,
    /// What it does.
    pub body: Body,
}

impl Actor {
    /// Does it go on with several lists, by turns, or make several? In the place of what was consumed their nodes would soon be in no
    /// order.
    #[must_use]
    pub fn mixes(&self) -> bool {
        self.arms.iter().flat_map(|arm| &arm.choices).any(|choice| choice.body.mixes())
    }

    /// Does it go on with what stands at one of its ports, as who merges two lists, and not always with the rest of what it has taken apart?
    #[must_use]
    pub fn merges(&self) -> bool {
        let steps = self.arms.iter().flat_map(|arm| &arm.choices).flat_map(|choice| &choice.body.steps);
        steps.into_iter().any(|step| matches!(step, Step::Call { value: Operand::Port(_), .. }))
    }
}

impl Body {
    /// See [`Actor::mixes`].
    fn mixes(&self) -> bool {
        let is_node = |step: &&Step| matches!(step, Step::Build { .. } | Step::Fill { .. });
        let Some(Step::Call { value, results, .. }) = self.steps.iter().rev().find(|step| !is_node(step)) else {
            return false;
        };
        let own = |at: usize, operand: Operand| self.results.get(at) == Some(&operand);
        let into = |operand: Operand| {
            self.steps.iter().find_map(|step| match step {
                Step::Fill { node, term, .. } if *term == operand => Some(*node),
                _ => None,
            })
        };
        let mut lists = 0;
        for (at, &result) in results.iter().enumerate().filter(|&(at, &result)| !own(at, Operand::Reg(result))) {
            lists += 1;
            let mut node = into(Operand::Reg(result));
            while let Some(outer) = node.and_then(|node| into(Operand::Node(node))) {
                node = Some(outer);
            }
            if !node.is_some_and(|node| own(at, Operand::Node(node))) {
                return true;
            }
        }
        lists > 1 || lists == 1 && matches!(value, Operand::Port(_))
    }
}

/// The negative agents of a book, in the order of their declarations. `None` where signs clash, where there are no agents,
/// or where numbers are not those of Rust.
#[must_use]
pub fn actors<S: Space>(book: &Book<S>) -> Option<Vec<Actor>> {
    all(book, |rule, def| Some(flow::body(book, rule, def)))
}

/// The same in direct style: steps may be all that those of [definitions](crate::definitions) are, and interactions are counted. What
/// steps use has been [verified](Body::verify).
#[must_use]
pub fn direct_actors<S: Space>(book: &Book<S>) -> Option<Vec<Actor>> {
    all(book, |rule, def| {
        let body = flow::direct_body(book, rule, def);
        let verified = body.verify(book, rule);
        debug_assert!(verified.is_ok(), "{verified:?}:\n{body}");
        verified.is_ok().then_some(body)
    })
}

fn all<S: Space>(book: &Book<S>, body: impl Fn(&Rule, Idx<Defs<S>>) -> Option<Body>) -> Option<Vec<Actor>> {
    if book.declared().len() == 0 || book.numbers() != Numbers::Native || !is_polarized(book) {
        return None;
    }
    let negative = book.declared().filter(|&symbol| book.agent(symbol).sign == Polarity::Negative);
    Some(negative.map(|symbol| Actor { symbol, arms: arms(book, symbol, &body).unwrap_or_default() }).collect())
}

/// `None`: they are too large, or have no steps.
fn arms<S: Space>(
    book: &Book<S>,
    symbol: Symbol,
    body: &impl Fn(&Rule, Idx<Defs<S>>) -> Option<Body>,
) -> Option<Vec<Arm>> {
    let mut arms: Vec<Arm> = Vec::new();
    let mut size = 0;
    // Rules with `*` and `{a b}` are interpreted: they are few, and rarely used.
    let compiled = |rule: &Rule| rule.actor == symbol && matches!(rule.partner, Partner::Agent(_) | Partner::Number(_));
    for (rule, def) in book.rules().iter().filter(|(rule, _)| compiled(rule)) {
        let steps = rule.guard.iter().chain(&*rule.values).map(|code| code.0.len());
        size += book.rows(*def).count() + steps.clone().sum::<usize>();
        if size > LARGEST || steps.max() > Some(LONGEST) {
            return None;
        }
        let Rule { partner, guard, native, values, .. } = rule;
        let body = body(rule, *def)?;
        let choice = Choice { guard: guard.clone(), native: native.clone(), values: values.to_vec(), body };
        match arms.iter_mut().find(|arm| arm.partner == *partner) {
            Some(arm) => arm.choices.push(choice),
            None => arms.push(Arm { partner: *partner, choices: vec![choice] }),
        }
    }
    Some(arms)
}
