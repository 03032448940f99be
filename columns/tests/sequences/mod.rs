//! Sequences of operations on batches, each compared with a plain model. What a property test and a fuzzer run.

mod frozen;
mod model;

use arbitrary::{Arbitrary, Unstructured};
use model::{Expr, ExprLang, Model, Plain, value};
use polarnet_columns::{Builder, Cycle, Follower, Guard, Idx, List, Memo, Row, Space, memoised, space};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

/// What can be done to a growing batch. Numbers of rows are taken modulo the rows there are.
#[derive(Arbitrary, Clone, Debug)]
pub enum Op {
    Push(Plain),
    Add(Plain),
    /// By `add_with`, from row numbers.
    AddWith(Plain),
    /// `add_with` unwinds at the child of this number, if there is one.
    UnwindInAdd(Plain, u8),
    Read(u32),
    CatchUp,
    /// A follower's function unwinds at this row.
    UnwindInCatchUp(u8),
    /// A pass that recurses and adds rows.
    Rebuild(u32),
    Thaw,
    Copy(Vec<u32>),
}

/// Batches that grow out of each other: more would only be slower.
const DEPTH: usize = 6;
const ROWS: usize = 400;

/// Reads a sequence off bytes, as long as there are any, and runs it.
pub fn run_bytes(bytes: &[u8]) {
    let (mut bytes, mut ops) = (Unstructured::new(bytes), Vec::new());
    while !bytes.is_empty() {
        ops.extend(Op::arbitrary(&mut bytes));
    }
    run(&ops);
}

/// Runs a sequence, and panics where batch and model differ.
fn run(ops: &[Op]) {
    space!(Marks, marks);
    let marks = marks.rows(5).data(|mark| mark);
    space!(First, guard);
    let builder = Builder::<First, ExprLang<_>>::new(guard);
    Growing { builder, model: Model::default(), indices: Vec::new(), marks: marks.as_slice() }.run(ops, DEPTH);
}

struct Growing<'m, S: Space, M: Space> {
    builder: Builder<S, ExprLang<M>>,
    model: Model,
    /// The index of each row.
    indices: Vec<Idx<S>>,
    marks: &'m [Idx<M>],
}

