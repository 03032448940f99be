//! Commands of encoders: what is encoded, and for which encoder.

use super::{Elaborator, Item};
use crate::schedule::{
    errors::{count, there},
    tree,
    typed::{Encoder, Kernel, Kernels, Kind},
    types::{RecordId, Shape, Ty},
};
use proc_macro2::Ident;

impl<'a> Elaborator<'a, '_> {
    /// The types of a kernel that is made of a val: of one of rows, it goes through all of them.
    fn kernel_of(&mut self, val: usize) -> (Vec<Ty>, Ty) {
        let (is, value) = (self.heads[val].is, self.heads[val].value);
        let params: Vec<Ty> = self.heads[val].params.iter().map(|&id| self.locals[id].ty).collect();
        let lift = |this: &mut Self, ty: Ty| match *this.types.shape(ty) {
            Shape::Node(space) => this.types.add(Shape::Batch(space)),
            _ => ty,
        };
        let params = params.into_iter().map(|ty| lift(self, ty)).collect();
        let result = match is.of() {
            Some(space) => self.types.add(Shape::Column(space, value)),
            None => value,
        };
        (params, result)
    }

    /// The encoder that a command is for, and its record.
    pub fn encoder(&mut self, name: &Ident) -> Option<(Encoder, RecordId)> {
        let found = self.name_value(name);
        match (&found.kind, self.types.shape(found.ty)) {
            (&Kind::Local(local), &Shape::Encoder(record)) => Some((Encoder { local, span: name.span() }, record)),
            (_, Shape::Error) => None,
            _ => {
                let text = format!("`{name}` is {}, and no encoder", self.types.told(found.ty));
                self.errors.push(name.span(), text, format!("begin one: `let {name} = encode_begin(gpu);`"));
                None
            }
        }
    }

    /// `f::<1, 1, 1>(x_gpu)`: what runs on the device, of what is there.
    pub fn kernel(&mut self, record: RecordId, call: &'a tree::Expr<'a>) -> Option<(Kernel<'a>, Ty)> {
        let (call, tags) = match &call.kind {
            tree::Kind::Act(tree::Act::Tagged(call, tags)) => (*call, tags.clone()),
            _ => (call, Vec::new()),
        };
        let (grid, call) = match &call.kind {
            tree::Kind::Act(tree::Act::Grid(list, call)) => (&list[..], *call),
            _ => (&[][..], call),
        };
        let tree::Kind::Call(path, args) = &call.kind else {
            self.errors.push(call.span, "a kernel is called here", "write `encode e.call[y <- f::<1, 1, 1>(x)];`");
            return None;
        };
        let name = &path.segments.last()?.ident;
        let (callee, class, params, result) = match self.item(&name.to_string()) {
            Some(Item::Extern(at)) if self.externs[at].dimensions.is_some() => {
                let it = &self.externs[at];
                let (params, result) = (it.params.clone(), it.result);
                (Kernels::Extern(at), self.class_of(super::Member::Extern(at)), params, result)
            }
            Some(Item::Val(val)) => {
                let (params, result) = self.kernel_of(val);
                (Kernels::Val(val), self.class_of(super::Member::Val(val)), params, result)
            }
            Some(Item::Lost) => return None,
            Some(_) => {
                let help = "a kernel is an `extern(gpu)`, or a val, of which one is made";
                self.errors.push(name.span(), format!("`{name}` does not run on a device"), help);
                return None;
            }
            None => {
                let known: Vec<String> =
                    self.externs.iter().filter(|it| it.dimensions.is_some()).map(|it| it.name.to_string()).collect();
                let help =
                    crate::schedule::errors::nearest(&name.to_string(), known.iter().map(String::as_str), "kernel");
                self.errors.push(name.span(), format!("no kernel is called `{name}`"), help);
                return None;
            }
        };
        let needs_grid = class.is_some_and(|class| self.classes[class].dimensions.is_some());
        let grid = match (grid, needs_grid) {
            ([], false) => Vec::new(),
            ([], true) => {
                self.errors.push(
                    name.span(),
                    format!("`{name}` runs on a grid, and none is given"),
                    format!("write `{name}::<1, 1, 1>(…)`"),
                );
                Vec::new()
            }
            // A kernel that is made of a val runs on whatever grid.
            (list, false) if matches!(callee, Kernels::Val(_)) => self.grid(name.span(), None, list),
            (list, _) => self.grid(name.span(), class, list),
        };
        if args.len() != params.len() {
            let text = format!("`{name}` takes {}, and {}", count(params.len(), "argument"), there(args.len()));
            self.errors.push(name.span(), text, "give one to each of its parameters");
            return None;
        }
        let (mut names, mut types) = (Vec::new(), Vec::new());
        for (arg, wanted) in args.iter().zip(params) {
            let tree::Kind::Name(field) = &arg.kind else {
                let help = "compute it before, and copy it: `encode e.copy[x_gpu <- x + 1];`";
                self.errors.push(arg.span, "a kernel gets what is on its device, by its name", help);
                continue;
            };
            let ty = self.used(record, field);
            // What a row of a val gets may be a column.
            let wanted = match (&callee, self.types.shape(ty)) {
                (Kernels::Val(_), &Shape::Column(space, _))
                    if !matches!(self.types.shape(wanted), Shape::Column(..)) =>
                {
                    self.types.add(Shape::Column(space, wanted))
                }
                _ => wanted,
            };
            self.same(field.span(), wanted, ty);
            names.push(field.clone());
            types.push(wanted);
        }
        Some((Kernel { span: name.span(), callee, grid, args: names, types, result, tags }, result))
    }
}
