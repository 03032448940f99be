use polarnet_columns::{ops::Add, space, with_acc};

fn main() {
    space!(Left, left);
    let a = left.column(vec![1, 2]);
    with_acc(Add, a, |acc| {
        std::thread::scope(|scope| {
            let one = scope.spawn(|| acc.update_raw(0, 1));
            let two = scope.spawn(|| acc.update_raw(1, 1));
            one.join().and(two.join()).unwrap()
        })
    });
}
