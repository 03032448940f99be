use polarnet_columns::{ops::Add, space, with_acc};
use std::cell::RefCell;

fn main() {
    space!(Left, left);
    let rows = left.rows(2);
    let kept = RefCell::new(None);
    with_acc(Add, rows.fill(0), |acc| kept.replace(Some(acc)).unwrap());
}
