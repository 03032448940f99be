use polarnet_columns::{Builder, Node, space};

#[derive(Node, Clone, Copy)]
enum Math<I> {
    Num(i32),
    Add(I, I),
}

fn main() {
    space!(Left, left);
    space!(Right, right);
    let a = Builder::<Left, MathLang>::new(right);
}
