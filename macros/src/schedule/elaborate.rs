//! Resolves names and infers types: from what is written to what is meant.
//!
//! Signatures first, then bodies. What is wrong is reported, has the type [`Shape::Error`], and is no second error.

mod act;
mod body;
mod call;
mod class;
mod column;
mod cover;
mod expression;
mod handmade;
mod join;
mod kernel;
mod matching;
mod mismatch;
mod net;
mod on;
mod operator;
mod pattern;
mod read;
mod read_type;
mod record;
mod rewriting;
mod signature;
mod useful;
mod write;

use super::{
    errors::Errors,
    language::Language,
    tree,
    typed::{Asked, Body, Expr, Kind, Kindred, Local, LocalId, Val, ValId},
    types::{SpaceId, Ty, Types},
};
use proc_macro2::{Ident, Span};
use std::collections::{HashMap, HashSet};
use typed_arena::Arena;

/// A block that is understood.
pub struct Program<'a> {
    pub types: Types,
    pub languages: Vec<Language>,
    pub spaces: Vec<Space>,
    pub locals: Vec<Local>,
    pub consts: Vec<Const<'a>>,
    pub vals: Vec<Val<'a>>,
    pub fns: Vec<Fn<'a>>,
    pub externs: Vec<Extern>,
    pub classes: Vec<Feq>,
    pub records: Vec<Record>,
    /// Timelines and plans of memory.
    pub plans: &'a [tree::Plan],
    /// The calls of classes in vals, by where they stand.
    pub asked: HashMap<*const Expr<'a>, Asked<'a>>,
    /// The vals as they are written.
    pub written: &'a [tree::Val<'a>],
    /// What names mean something in the block.
    pub names: HashSet<String>,
}

pub use class::{Feq, Member};
pub use handmade::Handmade;
pub use net::may_be_error;
pub use record::Record;

pub struct Space {
    pub name: Ident,
    /// The language of its nodes.
    pub language: Option<usize>,
    /// What the language is applied to, as it is written, and as it is meant.
    pub args: (Vec<syn::Type>, Vec<Ty>),
}

pub struct Const<'a> {
    pub name: Ident,
    pub ty: Ty,
    pub value: &'a Expr<'a>,
}

/// A constant's name and type, before its value is read.
pub struct Named {
    pub name: Ident,
    pub ty: Ty,
    /// Of one that may be the length of an array: the digits.
    pub len: Option<String>,
}

pub struct Extern {
    pub name: Ident,
    pub params: Vec<Ty>,
    pub result: Ty,
    /// What runs on the CPU: itself, or what stands for a kernel.
    pub cpu: Option<Ident>,
    /// Of a kernel, the dimensions of its grid.
    pub dimensions: Option<usize>,
    /// What it is on a CUDA device, if that is written by hand.
    pub handmade: Option<Handmade>,
}

/// A function to be made.
pub struct Fn<'a> {
    pub head: &'a tree::Fn<'a>,
    /// Its parameters: name and type.
    pub params: Vec<(Ident, Ty)>,
    pub result: Ty,
    pub impls: Vec<ValId>,
    /// The timeline and the plan of memory that it implements.
    pub plans: [Option<usize>; 2],
    pub body: Option<Body<'a>>,
    /// Its vals reduce nets.
    pub nets: Option<Nets>,
    /// Its order is `.on(gpu)`.
    pub on: Option<On>,
}

/// The device on which a function's passes run.
pub struct On {
    /// The parameter that is a device.
    pub device: Ident,
    /// The type of the function's errors, as it is written.
    pub error: syn::Type,
}

/// What a function has for the nets that its vals reduce.
pub struct Nets {
    /// The parameter that is a runtime.
    pub runtime: Ident,
    /// The type of its errors, as it is written.
    pub error: syn::Type,
}

