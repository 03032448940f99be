use polarnet_columns::{Partial, space};

fn main() {
    space!(Left, left);
    space!(Right, right);
    let a = left.column(vec![1, 2]);
    let b = right.column(vec![3, 4]);
    let mut column = Partial::new(a.rows());
    let _ = column.set(b.check(0).unwrap(), 1);
}
