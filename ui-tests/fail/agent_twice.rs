use polarnet::net;

fn main() {
    let _ = net! {
        agent +Nil;
        agent -Nil(-x);
        @main = Nil
    };
}
