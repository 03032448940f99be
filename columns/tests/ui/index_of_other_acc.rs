use polarnet_columns::{ops::Add, space, with_acc};

fn main() {
    space!(Left, left);
    space!(Right, right);
    let (a, b) = (left.column(vec![1, 2]), right.column(vec![3]));
    let row = b.check(0).unwrap();
    with_acc(Add, a, |acc| acc.update(row, 1));
}
