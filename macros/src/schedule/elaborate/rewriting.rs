//! Rows of the old batch, where those of the new one are meant; and vals that look as if they made nodes, and do not.

use super::Elaborator;
use crate::schedule::{
    typed::{Expr, Kind, Kindred, LocalId, Pattern, ValId, last},
    types::{Shape, SpaceId, Ty},
};
use proc_macro2::Span;
use syn::Path;

impl<'a> Elaborator<'a, '_> {
    /// What to write for a child of the old node, where what became of it is wanted.
    pub fn rewritten(&self, wanted: Ty, found: &Expr<'a>) -> Option<String> {
        let head = self.head()?;
        let Kindred::Rewrite { from, to } = head.is else { return None };
        let row = |ty: Ty| match self.types.shape(ty) {
            Shape::List(of) | Shape::Array(of, _) => self.types.shape(*of).clone(),
            shape => shape.clone(),
        };
        let old = |shape| matches!(shape, Shape::Row(space, _) if space == from);
        let new = |shape| matches!(shape, Shape::Row(space, _) if space == to);
        if !new(self.types.shape(head.value).clone()) || !new(row(wanted)) || !old(row(found.ty)) {
            return None;
        }
        let shown = match found.kind {
            Kind::Local(id) => self.locals[id].name.to_string(),
            _ => "…".to_owned(),
        };
        Some(format!("write `{}[{shown}]`", head.name))
    }

    /// An operator as a value, in a val whose value is a row of the batch that it goes through: reported.
    pub fn makes_no_node(&mut self, span: Span, path: &Path) -> bool {
        let Some(head) = self.head() else { return false };
        let Kindred::Up(space) = head.is else { return false };
        let (name, own) = (head.name.clone(), self.types.row_in(head.value) == Some(space));
        let Some(operator) = self.operator_in(space, path).filter(|_| own) else { return false };
        let Some(language) = self.language(space) else { return false };
        let operator = &language.operators[operator].name;
        let text = format!("`{name}` makes no node `{operator}`: its value is a row of the old batch");
        let help = self.new_batch(&name.to_string(), space);
        self.errors.push(span, text, help);
        true
    }

    /// A val that goes on with the nodes that it found for children, as if its own node had them now.
    pub fn unrewritten(&mut self, val: ValId, body: &'a Expr<'a>) {
        let head = &self.heads[val];
        let Kindred::Up(space) = head.is else { return };
        if self.types.row_in(head.value) != Some(space) || !goes_on(body, val) {
            return;
        }
        let Some(old) = self.old_node(body) else { return };
        let name = head.name.to_string();
        let node = &self.locals[head.params[0]].name;
        let text = format!("`{node}` has the children of the old batch here, and not what `{name}` made of them");
        let help = format!(
            "{}; if the old row is meant, read it from a val of its own: `val old(n: {space}) -> Idx<{space}> {{ returns n }}`, `old[{node}]`",
            self.new_batch(&name, space),
            space = self.spaces[space].name
        );
        self.errors.push(old, text, help);
    }

    /// How to write a val that makes nodes.
    pub fn new_batch(&self, val: &str, space: SpaceId) -> String {
        let mut language = self.language(space).map_or_else(|| "…".to_owned(), |language| language.name.to_string());
        let args: Vec<String> = self.spaces[space].args.1.iter().map(|&ty| self.types.show(ty)).collect();
        if !args.is_empty() {
            language += &format!("<{}>", args.join(", "));
        }
        let taken = |name: &&str| self.item(name).is_none();
        let out = ["out", "new", "after"].into_iter().find(taken).unwrap_or("rewritten");
        format!(
            "to rewrite, make a batch of another space: `space {out}: Batch<{language}>;`, `val {val}(n: {}) -> Idx<{out}>`",
            self.spaces[space].name
        )
    }

    /// Where the value is the node itself, which may have children.
    fn old_node(&self, body: &Expr<'a>) -> Option<Span> {
        match &body.kind {
            Kind::If(_, a, b) => self.old_node(a).or_else(|| self.old_node(b)),
            Kind::Let(_, _, body) => self.old_node(body),
            Kind::Match(value, arms) => {
                let own = matches!(self.types.shape(value.ty), Shape::Node(_));
                let open = arms.iter().filter(|arm| !own || arm.patterns.iter().any(|it| self.has_children(it)));
                open.into_iter().find_map(|arm| self.old_node(arm.body))
            }
            Kind::Cast(inner) if matches!(self.types.shape(inner.ty), Shape::Node(_)) => Some(last(inner)),
            _ => None,
        }
    }

    fn has_children(&self, pattern: &Pattern) -> bool {
        match pattern {
            Pattern::Node { space, operator, .. } => {
                self.language(*space).is_none_or(|language| language.operators[*operator].has_children())
            }
            Pattern::Or(of) => of.iter().any(|it| self.has_children(it)),
            _ => true,
        }
    }
}

/// Does it match on the nodes that the val has for children?
fn goes_on<'a>(body: &Expr<'a>, val: ValId) -> bool {
    let reads = |expr: &Expr<'a>, names: &[LocalId]| {
        let mut reads = false;
        expr.visit(&mut |it| {
            reads |= matches!(it.kind, Kind::Attribute(of, _) if of == val);
            reads |= matches!(it.kind, Kind::Local(id) if names.contains(&id));
        });
        reads
    };
    let (mut names, mut goes_on) = (Vec::new(), false);
    body.visit(&mut |it| match &it.kind {
        Kind::Let(locals, value, _) if reads(value, &names) => names.extend(locals),
        Kind::Match(value, arms) => {
            let looks = |pattern: &Pattern| match pattern {
                Pattern::Tuple(_, parts) => parts.iter().any(Pattern::is_node),
                pattern => pattern.is_node(),
            };
            let looks = arms.iter().flat_map(|arm| &arm.patterns).any(looks);
            goes_on |= looks && reads(value, &names);
        }
        _ => {}
    });
    goes_on
}
