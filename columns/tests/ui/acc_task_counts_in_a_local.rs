use polarnet_columns::{ops::Add, space, with_acc};

fn main() {
    space!(Left, left);
    let a = left.column(vec![1, 2]);
    let mut count = 0;
    with_acc(Add, a, |acc| {
        acc.par_map(&[0, 1], |acc, &item| {
            count += 1;
            acc.update_raw(item, 1)
        })
    });
}
