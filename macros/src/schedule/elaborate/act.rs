//! The values that only a body has.

use super::{Elaborator, Item, class::Member};
use crate::schedule::{
    errors::nearest,
    tree,
    typed::{Act, Callee, ClassId, Expr, Kind, LocalId},
    types::{Class, Shape, Ty},
};
use proc_macro2::{Ident, Span};

impl<'a> Elaborator<'a, '_> {
    pub fn act(&mut self, span: Span, act: &'a tree::Act<'a>) -> &'a Expr<'a> {
        use tree::Act as T;
        match act {
            T::Typed(value, ty) => {
                let ty = self.read_type(ty);
                self.expect(value, ty)
            }
            T::Grid(list, call) if self.hand.is_none() => self.grid_call(span, list, call),
            T::Grid(list, call) => match &call.kind {
                tree::Kind::Call(path, args) if path.get_ident().is_some() => {
                    let name = &path.segments[0].ident;
                    self.hand_call(span, name, list, args).unwrap_or_else(|| self.call(span, path, args))
                }
                _ => self.broken(span),
            },
            T::Borrow(value) => self.borrow(span, value),
            T::Load(value) => {
                let value = self.expression(value);
                let ty = self.led_to(value);
                self.alloc(span, ty, Kind::Act(Act::Load(value)))
            }
            T::Block(list, value) => self.hand_block(span, list, *value, None),
            T::Submit(value) => {
                let value = self.under_way(value, false);
                self.spend(value);
                let ty = match *self.types.shape(value.ty) {
                    Shape::Encoder(record) => self.types.add(Shape::Fence(record)),
                    _ => {
                        let text = format!("this is {}, and no encoder", self.types.told(value.ty));
                        return self.unfit(value, text, "begin one: `let e = encode_begin(gpu);`");
                    }
                };
                self.alloc(span, ty, Kind::Act(Act::Submit(value)))
            }
            T::Await(value) => {
                let value = self.under_way(value, true);
                self.spend(value);
                let ty = match *self.types.shape(value.ty) {
                    Shape::Fence(record) => self.types.add(Shape::Ready(record)),
                    Shape::Encoder(_) => {
                        let text = "this is an encoder that was never submitted, and there is nothing to wait for";
                        return self.unfit(value, text.to_owned(), "submit it before: `await submit e`");
                    }
                    _ => {
                        let text = format!("this is {}, and no fence", self.types.told(value.ty));
                        return self.unfit(value, text, "submit an encoder: `let f = submit e; await f`");
                    }
                };
                self.alloc(span, ty, Kind::Act(Act::Await(value)))
            }
            T::Tagged(value, tags) => {
                let value = self.expression(value);
                self.alloc(span, value.ty, Kind::Act(Act::Tagged(value, tags.clone())))
            }
            T::Hole => {
                let ty = self.types.var(Class::Any);
                self.alloc(span, ty, Kind::Act(Act::Hole))
            }
        }
    }

    /// An encoder or a fence; for a hole the only one that is there.
    fn under_way(&mut self, value: &'a tree::Expr<'a>, fence: bool) -> &'a Expr<'a> {
        if !matches!(value.kind, tree::Kind::Act(tree::Act::Hole)) {
            return self.expression(value);
        }
        let mut found: Vec<LocalId> = Vec::new();
        for (name, id) in &self.scope {
            let fits = match self.types.shape(self.locals[*id].ty) {
                Shape::Encoder(_) => !fence,
                Shape::Fence(_) => fence,
                _ => false,
            };
            if fits && self.local(name) == Some(*id) && !self.spent.contains(id) {
                found.push(*id);
            }
        }
        match found[..] {
            [id] => self.alloc(value.span, self.locals[id].ty, Kind::Local(id)),
            _ => {
                let names: Vec<String> = found.iter().map(|&id| format!("`{}`", self.locals[id].name)).collect();
                let (what, example) = match fence {
                    true => ("fence that could be awaited", "submit an encoder: `let f = submit e;`"),
                    false => ("encoder that could be submitted", "begin one: `let e = encode_begin(gpu);`"),
                };
                let (text, help) = match names.is_empty() {
                    true => (format!("there is no {what} here"), example.to_owned()),
                    false => (format!("there is more than one {what}"), format!("write one of {}", names.join(", "))),
                };
                self.errors.push(value.span, text, help);
                self.broken(value.span)
            }
        }
    }

    /// What is submitted, awaited or given away is not there any more.
    pub fn spend(&mut self, value: &Expr<'a>) {
        if let Kind::Local(id) = value.kind
            && matches!(self.types.shape(value.ty), Shape::Encoder(_) | Shape::Fence(_))
        {
            self.spent.insert(id);
        }
    }

    fn unfit(&mut self, value: &'a Expr<'a>, text: String, help: &str) -> &'a Expr<'a> {
        if !self.types.is_error(value.ty) {
            self.errors.push(value.span, text, help);
        }
        self.broken(value.span)
    }

    /// `&x`
    fn borrow(&mut self, span: Span, value: &'a tree::Expr<'a>) -> &'a Expr<'a> {
        let found = self.expression(value);
        match (&found.kind, self.types.shape(found.ty)) {
            (_, Shape::Error) => found,
            // Columns are lent anyway.
            (Kind::Local(_), Shape::Batch(_) | Shape::Column(..) | Shape::Plan(_)) => found,
            (_, Shape::Ref(_)) => {
                self.errors.push(
                    span,
                    "a reference leads to a variable, and not to another reference",
                    "remove this `&`",
                );
                self.broken(span)
            }
            (&Kind::Local(local), _) if self.variables.contains(&local) => {
                let ty = self.types.add(Shape::Ref(found.ty));
                self.alloc(span, ty, Kind::Act(Act::Borrow(local)))
            }
            (&Kind::Local(local), _) => {
                let name = self.locals[local].name.clone();
                let text = format!("`{name}` is no variable, and a reference leads to one");
                self.errors.push(span, text, format!("make it one: `var {name} = {name};`"));
                self.broken(span)
            }
            _ => {
                self.errors.push(
                    span,
                    "a reference leads to a variable, and not to a value",
                    "name it: `var x = …; &x`",
                );
                self.broken(span)
            }
        }
    }

    /// The type of what a reference leads to.
    pub fn led_to(&mut self, value: &'a Expr<'a>) -> Ty {
        match *self.types.shape(value.ty) {
            Shape::Ref(of) => of,
            Shape::Error => value.ty,
            _ => {
                let text = format!("`*` is of a reference, and this is {}", self.types.told(value.ty));
                self.errors.push(value.span, text, "write the value itself");
                self.types.error()
            }
        }
    }

    /// A call in a body, if it is one of what bodies call.
    pub fn hand_call(
        &mut self,
        span: Span,
        name: &Ident,
        grid: &[&'a tree::Expr<'a>],
        args: &[&'a tree::Expr<'a>],
    ) -> Option<&'a Expr<'a>> {
        let text = name.to_string();
        if self.local(&text).is_some() {
            let help = "give the variable another name than the function has";
            self.errors.push(span, format!("`{name}` is a variable here, and is not called"), help);
            for arg in args {
                self.expression(arg);
            }
            return Some(self.broken(span));
        }
        if text == "encode_begin" {
            return Some(self.begin(span, args));
        }
        let (callee, class, params, result) = match self.item(&text)? {
            Item::Fn(at) => {
                let head = self.functions[at].clone();
                let types = head.params.iter().map(|(_, ty)| *ty).collect();
                let made = Ident::new("made", span);
                (Callee::Fn(at), self.class_of_fn(at), types, self.instance(head.result, &made))
            }
            Item::Extern(at) => {
                let it = &self.externs[at];
                let (params, result) = (it.params.clone(), it.result);
                if it.dimensions.is_some() && it.cpu.is_none() {
                    let help = format!(
                        "encode it: `encode e.call[y <- {name}::<…>(…)];`, or name what it does on the CPU: `cpu: f` in its braces"
                    );
                    self.errors.push(span, format!("`{name}` runs on a device only"), help);
                }
                (Callee::Extern(at), self.class_of(Member::Extern(at)), params, result)
            }
            Item::Class(at) => {
                let (_, params, result) = self.class_type(at);
                (Callee::Class(at), Some(at), params, result)
            }
            // Whatever computes it.
            Item::Val(val) => {
                let class = self.class_of(Member::Val(val))?;
                let (_, params, result) = self.member_type(Member::Val(val));
                if self.heads[val].is != crate::schedule::typed::Kindred::Function {
                    let help = "call the function that has its order: `costs(b)`";
                    self.errors.push(span, format!("`{name}` has a value for each row, and is not called"), help);
                    return Some(self.broken(span));
                }
                (Callee::Class(class), Some(class), params, result)
            }
            _ => return None,
        };
        let grid = match grid {
            [] => Vec::new(),
            _ => self.grid(span, class, grid),
        };
        let args = self.arguments(span, &text, args, &params);
        for arg in &args {
            match &arg.kind {
                Kind::Act(Act::Narrow(inner)) => self.spend(inner),
                _ => self.spend(arg),
            }
        }
        Some(self.alloc(span, result, Kind::Act(Act::Run(callee, grid, args))))
    }

    fn class_type(&self, class: ClassId) -> (Ident, Vec<Ty>, Ty) {
        self.member_type(self.classes[class].members[0])
    }

    /// The class of the val that a function implements.
    pub fn class_of_fn(&self, at: usize) -> Option<ClassId> {
        let val = self.functions[at].val?;
        self.class_of(Member::Val(val))
    }

    /// `encode_begin(gpu)`
    fn begin(&mut self, span: Span, args: &[&'a tree::Expr<'a>]) -> &'a Expr<'a> {
        let [tree::Expr { kind: tree::Kind::Name(device), .. }] = args else {
            self.errors.push(span, "an encoder is of a device", "write `encode_begin(gpu)`");
            return self.broken(span);
        };
        let local: Option<LocalId> = self.local(&device.to_string());
        match local {
            Some(local) if !self.types.is_device(self.locals[local].ty) => {
                let text = format!("`{device}` is {}, and no device", self.types.told(self.locals[local].ty));
                self.errors.push(
                    device.span(),
                    text,
                    "take one as a parameter, `gpu: &Device`, or write `gpu` for the one that is there",
                );
            }
            None if device != "gpu" => {
                let help = nearest(&device.to_string(), ["gpu"], "device");
                self.errors.push(device.span(), format!("no device is called `{device}`"), help);
            }
            _ => {}
        }
        if *self.device.get_or_insert(local) != local {
            let help = "write a function for each device";
            self.errors.push(device.span(), "a function works on one device, and this is another", help);
        }
        let name = Ident::new("made", span);
        let record = self.open_record(&name);
        let ty = self.types.add(Shape::Encoder(record));
        self.alloc(span, ty, Kind::Act(Act::Begin(local)))
    }
}
