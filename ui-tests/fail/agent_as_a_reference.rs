use polarnet::net;

fn main() {
    let _ = net! {
        agent +Nil;
        @main = @Nil
    };
}
