use polarnet::net;

fn main() {
    let _ = net! {
        @id = (-x (+y r)) & (x r) ~ (1 y)
    };
}
