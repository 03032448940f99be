use polarnet::net;

fn main() {
    let _ = net! {
        extern -Print(#c: u32, -then) -> u32 { c }
        @main = (r s) & Print(7, r, s) ~ Token
    };
}
