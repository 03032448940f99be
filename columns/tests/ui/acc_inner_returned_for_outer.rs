use polarnet_columns::{ops::Add, space, with_acc};

fn main() {
    space!(Left, left);
    let rows = left.rows(2);
    with_acc(Add, rows.fill(0), |outer| {
        let mut kept = outer;
        let _ = with_acc(Add, rows.fill(0), |inner| {
            kept = inner;
            todo!()
        });
        kept
    });
}
