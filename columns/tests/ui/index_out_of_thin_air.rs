use polarnet_columns::{Builder, Idx, Node, space};

#[derive(Node, Clone, Copy)]
enum Math<I> {
    Num(i32),
    Add(I, I),
}

fn main() {
    space!(Left, left);
    let mut a = Builder::<Left, MathLang>::new(left);
    let seven: Idx<Left> = 7.into();
    a.push(Math::Add(seven, seven));
}
