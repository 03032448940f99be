use polarnet_columns::{space, with_acc};

fn main() {
    space!(Left, left);
    let a = left.column(vec![1, 2]);
    with_acc(|a: &mut i32, b: i32| *a += b, a, |acc| acc.update_raw(0, 1));
}
