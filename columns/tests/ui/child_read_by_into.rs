// A whole column is read at a child as it is, so nothing says what `into` is to make of one.
use polarnet_columns::{Batch, Data, Node, Space};

#[derive(Node, Clone, Copy)]
enum Sum<I> {
    Num(i32),
    Neg(I),
}

fn children<S: Space>(sums: &Batch<S, SumLang>, value: &Data<S, i32>) -> Data<S, i32> {
    sums.fill_up(|row| match row.node() {
        Sum::Num(x) => x,
        Sum::Neg(x) => value[x.into()],
    })
}

fn main() {}
