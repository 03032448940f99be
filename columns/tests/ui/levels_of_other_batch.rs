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
    a.push(Math::Add(one, one));
    let a = a.freeze();
    space!(Right, right);
    let b = Builder::<Right, MathLang>::new(right).freeze();
    let _ = a.par_fold(&b.levels(), |node: Math<&i32>| match node {
        Math::Num(n) => n,
        Math::Add(a, b) => a + b,
    });
}
