use polarnet_columns::{Idx, space};

fn main() {
    space!(Left, left);
    space!(Right, right);
    let a = left.column(vec![1, 2]);
    let b = right.column(vec![3, 4]);
    let there: Idx<Left> = b.check(0).unwrap().into();
    println!("{}", a[there]);
}
