use polarnet::net;

fn main() {
    let _ = net! {
        extern -Now(-ms) { 7 }
        extern -Both(-a) -> (u32, f32) { (7, 0.5) }
        @main = (a r) & Now(a, r) ~ Token
    };
}
