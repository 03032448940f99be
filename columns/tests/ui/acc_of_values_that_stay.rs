use polarnet_columns::{Monoid, space, with_acc};
use std::rc::Rc;

struct Last;
impl Monoid<Rc<u32>> for Last {
    fn identity(&self) -> Rc<u32> {
        Rc::new(0)
    }
    fn combine(&self, into: &mut Rc<u32>, value: Rc<u32>) {
        *into = value;
    }
}

fn main() {
    space!(Left, left);
    let a = left.column(vec![Rc::new(1)]);
    with_acc(Last, a, |acc| acc.par_map(&[0, 1], |acc, &item| acc.update_raw(0, Rc::new(item))));
}
