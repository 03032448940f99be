use polarnet_columns::{ops::Add, space, with_acc};

fn main() {
    space!(Left, left);
    let a = left.column(vec![1, 2]);
    let first = a.check(0).unwrap();
    let _ = with_acc(Add, a, |acc| acc.update(first, 1));
    println!("{}", a[first]);
}
