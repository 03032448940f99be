use polarnet_columns::{Builder, List, Node, space};

#[derive(Node, Clone, Copy)]
enum Sum<'b, I: polarnet_columns::Child> {
    Num(i32),
    Sum(List<'b, I>),
}

fn main() {
    space!(Left, left);
    let mut a = Builder::<Left, SumLang>::new(left);
    let one = a.push(Sum::Num(1));
    let sum = a.push(Sum::Sum(List::new(&[one])));
    let node = a.node(sum);
    a.push(Sum::Num(2));
    drop(node);
}
