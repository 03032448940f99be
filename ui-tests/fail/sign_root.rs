use polarnet::net;

fn main() {
    let _ = net! {
        @main = r & @add ~ (1 (2 r))
        @add = $(a (a *))
    };
}
