use polarnet::net;

fn main() {
    let _ = net! {
        agent +Nil, -Not(-out);
        @main = (a b) & Not(a) ~ 7 & Nil ~ $([+1] b)
    };
    let x = 2.5f32;
    let _ = net! {
        agent -Not(-out);
        @main = r & Not(r) ~ #x
    };
}
