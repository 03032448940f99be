use polarnet::net;

fn main() {
    let _ = net! {
        agent +Nil, -Sum(-out) ~ Value, -Count(-out) ~ #i32 Nil;
        group Value = Nil #u32;
        rule Sum(out) ~ Nil => out ~ 0;
        rule Count(out) ~ Nil => out ~ 0;
        rule Count(out) ~ #n: i32 if n > +0 => out ~ 1;
        @main = *
    };
}
