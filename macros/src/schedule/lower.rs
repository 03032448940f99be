//! Orders to passes: what a function does, one pass after the other.
//!
//! An order is a driver, which says how the rows are visited, and words that change that. Each word has its rule, which is
//! checked here: a pass that comes out computes what its val says.

mod check;
mod derivative;
mod net;
mod plan;
pub mod recursion;
mod words;

use super::{
    cuda,
    elaborate::{Fn, Program},
    errors::Errors,
    typed::{Local, LocalId, ValId},
    types::{Shape, SpaceId, Ty},
};
use proc_macro2::{Ident, TokenStream};

/// A function: its passes, and its result.
pub struct Lowered<'p, 'a> {
    pub of: &'p Fn<'a>,
    pub steps: Vec<Step<'p, 'a>>,
    pub value: TokenStream,
    /// Vals that are computed wherever they are read.
    pub inline: Vec<ValId>,
    /// The space of the batch that it gets.
    pub batch: Option<SpaceId>,
    pub recursion: recursion::Recursion,
    /// By several threads.
    pub parallel: bool,
    /// Of a derivative: what comes after the passes, and the result.
    pub body: Option<TokenStream>,
    /// The passes on a device.
    pub device: Option<cuda::Passes>,
}

/// A pass, which computes the columns of some vals.
pub struct Step<'p, 'a> {
    pub vals: Vec<ValId>,
    pub pass: Pass,
    pub program: std::marker::PhantomData<&'p Program<'a>>,
}

pub enum Pass {
    Up(Up),
    Points(Points),
    Down(Down),
    Rewrite(Rewrite),
    Map(Map),
    Scatter(Scatter),
    /// A function's value.
    Eval,
}

/// From the leaves to the roots.
pub struct Up {
    pub batch: Ident,
    pub space: SpaceId,
    /// Rows of one operator after each other.
    pub by_operator: bool,
    pub parallel: Parallel,
}

/// How rows are shared out.
pub enum Parallel {
    No,
    /// Level by level; which levels, if not the batch's as they are.
    Levels(Option<TokenStream>),
}

/// From the roots to the leaves.
pub struct Down {
    pub batch: Ident,
    pub way: Way,
}

/// How values come to the rows below.
pub enum Way {
    /// Each row sends to its children, from the last row to the first.
    Send,
    /// Each row asks its parents, who they are being known; level by level, if there are levels.
    Pull { users: TokenStream, levels: Option<TokenStream> },
    /// Level by level, what a task sends being kept apart until it is joined.
    Privatize { levels: TokenStream },
    /// Level by level, by an operator with an atomic form.
    Atomic { levels: TokenStream, join: TokenStream },
}

/// Into a new batch.
pub struct Rewrite {
    pub batch: Ident,
    pub guard: Ident,
    /// Equal nodes become one.
    pub dedup: bool,
    /// Vals of the new batch that are computed while it grows, as they are read.
    pub lockstep: Vec<Lockstep>,
}

/// A val of a batch that grows.
pub struct Lockstep {
    pub val: ValId,
    /// It makes nodes itself: the guard of their space.
    pub guard: Option<Ident>,
    /// Its column is wanted in the end.
    pub kept: bool,
}

/// From the leaves to the roots, at sample points.
pub struct Points {
    pub batch: Ident,
    pub space: SpaceId,
    /// Whose values are kept.
    pub roots: Ident,
    /// Parameters of the val, and the columns that have their values.
    pub columns: Vec<(LocalId, Ident)>,
    /// So many points at a time.
    pub lanes: usize,
    pub by_operator: bool,
}

/// Each row by itself.
pub struct Map {
    /// A column of the space.
    pub column: Ident,
    /// On several threads, with so many rows a task.
    pub chunk: Option<TokenStream>,
}

/// Rows send to a column of another space.
pub struct Scatter {
    /// What has the rows that send.
    pub source: Ident,
    /// What has those that get.
    pub rows: Ident,
    pub join: TokenStream,
    /// The accumulator's method, on several threads.
    pub parallel: Option<&'static str>,
}

