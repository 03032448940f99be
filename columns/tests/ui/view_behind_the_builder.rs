#![allow(unused)]
use polarnet_columns::{Builder, Follower, Node, space};

#[derive(Node, Clone, Copy)]
enum Math<I> {
    Num(i32),
    Add(I, I),
}

fn main() {
    space!(Left, left);
    let mut a = Builder::<Left, MathLang>::new(left);
    let one = a.push(Math::Num(1));
    let mut follower = Follower::new();
    let view = follower.catch_up(&a, |row| row.idx().raw());
    let two = a.add(Math::Num(2));
    println!("{}", view[two]);
}