impl<S: Space, M: Space> Growing<'_, S, M> {
    fn run(mut self, ops: &[Op], depth: usize) {
        let mut follower = Follower::<S, Box<u64>>::new();
        let mut nothing = Follower::<S, ()>::new();
        for (at, op) in ops.iter().enumerate() {
            if self.indices.len() > ROWS {
                break;
            }
            match op {
                Op::Push(node) => {
                    let Some(node) = self.fitting(node) else { continue };
                    let row = self.model.push(node.clone());
                    let index = with_node(&node, &self.indices, self.marks, |node| self.builder.push(node));
                    self.made(row, index);
                }
                Op::Add(node) => {
                    let Some(node) = self.fitting(node) else { continue };
                    let row = self.model.add(node.clone());
                    let index = with_node(&node, &self.indices, self.marks, |node| self.builder.add(node));
                    self.made(row, index);
                }
                Op::AddWith(node) => {
                    let Some(Plain::If(rows)) = self.fitting(node) else { continue };
                    let row = self.model.add(Plain::If(rows));
                    let [test, then, other] = rows;
                    let node = Expr::If { test, then, other };
                    let index = self.builder.add_with(node, |row: u32| self.indices[row as usize]);
                    self.made(row, index);
                }
                Op::UnwindInAdd(node, child) => {
                    let Some(Plain::If(rows)) = self.fitting(node) else { continue };
                    let [test, then, other] = rows;
                    let (mut left, indices, builder) = (child % 3, &self.indices, &mut self.builder);
                    let unwound = catch_unwind(AssertUnwindSafe(|| {
                        builder.add_with(Expr::If { test, then, other }, |row: u32| {
                            left = left.checked_sub(1).unwrap_or_else(|| resume_unwind(Box::new(())));
                            indices[row as usize]
                        })
                    }));
                    assert!(unwound.is_err());
                    assert_eq!(self.builder.len(), self.model.rows.len());
                }
                Op::Read(row) => {
                    let Some(&index) = self.indices.get(*row as usize % self.indices.len().max(1)) else { continue };
                    assert_eq!(Plain::of(self.builder.node(index)), self.model.rows[index.raw() as usize]);
                }
                Op::CatchUp => {
                    nothing.catch_up(&self.builder, |_| ());
                    let view = follower.catch_up(&self.builder, |row| boxed(&row));
                    for (&index, value) in self.indices.iter().zip(self.model.values()) {
                        assert_eq!(*view[index], value);
                    }
                }
                Op::UnwindInCatchUp(at) => {
                    let unwound = catch_unwind(AssertUnwindSafe(|| {
                        follower.catch_up(&self.builder, |row| match row.idx().raw() == u32::from(*at) {
                            true => resume_unwind(Box::new(())),
                            false => boxed(&row),
                        });
                    }));
                    assert!(unwound.is_ok() || usize::from(*at) < self.model.rows.len());
                }
                Op::Rebuild(root) => {
                    let Some(&root) = self.indices.get(*root as usize % self.indices.len().max(1)) else { continue };
                    self.rebuild(root);
                }
                Op::Thaw if depth > 0 => {
                    space!(Next, guard);
                    return self.thaw(guard, &ops[at + 1..], depth - 1, follower);
                }
                Op::Copy(roots) if depth > 0 => {
                    space!(Next, guard);
                    return self.copy(guard, roots, &ops[at + 1..], depth - 1);
                }
                Op::Thaw | Op::Copy(_) => {}
            }
        }
        let batch = self.builder.freeze();
        frozen::check(&batch, &self.model, &self.indices);
        let column = follower.finish(&batch, |row| boxed(&row));
        assert_eq!(column.into_vec(), self.model.values().into_iter().map(Box::new).collect::<Vec<_>>());
    }

    /// The node with its children and marks among those that there are.
    fn fitting(&self, node: &Plain) -> Option<Plain> {
        let (mut node, rows) = (node.clone(), self.indices.len() as u32);
        let mut fits = true;
        node.each_child(|child| match child.checked_rem(rows) {
            Some(row) => *child = row,
            None => fits = false,
        });
        if let Plain::Marked(mark, _) = &mut node {
            *mark %= self.marks.len() as u32;
        }
        fits.then_some(node)
    }

    /// The batch must have done what the model did.
    fn made(&mut self, row: u32, index: Idx<S>) {
        assert_eq!(index.raw(), row);
        assert_eq!(self.builder.len(), self.model.rows.len());
        if row as usize == self.indices.len() {
            self.indices.push(index);
        }
        assert_eq!(Plain::of(self.builder.node(index)), self.model.rows[row as usize]);
    }

    /// Negates everything below `root`, and then the new rows again: a memoised pass over rows that it adds itself.
    fn rebuild(&mut self, root: Idx<S>) {
        struct Pass<'g, 'm, S: Space, M: Space> {
            batch: &'g mut Growing<'m, S, M>,
            memo: Memo<S, Idx<S>>,
        }
        fn go<S: Space, M: Space>(pass: &mut Pass<'_, '_, S, M>, row: Idx<S>, left: u8) -> Result<Idx<S>, Cycle<S>> {
            if left == 0 || pass.batch.indices.len() > ROWS {
                return Ok(row);
            }
            memoised(
                pass,
                row,
                |pass| &mut pass.memo,
                |pass| match pass.batch.builder.node(row) {
                    Expr::Neg(x) => go(pass, x, left - 1),
                    Expr::Add(x, y) => {
                        let (x, y) = (go(pass, x, left - 1)?, go(pass, y, left - 1)?);
                        Ok(pass.batch.grow(Plain::Add(x.raw(), y.raw()), Expr::Add(x, y)))
                    }
                    _ => {
                        let neg = pass.batch.grow(Plain::Neg(row.raw()), Expr::Neg(row));
                        go(pass, neg, left - 1)
                    }
                },
            )
        }
        let mut pass = Pass { batch: self, memo: Memo::new() };
        // A leaf is rebuilt as its negation, which is rebuilt as the leaf: a circle, and told.
        match go(&mut pass, root, 20) {
            Ok(row) => assert!(row.raw() < pass.batch.model.rows.len() as u32),
            Err(Cycle(row)) => assert!(row.raw() < pass.batch.model.rows.len() as u32),
        }
    }

    fn grow(&mut self, plain: Plain, node: Expr<'_, M, Idx<S>>) -> Idx<S> {
        let row = self.model.add(plain);
        let index = self.builder.add(node);
        self.made(row, index);
        index
    }

    fn thaw<N: Space>(mut self, guard: Guard<N>, ops: &[Op], depth: usize, follower: Follower<S, Box<u64>>) {
        let batch = self.builder.freeze();
        frozen::check(&batch, &self.model, &self.indices);
        let old = follower.finish(&batch, |row| boxed(&row));
        let (builder, embedding) = batch.thaw(guard);
        self.model.thaw();
        let indices = self.indices.iter().map(|&row| embedding.apply(row)).collect();
        Growing { builder, model: self.model, indices, marks: self.marks }.run(ops, depth);
        // The column of the old space is what it was, whatever became of the batch.
        assert_eq!(old.len(), self.indices.len());
    }

    fn copy<N: Space>(self, guard: Guard<N>, roots: &[u32], ops: &[Op], depth: usize) {
        let roots: Vec<_> = roots.iter().filter_map(|root| root.checked_rem(self.indices.len() as u32)).collect();
        let (model, rows) = self.model.copy(&roots);
        let roots: Vec<_> = roots.iter().map(|&root| self.indices[root as usize]).collect();
        let batch = self.builder.freeze();
        frozen::check(&batch, &self.model, &self.indices);
        let (builder, to) = batch.copy(guard, &roots);
        assert_eq!(to.map(|row| row.map(Idx::raw)).into_vec(), rows);
        let mut indices: Vec<_> = to.iter().flatten().copied().collect();
        indices.sort();
        indices.dedup();
        Growing { builder, model, indices, marks: self.marks }.run(ops, depth);
    }
}

