use polarnet::net;

fn main() {
    let _ = net! {
        agent +Nil, +Cons(#head: u32, +tail), -Second(-out);
        rule Second(out) ~ [#x, #y | ys] => out ~ ys;
        @a = [1 2]
        @b = [+1 | []]
        @main = (1, 2 3)
    };
}
