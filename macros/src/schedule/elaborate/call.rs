//! Calls: of vals, of functions of Rust, of what every block knows; and new nodes.

use super::{Elaborator, Item, net};
use crate::schedule::{
    builtin::{Builtin, Signature},
    errors::{count, nearest, there},
    language::Sort,
    tree,
    typed::{Expr, Kind, Kindred},
    types::{Class, Place, Shape, SpaceId, Ty},
};
use proc_macro2::Span;
use quote::ToTokens;
use syn::Path;

impl<'a> Elaborator<'a, '_> {
    pub fn call(&mut self, span: Span, path: &'a Path, args: &[&'a tree::Expr<'a>]) -> &'a Expr<'a> {
        if let Some((space, operator)) = self.operator_path(path) {
            return self.construct(span, space, operator, args);
        }
        let Some(name) = path.get_ident() else {
            return self.constructor(span, path, args);
        };
        let text = name.to_string();
        if self.hand.is_some()
            && let Some(call) = self.hand_call(span, name, &[], args)
        {
            return call;
        }
        match self.item(&text) {
            Some(Item::Class(class)) => self.class_call(span, class, None, Vec::new(), args),
            Some(Item::Val(val)) => {
                let (is, params, value) = (self.heads[val].is, self.heads[val].params.clone(), self.heads[val].value);
                if is != Kindred::Function {
                    let help = format!("read it at a row: `{name}[c]`");
                    self.errors.push(span, format!("`{name}` has a value for each row, and is not called"), help);
                    return self.broken(span);
                }
                let types: Vec<Ty> = params.iter().map(|&id| self.locals[id].ty).collect();
                let args = self.arguments(span, &text, args, &types);
                if self.current == Some(val) {
                    self.recursive = true;
                }
                let call = self.alloc(span, value, Kind::Call(val, args));
                if self.current != Some(val) {
                    self.reads.push((val, call));
                }
                call
            }
            Some(Item::Extern(at)) => {
                let (types, result) = (self.externs[at].params.clone(), self.externs[at].result);
                let args = self.arguments(span, &text, args, &types);
                self.alloc(span, result, Kind::Extern(name.clone(), args))
            }
            Some(Item::Lost) => {
                for arg in args {
                    self.expression(arg);
                }
                self.broken(span)
            }
            Some(_) => {
                self.errors.push(span, format!("`{name}` cannot be called"), "vals and functions can");
                self.broken(span)
            }
            None if text == net::NAME => self.net(span, args),
            None => match Builtin::find(&text) {
                Some(builtin) => self.builtin(span, builtin, args),
                // A constructor of Rust's. Where nodes are made, another name is rather an operator that is misspelt.
                None if text == "Some" || (text.starts_with(char::is_uppercase) && self.target().is_none()) => {
                    self.constructor(span, path, args)
                }
                None => self.unknown_function(span, &text, args),
            },
        }
    }

    /// A value of a type of Rust's.
    fn constructor(&mut self, span: Span, path: &Path, args: &[&'a tree::Expr<'a>]) -> &'a Expr<'a> {
        if self.makes_no_node(span, path) {
            return self.broken(span);
        }
        let args = args.iter().map(|arg| self.given_to_rust(arg)).collect();
        let ty = self.types.opaque();
        self.alloc(span, ty, Kind::Construct(path.to_token_stream(), args))
    }

    fn unknown_function(&mut self, span: Span, name: &str, args: &[&'a tree::Expr<'a>]) -> &'a Expr<'a> {
        for arg in args {
            self.expression(arg);
        }
        let mut known: Vec<String> = self.heads.iter().map(|head| head.name.to_string()).collect();
        known.extend(self.externs.iter().map(|it| it.name.to_string()));
        known.extend(Builtin::names().map(str::to_owned));
        if let Some(space) = self.target()
            && let Some(language) = self.language(space)
        {
            known.extend(language.operators.iter().map(|operator| operator.name.to_string()));
        }
        let near = nearest(name, known.iter().map(String::as_str), "function");
        let help = match near.starts_with("did you") {
            true => near,
            false => format!("declare it, if it is a function of Rust's: `extern(cpu) pure {name}(f64) -> f64;`"),
        };
        self.errors.push(span, format!("no function here is called `{name}`"), help);
        self.broken(span)
    }

    /// Arguments for parameters of these types.
    pub fn arguments(
        &mut self,
        span: Span,
        name: &str,
        args: &[&'a tree::Expr<'a>],
        types: &[Ty],
    ) -> Vec<&'a Expr<'a>> {
        if args.len() != types.len() {
            let text = format!("`{name}` takes {}, and {}", count(types.len(), "argument"), there(args.len()));
            let list: Vec<String> = types.iter().map(|&ty| self.types.show(ty)).collect();
            self.errors.push(span, text, format!("write `{name}({})`", list.join(", ")));
        }
        args.iter()
            .enumerate()
            .map(|(at, arg)| match types.get(at) {
                Some(&ty) => self.expect(arg, ty),
                None => self.expression(arg),
            })
            .collect()
    }

    fn builtin(&mut self, span: Span, builtin: Builtin, args: &[&'a tree::Expr<'a>]) -> &'a Expr<'a> {
        let name = builtin.name();
        let (args, ty) = match builtin.signature() {
            // Of two values, or of one list.
            Signature::Reduce if args.len() > SEVERAL => {
                let text = format!("`{name}` takes {SEVERAL} values at most, and there are {}", args.len());
                self.errors.push(span, text, format!("make a list of them: `{name}([a, b, c])`"));
                return self.broken(span);
            }
            Signature::Reduce if args.len() > 1 => {
                let of = self.types.var(Class::Number);
                (args.iter().map(|arg| self.expect(arg, of)).collect(), of)
            }
            signature @ (Signature::Reduce | Signature::Truths | Signature::Length) => {
                let [list] = args else {
                    let text = format!("`{name}` takes a list, and {}", arguments(args.len()));
                    self.errors.push(span, text, format!("write `{name}(args)`, or `{name}(f(x) for x in args)`"));
                    return self.broken(span);
                };
                let list = self.list(list);
                let of = self.element(list.ty);
                let ty = match signature {
                    Signature::Truths => {
                        let truth = self.types.add(Shape::Bool);
                        self.same(list.span, truth, of);
                        truth
                    }
                    Signature::Length => self.types.add(Shape::Int("usize")),
                    _ => {
                        let number = self.types.var(Class::Number);
                        if !matches!(self.types.shape(of), Shape::Rust(..)) && !self.types.unify(number, of) {
                            let text = format!("`{name}` is of numbers, and this is {}", self.types.told(list.ty));
                            let help = match self.types.shape(of) {
                                Shape::Row(..) => format!("read a column at them: `{name}(cost[args])`"),
                                _ => format!("compute a number of each: `{name}(f(x) for x in list)`"),
                            };
                            self.errors.push(list.span, text, help);
                            return self.broken(span);
                        }
                        if let Some(grouped) = self.grouped(span, builtin, list) {
                            return grouped;
                        }
                        of
                    }
                };
                (vec![list], ty)
            }
            Signature::Floats(n) => {
                let of = self.types.var(Class::Float);
                (self.arguments(span, name, args, &vec![of; n.into()]), of)
            }
            Signature::Numbers(n) => {
                let of = self.types.var(Class::Number);
                (self.arguments(span, name, args, &vec![of; n.into()]), of)
            }
            Signature::Test => {
                let of = self.types.var(Class::Float);
                (self.arguments(span, name, args, &[of]), self.types.add(Shape::Bool))
            }
            Signature::Power => {
                let (of, power) = (self.types.var(Class::Float), self.types.add(Shape::Int("i32")));
                (self.arguments(span, name, args, &[of, power]), of)
            }
        };
        self.alloc(span, ty, Kind::Builtin(builtin, args))
    }

    /// An operator that is named with its language, or by itself where nodes are made.
    pub fn operator_path(&self, path: &Path) -> Option<(SpaceId, usize)> {
        let space = self.target()?;
        Some((space, self.operator_in(space, path)?))
    }

    pub fn operator_in(&self, space: SpaceId, path: &Path) -> Option<usize> {
        let language = self.language(space)?;
        let last = &path.segments.last()?.ident;
        let named = path.segments.len() > 1;
        if named && path.segments[path.segments.len() - 2].ident != language.path.segments.last()?.ident {
            return None;
        }
        language.operator(last)
    }

    /// A new node.
    pub fn construct(
        &mut self,
        span: Span,
        space: SpaceId,
        operator: usize,
        args: &[&'a tree::Expr<'a>],
    ) -> &'a Expr<'a> {
        let row = self.types.add(Shape::Row(space, Place::Any));
        let Some((name, sorts, shown)) = self.language(space).map(|language| {
            let operator = &language.operators[operator];
            let sorts: Vec<Sort> = operator.fields.iter().map(|field| field.sort.clone()).collect();
            (operator.name.clone(), sorts, operator.shown())
        }) else {
            return self.broken(span);
        };
        if args.len() != sorts.len() {
            let text = format!("`{name}` has {}, and {}", count(sorts.len(), "field"), there(args.len()));
            self.errors.push(span, text, format!("it is {shown}"));
            return self.broken(span);
        }
        let args = args.iter().zip(sorts).map(|(arg, sort)| {
            let ty = match sort {
                Sort::Child => row,
                Sort::Children | Sort::List => self.types.add(Shape::List(row)),
                Sort::Payload(ty) => self.payload(space, &ty),
            };
            self.expect(arg, ty)
        });
        let args = args.collect();
        self.alloc(span, row, Kind::New(space, operator, args))
    }
}

/// How many values are written out.
const SEVERAL: usize = 32;

fn arguments(n: usize) -> String {
    match n {
        0 | 1 => format!("there is {}", count(n, "argument")),
        n => format!("there are {}", count(n, "argument")),
    }
}
