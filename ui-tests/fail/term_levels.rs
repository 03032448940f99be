use polarnet::net;

fn main() {
    let _ = net! {
        #![lambda(levels)]
        term @main = |x| x
    };
}
