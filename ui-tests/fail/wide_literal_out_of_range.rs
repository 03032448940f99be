use polarnet::net;

fn main() {
    let _ = net! {
        @main = (5_000_000_000 (9_223_372_036_854_775_808_i64 *))
    };
}
