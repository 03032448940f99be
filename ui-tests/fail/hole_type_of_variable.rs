use polarnet::net;

fn main() {
    let text = "seven";
    let _ = net! {
        @main = r & @twice ~ (#text r)
        @twice = ($([*2] x) x)
    };
}
