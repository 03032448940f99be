#![allow(unused)]
use polarnet_columns::Brand;

fn main() {
    let column = Brand::with(|guard| guard.column(vec![1]));
}
