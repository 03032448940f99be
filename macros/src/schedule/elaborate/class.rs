//! Classes of functions that compute the same; timelines; functions of devices.

use super::{Elaborator, Extern, Item};
use crate::schedule::{
    builtin::Builtin,
    errors::there,
    tree::{self, Language},
    typed::{Act, Asked, ClassId, Expr, Kind, Kindred, ValId},
    types::{self, Shape, Ty},
};
use proc_macro2::{Ident, Span};

/// Functions that compute the same: each val and each function that is declared is in one, if only by itself.
pub struct Feq {
    pub name: Ident,
    pub members: Vec<Member>,
    /// How many dimensions the grid of a call has, if a member is a kernel.
    pub dimensions: Option<usize>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Member {
    Extern(usize),
    Val(ValId),
}

impl<'a> Elaborator<'a, '_> {
    pub fn external(&mut self, it: &tree::Extern) -> Extern {
        let params: Vec<Ty> = it.params.iter().map(|ty| self.read_type(ty)).collect();
        let result = self.read_type(&it.result);
        let cpu = match &it.kernel {
            None => Some(it.name.clone()),
            Some(kernel) => kernel.cpu.clone(),
        };
        for resource in it.kernel.iter().flat_map(|kernel| &kernel.resources) {
            let (name, output) = &resource.of;
            let known = match output {
                true => it.outputs.iter().any(|known| known.name.as_ref() == Some(name)),
                false => it.names.iter().any(|known| known.as_ref() == Some(name)),
            };
            if !known {
                let what = if *output { "result" } else { "parameter" };
                let text = format!("`{}` has no {what} `{name}`", it.name);
                let help =
                    format!("name it where `{}` is declared: `extern(gpu) {}(x: i32) -> out: i32`", it.name, it.name);
                self.errors.push(name.span(), text, help);
            }
        }
        let handmade = self.handmade(it, &params, result);
        let dimensions = it.kernel.as_ref().map(|it| it.dimensions);
        Extern { name: it.name.clone(), params, result, cpu, dimensions, handmade }
    }

    pub fn declare_classes(&mut self, classes: &[tree::Class]) {
        let (mut vals, mut externs) = (vec![false; self.heads.len()], vec![false; self.externs.len()]);
        for class in classes {
            let members = class.members.iter().filter_map(|name| self.member(name));
            let members: Vec<Member> = members.collect();
            for &member in &members {
                match member {
                    Member::Val(at) => vals[at] = true,
                    Member::Extern(at) => externs[at] = true,
                }
            }
            // A member may have the name of its class.
            if class.members.iter().all(|member| *member != class.name) {
                self.name(&class.name, Item::Class(self.classes.len()));
            }
            self.one_type(&members);
            let dimensions = members.iter().find_map(|&member| match member {
                Member::Extern(at) => self.externs[at].dimensions,
                Member::Val(_) => None,
            });
            self.classes.push(Feq { name: class.name.clone(), members, dimensions });
        }
        for at in (0..vals.len()).filter(|&at| !vals[at]) {
            let (name, members) = (self.heads[at].name.clone(), vec![Member::Val(at)]);
            self.classes.push(Feq { name, members, dimensions: None });
        }
        for at in (0..externs.len()).filter(|&at| !externs[at]) {
            let (name, members) = (self.externs[at].name.clone(), vec![Member::Extern(at)]);
            self.classes.push(Feq { name, members, dimensions: self.externs[at].dimensions });
        }
    }

    fn member(&self, name: &Ident) -> Option<Member> {
        match self.item(&name.to_string())? {
            Item::Val(at) => Some(Member::Val(at)),
            Item::Extern(at) => Some(Member::Extern(at)),
            _ => None,
        }
    }

