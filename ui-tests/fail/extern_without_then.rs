use polarnet::net;

fn main() {
    let _ = net! {
        extern -Print(#c: u32) { println!("{c}") }
        @main = r & Print(7) ~ r
    };
}
