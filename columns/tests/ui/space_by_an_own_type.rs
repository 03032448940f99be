use polarnet_columns::{Builder, Node};

#[derive(Node, Clone, Copy)]
enum Math<I> {
    Num(i32),
    Add(I, I),
}

#[derive(Clone, Copy)]
struct Mine;

fn main() {
    let _ = |guard| Builder::<Mine, MathLang>::new(guard);
}
