//! An agent that calls itself on numbers has its own rules there, some levels deep.
//!
//! So a recursion is unrolled: one look at the stack and at the budget, one frame and one return are enough for what were several
//! calls. What such a copy calls last, if that is the agent again, is a loop inside of the function.

use super::{
    body::{Path, Writer},
    exit::{Block, Exit, Turn},
    inline::{self, may_stand_elsewhere},
    ports::ports,
    rules::Meeting,
    terms::Term,
};
use polarnet_columns::Space;
use polarnet_lower::{Actor, Body, Operand, Step};
use polarnet_syntax::net::{Polarity, Symbol};
use proc_macro2::TokenStream;
use quote::quote;

/// The most copies of an agent's rules in its function.
const COPIES: usize = 14;

/// The most steps of all of them.
const ROOM: usize = 160;

/// The most levels.
const LEVELS: usize = 3;

/// How many levels of copies an agent has that calls itself.
pub fn levels(actor: &Actor) -> usize {
    let calls = own_calls(actor);
    if calls == 0 || !may_stand_elsewhere(actor) {
        return 0;
    }
    let most = COPIES.min(ROOM / inline::size(actor).max(1));
    let copies = |levels: usize| (1..=levels).map(|level| calls.pow(level as u32)).sum::<usize>();
    (1..=LEVELS).rev().find(|&levels| copies(levels) <= most).unwrap_or(0)
}

/// The calls that are left when there are so many levels.
pub fn calls_left(actor: &Actor, levels: usize) -> usize {
    own_calls(actor).saturating_pow(levels as u32 + 1)
}

/// The calls of itself in all right sides.
fn own_calls(actor: &Actor) -> usize {
    inline::bodies(actor).map(|body| calls_of(body, actor.symbol)).sum()
}

/// The calls of this agent that are not the end of a right side.
fn calls_of(body: &Body, symbol: Symbol) -> usize {
    let calls = body.steps.iter().enumerate().filter(|(at, step)| match step {
        Step::Call { actor, results, .. } => *actor == symbol && !is_end(body, *at, results),
        _ => false,
    });
    calls.count()
}

/// Are the results of this call those of the right side, with nothing around them?
pub fn is_end(body: &Body, at: usize, results: &[u32]) -> bool {
    at + 1 == body.steps.len() && body.results.iter().copied().eq(results.iter().copied().map(Operand::Reg))
}

/// What a call of the function itself takes.
pub struct Taken {
    /// What has to be done for it before.
    pub out: TokenStream,
    pub arguments: Vec<TokenStream>,
    pub names: Vec<TokenStream>,
    /// The names, by ports.
    pub ports: Vec<Option<Term>>,
}

impl<S: Space> Writer<'_, '_, S> {
    /// A call of the function itself, by its rules, and its results.
    pub fn unrolled(
        &mut self,
        path: &mut Path,
        value: &Term,
        args: &[Option<Term>],
        results: &[TokenStream],
        soon: bool,
    ) -> Option<(TokenStream, Vec<Term>)> {
        let ty = self.typed?;
        let (Term::Number(number, of) | Term::Read(number, of, _)) = value else { return None };
        let symbol = self.root.symbol;
        if *of != ty || self.levels == 0 {
            return None;
        }
        if self.state.room.stack.iter().filter(|&&it| it == symbol).count() >= self.levels {
            return self.with_leaves(path, number, args, results, soon);
        }
        let Taken { mut out, arguments, names, ports } = self.taken(path, args);
        let (again, name, block) = (self.label(), self.fresh(), Block::new(self.label(), results.len()));
        let turn = Turn { again: again.clone(), value: name.clone(), ports: names.clone(), block: block.clone() };
        let value = Term::Number(name.clone(), ty);
        let meeting = Meeting { actor: self.root, value, ports, exit: Exit::Loop(turn), counted: false };
        // Its turns are its own: they do not lead back to where the function begins.
        let turns = self.state.turns;
        let (tokens, _) = self.inside(&meeting, path).expect("it has a rule for numbers of its type");
        self.state.turns = turns;
        let (block, terms) = self.block(&block, &quote!(#again: loop { #tokens }), results, soon);
        out.extend(quote! {
            let (mut #name, #(mut #names,)*) = (#number, #(#arguments,)*);
            #block
        });
        Some((out, terms))
    }

    /// Names for what a call of the function itself takes, whose rules stand here: only those may change, or stand twice.
    pub fn taken(&mut self, path: &mut Path, args: &[Option<Term>]) -> Taken {
        let symbol = self.root.symbol;
        let mut out = TokenStream::new();
        let arguments = self.arguments(path, args, symbol, &mut out);
        out.extend(Self::free(path));
        path.late = true;
        let agent = self.emit.book.agent(symbol);
        let mut taken = Taken { out, arguments, names: Vec::new(), ports: vec![None; agent.ports.len()] };
        for (port, ty) in ports(agent, Polarity::Positive) {
            let name = self.fresh();
            taken.ports[port as usize] = Some(ty.map_or(Term::Word(name.clone()), |ty| Term::Number(name.clone(), ty)));
            taken.names.push(name);
        }
        taken
    }
}
