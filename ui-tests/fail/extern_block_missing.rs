use polarnet::net;

fn main() {
    let _ = net! {
        extern -Print(#c: u32);
        @main = r & Print(7, r) ~ Token
    };
}
