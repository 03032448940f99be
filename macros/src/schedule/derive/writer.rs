//! Values as Rust: which have a name, which stand where they are used, which are kept for later.

use super::{
    flow::{Arithmetic, BlockId, Flow, Is, Loop, Op, Plain, Reduce, V, Value},
    scope::TEMPORARY,
    table,
    term::Term,
    visit::{RowsOf, Visit},
};
use crate::schedule::{elaborate::Program, emit, tree::Binary, types::SpaceId};
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, format_ident, quote};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

/// How the code that is being written relates to its block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pass {
    /// Values only; those needed on the way back are kept.
    Forward,
    /// Cotangents; values are taken from where they were kept, or computed again.
    Back,
    /// Both, one after the other.
    Both,
}

/// A block that is being written.
pub struct Frame {
    pub block: BlockId,
    pub pass: Pass,
    /// The row of the loop, and its space.
    pub row: Option<(V, SpaceId)>,
    /// A row may come again, or is one of a batch: nothing is kept for it.
    pub again: bool,
    /// Values that must have their names.
    pub needed: BTreeSet<V>,
    /// Cotangents that are summed up here.
    pub sums: BTreeSet<V>,
    /// Loops whose two passes are one.
    pub merged: HashMap<V, TokenStream>,
}

pub struct Writer<'p, 'a> {
    pub program: &'p Program<'a>,
    pub flow: Flow,
    pub rows: BTreeMap<SpaceId, RowsOf>,
    /// How often a value is used.
    pub uses: Vec<usize>,
    /// Values that stand where they are used.
    pub inline: Vec<bool>,
    pub frames: Vec<Frame>,
    /// Values that are kept, by the rows of these loops.
    pub kept: BTreeMap<V, Vec<(V, SpaceId)>>,
    /// The memory for them, which is there before the loops.
    pub scratch: Vec<TokenStream>,
    pub lanes: Option<usize>,
    pub visit: Option<Visit>,
}

impl<'p, 'a> Writer<'p, 'a> {
    pub fn new(program: &'p Program<'a>, flow: Flow, rows: BTreeMap<SpaceId, RowsOf>) -> Self {
        let count = flow.values.len();
        let (mut uses, mut asked, mut elsewhere) = (vec![0; count], vec![false; count], vec![false; count]);
        for v in 0..count {
            let value = &flow.values[v];
            for operand in flow.operands(v) {
                uses[operand] += 1;
                elsewhere[operand] |= flow.values[operand].block != value.block;
                asked[operand] |= matches!(value.op, Op::Plain(..) | Op::Guard(_) | Op::Choice(_));
            }
            if let Op::Groups(_, at, _) = value.op {
                uses[at] += 1;
            }
            if let Op::Arithmetic(it, list) = &value.op
                && value.active
            {
                let (args, own) = needs(*it, list, &flow);
                for (&arg, needs) in list.iter().zip(args) {
                    asked[arg] |= needs;
                }
                asked[v] |= own;
            }
            // Which is the largest is seen by the values.
            if let Op::Reduce(Reduce::Max | Reduce::Min, it) = value.op {
                asked[flow.blocks[it.body].result] = true;
            }
        }
        for (at, block) in flow.blocks.iter().enumerate() {
            uses[block.result] += 1;
            elsewhere[block.result] |= flow.values[block.result].block != at;
        }
        let inline = (0..flow.values.len()).map(|v| {
            let value = &flow.values[v];
            match value.op {
                Op::Arithmetic(it, _) => {
                    let again = asked[v] && (value.touched || table::is_costly(it));
                    uses[v] <= 1 && !elsewhere[v] && !value.named && !again
                }
                Op::Text(_) | Op::Plain(..) | Op::Read(..) => true,
                _ => false,
            }
        });
        let inline: Vec<bool> = inline.collect();
        let (frames, kept, scratch) = (Vec::new(), BTreeMap::new(), Vec::new());
        let mut this = Writer { program, flow, rows, uses, inline, frames, kept, scratch, lanes: None, visit: None };
        this.number();
        this
    }

    /// Values without a name that stand by themselves, or have cotangents that do, are `t`, `t_2` …
    pub fn number(&mut self) {
        let is_open = |value: &Value| !matches!(value.op, Op::Param | Op::Row | Op::Bound) && value.name == TEMPORARY;
        let values = &mut self.flow.values;
        let mut names: HashSet<String> =
            values.iter().filter(|value| !is_open(value)).map(|value| value.name.to_string()).collect();
        let mut at = 1;
        for (value, inline) in values.iter_mut().zip(&self.inline) {
            let named = !inline || (value.active && !matches!(value.op, Op::Read(..)));
            while named && is_open(value) {
                let name = if at == 1 { TEMPORARY.to_owned() } else { format!("{TEMPORARY}_{at}") };
                at += 1;
                if names.insert(name.clone()) {
                    value.name = emit::own(&name);
                    break;
                }
            }
        }
    }

