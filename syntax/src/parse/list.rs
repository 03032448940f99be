//! Lists and tuples: other ways to write agents. `[a, b | xs]` is `Cons(a, Cons(b, xs))`, `(a, b, c)` is `(a (b c))`.

use super::{
    Parser,
    recover::Failed,
    term::{Frame, Node},
};
use crate::{
    diagnostic::Diagnostic,
    span::Span,
    token::{Bracket, Kind, Lexical, Source},
    tree::{Shape, Tree},
};

/// What a list is made of, by name and number of ports.
const CONS: (&str, usize) = ("Cons", 2);
const NIL: (&str, usize) = ("Nil", 0);

const DECLARE: &str = "declare them before: `agent +Nil, +Cons(+head, +tail);` (in an operator, the operator comes first: \
                       `[+]`, `[*2]`, `[u32]`)";

/// The rest of a list.
const BAR: Kind<'static> = Kind::Bad(Lexical::Character('|'));

impl<'s: 't, 't, S: Source<'s>> Parser<'t, '_, S> {
    /// `[]`, after its opening bracket: the agent that ends lists.
    pub(super) fn empty_list(&mut self, open: Span) -> Result<(Shape<'t>, Span), Failed> {
        let nil = self.list_agent(NIL, open)?;
        Ok((Shape::User(nil, &[]), open.to(self.bump().span)))
    }

    /// After a term of the list that is open: the list, if it ends here.
    pub(super) fn closes_list(&mut self) -> Result<Option<&'t Tree<'t>>, Failed> {
        let Some(&Frame { node: Node::List { rest }, .. }) = self.frames.last() else { return Ok(None) };
        let form = Node::List { rest }.form();
        match self.token.kind {
            Kind::Comma if !rest => {
                self.bump();
                if self.token.kind != Kind::Close(Bracket::Square) {
                    return Ok(None);
                }
            }
            BAR if !rest => {
                self.bump();
                if let Some(frame) = self.frames.last_mut() {
                    frame.node = Node::List { rest: true };
                }
                return Ok(None);
            }
            Kind::Close(Bracket::Square) => {}
            _ if rest => return self.fail("`]`", form),
            _ => return self.fail("`,`, `|` or `]`", form),
        }
        let close = self.bump().span;
        let Some(Frame { open, written, mut many, .. }) = self.frames.pop() else { return Ok(None) };
        let cons = self.list_agent(CONS, open)?;
        let last = if rest { many.pop() } else { None };
        let mut list = match last {
            Some(last) => last,
            None => {
                let nil = self.list_agent(NIL, open)?;
                self.made(Shape::User(nil, &[]), close, close, None)
            }
        };
        for (at, head) in many.into_iter().enumerate().rev() {
            let terms = self.spread(cons, vec![head, list], head.span)?;
            let children = self.arenas.lists.alloc_extend(terms);
            self.check_numbers(cons, children)?;
            let shape = Shape::User(cons, children);
            // The first has the brackets, those after it begin with their own terms.
            list = match at {
                0 => self.made(shape, open.to(close), open, written),
                _ => self.made(shape, head.span.to(close), head.head, None),
            };
        }
        Ok(Some(list))
    }

    /// The number of an agent of lists, which the book declares.
    fn list_agent(&mut self, (name, ports): (&str, usize), at: Span) -> Result<u32, Failed> {
        match self.symbols.get(name) {
            Some(&(symbol, found)) if found == ports => return Ok(symbol),
            Some(&(_, found)) => {
                let count = |n| format!("{n} port{}", if n == 1 { "" } else { "s" });
                let message = format!("`{name}` has {} here, and {} in a list", count(found), count(ports));
                let help = "lists in brackets are made of `+Nil` and `+Cons(+head, +tail)`: write other agents by name";
                self.error(Diagnostic::error(at, message, help));
            }
            // It may be what could not be read.
            None if self.lost => {}
            None => {
                let message = format!("a list is made of `Cons` and `Nil`, and no agent `{name}` is declared");
                self.error(Diagnostic::error(at, message, DECLARE));
            }
        }
        Err(Failed)
    }

    /// After the first term of `( )`: does a comma make a tuple of it? Not of the terms of an agent that is not declared.
    pub(super) fn begins_tuple(&self, frame: &Frame<'t>) -> bool {
        let named = match frame.named.map(|token| token.kind) {
            Some(Kind::Name(name)) => {
                name.starts_with(|c: char| c.is_ascii_uppercase()) && !self.symbols.contains_key(name)
            }
            _ => false,
        };
        self.token.kind == Kind::Comma && frame.first.is_none() && !named
    }

    /// After a term of the tuple that is open: the tuple, if it ends here.
    pub(super) fn closes_tuple(&mut self) -> Result<Option<&'t Tree<'t>>, Failed> {
        let comma = self.eat(Kind::Comma).is_some();
        if self.token.kind != Kind::Close(Bracket::Round) {
            return match comma {
                true => Ok(None),
                false => self.fail("`,` or `)`", Node::Tuple.form()),
            };
        }
        if self.frames.last().is_some_and(|frame| frame.many.len() < 2) {
            return self.fail("a second term", Node::Tuple.form());
        }
        let close = self.bump().span;
        let Some(Frame { open, written, mut many, .. }) = self.frames.pop() else { return Ok(None) };
        let Some(mut tuple) = many.pop() else { return Ok(None) };
        for (at, term) in many.into_iter().enumerate().rev() {
            let shape = Shape::Con(term, tuple);
            tuple = match at {
                0 => self.made(shape, open.to(close), open, written),
                _ => self.made(shape, term.span.to(close), term.head, None),
            };
        }
        Ok(Some(tuple))
    }
}
