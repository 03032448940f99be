use polarnet::net;

fn main() {
    let _ = net! {
        agent +S(+n);
        rule S(a) ~ #n => a ~ *;
        @main = *
    };
}
