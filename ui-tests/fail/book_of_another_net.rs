use polarnet::net;

fn main() {
    let mut book = net! {
        @main = 1
    };
    book = net! {
        @main = 2
    };
    let _ = book;
}
