//! Joins: functions of two values of a val's type, to one.

use super::{Elaborator, Item};
use crate::schedule::{
    builtin::Builtin,
    errors::nearest,
    tree,
    typed::{Join, Kindred},
    types::{Class, Shape, Ty},
};
use proc_macro2::Ident;

const BUILTIN: [&str; 6] = ["add", "max", "min", "product", "all", "any"];

impl Elaborator<'_, '_> {
    pub fn join(&mut self, join: &tree::Join, value: Ty) -> Join {
        let Some(name) = join.name.get_ident() else { return Join::Rust(join.name.clone(), join.commutative) };
        match self.item(&name.to_string()) {
            Some(Item::Val(val)) => {
                if self.heads[val].is == Kindred::Function {
                    let params: Vec<Ty> = self.heads[val].params.iter().map(|&id| self.locals[id].ty).collect();
                    self.joins(name, &params, self.heads[val].value, value);
                } else {
                    let help = "a join is a val of two values: `val longer(a: f64, b: f64) -> f64 { … }`";
                    self.errors.push(name.span(), format!("`{name}` has a value for each row, and joins none"), help);
                }
                return Join::Val(val, join.commutative);
            }
            Some(Item::Extern(at)) => {
                let (params, result) = (self.externs[at].params.clone(), self.externs[at].result);
                self.joins(name, &params, result, value);
            }
            Some(Item::Lost) => {}
            Some(_) => {
                let help = "a join is `add`, `max`, `min`, `product`, `all`, `any`, or a function of two values";
                self.errors.push(name.span(), format!("`{name}` is no join"), help);
            }
            None => match BUILTIN.into_iter().find(|known| name == known).and_then(Builtin::find) {
                Some(builtin) => {
                    self.builtin_join(name, builtin, value);
                    return Join::Builtin(builtin);
                }
                None => self.unknown_join(name, value),
            },
        }
        Join::Rust(join.name.clone(), join.commutative)
    }

    fn builtin_join(&mut self, name: &Ident, builtin: Builtin, value: Ty) {
        let truths = matches!(builtin.name(), "all" | "any");
        let fits = match self.types.shape(value) {
            Shape::Bool => truths,
            Shape::Int(_) | Shape::Float(_) => !truths,
            Shape::Error | Shape::Rust(..) | Shape::Var(Class::Any) => true,
            _ => false,
        };
        if !fits {
            let of = if truths { "truth values" } else { "numbers" };
            let text = format!("`{name}` joins {of}, and the val is of {}", self.types.told(value));
            let help = match self.types.shape(value) {
                Shape::Bool => "truth values are joined by `all` and `any`",
                Shape::Int(_) | Shape::Float(_) => "numbers are joined by `add`, `max`, `min` and `product`",
                _ => "write a val of two values, and its name here",
            };
            self.errors.push(name.span(), text, help);
        }
    }

    /// Does a function take two values of a type to one?
    fn joins(&mut self, name: &Ident, params: &[Ty], result: Ty, value: Ty) {
        let fits = params.len() == 2 && params.iter().chain([&result]).all(|&ty| self.types.unify(ty, value));
        if !fits {
            let ty = self.types.show(value);
            let text = format!("`{name}` does not join two values of `{ty}` to one");
            self.errors.push(name.span(), text, format!("a join here is of the form `({ty}, {ty}) -> {ty}`"));
        }
    }

    fn unknown_join(&mut self, name: &Ident, value: Ty) {
        let functions = self.heads.iter().filter(|head| head.is == Kindred::Function).map(|head| head.name.to_string());
        let mut known: Vec<String> = functions.collect();
        known.extend(self.externs.iter().map(|it| it.name.to_string()));
        known.extend(BUILTIN.map(str::to_owned));
        let near = nearest(&name.to_string(), known.iter().map(String::as_str), "join");
        let ty = self.types.show(value);
        let help = match near.starts_with("did you") {
            true => near,
            false => {
                format!("declare it, if it is a function of Rust's: `extern(cpu) pure {name}({ty}, {ty}) -> {ty};`")
            }
        };
        self.errors.push(name.span(), format!("no join here is called `{name}`"), help);
    }
}
