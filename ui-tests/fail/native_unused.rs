use polarnet::net;

fn main() {
    let _ = net! {
        agent -DivMod(#b: u32, -q);
        rule DivMod(#b, q) ~ #a where (#d, #m) = { (a / b, a % b) } => q ~ #d;
        @main = q & DivMod(7, q) ~ 45
    };
}
