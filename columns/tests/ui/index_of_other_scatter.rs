use polarnet_columns::{scatter, space};

fn main() {
    space!(Left, left);
    space!(Right, right);
    let (a, b) = (left.column(vec![1, 2]), right.column(vec![3]));
    let row = b.check(0).unwrap();
    scatter(a, |acc| acc.write(row, 1));
}
