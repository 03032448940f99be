use polarnet::net;

fn main() {
    let _ = net! {
        @main = (x (x r))
            & @first ~ (x r)
        @first = (a (* a))
    };
}
