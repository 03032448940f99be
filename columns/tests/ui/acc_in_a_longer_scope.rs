use polarnet_columns::{ops::Add, space, with_acc};

fn main() {
    space!(Left, left);
    let a = left.column(vec![1, 2]);
    std::thread::scope(|scope| {
        with_acc(Add, a, |acc| {
            scope.spawn(move || drop(acc.update_raw(0, 1)));
            todo!()
        });
    });
}
