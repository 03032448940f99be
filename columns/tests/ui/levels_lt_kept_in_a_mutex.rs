use polarnet_columns::{Builder, Node, space};
use std::sync::Mutex;

#[derive(Node, Clone, Copy)]
enum Math<I> {
    Num(i32),
    Add(I, I),
}

fn main() {
    space!(Left, left);
    let mut a = Builder::<Left, MathLang>::new(left);
    let one = a.push(Math::Num(1));
    a.push(Math::Add(one, one));
    let a = a.freeze();
    let kept = Mutex::new(None);
    let _ = a.par_fill_up(&a.levels(), |row| {
        if let Math::Add(x, _) = row.node() {
            *kept.lock().unwrap() = Some(x);
        }
    });
}
