#![allow(unused)]
use polarnet_columns::{Data, Exists, Family, Space};

struct Column;

impl Family for Column {
    type At<S: Space> = Data<S, u32>;
}

fn main() {
    let table = Exists::<Column>::new(|guard| guard.column(vec![1, 2]));
    let index = table.with(|column| column.check(0));
}
