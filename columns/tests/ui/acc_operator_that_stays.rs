use polarnet_columns::{Monoid, space, with_acc};
use std::cell::Cell;

struct Counted(Cell<u32>);
impl Monoid<u32> for Counted {
    fn identity(&self) -> u32 {
        0
    }
    fn combine(&self, into: &mut u32, value: u32) {
        self.0.set(self.0.get() + 1);
        *into += value;
    }
}

fn main() {
    space!(Left, left);
    let a = left.column(vec![1]);
    with_acc(Counted(Cell::new(0)), a, |acc| acc.par_map(&[0, 1], |acc, &item| acc.update_raw(0, item)));
}
