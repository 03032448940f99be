use polarnet_columns::{Builder, Lang, space};

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Math<I> {
    Num(i32),
    Add(I, I),
}
struct MathLang;
impl Lang for MathLang {
    type Node<I: Copy> = Math<I>;
    fn map<I: Copy, J: Copy>(node: Math<I>, mut f: impl FnMut(I) -> J) -> Math<J> {
        match node {
            Math::Num(n) => Math::Num(n),
            Math::Add(a, b) => Math::Add(f(a), f(b)),
        }
    }
}

fn main() {
    space!(Left, left);
    space!(Right, right);
    let mut a = Builder::<Left, MathLang>::new(left);
    let mut b = Builder::<Right, MathLang>::new(right);
    let one = a.push(Math::Num(1));
    b.push(Math::Num(2));
    let column = b.freeze().data(|row| row.raw());
    println!("{}", column[one]);
}
