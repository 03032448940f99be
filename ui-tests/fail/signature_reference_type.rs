use polarnet::net;

fn main() {
    let _ = net! {
        @id(x: &str) -> u32 = (x x)
    };
}
