use polarnet::net;

fn main() {
    let _ = net! {
        @id(x) -> u32 = (x x)
    };
}
