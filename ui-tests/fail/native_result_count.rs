use polarnet::net;

fn main() {
    let _ = net! {
        agent -DivMod(#b: u32, -q, -r);
        rule DivMod(#b, q, r) ~ #a where (#d, #m) = { a / b } => q ~ #d & r ~ #m;
        @main = (q r) & DivMod(7, q, r) ~ 45
    };
}
