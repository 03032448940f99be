use polarnet::net;

fn main() {
    let _ = net! {
        @main = (Nil r) & Append(Nil, r) ~ Nil
        agent +Nil, -Append(+ys, -out);
    };
}
