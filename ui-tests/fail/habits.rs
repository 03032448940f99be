//! What those write who come from other languages.

use polarnet::net;

fn main() {
    net! {
        agent +Zero, +Succ(+n), -Double(-out);
        rule Double(out) ~ Zero => out ~ Zero;
        rule Double(out) ~ Succ(n) => out ~ Succ(Succ(m)), Double(m) ~ n;
        @main = r & Double(r) ~ Succ(Zero)
    };
    net! {
        agent +Zero, +Succ(+n), -Double(-out);
        rule Double(out) ~ Zero => out ~ Zero;
        rule Double(out) ~ Succ(n) => out ~ Succ(Succ(Double(n)));
        @main = r & Double(r) ~ Succ(Zero)
    };
    net! {
        agent +Zero, +Succ(+n), -IsZero(-out);
        rule IsZero(out) ~ Zero => out ~ 1;
        rule IsZero(out) ~ _ => out ~ 0;
        @main = r & IsZero(r) ~ Succ(Zero)
    };
    net! { @main = |x| x };
    net! { let x = 3; x };
    net! { agent Nil; @main = Nil };
    net! { @add = (a (b r)) & a ~ $([+] $(b r))  @main = @add(1, 2) };
}
