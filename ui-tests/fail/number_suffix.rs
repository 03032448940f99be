use polarnet::net;

fn main() {
    let _ = net! {
        @main = (7u32 *)
    };
}
