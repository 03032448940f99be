//! Agents that are not declared: what is in their brackets is read all the same, so that only they are wrong.

use super::{
    Parser,
    recover::Failed,
    term::{Frame, Node},
};
use crate::{
    diagnostic::Diagnostic,
    token::{Short, Source},
    tree::{Shape, Tree},
};

impl<'s: 't, 't, S: Source<'s>> Parser<'t, '_, S> {
    /// May another term follow the one that begins here? `(x (a b))` is a wire and a pair, and only elsewhere a name that has
    /// brackets is surely an agent.
    pub(super) fn more_fit(&self) -> bool {
        let Some(frame) = self.frames.last() else { return false };
        match frame.node {
            Node::User(symbol) => frame.many.len() + 1 < self.agents[symbol as usize].written(),
            Node::Unknown => true,
            Node::List { .. } | Node::Tuple => false,
            Node::Con | Node::Dup(_) | Node::LabelledRound(_) | Node::Opr | Node::Swi => frame.first.is_none(),
        }
    }

    /// At a comma or the end of a bracket with less than two terms: is it that of an agent that is not declared? The name
    /// before it, taken for a wire so far, then is none.
    pub(super) fn is_unknown(&mut self) -> Result<bool, Failed> {
        let named = match self.frames.last() {
            Some(Frame { node: Node::Unknown, .. }) => return Ok(true),
            Some(&Frame { node: Node::Con, named: Some(named), .. }) => named,
            _ => return Ok(false),
        };
        if !self.no_agent(named)? {
            return Ok(false);
        }
        if let [.., outer, frame] = &mut self.frames[..] {
            frame.node = Node::Unknown;
            frame.many.extend(frame.first.take());
            if outer.first.take().is_none() {
                outer.many.pop();
            }
            return Ok(true);
        }
        Ok(false)
    }

    /// Reports the agents that are not declared, or only further down.
    pub(super) fn report_undeclared(&mut self) {
        for (name, (span, help)) in std::mem::take(&mut self.undeclared) {
            let short = Short(name);
            let error = match self.symbols.get(name) {
                None => Diagnostic::error(span, format!("the agent `{short}` is not declared"), help),
                Some(&(symbol, _)) => {
                    let message = format!("the agent `{short}` is used before it is declared");
                    let error = Diagnostic::error(span, message, "move the declaration up, before its first use");
                    error.place(self.agents[symbol as usize].span, "declared here")
                }
            };
            self.report.push(error);
        }
    }

    /// The agent that is open, if its last term has been read.
    pub(super) fn closes_unknown(&mut self) -> Result<Option<&'t Tree<'t>>, Failed> {
        let Some((close, Frame { open, written, many, .. })) = self.closes_ports()? else { return Ok(None) };
        let children = self.arenas.lists.alloc_extend(many);
        Ok(Some(self.made(Shape::Unknown(children), open.to(close), open, written)))
    }
}
