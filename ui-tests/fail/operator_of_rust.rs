use polarnet::net;

fn main() {
    let n = 3_u32;
    let _ = net! {
        @main = r & 1 ~ $([-#n] r)
    };
}