/// What is being read.
pub struct Elaborator<'a, 'e> {
    pub arena: &'a Arena<Expr<'a>>,
    pub errors: &'e mut Errors,
    pub types: Types,
    pub languages: Vec<Language>,
    pub spaces: Vec<Space>,
    pub locals: Vec<Local>,
    pub consts: Vec<Named>,
    pub externs: Vec<Extern>,
    /// Vals by their signatures.
    pub heads: Vec<Head>,
    names: HashMap<String, Item>,
    scope: Vec<(String, LocalId)>,
    /// The val whose body is read.
    current: Option<ValId>,
    /// The vals whose columns it reads, at which row.
    reads: Vec<(ValId, &'a Expr<'a>)>,
    recursive: bool,
    /// The vals that read themselves at rows that there are not.
    without_rows: HashSet<ValId>,
    /// The types of literals.
    numbers: Vec<Ty>,
    /// What stands after a `-`, where its type was not known yet.
    negatives: Vec<(Span, Ty)>,
    /// The columns that are being read.
    columns: Vec<column::Open<'a>>,
    pub classes: Vec<Feq>,
    pub records: Vec<Record>,
    variables: HashSet<LocalId>,
    asked: HashMap<*const Expr<'a>, Asked<'a>>,
    /// Functions by their signatures.
    functions: Vec<signature::FnHead>,
    /// The function whose body is read.
    hand: Option<usize>,
    /// The device of the function whose body is read.
    device: Option<Option<LocalId>>,
    /// Encoders that were submitted, fences that were awaited.
    spent: HashSet<LocalId>,
    plans: &'a [tree::Plan],
    /// Types of which nothing is known.
    strange: &'a [Ident],
}

/// A val's signature.
pub struct Head {
    pub name: Ident,
    pub params: Vec<LocalId>,
    pub value: Ty,
    pub is: Kindred,
}

/// What a name of the block stands for.
#[derive(Clone, Copy)]
pub enum Item {
    Space(SpaceId),
    Const(usize),
    Extern(usize),
    Val(ValId),
    Class(usize),
    /// A timeline or a plan of memory.
    Plan(usize),
    Record(usize),
    Fn(usize),
    Pipeline,
    /// An item that could not be read, which was reported.
    Lost,
}

/// Reads a block whose languages are known.
pub fn elaborate<'a>(
    block: &'a tree::Block<'a>,
    languages: Vec<Language>,
    arena: &'a Arena<Expr<'a>>,
    errors: &mut Errors,
) -> Program<'a> {
    let mut this = Elaborator {
        arena,
        errors,
        types: Types::default(),
        languages,
        spaces: Vec::new(),
        locals: Vec::new(),
        consts: Vec::new(),
        externs: Vec::new(),
        heads: Vec::new(),
        names: HashMap::new(),
        scope: Vec::new(),
        current: None,
        reads: Vec::new(),
        recursive: false,
        without_rows: HashSet::new(),
        numbers: Vec::new(),
        negatives: Vec::new(),
        columns: Vec::new(),
        classes: Vec::new(),
        records: Vec::new(),
        variables: HashSet::new(),
        asked: HashMap::new(),
        functions: Vec::new(),
        hand: None,
        device: None,
        spent: HashSet::new(),
        plans: &block.plans,
        strange: &block.strange,
    };
    this.declare(block);
    let consts = block.consts.iter().enumerate().map(|(at, it)| {
        let Named { name, ty, .. } = &this.consts[at];
        let (name, ty) = (name.clone(), *ty);
        let value = this.expect(it.value, ty);
        Const { name, ty, value }
    });
    let consts: Vec<_> = consts.collect();
    let vals: Vec<_> = block.vals.iter().enumerate().map(|(at, val)| this.val(at, val)).collect();
    let fns: Vec<_> = block.fns.iter().enumerate().map(|(at, it)| this.function(at, it, &vals)).collect();
    this.pipelines(block);
    this.no_negatives();
    let Elaborator { mut types, languages, spaces, locals, numbers, names, externs, classes, records, asked, .. } =
        this;
    for ty in locals.iter().map(|local| local.ty).chain(numbers) {
        types.settle(ty);
    }
    let joins = block.vals.iter().filter_map(|val| val.join.as_ref()?.name.get_ident().map(ToString::to_string));
    let names = names.into_keys().chain(joins).collect();
    let (plans, written) = (&block.plans, &block.vals);
    Program {
        types,
        languages,
        spaces,
        locals,
        consts,
        vals,
        fns,
        externs,
        classes,
        records,
        plans,
        asked,
        written,
        names,
    }
}

