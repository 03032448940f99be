use polarnet_columns::{ops::Add, space, with_acc};

fn main() {
    space!(Left, left);
    space!(Right, right);
    let (a, b) = (left.column(vec![1, 2]), right.column(vec![3]));
    with_acc(Add, a, |outer| {
        with_acc(Add, b, |_inner| outer);
        todo!()
    });
}
