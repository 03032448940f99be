use polarnet_columns::{Builder, Node, space};

#[derive(Node, Clone, Copy)]
enum Math<I> {
    Num(i32),
    Add(I, I),
}

fn main() {
    space!(Left, left);
    let mut a = Builder::<Left, MathLang>::new(left);
    let one = a.push(Math::Num(1));
    a.fold(|node: Math<&i32>| match node {
        Math::Num(n) => n,
        Math::Add(x, y) => x + y,
    });
}