    /// What computes the same has the same parameters and the same result.
    fn one_type(&mut self, members: &[Member]) {
        let types: Vec<(Ident, Vec<Ty>, Ty)> = members.iter().map(|&member| self.member_type(member)).collect();
        let Some(((first, params, result), others)) = types.split_first() else { return };
        for (name, others, other) in others {
            let fits = params.len() == others.len()
                && params.iter().zip(others).all(|(&a, &b)| self.types.unify(a, b))
                && self.types.unify(*result, *other);
            if !fits {
                let text = format!("`{name}` has other types than `{first}`, and is in one class with it");
                let list: Vec<String> = params.iter().map(|&ty| self.types.show(ty)).collect();
                let help = format!(
                    "what computes the same takes and gives the same: `({}) -> {}`",
                    list.join(", "),
                    self.types.show(*result)
                );
                self.errors.push(name.span(), text, help);
            }
        }
    }

    pub fn member_type(&self, member: Member) -> (Ident, Vec<Ty>, Ty) {
        match member {
            Member::Extern(at) => {
                let it = &self.externs[at];
                (it.name.clone(), it.params.clone(), it.result)
            }
            Member::Val(at) => {
                let it = &self.heads[at];
                (it.name.clone(), it.params.iter().map(|&id| self.locals[id].ty).collect(), it.value)
            }
        }
    }

    pub fn class_of(&self, member: Member) -> Option<ClassId> {
        self.classes.iter().position(|class| class.members.contains(&member))
    }

    /// The member that computes a value on the CPU.
    fn on_cpu(&self, class: ClassId) -> Member {
        let members = &self.classes[class].members;
        let is = |found: &&Member| match found {
            Member::Extern(at) => self.externs[*at].dimensions.is_none(),
            Member::Val(_) => false,
        };
        let val = |found: &&Member| matches!(found, Member::Val(_));
        let kernel = |found: &&Member| matches!(found, Member::Extern(at) if self.externs[*at].cpu.is_some());
        let found =
            members.iter().find(val).or_else(|| members.iter().find(is)).or_else(|| members.iter().find(kernel));
        found.copied().unwrap_or(members[0])
    }

    /// A call of a class in a val: of that member which computes it here.
    pub fn class_call(
        &mut self,
        span: Span,
        class: ClassId,
        member: Option<Member>,
        grid: Vec<&'a Expr<'a>>,
        args: &[&'a tree::Expr<'a>],
    ) -> &'a Expr<'a> {
        let member = match member {
            Some(Member::Extern(at)) if self.externs[at].cpu.is_none() => self.on_cpu(class),
            Some(member) => member,
            None => self.on_cpu(class),
        };
        let (name, params, result) = self.member_type(member);
        let call = match member {
            Member::Val(val) if self.heads[val].is != Kindred::Function => {
                let help = format!("read it at a row: `{name}[c]`");
                self.errors.push(span, format!("`{name}` has a value for each row, and is not called"), help);
                return self.broken(span);
            }
            Member::Val(val) => {
                let args = self.arguments(span, &name.to_string(), args, &params);
                self.recursive |= self.current == Some(val);
                let call = self.alloc(span, result, Kind::Call(val, args));
                if self.current != Some(val) {
                    self.reads.push((val, call));
                }
                call
            }
            Member::Extern(at) => {
                let args = self.arguments(span, &name.to_string(), args, &params);
                let runs = self.externs[at].cpu.clone().unwrap_or(name);
                self.alloc(span, result, Kind::Extern(runs, args))
            }
        };
        self.asked.insert(std::ptr::from_ref(call), Asked { class, grid });
        call
    }

    /// `f::<1, 1, 1>(x)` in a val.
    pub fn grid_call(&mut self, span: Span, list: &[&'a tree::Expr<'a>], call: &'a tree::Expr<'a>) -> &'a Expr<'a> {
        let tree::Kind::Call(path, args) = &call.kind else { return self.broken(span) };
        let Some(name) = path.get_ident() else { return self.broken(span) };
        let (class, member) = match self.item(&name.to_string()) {
            Some(Item::Class(class)) => (Some(class), None),
            Some(Item::Val(at)) => (self.class_of(Member::Val(at)), Some(Member::Val(at))),
            Some(Item::Extern(at)) => (self.class_of(Member::Extern(at)), Some(Member::Extern(at))),
            _ => (None, None),
        };
        match class {
            Some(class) => {
                let grid = self.grid(span, Some(class), list);
                self.class_call(span, class, member, grid, args)
            }
            None if Builtin::find(&name.to_string()).is_some() => {
                self.errors.push(span, format!("`{name}` runs on no grid"), format!("write `{name}(…)`"));
                self.broken(span)
            }
            // What is not known is reported there.
            None => self.call(span, path, args),
        }
    }