    /// Values from which others of several points come are of several points.
    pub fn widen(&mut self, row: V) {
        self.flow.values[row].wide = true;
        for v in row + 1..self.flow.values.len() {
            let wide = |v: V| self.flow.values[v].wide;
            let result = |it: &Loop| wide(self.flow.blocks[it.body].result);
            let is = match &self.flow.values[v].op {
                // The points become one sum.
                Op::Reduce(_, it) => it.row != row && result(it),
                Op::Column(it) => result(it),
                Op::Groups(_, at, it) => wide(*at) || result(it),
                Op::Choice(choice) => {
                    wide(choice.on) || choice.arms.iter().any(|arm| wide(self.flow.blocks[arm.2].result))
                }
                _ => self.flow.operands(v).into_iter().any(wide),
            };
            self.flow.values[v].wide |= is;
            // What is gathered from several rows is gathered once.
            if self.wide_row(v).is_some() {
                self.inline[v] = false;
            }
        }
        self.number();
    }

    pub fn float(&self, v: V) -> TokenStream {
        let name = match self.flow.values[v].is {
            Is::Float(name) | Is::Column(_, Some(name)) => name,
            _ => "f64",
        };
        emit::own(name).to_token_stream()
    }

    pub fn name(&self, v: V) -> &Ident {
        &self.flow.values[v].name
    }

    /// A variable of ours that belongs to a value.
    pub fn related(&self, v: V, to: &str) -> Ident {
        related(&self.flow.values[v].name, to)
    }

    pub fn frame(&mut self, block: BlockId) -> Option<&mut Frame> {
        self.frames.iter_mut().rev().find(|frame| frame.block == block)
    }

    pub fn enter(&mut self, block: BlockId, pass: Pass, row: Option<(V, SpaceId)>) {
        self.frames.push(Frame {
            block,
            pass,
            row,
            again: false,
            needed: BTreeSet::new(),
            sums: BTreeSet::new(),
            merged: HashMap::new(),
        });
    }

    /// The body of a loop.
    pub fn enter_loop(&mut self, it: Loop, pass: Pass) {
        self.enter(it.body, pass, Some((it.row, it.space)));
        if let Some(frame) = self.frames.last_mut() {
            frame.again = it.list.is_some();
        }
    }

    /// A value, for the code that is being written.
    pub fn term(&mut self, v: V) -> Term {
        let wide = self.flow.values[v].wide;
        if self.inline[v] {
            return self.computed(v);
        }
        if !matches!(self.flow.values[v].op, Op::Param | Op::Row | Op::Bound) {
            let block = self.flow.values[v].block;
            if let Some(frame) = self.frame(block) {
                frame.needed.insert(v);
            }
        }
        Term::atom(self.name(v), wide)
    }

