use polarnet::net;

fn main() {
    let _ = net! {
        extern -Print(+c) { println!("{c}") }
        @main = r & Print(7, r) ~ Token
    };
}
