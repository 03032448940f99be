use polarnet::net;

fn main() {
    let _ = net! {
        extern -Print(#c: u32) { println!("{c}") }
        @main = (r s) & {a b} ~ Token & Print(7, r) ~ a & Print(8, s) ~ b
    };
}