/// All functions that can be made.
pub fn lower<'p, 'a>(program: &'p Program<'a>, errors: &mut Errors) -> Vec<Lowered<'p, 'a>> {
    check::unused(program, errors);
    check::units(program, errors);
    check::grids(program, errors);
    check::constants(program, errors);
    check::unused_names(program, errors);
    net::check(program, errors);
    recursion::check(program, errors);
    let made = program.fns.iter().filter(|it| it.body.is_none()).filter_map(|it| match derivative::asked(it) {
        true => derivative::function(program, it, errors),
        false => plan::function(program, it, errors),
    });
    made.collect()
}

/// What can be said of orders where vals have mistakes.
pub fn check(program: &Program<'_>, errors: &mut Errors) {
    check::units(program, errors);
    net::check(program, errors);
    for it in program.fns.iter().filter(|it| it.body.is_none() && !derivative::asked(it)) {
        plan::check(program, it, errors);
    }
}

impl<'a> Lowered<'_, 'a> {
    /// Where the parameters of a val come from, but for its node: a parameter of the function.
    pub fn inputs(&self, program: &Program<'a>, val: ValId) -> Vec<(LocalId, (Ident, Ty))> {
        inputs(program, self.of, val).into_iter().filter_map(|(id, from)| Some((id, from?))).collect()
    }

    /// The inputs that have a value for each row.
    pub fn by_row(&self, program: &Program<'a>, val: ValId) -> Vec<LocalId> {
        let by_row = |(id, (_, ty)): &(LocalId, (Ident, Ty))| {
            matches!(program.types.shape(*ty), Shape::Column(..))
                && !matches!(program.types.shape(program.locals[*id].ty), Shape::Column(..))
        };
        self.inputs(program, val).into_iter().filter(by_row).map(|(id, _)| id).collect()
    }
}

/// Is it no value, but what a pass goes through?
pub fn is_structural(program: &Program<'_>, ty: Ty) -> bool {
    matches!(
        program.types.shape(ty),
        Shape::Batch(_) | Shape::Plan(_) | Shape::Levels(_) | Shape::Users(_) | Shape::Guard(_) | Shape::Rows(_)
    )
}

/// For each parameter of a val but its node, the function's parameter of that name, or else the one at its place.
pub fn inputs<'a>(program: &Program<'a>, of: &Fn<'a>, val: ValId) -> Vec<(LocalId, Option<(Ident, Ty)>)> {
    let structural = |ty: Ty| is_structural(program, ty);
    let given: Vec<&(Ident, Ty)> =
        of.params.iter().filter(|(name, ty)| !structural(*ty) && !of.is_runtime(name)).collect();
    let is_node = |&&id: &&LocalId| !matches!(program.types.shape(program.locals[id].ty), Shape::Node(_));
    let mut place = 0;
    let names = program.vals[val].params.iter().map(|&id| &program.locals[id].name);
    let names: Vec<&Ident> = names.collect();
    let unnamed: Vec<&(Ident, Ty)> = given.iter().copied().filter(|(name, _)| !names.contains(&name)).collect();
    program.vals[val]
        .params
        .iter()
        .filter(is_node)
        .map(|&id| {
            let Local { name, ty } = &program.locals[id];
            if structural(*ty) {
                let wanted = program.types.show(*ty);
                let mut fitting = of.params.iter().filter(|(_, ty)| program.types.show(*ty) == wanted);
                let named = fitting.clone().find(|(known, _)| known == name);
                return (id, named.or_else(|| fitting.next()).cloned());
            }
            let named = given.iter().find(|(known, _)| known == name);
            if let Some(named) = named {
                return (id, Some((*named).clone()));
            }
            place += 1;
            (id, unnamed.get(place - 1).map(|it| (*it).clone()))
        })
        .collect()
}
