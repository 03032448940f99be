use polarnet_columns::{ops::Add, space, with_acc};

fn main() {
    space!(Left, left);
    let a = left.column(vec![1, 2]);
    with_acc(Add, a, |acc| {
        acc.update_raw(0, 1);
    });
}
