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
    val depth(n: Math) -> u32 default 0 join max {
        match n {
            Num => {}
            Neg(x) => depth[x] <- depth[n] + 1,
            Add(args..) => depth[args] <- depth[n] + 1,
        }
    }
    fn depths(b: &Batch<expr>) -> Data<expr, u32> impls depth { top_down(b) }
}

fn main() {
    space!(Exprs, guard);
    let mut b = Builder::<Exprs, MathLang>::new(guard);
    let two = b.add(Math::Num(2.0));
    let minus = b.add(Math::Neg(two));
    b.add(Math::Add(two, minus));
    assert_eq!(depths(&b.freeze()).as_slice(), [2, 1, 0]);
}
