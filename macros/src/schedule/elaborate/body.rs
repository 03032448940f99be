//! Bodies that are written by hand: statements.

use super::{Elaborator, Head, Item, signature::FnHead};
use crate::schedule::{
    errors::count,
    tree::{self, StmtKind as T},
    typed::{Act, Body, Expr, Kind, Kindred, LocalId, Stmt, StmtKind, ValId},
    types::{Class, Shape, Ty},
};
use proc_macro2::Span;
use syn::spanned::Spanned;

impl<'a> Elaborator<'a, '_> {
    /// A function's signature, before any body is read.
    pub fn fn_head(&mut self, it: &tree::Fn<'a>) -> FnHead {
        for (at, param) in it.params.iter().enumerate() {
            if it.params[..at].iter().any(|known| known.name == param.name) {
                let text = format!("the parameter `{}` is there twice", param.name);
                self.errors.push(param.name.span(), text, "rename one of the two");
            }
        }
        let hand = it.body.is_some();
        let params = it.params.iter().map(|param| (param.name.clone(), self.parameter_type(&param.ty, hand))).collect();
        let result = match (&it.outputs[..], hand) {
            ([only], true) => self.parameter_type(&only.ty, true),
            (outputs, true) => {
                let of = outputs.iter().map(|it| self.parameter_type(&it.ty, true)).collect();
                self.types.add(Shape::Tuple(of))
            }
            (_, false) => self.read_type(&it.result),
        };
        let val = it.impls.iter().find_map(|spec| match self.item(&spec.name.to_string()) {
            Some(Item::Val(val)) if spec.derivative.is_none() => Some(val),
            _ => None,
        });
        match val.filter(|_| hand) {
            Some(val) => self.one_value(it, val, FnHead { params, result, val: Some(val) }),
            None => FnHead { params, result, val },
        }
    }

    /// A body computes one value, where its val is a function of values.
    fn one_value(&mut self, it: &tree::Fn<'a>, val: ValId, mut head: FnHead) -> FnHead {
        let Head { is, params, value, .. } = &self.heads[val];
        let is_column = |ty: Ty| matches!(self.types.shape(ty), Shape::Column(..));
        let wanted = params.iter().map(|&id| self.locals[id].ty).chain([*value]);
        if *is != Kindred::Function || wanted.into_iter().any(is_column) {
            return head;
        }
        let params = head.params.iter().zip(&it.params).map(|((_, ty), param)| (*ty, param.ty.span()));
        let all: Vec<(Ty, Span)> = params.chain([(head.result, it.result.span())]).collect();
        if let Some(&(ty, span)) = all.iter().find(|(ty, _)| is_column(*ty)) {
            let text = format!("this is `{}`, and `{}` is of one value", self.types.show(ty), self.heads[val].name);
            let help = "a body computes one value; of all rows it is computed by an order: `map(x)`";
            self.errors.push(span, text, help);
            let columns: Vec<bool> = all.iter().map(|(ty, _)| is_column(*ty)).collect();
            let error = self.types.error();
            let types = head.params.iter_mut().map(|(_, ty)| ty).chain([&mut head.result]);
            types.zip(columns).filter(|(_, column)| *column).for_each(|(ty, _)| *ty = error);
        }
        head
    }

    /// A type that a body says: of numbers, a reference is of a variable.
    fn parameter_type(&mut self, ty: &syn::Type, hand: bool) -> Ty {
        if let syn::Type::Path(path) = ty
            && let Some(name) = path
                .path
                .get_ident()
                .filter(|name| hand && (*name == "Encoder" || *name == "Fence" || *name == "Future"))
        {
            let text = format!("what the {} has on its device is not said", name.to_string().to_lowercase());
            self.errors.push(name.span(), text, format!("name a record: `{name}<R>`, with `type R = {{ x: i32 }};`"));
            return self.types.error();
        }
        let of = self.read_type(ty);
        let scalar = matches!(self.types.shape(of), Shape::Int(_) | Shape::Float(_) | Shape::Bool);
        match ty {
            syn::Type::Reference(_) if hand && scalar => self.types.add(Shape::Ref(of)),
            _ => of,
        }
    }

    pub fn hand_body(&mut self, at: usize, it: &'a tree::Fn<'a>, body: &'a tree::Expr<'a>) -> Body<'a> {
        if let Some(derivative) = it.impls.iter().find_map(|spec| spec.derivative.as_ref()) {
            let help = "write an order, `eval(x)`, or let the function implement the val itself";
            self.errors.push(derivative.span(), "a derivative is made of its val, and not written by hand", help);
        }
        (self.hand, self.device) = (Some(at), None);
        self.scope.clear();
        let FnHead { params, result, .. } = self.functions[at].clone();
        let params = params.iter().map(|(name, ty)| {
            let ty = self.instance(*ty, name);
            self.bind(name, ty)
        });
        let params: Vec<LocalId> = params.collect();
        let value = self.expect(body, result);
        self.hand = None;
        self.scope.clear();
        if it.impls.iter().all(|spec| !matches!(self.item(&spec.name.to_string()), Some(Item::Val(_) | Item::Lost))) {
            let text = format!("`{}` implements no val: what it computes is nowhere said", it.name);
            self.errors.push(
                it.name.span(),
                text,
                format!("write `val x(…) -> … {{ … }}`, and `fn {}(…) … impls x`", it.name),
            );
        }
        Body { params, value }
    }

    /// A block, whose value has this type, if that is known.
    pub fn hand_block(
        &mut self,
        span: Span,
        list: &'a [tree::Stmt<'a>],
        value: Option<&'a tree::Expr<'a>>,
        ty: Option<Ty>,
    ) -> &'a Expr<'a> {
        let outer = self.scope.len();
        let mut stmts = Vec::new();
        let mut known = self.errors.len();
        for it in list {
            known = self.errors.len();
            stmts.extend(self.hand_stmt(it));
        }
        // A value at the end that is not used was reported.
        let told = self.errors.len() > known;
        let (value, is) = match (value, ty) {
            (Some(value), Some(ty)) => (Some(self.expect(value, ty)), ty),
            (Some(value), None) => {
                let value = self.expression(value);
                (Some(value), value.ty)
            }
            (None, None) => (None, self.types.add(Shape::Tuple(Vec::new()))),
            (None, Some(ty)) => {
                let unit = self.types.add(Shape::Tuple(Vec::new()));
                if !told && !self.types.is_error(ty) && !self.types.unify(ty, unit) {
                    let text = format!("{} is wanted of this block, and it has no value", self.types.told(ty));
                    let last = list.last().map_or(span, |stmt| stmt.span);
                    self.errors.push(last, text, "write the value last, without `;`");
                }
                (None, ty)
            }
        };
        self.scope.truncate(outer);
        self.alloc(span, is, Kind::Act(Act::Block(stmts, value)))
    }

    /// Several values, each of its type.
    pub fn hand_tuple(&mut self, span: Span, list: &'a [&'a tree::Expr<'a>], ty: Ty) -> &'a Expr<'a> {
        let types = match self.types.shape(ty).clone() {
            Shape::Tuple(of) if of.len() == list.len() => of,
            _ => {
                let list: Vec<_> = list.iter().map(|it| self.expression(it)).collect();
                let found = self.types.add(Shape::Tuple(list.iter().map(|it| it.ty).collect()));
                let tuple = self.alloc(span, found, Kind::Tuple(list));
                return self.coerce(tuple, ty);
            }
        };
        let list = list.iter().zip(types).map(|(it, ty)| self.expect(it, ty)).collect();
        self.alloc(span, ty, Kind::Tuple(list))
    }

    fn hand_stmt(&mut self, stmt: &'a tree::Stmt<'a>) -> Option<Stmt<'a>> {
        let kind = match &stmt.kind {
            T::Let(names, value) => self.hand_let(names, value),
            T::Var(name, value) => {
                let ty = match &name.ty {
                    Some(ty) => self.read_type(ty),
                    None => self.types.var(Class::Any),
                };
                let value = value.map(|value| self.expect(value, ty));
                if let Some(value) = value {
                    self.no_reference(value, ty);
                }
                let local = self.bind(&name.name, ty);
                self.variables.insert(local);
                StmtKind::Var(local, name.tags.clone(), value)
            }
            T::Assign(place, value) => return self.assign(stmt.span, place, value),
            T::Copy { encoder, into, value } => {
                let value = self.expression(value);
                // A reference is followed: what it leads to is copied.
                let value = match *self.types.shape(value.ty) {
                    Shape::Ref(of) => self.alloc(value.span, of, Kind::Act(Act::Load(value))),
                    _ => value,
                };
                let (encoder, record) = self.encoder(encoder)?;
                let tree::Bound { name, tags, .. } = into.first()?;
                let field = self.put(record, name, "copy_dst");
                self.same(value.span, field, value.ty);
                StmtKind::Copy { encoder, into: name.clone(), value, tags: tags.clone() }
            }
            T::Call { encoder, into, call } => {
                let (encoder, record) = self.encoder(encoder)?;
                let Some((kernel, result)) = self.kernel(record, call) else {
                    into.iter().for_each(|it| self.lose(record, &it.name));
                    return None;
                };
                let types = match (&into[..], self.types.shape(result).clone()) {
                    ([_], _) => vec![result],
                    (_, Shape::Tuple(of)) if of.len() == into.len() => of,
                    _ => {
                        let text =
                            format!("{}, and the result is {}", count(into.len(), "name"), self.types.told(result));
                        self.errors.push(into[0].name.span(), text, "give a name to each result of the kernel");
                        into.iter().for_each(|it| self.lose(record, &it.name));
                        return None;
                    }
                };
                for (tree::Bound { name, .. }, ty) in into.iter().zip(types) {
                    let field = self.put(record, name, "storage");
                    self.same(name.span(), field, ty);
                }
                let tags = into.iter().map(|it| it.tags.clone()).collect();
                let into = into.iter().map(|it| it.name.clone()).collect();
                StmtKind::Call { encoder, into, kernel, tags }
            }
            T::Say(moment, list) => {
                for (path, _) in list {
                    if let [name] = &path[..]
                        && self.dimension(&name.to_string()).is_some()
                    {
                        self.dimension_value(name.span(), &name.to_string());
                    }
                }
                StmtKind::Say(*moment, list.clone())
            }
            T::Do(value) => StmtKind::Do(self.done(value, false)),
        };
        Some(Stmt { span: stmt.span, kind })
    }

    fn hand_let(&mut self, names: &'a [tree::Bound], value: &'a tree::Expr<'a>) -> StmtKind<'a> {
        let value = match names {
            [tree::Bound { ty: Some(ty), .. }] => {
                let ty = self.parameter_type(ty, true);
                self.expect(value, ty)
            }
            _ => self.expression(value),
        };
        let types = match (names, self.types.shape(value.ty).clone()) {
            // What was said of it holds, also where the value is another one, which was reported.
            ([tree::Bound { ty: Some(ty), .. }], _) => vec![self.parameter_type(ty, true)],
            ([_], _) => vec![value.ty],
            (_, Shape::Tuple(of)) if of.len() == names.len() => of,
            (_, shape) => {
                if !matches!(shape, Shape::Error) {
                    let text =
                        format!("{}, and the value is {}", count(names.len(), "name"), self.types.told(value.ty));
                    self.errors.push(names[0].name.span(), text, "several names take a tuple apart, of as many values");
                }
                names.iter().map(|_| self.types.error()).collect()
            }
        };
        if let Kind::Local(_) = value.kind {
            self.spend(value);
        }
        let locals = names.iter().zip(types).map(|(name, ty)| {
            if let (Some(said), true) = (&name.ty, names.len() > 1) {
                let said = self.parameter_type(said, true);
                self.same(name.name.span(), said, ty);
            }
            // The fields of an encoder have its name, where it gets one.
            if let Shape::Encoder(record) | Shape::Fence(record) = *self.types.shape(ty)
                && matches!(&self.records[record].origin, Some(origin) if origin == "made")
            {
                self.records[record].origin = Some(name.name.clone());
            }
            (self.bind(&name.name, ty), name.tags.clone())
        });
        StmtKind::Let(locals.collect(), value)
    }

    /// A variable holds a value of its own.
    fn no_reference(&mut self, value: &'a Expr<'a>, ty: Ty) {
        if let Shape::Ref(_) | Shape::Encoder(_) | Shape::Fence(_) | Shape::Ready(_) = self.types.shape(ty) {
            let text = format!("a variable holds a value, and this is {}", self.types.told(value.ty));
            self.errors.push(value.span, text, "write `let`");
        }
    }

    /// `v = 1;`, `*r = 1;`
    fn assign(&mut self, span: Span, place: &'a tree::Expr<'a>, value: &'a tree::Expr<'a>) -> Option<Stmt<'a>> {
        let kind = match &place.kind {
            tree::Kind::Name(name) => {
                let found = self.name_value(name);
                let &Kind::Local(local) = &found.kind else {
                    self.expression(value);
                    return None;
                };
                if !self.variables.contains(&local) {
                    let text = format!("`{name}` keeps its value: it is no variable");
                    let help = match self.types.shape(self.locals[local].ty) {
                        Shape::Ref(_) => format!("write where it leads: `*{name} = …;`"),
                        _ => format!("declare it `var {name} = …;`"),
                    };
                    self.errors.push(name.span(), text, help);
                }
                let ty = self.locals[local].ty;
                if let Shape::Ref(_) = self.types.shape(ty) {
                    self.expression(value);
                    return None;
                }
                let value = self.expect(value, ty);
                self.no_reference(value, ty);
                StmtKind::Assign(local, value)
            }
            tree::Kind::Act(tree::Act::Load(to)) => {
                let to = self.expression(to);
                let ty = self.led_to(to);
                StmtKind::Store(to, self.expect(value, ty))
            }
            _ => {
                self.errors.push(
                    place.span,
                    "this is no place for a value",
                    "assign to a variable, `v = …;`, or where a reference leads, `*r = …;`",
                );
                self.expression(value);
                return None;
            }
        };
        Some(Stmt { span, kind })
    }

    /// What is done for what it does: it has no value. Of an `if`, it may be told already.
    fn done(&mut self, value: &'a tree::Expr<'a>, told: bool) -> &'a Expr<'a> {
        let unit = self.types.add(Shape::Tuple(Vec::new()));
        match &value.kind {
            tree::Kind::If(condition, yes, no) => {
                let truth = self.types.add(Shape::Bool);
                let condition = self.expect(condition, truth);
                let known = self.errors.len();
                let yes = self.done(yes, told);
                let told = told || self.errors.len() > known;
                let no = match &no.kind {
                    tree::Kind::Writes(list) if list.is_empty() => {
                        self.alloc(value.span, unit, Kind::Act(Act::Block(Vec::new(), None)))
                    }
                    _ => self.done(no, told),
                };
                self.alloc(value.span, unit, Kind::If(condition, yes, no))
            }
            tree::Kind::Act(tree::Act::Tagged(inner, tags)) if matches!(inner.kind, tree::Kind::If(..)) => {
                let inner = self.done(inner, told);
                self.alloc(value.span, unit, Kind::Act(Act::Tagged(inner, tags.clone())))
            }
            tree::Kind::Act(tree::Act::Block(list, last)) => {
                let block = self.hand_block(value.span, list, *last, None);
                let end = last.map_or(value.span, |last| last.span);
                if !self.types.has_error(block.ty) && !self.types.unify(unit, block.ty) && !told {
                    let help = "give it a name, `let x = if …;`, assign it, `v = …;`, or write it last";
                    self.errors.push(end, "this value is not used", help);
                }
                block
            }
            // The value of a call may be left alone.
            _ => self.expression(value),
        }
    }
}
