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
    let a = a.freeze();
    a.fill_down(
        0,
        |sum, more| *sum += more,
        |mut row| {
            if let Math::Add(x, y) = row.node() {
                row.join(x, row[y]);
            }
        },
    );
}