    /// What a value is computed by.
    pub fn computed(&mut self, v: V) -> Term {
        let wide = self.flow.values[v].wide;
        match &self.flow.values[v].op {
            Op::Text(tokens) => Term::atom(tokens, false),
            Op::Plain(..) => self.plain(v),
            &Op::Read(base, row) if self.in_hand(base) => {
                let (pass, at) = (emit::own("row"), self.term(row).tokens());
                Term::sign(quote!(*#pass.get(#at).0))
            }
            Op::Read(..) => {
                let lane = emit::own("row");
                match self.wide_row(v) {
                    Some(row) => {
                        let (row, place) = (self.term(row).tokens(), self.place(v));
                        Term::atom(quote!(::polarnet::columns::Wide(#row.map(|#lane| #place))), true)
                    }
                    None => Term::atom(self.place(v), wide),
                }
            }
            Op::Arithmetic(it, list) => {
                let (it, list) = (*it, list.clone());
                let mut args: Vec<Term> = list.iter().map(|&arg| self.term(arg)).collect();
                let b = args.pop();
                match (it, args.pop(), b) {
                    (Arithmetic::Neg, None, Some(a)) => a.neg(),
                    (Arithmetic::Add, Some(a), Some(b)) => a.add(b),
                    (Arithmetic::Sub, Some(a), Some(b)) => a.sub(b),
                    (Arithmetic::Mul, Some(a), Some(b)) => a.mul(b),
                    (Arithmetic::Div, Some(a), Some(b)) => a.div(b),
                    (Arithmetic::Rem, Some(a), Some(b)) => a.rem(b),
                    (Arithmetic::Function(function), a, b) => {
                        args.extend(a.into_iter().chain(b));
                        let float = self.float(v);
                        Term::call(&float, function.rust(), args)
                    }
                    (_, _, _) => Term::number("0"),
                }
            }
            _ => Term::atom(self.name(v), wide),
        }
    }

    /// The row of several points by which a column is read.
    pub fn wide_row(&self, v: V) -> Option<V> {
        match self.flow.values[v].op {
            Op::Read(base, row) => self.wide_row(base).or(self.flow.values[row].wide.then_some(row)),
            _ => None,
        }
    }

    /// An element of a column, to be read.
    pub fn place(&mut self, v: V) -> TokenStream {
        match self.flow.values[v].op {
            Op::Read(base, row) => {
                let base = self.place(base);
                let at = match self.flow.values[row].wide {
                    true => emit::own("row").to_token_stream(),
                    false => self.term(row).tokens(),
                };
                quote!(#base[#at])
            }
            _ => self.term(v).receiver(),
        }
    }

    pub fn plain(&mut self, v: V) -> Term {
        let Op::Plain(plain, list) = &self.flow.values[v].op else { return Term::number("0") };
        if let (Plain::Node, &[row]) = (plain, &list[..]) {
            return Term::atom(self.node(row), false);
        }
        let list = list.clone();
        let args: Vec<Term> = list.iter().map(|&arg| self.term(arg)).collect();
        let Op::Plain(plain, _) = &self.flow.values[v].op else { return Term::number("0") };
        match (plain, &args[..]) {
            (Plain::Binary(op), [a, b]) => {
                let (a, b) = (a.receiver(), b.receiver());
                let sign: TokenStream = sign(*op).parse().unwrap_or_default();
                Term::weak(quote!(#a #sign #b), false)
            }
            (Plain::Not, [a]) => {
                let a = a.receiver();
                Term::weak(quote!(!#a), false)
            }
            (Plain::Neg, [a]) => {
                let a = a.receiver();
                Term::weak(quote!(-#a), false)
            }
            (Plain::Cast(ty), [a]) => {
                let (a, ty) = (a.receiver(), self.program.ty(*ty));
                Term::weak(quote!(#a as #ty), false)
            }
            (Plain::Call(function), args) => {
                let args = args.iter().map(Term::tokens);
                Term::atom(quote!(#function(#(#args),*)), false)
            }
            (Plain::Count(space), _) => {
                let rows = self.rows_of(*space);
                Term::atom(quote!(#rows.len()), false)
            }
            (Plain::Borrow, [a]) => {
                let a = a.receiver();
                Term::weak(quote!(&#a), false)
            }
            (Plain::Field(member), [a]) => {
                let a = a.receiver();
                Term::atom(quote!(#a.#member), false)
            }
            (_, args) => {
                let args = args.iter().map(Term::tokens);
                Term::atom(quote!((#(#args),*)), false)
            }
        }
    }
}

/// `x_ct`: a variable of ours that belongs to one of the user's.
pub fn related(name: &Ident, to: &str) -> Ident {
    emit::own(&format!("{}_{to}", name.to_string().trim_start_matches("r#")))
}

/// `place += value;`
pub fn accumulate(place: &TokenStream, value: Term) -> TokenStream {
    match value.is_negative() {
        true => {
            let value = value.neg().tokens();
            quote!(#place -= #value;)
        }
        false => {
            let value = value.tokens();
            quote!(#place += #value;)
        }
    }
}

/// Which arguments the derivatives are made of, and whether the result is among them.
pub fn needs(of: Arithmetic, args: &[V], flow: &Flow) -> (Vec<bool>, bool) {
    if table::picks(of) {
        return (vec![true; args.len()], true);
    }
    let (mut needed, mut own) = (vec![false; args.len()], false);
    for (&arg, text) in args.iter().zip(table::partials(of).unwrap_or_default()) {
        if !flow.values[arg].active {
            continue;
        }
        let words: HashSet<&str> = text.split(|c: char| !c.is_alphanumeric() && c != '_').collect();
        for (at, name) in ["x", "y", "z"].into_iter().enumerate().take(args.len()) {
            needed[at] |= words.contains(name);
        }
        own |= words.contains("r");
    }
    (needed, own)
}

fn sign(op: Binary) -> &'static str {
    emit::sign(op)
}

/// `x`, `y`: names that end in numbers where there are several.
pub fn numbered(name: &str, at: usize) -> Ident {
    format_ident!("{name}_{at}", span = proc_macro2::Span::mixed_site())
}
