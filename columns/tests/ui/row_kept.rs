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
    let mut kept = None;
    a.fill_up(|row| -> u32 {
        kept = Some(row);
        0
    });
}
