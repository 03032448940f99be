use polarnet_columns::{ops::Add, space, with_acc};

fn main() {
    space!(Left, left);
    let a = left.column(vec![0u64, 0]);
    let word = "net".len();
    with_acc(Add, a, |acc| acc.update_raw(0, word));
}
