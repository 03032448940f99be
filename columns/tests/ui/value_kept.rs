use polarnet_columns::{Builder, Node, space};

#[derive(Node, Clone, Copy)]
enum Math<I> {
    Num(i32),
    Add(I, I),
}

fn main() {
    space!(Left, left);
    let mut a = Builder::<Left, MathLang>::new(left);
    a.push(Math::Num(1));
    let a = a.freeze();
    let mut kept: Vec<&String> = Vec::new();
    a.fold(|node: Math<&String>| match node {
        Math::Num(n) => n.to_string(),
        Math::Add(x, y) => {
            kept.push(x);
            format!("{x}{y}")
        }
    });
}
