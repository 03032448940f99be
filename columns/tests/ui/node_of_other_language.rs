use polarnet_columns::{Builder, Node, space};

#[derive(Node, Clone, Copy)]
enum Math<I> {
    Num(i32),
    Add(I, I),
}

#[derive(Node, Clone, Copy)]
enum Logic<I> {
    True,
    Not(I),
}

fn main() {
    space!(Left, left);
    let mut a = Builder::<Left, MathLang>::new(left);
    a.push(Logic::True);
}
