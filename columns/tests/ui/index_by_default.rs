use polarnet_columns::{Idx, space};

fn main() {
    space!(Left, left);
    let a = left.column(vec![1]);
    println!("{}", a[Idx::default()]);
}
