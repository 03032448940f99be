use polarnet::{Runtime, net};

fn main() {
    let three = 3_u32;
    let done = Runtime::new().run(&net! {
        agent +Nil, +Cons(+head, +tail);
        group List = Nil Cons;
        term @main = let (a, b) = (1, #(three)); a + b * @sum(@map(|x| x + 1, Cons(1, Cons(2, Nil))))
        term @map = |f| |xs| match xs { Nil => Nil, Cons(h, t) => Cons(f(h), @map(f, t)) }
        term @sum = |xs| match xs { Nil => 0, Cons(h, t) => h + @sum(t) }
    });
    assert_eq!(done.unwrap().value::<u32>().unwrap(), 16);
}
