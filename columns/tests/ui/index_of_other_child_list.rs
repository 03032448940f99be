use polarnet_columns::{Builder, List, Node, space};

#[derive(Node, Clone, Copy)]
enum Sum<'b, I: polarnet_columns::Child> {
    Num(i32),
    Sum(List<'b, I>),
}

fn main() {
    space!(Left, left);
    space!(Right, right);
    let mut a = Builder::<Left, SumLang>::new(left);
    let mut b = Builder::<Right, SumLang>::new(right);
    let one = a.push(Sum::Num(1));
    b.push(Sum::Sum(List::new(&[one])));
}
