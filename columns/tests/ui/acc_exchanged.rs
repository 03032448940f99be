use polarnet_columns::{ops::Add, space, with_acc_and};

fn main() {
    space!(Left, left);
    let rows = left.rows(2);
    with_acc_and(Add, rows.fill(0), |outer| {
        let (column, outer) = with_acc_and(Add, rows.fill(0), |inner| (outer, inner));
        (outer, column)
    });
}
