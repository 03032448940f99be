use polarnet::net;

fn main() {
    let _ = net! {
        @main = (Nil Nil)
        agent +Nil;
    };
}
