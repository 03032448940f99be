//! What a batch must be: a list of plain nodes, with nothing clever about it.

use arbitrary::Arbitrary;
use polarnet_columns::{Child, Idx, List, Node, Payload, Space};
use std::collections::HashMap;

#[derive(Payload, Arbitrary, Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    Small,
    Large,
    Other,
}

/// A language with all sorts of fields: none, short, long, children in arrays and lists, indices of another space.
#[derive(Node, Clone, Copy, Debug)]
pub enum Expr<'b, Mark: Space, I: Child> {
    Unit,
    Num(i32),
    Real(f32),
    Wide(u64, u16),
    Neg(I),
    Add(I, I),
    If { test: I, then: I, other: I },
    Pair([I; 2], bool),
    Sum(List<'b, I>),
    Tagged(Kind, List<'b, I>, char),
    Marked(Idx<Mark>, I),
}

/// A node over row numbers.
#[derive(Arbitrary, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Plain {
    Unit,
    Num(i32),
    Real(u32),
    Wide(u64, u16),
    Neg(u32),
    Add(u32, u32),
    If([u32; 3]),
    Pair([u32; 2], bool),
    Sum(Vec<u32>),
    Tagged(Kind, Vec<u32>, char),
    Marked(u32, u32),
}

impl Plain {
    pub fn of<M: Space, S: Space>(node: Expr<'_, M, Idx<S>>) -> Self {
        let all = |list: List<'_, Idx<S>>| list.iter().map(Idx::raw).collect();
        match node {
            Expr::Unit => Plain::Unit,
            Expr::Num(n) => Plain::Num(n),
            Expr::Real(x) => Plain::Real(x.to_bits()),
            Expr::Wide(n, m) => Plain::Wide(n, m),
            Expr::Neg(x) => Plain::Neg(x.raw()),
            Expr::Add(x, y) => Plain::Add(x.raw(), y.raw()),
            Expr::If { test, then, other } => Plain::If([test.raw(), then.raw(), other.raw()]),
            Expr::Pair(xs, b) => Plain::Pair(xs.map(Idx::raw), b),
            Expr::Sum(xs) => Plain::Sum(all(xs)),
            Expr::Tagged(kind, xs, c) => Plain::Tagged(kind, all(xs), c),
            Expr::Marked(mark, x) => Plain::Marked(mark.raw(), x.raw()),
        }
    }

    pub fn each_child(&mut self, mut f: impl FnMut(&mut u32)) {
        match self {
            Plain::Unit | Plain::Num(_) | Plain::Real(_) | Plain::Wide(..) => {}
            Plain::Neg(x) | Plain::Marked(_, x) => f(x),
            Plain::Add(x, y) => {
                f(x);
                f(y);
            }
            Plain::If(xs) => xs.iter_mut().for_each(f),
            Plain::Pair(xs, _) => xs.iter_mut().for_each(f),
            Plain::Sum(xs) | Plain::Tagged(_, xs, _) => xs.iter_mut().for_each(f),
        }
    }

    /// A number that depends on the operator, the payloads, and what the children have, in order.
    pub fn value(&self, child: impl Fn(u32) -> u64) -> u64 {
        let own = match self {
            Plain::Unit => 1,
            Plain::Num(n) => 2 ^ u64::from(*n as u32) << 8,
            Plain::Real(bits) => 3 ^ u64::from(*bits) << 8,
            Plain::Wide(n, m) => 4 ^ n.rotate_left(8) ^ u64::from(*m) << 9,
            Plain::Neg(_) => 5,
            Plain::Add(..) => 6,
            Plain::If(_) => 7,
            Plain::Pair(_, b) => 8 ^ u64::from(*b) << 8,
            Plain::Sum(xs) => 9 ^ (xs.len() as u64) << 8,
            Plain::Tagged(kind, xs, c) => {
                10 ^ (xs.len() as u64) << 8 ^ (*kind as u64) << 40 ^ u64::from(u32::from(*c)) << 42
            }
            Plain::Marked(mark, _) => 11 ^ u64::from(*mark) << 8,
        };
        let mut value = own;
        self.clone().each_child(|&mut x| value = mix(value, child(x)));
        value
    }
}

