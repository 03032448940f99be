use polarnet_columns::{Builder, Follower, Node, space};

#[derive(Node, Clone, Copy)]
enum Math<I> {
    Num(i32),
    Add(I, I),
}

fn main() {
    space!(Left, left);
    space!(Right, right);
    let mut a = Builder::<Left, MathLang>::new(left);
    let mut b = Builder::<Right, MathLang>::new(right);
    let one = a.push(Math::Num(1));
    b.push(Math::Num(2));
    let mut follower = Follower::new();
    let view = follower.catch_up(&b, |row| row.idx().raw());
    println!("{}", view[one]);
}
