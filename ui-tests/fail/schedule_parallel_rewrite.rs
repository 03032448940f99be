use polarnet::{
    columns::{Child, Node},
    schedule,
};

#[derive(Node, Clone, Copy)]
enum Math<I: Child> {
    Num(f64),
    Var(u32),
    Neg(I),
    Add(I, I),
}

schedule! {
    space expr: Batch<Math>;
    space other: Batch<Math>;
    val same(n: expr) -> Idx<other> { returns n }
    fn all(b: &Batch<expr>, guard: Guard<other>) -> (Batch<other>, Mapping<expr, other>) impls same {
        bottom_up(b).wavefront().parallel()
    }
}

fn main() {}
