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
    a.fill_down(
        0_u64,
        |sum, more| *sum += more,
        |mut row| {
            if let Math::Add(x, _) = row.node() {
                row.join(x, "one");
            }
        },
    );
}
