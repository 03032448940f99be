use polarnet_columns::{scatter, space};
use std::sync::Mutex;

fn main() {
    space!(Left, left);
    let a = left.column(vec![1, 2]);
    let kept = Mutex::new(None);
    scatter(a, |acc| acc.par_map(&[0, 1], |acc, _item| kept.lock().unwrap().replace(acc).unwrap()));
}
