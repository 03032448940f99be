use polarnet::net;

fn main() {
    let value = 7;
    let _ = net! {
        agent +Nil, -Count(-out);
        Count(out) ~ Nil => out ~ 0;
        Count(out) ~ #n where #d = { n / 2 } => out ~ #(d - 1);
        #k ~ Count(out) => out ~ #k;
        Count(out) ~ #m => out ~ #(m + 1)
        @seven = #value
        @main = r & Count(r) ~ @seven
    };
}
