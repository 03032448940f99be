//! An older spelling of hvm-64's labels.
use polarnet::net;

fn main() {
    let _ = net! {
        @main = (a b) & {7 a b} ~ &7{1 2}
    };
}