    /// The dimensions of a grid, which the class that is called must have.
    pub fn grid(&mut self, span: Span, class: Option<ClassId>, list: &[&'a tree::Expr<'a>]) -> Vec<&'a Expr<'a>> {
        let wanted = class.and_then(|class| self.classes[class].dimensions);
        if let Some(class) = class {
            let name = self.classes[class].name.clone();
            match wanted {
                None => {
                    let text = format!("`{name}` runs on no grid");
                    let help =
                        format!("call it without one, `{name}(…)`, or put a kernel in its class: `extern(gpu) …`");
                    self.errors.push(span, text, help);
                }
                Some(n) if n != list.len() => {
                    let dimensions = if n == 1 { "dimension" } else { "dimensions" };
                    let text = format!("the grid of `{name}` has {n} {dimensions}, and {}", there(list.len()));
                    let example = vec!["1"; n].join(", ");
                    self.errors.push(span, text, format!("write `{name}::<{example}>(…)`"));
                }
                Some(_) => {}
            }
        }
        let size = self.types.add(Shape::Int("u32"));
        let dimensions = list.iter().map(|it| match &it.kind {
            tree::Kind::Name(name) => match self.dimension(&name.to_string()) {
                Some(at) => self.alloc(it.span, size, Kind::Act(Act::Dimension(at))),
                // A constant of the spec is a number of whatever type.
                None => self.name_value(name),
            },
            tree::Kind::Literal(_) => self.expect(it, size),
            _ => {
                let help = "write a number, a name, or `_dim0`: `f::<1, 1, 1>(x)`";
                self.errors.push(it.span, "a dimension of a grid is not computed here", help);
                self.broken(it.span)
            }
        });
        dimensions.collect()
    }

    /// `_dim0` as a number: of the grid on which a function of its class is called.
    pub fn dimension_value(&mut self, span: Span, name: &str) -> &'a Expr<'a> {
        let at = self.dimension(name).unwrap_or(0);
        let val = self.current.or_else(|| self.hand.and_then(|hand| self.functions[hand].val));
        let class = val.and_then(|val| self.class_of(Member::Val(val)));
        match class.and_then(|class| self.classes[class].dimensions) {
            Some(n) if at < n => {
                let ty = self.types.var(types::Class::Integer);
                self.numbers.push(ty);
                self.alloc(span, ty, Kind::Act(Act::Dimension(at)))
            }
            n => {
                let text = match n {
                    Some(1) => "the grid has 1 dimension, and this is another".to_owned(),
                    Some(n) => format!("the grid has {n} dimensions, and this is another"),
                    None => "there is no grid: no kernel is in a class with this".to_owned(),
                };
                self.errors.push(span, text, "put a kernel in its class: `feq f { extern(gpu) … val … }`");
                self.broken(span)
            }
        }
    }

    /// `_dim0`
    pub fn dimension(&self, name: &str) -> Option<usize> {
        name.strip_prefix("_dim")?.parse().ok().filter(|&at: &usize| at < 3)
    }

    /// A timeline or a plan of memory of a function: one of each.
    pub fn implements_plan(&mut self, plan: usize, plans: &mut [Option<usize>; 2], name: &Ident) {
        let language = self.plans[plan].language;
        let slot = &mut plans[usize::from(language == Language::Sptl)];
        if slot.replace(plan).is_some() {
            let what = if language == Language::Sptl { "plan of memory" } else { "timeline" };
            self.errors.push(
                name.span(),
                format!("this is a second {what}"),
                "a function implements one: remove the other",
            );
        }
    }
}
