use polarnet::net;

fn main() {
    let _ = net! {
        agent +Nil, -Count(-out);
        Count(out) ~ Nil => out ~ 0;
        Count(out) ~ #n where #d = { n / 2 } => out ~ #(d - 1);
        @main = r & Count(r) ~ 8
    };
}
