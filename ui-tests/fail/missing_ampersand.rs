use polarnet::net;

fn main() {
    let _ = net! {
        @main = r @id ~ (1 r)
        @id = (x x)
    };
}
