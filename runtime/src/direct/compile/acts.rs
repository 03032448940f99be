//! What negative agents do with values, in definitions and in rules: calls of their functions, if they have some.

use super::{Compiler, Reg, frame::Frame, operands::add};
use crate::{
    direct::{
        code::{Act, NONE},
        exec::LINK,
        machine::Code,
    },
    word::{Tag, Word},
};
use polarnet_lower::{Node, Operand};
use polarnet_syntax::{
    net::Symbol,
    number::{Number, Type},
};

/// The key of numbers of a type.
pub(super) fn number_key(ty: Type) -> u32 {
    Word::number(Number::from_parts(ty as u16, 0)).key()
}

impl Compiler<'_> {
    /// The key of a value, if it is known; else [`NONE`].
    pub(super) fn known_key(&self, frame: &Frame<'_>, value: Operand) -> u32 {
        match value {
            Operand::Port(_) => {
                frame.types.iter().find(|&&(known, _)| known == value).map_or(NONE, |&(_, ty)| number_key(ty))
            }
            Operand::Num(number) => number.ty().map_or(NONE, number_key),
            Operand::Leaf(Symbol(symbol)) => Word::new(Tag::VALUE, symbol, 0).key(),
            Operand::Node(node) => match frame.function.nodes[node as usize] {
                Node::User(Symbol(symbol)) => Word::new(Tag::VALUE, symbol, 0).key(),
                Node::Core(..) => NONE,
            },
            _ => NONE,
        }
    }

    pub(super) fn function_of(&self, actor: Symbol) -> Option<u32> {
        let Symbol(symbol) = actor;
        self.direct.actor(symbol)
    }

    /// A negative agent acts on a value: its function is called, if it has one.
    pub(super) fn act(
        &mut self,
        frame: &mut Frame<'_>,
        actor: Symbol,
        value: Operand,
        args: &[Operand],
        results: &[Reg],
    ) {
        let Symbol(symbol) = actor;
        if let Some(n) = self.function_of(actor) {
            let args: Vec<Operand> = [value].into_iter().chain(args.iter().copied()).collect();
            let to = results.first().copied().unwrap_or_else(|| frame.temporary());
            let behind = self.known_key(frame, value);
            self.call(frame, n, &args, to, behind);
            for (&to, from) in results.iter().zip(frame.words + LINK as u32..).skip(1) {
                self.emit(Code::Move, [to, from as Reg, 0], 0);
            }
            return;
        }
        let of = self.operand(frame, value);
        let args = args.iter().map(|&arg| self.operand(frame, arg)).collect();
        let act = Act { symbol, args, results: results.into() };
        let at = add(&mut self.direct.acts, act);
        self.emit(Code::Act, [of, 0, 0], at);
    }

    /// The same, where its results are those of the function.
    pub(super) fn act_last(&mut self, frame: &mut Frame<'_>, actor: Symbol, value: Operand, args: &[Operand]) {
        match self.function_of(actor) {
            Some(n) => {
                let args: Vec<Operand> = [value].into_iter().chain(args.iter().copied()).collect();
                let behind = self.known_key(frame, value);
                self.last_call(frame, n, &args, behind);
            }
            None => {
                let to = frame.temporary();
                self.act(frame, actor, value, args, &[to]);
                self.emit(Code::Return, [to, 0, 0], 0);
            }
        }
    }

    /// A term goes to a negative port of the agent that is met.
    pub(super) fn give_field(&mut self, frame: &mut Frame<'_>, term: Operand, port: u32) {
        let [words, cells] = frame.met.expect("an agent is met");
        let (of, place) = (self.operand(frame, term), frame.temporary());
        self.emit(Code::Var, [place, 0, port as Reg], words | cells << 8);
        self.emit(Code::Give, [of, place, 0], 0);
    }
}
