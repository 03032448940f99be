use polarnet_columns::{ops::Add, space, with_acc};

fn main() {
    space!(Left, left);
    let a = left.column(vec!["a".to_owned()]);
    with_acc(Add, a, |acc| acc);
}
