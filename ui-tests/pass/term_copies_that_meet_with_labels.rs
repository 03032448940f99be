use polarnet::net;

fn main() {
    // The book says that it knows.
    let _ = net! {
        #![lambda(labels)]
        term @two = |f| |x| f(f(x))
        term @main = (|n| n(n))(@two)
    };
}
