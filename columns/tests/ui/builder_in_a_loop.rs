use polarnet_columns::{Builder, Node, space};

#[derive(Node, Clone, Copy)]
enum Math<I> {
    Num(i32),
    Add(I, I),
}

fn main() {
    space!(Left, left);
    let mut all = Vec::new();
    for _ in 0..2 {
        all.push(Builder::<Left, MathLang>::new(left));
    }
}
