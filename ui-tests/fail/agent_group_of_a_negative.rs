use polarnet::net;

fn main() {
    let _ = net! {
        agent +Nil, -Not(-out), -Copy(-out) ~ List;
        group List = Nil Not;
        rule Copy(out) ~ Nil => out ~ Nil;
        @main = r & Copy(r) ~ Nil
    };
}
