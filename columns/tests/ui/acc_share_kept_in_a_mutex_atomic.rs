use polarnet_columns::{ops::Add, space, with_acc};
use std::sync::Mutex;

fn main() {
    space!(Left, left);
    let a = left.column(vec![1, 2]);
    let kept = Mutex::new(None);
    with_acc(Add, a, |acc| acc.par_map_atomic(&[0, 1], |acc, _item| kept.lock().unwrap().replace(acc).unwrap()));
}
