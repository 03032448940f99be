use polarnet::net;

fn main() {
    let _ = net! {
        extern -Now(-ms, -s) -> (u32, f32) { (7, 8) }
        extern -Print(#c: u32) { c }
        @main = (a (b r)) & Now(a, b, r) ~ Token
    };
}
