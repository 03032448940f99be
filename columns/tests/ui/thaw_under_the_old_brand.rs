#![allow(unused)]
use polarnet_columns::{Builder, Node, space};

#[derive(Node, Clone, Copy)]
enum Math<I> {
    Num(i32),
    Add(I, I),
}

fn main() {
    space!(Left, left);
    let a = Builder::<Left, MathLang>::new(left).freeze();
    let (b, embedding) = a.thaw(left);
}
