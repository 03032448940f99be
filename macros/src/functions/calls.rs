//! Calls of agents: as functions, or with their rules written out.

use super::{
    body::{Frame, Path, Writer, named},
    exit::{Block, Exit, Results},
    inline::Simple,
    ports::ports,
    rules::Meeting,
    terms::Term,
};
use polarnet_columns::Space;
use polarnet_lower::{Actor, Body, Operand};
use polarnet_syntax::net::{Polarity, Symbol};
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

impl<'w, S: Space> Writer<'w, '_, S> {
    /// What a call takes: by ports.
    pub fn called(
        &self,
        frame: &Frame,
        body: &Body,
        actor: Symbol,
        value: Operand,
        args: &[Operand],
    ) -> (Term, Vec<Option<Term>>) {
        let agent = self.emit.book.agent(actor);
        let mut terms = vec![None; agent.ports.len()];
        for (&arg, (port, ty)) in args.iter().zip(ports(agent, Polarity::Positive)) {
            let term = self.term(frame, body, arg);
            terms[port as usize] = Some(match ty {
                Some(_) if matches!(term, Term::Read(..)) => term,
                Some(ty) => Term::Number(Self::number(&term, ty), ty),
                None => term,
            });
        }
        (self.term(frame, body, value), terms)
    }

    pub fn actor(&self, symbol: Symbol) -> (&'w Actor, Simple) {
        let at =
            self.emit.actors.iter().position(|actor| actor.symbol == symbol).expect("each negative agent is there");
        (&self.emit.actors[at], self.emit.simple[at])
    }

    /// The arguments of a function, as it takes them.
    pub fn arguments(
        &mut self,
        path: &mut Path,
        ports: &[Option<Term>],
        actor: Symbol,
        out: &mut TokenStream,
    ) -> Vec<TokenStream> {
        let numbers = &self.emit.book.agent(actor).numbers;
        let mut arguments = Vec::new();
        for (port, term) in (0_u32..).zip(ports) {
            let Some(term) = term else { continue };
            arguments.push(match numbers.iter().find(|&&(at, _)| at == port) {
                Some(&(_, ty)) => Self::number(term, ty),
                None => self.word(path, term, out),
            });
        }
        arguments
    }

    /// A call whose results are used here.
    pub fn call(
        &mut self,
        frame: &mut Frame,
        path: &mut Path,
        symbol: Symbol,
        value: &Term,
        args: &[Option<Term>],
        results: &Results<'_>,
    ) -> TokenStream {
        let &Results { regs: results, soon } = results;
        let names: Vec<_> = results.iter().map(|&reg| named("r", reg, frame.instance)).collect();
        for (&reg, name) in results.iter().zip(&names) {
            frame.regs.insert(reg, Term::Word(name.clone()));
        }
        let (actor, simple) = self.actor(symbol);
        if symbol == self.root.symbol
            && let Some((tokens, terms)) = self.unrolled(path, value, args, &names, soon)
        {
            frame.regs.extend(results.iter().copied().zip(terms));
            return tokens;
        }
        if symbol != self.root.symbol && self.state.room.takes(actor, simple, value, false) {
            let saved = self.state.clone();
            let block = Block::new(self.label(), names.len());
            let counted = matches!(simple, Simple::Straight(_));
            let meeting = Meeting {
                actor,
                value: value.clone(),
                ports: args.to_vec(),
                exit: Exit::Block(block.clone()),
                counted,
            };
            let inner = Path { late: path.late, ..Path::default() };
            if let Some((tokens, rules)) = self.inside(&meeting, &inner) {
                if counted {
                    frame.counted += rules;
                }
                path.late = true;
                let (tokens, terms) = self.block(&block, &tokens, &names, soon);
                frame.regs.extend(results.iter().copied().zip(terms));
                return tokens;
            }
            self.state = saved;
        }
        let mut out = TokenStream::new();
        let (function, value) = self.function(path, actor, value, &mut out);
        let args = self.arguments(path, args, symbol, &mut out);
        out.extend(Self::free(path));
        path.late = true;
        out.extend(quote! {
            let ([#(#names),*], __next) = #function(__w, #value #(, #args)*, __left);
            __left = __next;
        });
        out
    }

    /// The function for a value, and the value as it takes it.
    fn function(
        &mut self,
        path: &mut Path,
        actor: &Actor,
        value: &Term,
        out: &mut TokenStream,
    ) -> (Ident, TokenStream) {
        let Symbol(symbol) = actor.symbol;
        match (super::actor::typed(actor), value) {
            (Some(ty), Term::Number(number, of) | Term::Read(number, of, _)) if ty == *of => {
                (format_ident!("to_{symbol}"), number.clone())
            }
            _ => (format_ident!("on_{symbol}"), self.word(path, value, out)),
        }
    }

    /// The rules of another agent, where it is called.
    pub fn inside(&mut self, meeting: &Meeting<'w>, path: &Path) -> Option<(TokenStream, i64)> {
        let symbol = meeting.actor.symbol;
        self.state.room.stack.push(symbol);
        // Its own copies are counted where it is unrolled.
        if symbol != self.root.symbol {
            self.state.room.steps += super::inline::size(meeting.actor);
        }
        let other = |writer: &mut Self, value: &TokenStream, counted: i64| {
            let (mut path, mut out) = (path.clone(), TokenStream::new());
            let args = writer.arguments(&mut path, &meeting.ports, symbol, &mut out);
            out.extend(Self::free(&mut path));
            let refund = meeting.counted.then(|| quote!(__w.refund(#counted);));
            let Symbol(symbol) = symbol;
            let function = format_ident!("other_{symbol}");
            let call = Self::out_of_line(&mut path, &quote!(let __results = #function(__w, #value #(, #args)*);));
            let exit = meeting.exit.with(&quote!(__results));
            quote!(#refund #out #call #exit)
        };
        let met = self.meet(meeting, path, &other);
        self.state.room.stack.pop();
        met
    }
}
