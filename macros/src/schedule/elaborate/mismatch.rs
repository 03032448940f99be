//! Types that should be one.

use super::Elaborator;
use crate::schedule::types::{Class, Place, Shape, Ty};
use proc_macro2::Span;

impl Elaborator<'_, '_> {
    /// Two types must be one: reports it if they are not.
    pub fn same(&mut self, span: Span, wanted: Ty, found: Ty) -> bool {
        if self.types.unify(wanted, found) {
            return true;
        }
        let (message, help) = self.mismatch(wanted, found);
        self.errors.push(span, message, help);
        false
    }

    pub fn mismatch(&self, wanted: Ty, found: Ty) -> (String, String) {
        let two = match (self.types.shape(wanted), self.types.shape(found)) {
            (Shape::Encoder(_), Shape::Encoder(_)) => "two encoders",
            (Shape::Fence(_), Shape::Fence(_)) => "two fences",
            (Shape::Ready(_), Shape::Ready(_)) => "what two fences were awaited for",
            _ => "",
        };
        if !two.is_empty() {
            let help = "begin one encoder before the `if`, submit and await it after; or read what is wanted on each way: `if … { (await f).x } else { (await g).x }`";
            return (format!("these are {two}, one of each way, with fields of their own"), help.to_owned());
        }
        let message = format!("{} is wanted here, and this is {}", self.types.told(wanted), self.types.told(found));
        let help = match (self.types.shape(wanted), self.types.shape(found)) {
            (Shape::Row(s, _), Shape::Row(t, _)) if s != t => {
                let [s, t] = [s, t].map(|&at| &self.spaces[at].name);
                format!("go from one space to the other by a column: a `Mapping<{t}, {s}>`")
            }
            (Shape::Row(..), Shape::Row(..)) => {
                "these are rows that are known to be computed at different times".into()
            }
            (Shape::Int(_) | Shape::Float(_), Shape::Int(_) | Shape::Float(_)) => {
                format!("convert it: `… as {}`", self.types.show(wanted))
            }
            (_, Shape::Ref(_)) => "read where it leads: `*r`".into(),
            (Shape::Ref(_), _) => "take a reference of a variable: `var x = …; &x`".into(),
            (Shape::Encoder(_), Shape::Fence(_)) => "give the encoder itself, before it is submitted".into(),
            (Shape::Fence(_), Shape::Encoder(_)) => "submit it: `submit e`".into(),
            (Shape::Ready(_) | Shape::Record(_), Shape::Fence(_)) => "await it: `await f`".into(),
            (Shape::Ready(_) | Shape::Record(_), Shape::Encoder(_)) => {
                "submit it, and await the fence: `await submit e`".into()
            }
            (Shape::Encoder(_), _) => "begin one: `let e = encode_begin(gpu);`".into(),
            (Shape::Fence(_), _) => "submit an encoder: `let f = submit e;`".into(),
            (_, Shape::Encoder(_)) => "submit it, and await the fence: `(await submit e).x`".into(),
            (_, Shape::Fence(_)) => "await it, and read a field: `(await f).x`".into(),
            (_, Shape::Ready(_) | Shape::Record(_)) => "read one of its fields: `r.x`".into(),
            (_, Shape::List(_)) => "make one value of the list: `sum(…)`, `max(…)`, `min(…)`".into(),
            (Shape::List(_), _) => "a list is `args..` of a pattern, a space's rows, or `e for x in list`".into(),
            (_, Shape::Row(..)) => "the value of a val at a row is `name[row]`".into(),
            (Shape::Bool, _) => "compare it with something".into(),
            (Shape::Int(name), Shape::Var(Class::Float)) => {
                format!("write it without a point, or convert it: `… as {name}`")
            }
            (Shape::Var(Class::Float), Shape::Int(_)) => "convert it: `… as f64`".into(),
            (Shape::Var(_) | Shape::Int(_) | Shape::Float(_), Shape::Bool) => {
                "choose a number: `if … { 1.0 } else { 0.0 }`".into()
            }
            (Shape::Row(space, Place::Any), _) => match self.target() == Some(*space) {
                true => "make a node, or take a row that was made: `Add(to[a], to[b])`".into(),
                false => format!("a row of a parameter is `Idx<{}>`", self.spaces[*space].name),
            },
            (Shape::Var(_), _) => "make it a number".into(),
            _ => format!("make it {}", self.types.told(wanted)),
        };
        (message, help)
    }
}
