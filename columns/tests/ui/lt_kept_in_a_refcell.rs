use polarnet_columns::{Builder, Node, space};
use std::cell::RefCell;

#[derive(Node, Clone, Copy)]
enum Math<I> {
    Num(i32),
    Add(I, I),
}

fn main() {
    space!(Left, left);
    let mut a = Builder::<Left, MathLang>::new(left);
    a.push(Math::Num(1));
    let a = a.freeze();
    let kept = RefCell::new(None);
    a.fill_up(|row| {
        if let Math::Add(x, _) = row.node() {
            *kept.borrow_mut() = Some(x);
        }
    });
}
