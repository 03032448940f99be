use polarnet_columns::{ops::Add, space, with_acc};

#[derive(Clone, Copy)]
struct Point {
    x: f32,
    y: f32,
}

fn main() {
    space!(Left, left);
    let a = left.column(vec![Point { x: 0.0, y: 0.0 }]);
    let first = a.check(0).unwrap();
    with_acc(Add, a, |acc| acc.update(first, Point { x: 1.0, y: 1.0 }));
}
