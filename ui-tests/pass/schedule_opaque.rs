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

#[derive(Clone, Debug, PartialEq)]
struct Shape(Vec<u32>);

fn joined(mut a: Shape, b: Shape) -> Shape {
    a.0.extend(b.0);
    a
}

schedule! {
    space expr: Batch<Math>;
    extern(cpu) pure joined(Shape, Shape) -> Shape;
    val form(n: Math, leaf: Shape) -> Shape {
        returns match n { Num => leaf, Neg(x) => form[x], Add(a, b) => joined(form[a], form[b]) }
    }
    fn forms(b: &Batch<expr>, leaf: Shape) -> Data<expr, Shape> impls form { bottom_up(b) }
}

fn main() {
    space!(Exprs, guard);
    let mut b = Builder::<Exprs, MathLang>::new(guard);
    let two = b.add(Math::Num(2.0));
    let root = b.add(Math::Add(two, two));
    assert_eq!(forms(&b.freeze(), Shape(vec![7]))[root], Shape(vec![7, 7]));
}
