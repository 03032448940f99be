use polarnet_columns::{ops::Add, space, with_acc};

fn main() {
    space!(Left, left);
    let a = left.column(vec![1, 2]);
    with_acc(Add, a, |acc| {
        for row in 0..2 {
            let _ = acc.update_raw(row, 1);
        }
        acc
    });
}
