use polarnet_columns::{Builder, Idx, Node, Space, space};

#[derive(Node, Clone, Copy)]
enum Expr<Spec: Space, I> {
    Approx(Idx<Spec>),
    Neg(I),
}

fn main() {
    space!(Specs, specs);
    space!(Others, others);
    space!(Exprs, exprs);
    let (specs, others) = (specs.column(vec!["x"]), others.column(vec!["y"]));
    let mut batch = Builder::<Exprs, ExprLang<Specs>>::new(exprs);
    batch.push(Expr::Approx(specs.check(0).unwrap()));
    batch.push(Expr::Approx(others.check(0).unwrap()));
}
