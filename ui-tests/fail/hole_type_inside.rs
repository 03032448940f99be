use polarnet::net;

fn main() {
    let n = 1_u32;
    let _ = net! {
        @main = #(n + 1.5)
    };
}
