use polarnet::net;

fn main() {
    let _ = net! {
        #![unpolarised]
        @main = {a a}
    };
}
