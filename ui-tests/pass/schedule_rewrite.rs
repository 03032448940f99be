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

schedule! {
    space expr: Batch<Math>;
    space out: Batch<Math>;
    val plain(n: expr) -> Idx<out> {
        returns match n { Neg(x) => match plain[x] { Num(v) => Num(-v), Neg(y) => y, _ => n }, _ => n }
    }
    fn all(b: &Batch<expr>, guard: Guard<out>) -> (Batch<out>, Mapping<expr, out>) impls plain { bottom_up(b).dedup() }
}

fn main() {
    space!(Exprs, guard);
    let mut b = Builder::<Exprs, MathLang>::new(guard);
    let two = b.add(Math::Num(2.0));
    let root = b.add(Math::Neg(two));
    let b = b.freeze();
    space!(Out, guard);
    let (plain, to) = all(&b, guard);
    assert!(matches!(plain.node(to[root]), Math::Num(-2.0)));
}
