//! Expressions to build: those of FPCore files, and synthetic ones.

mod fpcore;

use polarnet_columns::Node;
use std::fmt;

/// Real expressions. Numbers are the bits of `f64`s, as maps want keys that have an equality.
#[derive(Node, Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Math<I> {
    Var(u32),
    Num(u64),
    Neg(I),
    Sqrt(I),
    Add(I, I),
    Sub(I, I),
    Mul(I, I),
    Div(I, I),
    Less(I, I),
    Min(I, I),
    Max(I, I),
    /// Other functions, by numbers.
    Call(u32, I),
    Call2(u32, I, I),
    If(I, I, I),
}

egg::define_language! {
    /// The same for egg.
    pub enum Egg {
        Var(u32),
        Num(u64),
        "neg" = Neg([egg::Id; 1]),
        "sqrt" = Sqrt([egg::Id; 1]),
        "+" = Add([egg::Id; 2]),
        "-" = Sub([egg::Id; 2]),
        "*" = Mul([egg::Id; 2]),
        "/" = Div([egg::Id; 2]),
        "<" = Less([egg::Id; 2]),
        "fmin" = Min([egg::Id; 2]),
        "fmax" = Max([egg::Id; 2]),
        "if" = If([egg::Id; 3]),
        Call(u32, [egg::Id; 1]),
        Call2(u32, [egg::Id; 2]),
    }
}

impl<I> Math<I> {
    /// The bytes of its fields.
    pub fn bytes(&self) -> usize {
        1 + match self {
            Math::Var(_) | Math::Neg(_) | Math::Sqrt(_) => 4,
            Math::Call2(..) | Math::If(..) => 12,
            _ => 8,
        }
    }
}

impl Math<egg::Id> {
    /// The same for egg.
    pub fn egg(self) -> Egg {
        match self {
            Math::Var(name) => Egg::Var(name),
            Math::Num(bits) => Egg::Num(bits),
            Math::Neg(x) => Egg::Neg([x]),
            Math::Sqrt(x) => Egg::Sqrt([x]),
            Math::Add(x, y) => Egg::Add([x, y]),
            Math::Sub(x, y) => Egg::Sub([x, y]),
            Math::Mul(x, y) => Egg::Mul([x, y]),
            Math::Div(x, y) => Egg::Div([x, y]),
            Math::Less(x, y) => Egg::Less([x, y]),
            Math::Min(x, y) => Egg::Min([x, y]),
            Math::Max(x, y) => Egg::Max([x, y]),
            Math::Call(f, x) => Egg::Call(f, [x]),
            Math::Call2(f, x, y) => Egg::Call2(f, [x, y]),
            Math::If(test, then, other) => Egg::If([test, then, other]),
        }
    }
}

/// What a batch is built of.
#[derive(Clone, Copy)]
pub enum Input {
    /// The cores of FPCore files, a batch each.
    FpCore,
    /// A tree of so many rows whose names differ: nothing is shared.
    Tree(usize),
    /// So many nodes over any earlier ones, of a thousand names and numbers.
    Graph(usize),
}

impl Input {
    pub const ALL: [Input; 5] =
        [Input::FpCore, Input::Tree(1 << 14), Input::Tree(1 << 20), Input::Tree(10_000_000), Input::Graph(10_000_000)];

    /// The nodes of each batch, children before parents; equal ones are not merged.
    pub fn nodes(self) -> Vec<Vec<Math<u32>>> {
        match self {
            Input::FpCore => fpcore::cores(),
            Input::Tree(rows) => vec![tree(rows)],
            Input::Graph(rows) => vec![graph(rows)],
        }
    }
}

impl fmt::Display for Input {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Input::FpCore => f.write_str("FPCore"),
            Input::Tree(rows) => write!(f, "tree {rows}"),
            Input::Graph(rows) => write!(f, "graph {rows}"),
        }
    }
}

/// A generator of numbers (xorshift, Marsaglia 2003).
fn random(state: &mut u64) -> u64 {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    *state
}

/// A node of one of the operators that have children, by their frequencies.
fn inner(state: &mut u64, mut child: impl FnMut(&mut u64) -> u32) -> Math<u32> {
    let (kind, function) = (random(state) % 62, random(state) as u32 % 30);
    let mut child = || child(state);
    match kind {
        0..5 => Math::Neg(child()),
        5..8 => Math::Sqrt(child()),
        8..14 => Math::Call(function, child()),
        14..30 => Math::Add(child(), child()),
        30..37 => Math::Sub(child(), child()),
        37..52 => Math::Mul(child(), child()),
        52..57 => Math::Div(child(), child()),
        57..59 => Math::Less(child(), child()),
        59..60 => Math::Call2(function, child(), child()),
        _ => Math::If(child(), child(), child()),
    }
}

/// One tree of `rows` rows, of which no two are equal: each row but the last has one parent.
pub fn tree(rows: usize) -> Vec<Math<u32>> {
    let mut state = 0x9e37_79b9_7f4a_7c15;
    let (mut nodes, mut roots) = (Vec::with_capacity(rows), Vec::new());
    while nodes.len() < rows {
        let row = nodes.len() as u32;
        // Towards the end, only joining: n roots take n - 1 more nodes.
        let rest = rows - nodes.len();
        let node = if roots.len() > 1 && roots.len() >= rest {
            Math::Add(roots.pop().unwrap_or_default(), roots.pop().unwrap_or_default())
        } else if roots.len() == 1 && rest == 1 {
            Math::Neg(roots.pop().unwrap_or_default())
        } else if roots.len() < 3 || random(&mut state) % 100 < 38 {
            match random(&mut state) % 2 {
                0 => Math::Var(row),
                _ => Math::Num(random(&mut state)),
            }
        } else {
            inner(&mut state, |_| roots.pop().unwrap_or_default())
        };
        nodes.push(node);
        roots.push(row);
    }
    assert_eq!(roots.len(), 1, "one tree");
    nodes
}

/// `rows` nodes over any earlier ones; a tenth are names and numbers, of a thousand each.
fn graph(rows: usize) -> Vec<Math<u32>> {
    let mut state = 0x9e37_79b9_7f4a_7c15;
    let mut nodes = Vec::with_capacity(rows);
    for row in 0..rows as u64 {
        let number = random(&mut state) % 1000;
        nodes.push(match random(&mut state) % 20 {
            0 => Math::Var(number as u32),
            1 => Math::Num((number as f64).to_bits()),
            _ if row == 0 => Math::Var(0),
            _ => inner(&mut state, |state| (random(state) % row) as u32),
        });
    }
    nodes
}
