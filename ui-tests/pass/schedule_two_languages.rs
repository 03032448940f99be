use polarnet::{
    columns::{Builder, Child, Node, space},
    schedule,
};

#[derive(Node, Clone, Copy)]
enum Math<I: Child> {
    Num(f64),
    Neg(I),
    Add(I, I),
}

#[derive(Node, Clone, Copy)]
enum Stack<I: Child> {
    Push(f64),
    Then(I, I),
}

schedule! {
    space expr: Batch<Math>;
    space code: Batch<Stack>;
    val compiled(n: expr) -> Idx<code> {
        returns match n { Num(v) => Push(v), Neg(x) => Then(Push(-1.0), compiled[x]), Add(a, b) => Then(compiled[a], compiled[b]) }
    }
    fn all(b: &Batch<expr>, guard: Guard<code>) -> (Batch<code>, Mapping<expr, code>) impls compiled { bottom_up(b) }
}

fn main() {
    space!(Exprs, guard);
    let mut b = Builder::<Exprs, MathLang>::new(guard);
    let two = b.add(Math::Num(2.0));
    let root = b.add(Math::Neg(two));
    let b = b.freeze();
    space!(Code, guard);
    let (code, to) = all(&b, guard);
    assert!(matches!(code.node(to[root]), Stack::Then(..)));
}
