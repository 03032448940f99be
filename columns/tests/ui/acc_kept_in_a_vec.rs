use polarnet_columns::{ops::Add, space, with_acc};

fn main() {
    space!(Left, left);
    let a = left.column(vec![1, 2]);
    let mut kept = Vec::new();
    with_acc(Add, a, |acc| {
        kept.push(acc);
        kept.pop().unwrap()
    });
}
