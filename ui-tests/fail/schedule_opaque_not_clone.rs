use polarnet::{
    columns::{Child, Node},
    schedule,
};

#[derive(Node, Clone, Copy)]
enum Math<I: Child> {
    Num(f64),
    Neg(I),
    Add(I, I),
}

struct Shape(u32);

fn shape(of: Shape) -> Shape {
    of
}

schedule! {
    space expr: Batch<Math>;
    extern(cpu) pure shape(Shape) -> Shape;
    val form(n: Math, leaf: Shape) -> Shape {
        returns match n { Num => leaf, Neg(x) => shape(form[x]), Add(a, b) => form[a] }
    }
    fn forms(b: &Batch<expr>, leaf: Shape) -> Data<expr, Shape> impls form { bottom_up(b) }
}

fn main() {}
