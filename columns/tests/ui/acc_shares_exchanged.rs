use polarnet_columns::{ops::Add, space, with_acc_and};

fn main() {
    space!(Left, left);
    let rows = left.rows(2);
    with_acc_and(Add, rows.fill(0), |x| {
        let (_, x) = with_acc_and(Add, rows.fill(0), |y| y.par_map_with(x, &[1], |y, x, _item| (x, y)));
        (x, ())
    });
}
