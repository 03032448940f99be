use polarnet_columns::{Builder, Node, space};

#[derive(Node, Clone, Copy)]
enum Math<I> {
    Num(i32),
    Add(I, I),
}

fn main() {
    space!(Left, left);
    space!(Right, right);
    let a = Builder::<Left, MathLang>::new(left).freeze();
    let b = Builder::<Right, MathLang>::new(right).freeze();
    let (a, b) = (a.data(|row| row.raw()), b.data(|row| row.raw()));
    a.zip_map(&b, |x, y| x + y);
}
