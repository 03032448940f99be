use polarnet_columns::{Builder, Node, space};

#[derive(Node, Clone, Copy)]
enum Math<I> {
    Num(i32),
    Add(I, I),
}

fn main() {
    space!(Left, left);
    space!(Right, right);
    let mut a = Builder::<Left, MathLang>::new(left);
    let mut b = Builder::<Right, MathLang>::new(right);
    let one = a.push(Math::Num(1));
    b.push(Math::Num(2));
    let (a, b) = (a.freeze(), b.freeze());
    a.fill_up(|row| -> u32 {
        let _ = b.fill_up(|other| -> u32 {
            match other.node() {
                Math::Num(_) => 0,
                Math::Add(x, _) => row[x],
            }
        });
        0
    });
}