impl<'a> Elaborator<'a, '_> {
    pub fn alloc(&self, span: Span, ty: Ty, kind: Kind<'a>) -> &'a Expr<'a> {
        self.arena.alloc(Expr { span, ty, kind })
    }

    /// What stands for a mistake that was reported.
    pub fn broken(&mut self, span: Span) -> &'a Expr<'a> {
        let ty = self.types.error();
        self.alloc(span, ty, Kind::Error)
    }

    /// A new variable, seen until the scope is cut back.
    pub fn bind(&mut self, name: &Ident, ty: Ty) -> LocalId {
        self.no_constant(name);
        let id = self.locals.len();
        self.locals.push(Local { name: name.clone(), ty });
        self.scope.push((name.to_string(), id));
        id
    }

    /// A name that stands for a mistake.
    pub fn bind_broken(&mut self, name: &Ident) {
        let ty = self.types.error();
        self.bind(name, ty);
    }

    /// In Rust a constant is seen through every variable of its name, and a pattern of that name is the constant.
    pub fn no_constant(&mut self, name: &Ident) {
        if let Some(Item::Const(_)) = self.item(&name.to_string()) {
            let text = format!("`{name}` is a constant of this block");
            self.errors.push(name.span(), text, "give the variable another name");
        }
    }

    pub fn local(&self, name: &str) -> Option<LocalId> {
        self.scope.iter().rev().find(|(known, _)| known == name).map(|&(_, id)| id)
    }

    pub fn item(&self, name: &str) -> Option<Item> {
        self.names.get(name).copied()
    }

    pub fn head(&self) -> Option<&Head> {
        self.current.map(|at| &self.heads[at])
    }

    /// The space into which the val that is read makes nodes.
    pub fn target(&self) -> Option<SpaceId> {
        match self.head()?.is {
            Kindred::Rewrite { to, .. } => Some(to),
            // A function of rows may make some.
            Kindred::Function => self.types.row_in(self.head()?.value).filter(|&to| self.spaces[to].language.is_some()),
            _ => None,
        }
    }

    pub fn language(&self, space: SpaceId) -> Option<&Language> {
        self.spaces[space].language.map(|at| &self.languages[at])
    }

    /// Names that are seen here.
    pub fn visible(&self) -> Vec<String> {
        let mut names: Vec<String> = self.scope.iter().map(|(name, _)| name.clone()).collect();
        names.extend(
            self.names
                .iter()
                .filter(|(_, item)| !matches!(item, Item::Fn(_) | Item::Pipeline))
                .map(|(name, _)| name.clone()),
        );
        names.sort();
        names.dedup();
        names
    }

    /// The body of a val, and what follows from it.
    fn val(&mut self, at: ValId, val: &'a tree::Val<'a>) -> Val<'a> {
        let Head { name, params, value, is } = &self.heads[at];
        let (name, params, value, is) = (name.clone(), params.clone(), *value, *is);
        self.scope = params.iter().map(|&id| (self.locals[id].name.to_string(), id)).collect();
        self.current = Some(at);
        (self.reads, self.recursive) = (Vec::new(), false);
        let lost = self.is_lost(&params);
        let writes = matches!(is, Kindred::Down(_) | Kindred::Scatter(_));
        let body = match writes {
            _ if lost => self.broken(val.body.span),
            true => self.writes(val.body),
            false => self.expect(val.body, value),
        };
        if !lost {
            self.unrewritten(at, body);
        }
        let default = val.default.filter(|_| !lost).map(|default| {
            self.scope.clear();
            self.expect(default, value)
        });
        let join = val.join.as_ref().filter(|_| !lost).map(|join| self.join(join, value));
        self.current = None;
        self.scope.clear();
        let reads = std::mem::take(&mut self.reads);
        let sort = super::typed::Sort { is, reads, recursive: self.recursive };
        let (reassoc, approx) = (val.reassoc.is_some(), val.approx);
        Val { name, params, value, sort, body, reassoc, approx, default, join }
    }

    fn pipelines(&mut self, block: &tree::Block<'a>) {
        for name in block.pipelines.iter().flat_map(|pipeline| &pipeline.fns) {
            let lost = matches!(self.item(&name.to_string()), Some(Item::Lost));
            if !lost && !block.fns.iter().any(|it| it.name == *name) {
                let known: Vec<String> = block.fns.iter().map(|it| it.name.to_string()).collect();
                let help = super::errors::nearest(&name.to_string(), known.iter().map(String::as_str), "function");
                self.errors.push(name.span(), format!("no function of the block is called `{name}`"), help);
            }
        }
    }
}
