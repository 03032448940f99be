use polarnet_columns::{ops::Add, space, with_acc};

fn main() {
    space!(Left, left);
    let rows = left.rows(2);
    with_acc(Add, rows.fill(0), |whole| {
        with_acc(Add, rows.fill(0), |other| other.par_map(&[0, 1], |_acc, _item| whole));
        todo!()
    });
}
