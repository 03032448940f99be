use polarnet_columns::{Exists, Family, Idx, Space, open, space};
use std::cell::RefCell;

struct Marks;

impl Family for Marks {
    type At<S: Space> = RefCell<Vec<Idx<S>>>;
}

fn main() {
    space!(Left, left);
    let column = left.column(vec![1]);
    let table = Exists::<Marks>::new(|_| RefCell::new(Vec::new()));
    open!(marks = &table);
    marks.borrow_mut().push(column.check(0).unwrap());
}
