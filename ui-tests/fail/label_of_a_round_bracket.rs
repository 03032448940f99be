//! hvm-64's labels of `(a b)`, and an older spelling of those of `{a b}`.
use polarnet::net;

fn main() {
    let _ = net! {
        @main = (a b) & #7(a b) ~ &7{1 2}
        @older = (a b) & {7 a b} ~ &7{1 2}
    };
}
