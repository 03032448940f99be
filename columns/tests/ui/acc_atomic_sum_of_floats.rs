use polarnet_columns::{ops::Add, space, with_acc};

fn main() {
    space!(Left, left);
    let a = left.column(vec![1.0, 2.0]);
    with_acc(Add, a, |acc| acc.par_map_atomic(&[0.5, 0.25], |acc, &x| acc.update_raw(0, x)));
}
