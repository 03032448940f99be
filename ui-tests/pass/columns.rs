//! Columns through the facade alone: the derives find it.

use polarnet::columns::{Batch, Builder, Child, Exists, Family, Idx, List, Node, Payload, Space, open, space};

#[derive(Payload, Clone, Copy, Debug, PartialEq)]
enum Function {
    Sin,
    Cos,
}

#[derive(Node, Clone, Copy, Debug, PartialEq)]
enum Expr<'b, I: Child> {
    Num(f64),
    Call(Function, I),
    Sum(List<'b, I>),
}

struct Rooted<S: Space> {
    batch: Batch<S, ExprLang>,
    root: Idx<S>,
}
struct AnyRooted;
impl Family for AnyRooted {
    type At<S: Space> = Rooted<S>;
}

fn main() {
    space!(Exprs, guard);
    let mut batch = Builder::<Exprs, ExprLang>::new(guard);
    let zero = batch.add(Expr::Num(0.0));
    let cos = batch.add(Expr::Call(Function::Cos, zero));
    let sum = batch.add(Expr::Sum(List::new(&[cos, zero, cos])));
    let batch = batch.freeze();
    assert_eq!(batch.show(&[sum]).to_string(), "let %0 = Num 0.0 in\nlet %1 = Call Cos %0 in\nSum %1 %0 %1");
    let table = Exists::<AnyRooted>::new(|guard| {
        let mut batch = Builder::new(guard);
        let root = batch.add(Expr::Num(1.0));
        let root = batch.add(Expr::Call(Function::Sin, root));
        Rooted { batch: batch.freeze(), root }
    });
    open!(table = &table);
    assert_eq!(table.batch.operator(table.root), "Call");
}
