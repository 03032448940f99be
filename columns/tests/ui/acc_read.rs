use polarnet_columns::{ops::Add, space, with_acc};

fn main() {
    space!(Left, left);
    let a = left.column(vec![1, 2]);
    let first = a.check(0).unwrap();
    with_acc(Add, a, |acc| {
        println!("{}", acc[first]);
        acc
    });
}