fn boxed<S: Space, M: Space>(row: &Row<'_, '_, S, ExprLang<M>, Box<u64>>) -> Box<u64> {
    Box::new(value(row.node(), |child| *row[child]))
}

/// Calls `f` with the node, whose lists are borrowed.
fn with_node<S: Space, M: Space, R>(
    node: &Plain,
    indices: &[Idx<S>],
    marks: &[Idx<M>],
    f: impl FnOnce(Expr<'_, M, Idx<S>>) -> R,
) -> R {
    let at = |&row: &u32| indices[row as usize];
    let all = |rows: &[u32]| rows.iter().map(at).collect::<Vec<_>>();
    match node {
        Plain::Unit => f(Expr::Unit),
        Plain::Num(n) => f(Expr::Num(*n)),
        Plain::Real(bits) => f(Expr::Real(f32::from_bits(*bits))),
        Plain::Wide(n, m) => f(Expr::Wide(*n, *m)),
        Plain::Neg(x) => f(Expr::Neg(at(x))),
        Plain::Add(x, y) => f(Expr::Add(at(x), at(y))),
        Plain::If([test, then, other]) => f(Expr::If { test: at(test), then: at(then), other: at(other) }),
        Plain::Pair([x, y], b) => f(Expr::Pair([at(x), at(y)], *b)),
        Plain::Sum(rows) => f(Expr::Sum(List::new(&all(rows)))),
        Plain::Tagged(kind, rows, c) => f(Expr::Tagged(*kind, List::new(&all(rows)), *c)),
        Plain::Marked(mark, x) => f(Expr::Marked(marks[*mark as usize], at(x))),
    }
}
