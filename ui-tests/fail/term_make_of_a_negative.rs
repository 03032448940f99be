use polarnet::net;

fn main() {
    let _ = net! {
        agent -Run(-out);
        term @main = Run(1)
    };
}
