use polarnet::net;

fn main() {
    let _ = net! {
        @main = & @id ~ *
        @id = (x x)
    };
}
