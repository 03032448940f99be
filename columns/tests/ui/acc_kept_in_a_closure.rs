use polarnet_columns::{ops::Add, space, with_acc};

fn main() {
    space!(Left, left);
    let a = left.column(vec![1, 2]);
    let mut later: Option<Box<dyn FnOnce()>> = None;
    with_acc(Add, a, |acc| {
        later = Some(Box::new(move || drop(acc.update_raw(0, 1))));
        todo!()
    });
}