fn mix(a: u64, b: u64) -> u64 {
    (a.rotate_left(7) ^ b).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

/// The same number, from a node of a batch.
pub fn value<M: Space, I: Child>(node: Expr<'_, M, I>, child: impl Fn(I) -> u64) -> u64 {
    let all = |own, xs: List<'_, I>| xs.iter().fold(own, |value, x| mix(value, child(x)));
    match node {
        Expr::Unit => 1,
        Expr::Num(n) => 2 ^ u64::from(n as u32) << 8,
        Expr::Real(x) => 3 ^ u64::from(x.to_bits()) << 8,
        Expr::Wide(n, m) => 4 ^ n.rotate_left(8) ^ u64::from(m) << 9,
        Expr::Neg(x) => mix(5, child(x)),
        Expr::Add(x, y) => mix(mix(6, child(x)), child(y)),
        Expr::If { test, then, other } => mix(mix(mix(7, child(test)), child(then)), child(other)),
        Expr::Pair([x, y], b) => mix(mix(8 ^ u64::from(b) << 8, child(x)), child(y)),
        Expr::Sum(xs) => all(9 ^ (xs.len() as u64) << 8, xs),
        Expr::Tagged(kind, xs, c) => {
            all(10 ^ (xs.len() as u64) << 8 ^ (kind as u64) << 40 ^ u64::from(u32::from(c)) << 42, xs)
        }
        Expr::Marked(mark, x) => mix(11 ^ u64::from(mark.raw()) << 8, child(x)),
    }
}

/// The rows, and which of them `add` knows.
#[derive(Default)]
pub struct Model {
    pub rows: Vec<Plain>,
    pub known: HashMap<Plain, u32>,
}

impl Model {
    pub fn push(&mut self, node: Plain) -> u32 {
        self.rows.push(node);
        self.rows.len() as u32 - 1
    }

    pub fn add(&mut self, node: Plain) -> u32 {
        if let Some(&row) = self.known.get(&node) {
            return row;
        }
        let row = self.push(node.clone());
        self.known.insert(node, row);
        row
    }

    /// After a thaw, the first row of each kind is known.
    pub fn thaw(&mut self) {
        self.known.clear();
        for (row, node) in (0..).zip(&self.rows) {
            self.known.entry(node.clone()).or_insert(row);
        }
    }

    pub fn values(&self) -> Vec<u64> {
        let mut values: Vec<u64> = Vec::new();
        for node in &self.rows {
            values.push(node.value(|child| values[child as usize]));
        }
        values
    }

    pub fn uses(&self) -> Vec<u32> {
        let mut uses = vec![0; self.rows.len()];
        for mut node in self.rows.iter().cloned() {
            node.each_child(|&mut child| uses[child as usize] += 1);
        }
        uses
    }

    /// Joins each row's number, with what came from above, into its children.
    pub fn down(&self) -> Vec<u64> {
        let mut down = vec![0_u64; self.rows.len()];
        for row in (0..self.rows.len()).rev() {
            let own = down[row].wrapping_mul(3).wrapping_add(row as u64);
            self.rows[row].clone().each_child(|&mut child| {
                down[child as usize] = down[child as usize].wrapping_add(own);
            });
        }
        down
    }

    pub fn reachable(&self, roots: &[u32]) -> Vec<bool> {
        let mut reached = vec![false; self.rows.len()];
        let mut todo = roots.to_vec();
        while let Some(row) = todo.pop() {
            if !std::mem::replace(&mut reached[row as usize], true) {
                self.rows[row as usize].clone().each_child(|&mut child| todo.push(child));
            }
        }
        reached
    }

    /// The reached rows as a model of their own, with equal ones merged; and where each went.
    pub fn copy(&self, roots: &[u32]) -> (Model, Vec<Option<u32>>) {
        let (reached, mut copy, mut to) = (self.reachable(roots), Model::default(), Vec::<Option<u32>>::new());
        for (row, node) in self.rows.iter().enumerate() {
            to.push(reached[row].then(|| {
                let mut node = node.clone();
                node.each_child(|child| *child = to[*child as usize].expect("children of the reached are reached"));
                copy.add(node)
            }));
        }
        (copy, to)
    }
}
