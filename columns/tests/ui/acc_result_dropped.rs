#![deny(unused_must_use)]
use polarnet_columns::{ops::Add, scatter, space, with_acc, with_acc_and};

fn main() {
    space!(Left, left);
    let rows = left.rows(2);
    with_acc(Add, rows.fill(0), |acc| acc.update_raw(0, 1));
    with_acc_and(Add, rows.fill(0), |acc| (acc, 1));
    scatter(rows.fill(0), |acc| acc.write_raw(0, 1));
}
