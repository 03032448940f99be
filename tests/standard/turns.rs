//! Random books, in `net!`. `tests/if_conversion.rs` makes this file: `BLESS=1 cargo test --test if_conversion`.

use polarnet::{AnyBook, net};

/// A book as text, and as `net!` has it.
macro_rules! book {
    ($($book:tt)*) => {
        (stringify!($($book)*), net! { $($book)* }.into())
    };
}

#[rustfmt::skip]
pub fn books() -> Vec<(&'static str, AnyBook)> {
    vec![
book! {
agent +Nil, +Cons(#x0: u32, +t0),
-Make(#s: u32, -out), -Loop(#n0: f32, #n1: u32, #n2: u32, +l0, +l1, -o0);
rule Make(#s, out) ~ #n if n == 0 => out ~ Nil;
rule Make(#s, out) ~ #n => out ~ Cons(#((s >> 29) as u32), r) & Make(#(s * 1664525 + 1013904223), r) ~ #(n - 1);
rule Loop(#n0, #n1, #n2, l0, l1, o0) ~ Nil => o0 ~ l0 & l1 ~ *;
rule Loop(#n0, #n1, #n2, l0, l1, o0) ~ Cons(#x0, t0) if x0 != n1 => o0 ~ Cons(#x0, r0) & Loop(#n0, #n2, #x0, l1, l0, r0) ~ t0;
rule Loop(#n0, #n1, #n2, l0, l1, o0) ~ Cons(#x0, t0) => o0 ~ Cons(#n1, r0) & Loop(#n0, #n1, #x0, l0, t0, r0) ~ l1;
@main = o0 & Loop(-0.0, 3, 3, l0, l1, o0) ~ l & Make(2319436847, l) ~ 7 & Make(1312400380, l0) ~ 1 & Make(2487824271, l1) ~ 3
},
book! {
agent +Nil, +Cons(#x0: f32, +t0),
-Make(#s: u32, -out), -Loop(#n0: u32, #n1: f32, +l0, +l1, -o0);
rule Make(#s, out) ~ #n if n == 0 => out ~ Nil;
rule Make(#s, out) ~ #n => out ~ Cons(#((s >> 29) as f32), r) & Make(#(s * 1664525 + 1013904223), r) ~ #(n - 1);
rule Loop(#n0, #n1, l0, l1, o0) ~ Nil => o0 ~ l0 & l1 ~ *;
rule Loop(#n0, #n1, l0, l1, o0) ~ Cons(#x0, t0) if x0 <= n1 => o0 ~ Cons(#x0, r0) & Loop(#n0, #x0, l1, t0, r0) ~ l0;
rule Loop(#n0, #n1, l0, l1, o0) ~ Cons(#x0, t0) => o0 ~ Cons(#n1, r0) & Loop(#n0, #x0, l1, l0, r0) ~ t0;
@main = o0 & Loop(0, 2.5, l0, l1, o0) ~ l & Make(3740677567, l) ~ 10 & Make(2841164710, l0) ~ 8 & Make(595596653, l1) ~ 8
},
book! {
agent +Nil, +Cons(#x0: i32, +t0),
-Make(#s: u32, -out), -Loop(#n0: i32, #n1: u32, #n2: i32, +l0, +l1, -o0);
rule Make(#s, out) ~ #n if n == 0 => out ~ Nil;
rule Make(#s, out) ~ #n => out ~ Cons(#((s >> 29) as i32), r) & Make(#(s * 1664525 + 1013904223), r) ~ #(n - 1);
rule Loop(#n0, #n1, #n2, l0, l1, o0) ~ Nil => o0 ~ l0 & l1 ~ *;
rule Loop(#n0, #n1, #n2, l0, l1, o0) ~ Cons(#x0, t0) if x0 / n0 >= n0 => o0 ~ Cons(#n2, r0) & Loop(#n2, #n1, #n2, l0, l1, r0) ~ t0;
rule Loop(#n0, #n1, #n2, l0, l1, o0) ~ Cons(#x0, t0) => o0 ~ Cons(#x0, r0) & Loop(#x0, #n1, #x0, l1, l0, r0) ~ t0;
@main = o0 & Loop(+5, 0, +5, l0, l1, o0) ~ l & Make(929700374, l) ~ 9 & Make(3722487685, l0) ~ 3 & Make(3285250119, l1) ~ 3
},
book! {
agent +Nil, +Cons(#x0: u32, #x1: u32, +t0, +t1),
-Make(#s: u32, -out), -Loop(#n0: u32, #n1: u32, +l0, +l1, -o0);
rule Make(#s, out) ~ #n if n == 0 => out ~ Nil;
rule Make(#s, out) ~ #n => out ~ Cons(#((s >> 29) as u32), #((s >> 26) as u32), r, Nil) & Make(#(s * 1664525 + 1013904223), r) ~ #(n - 1);
rule Loop(#n0, #n1, l0, l1, o0) ~ Nil => o0 ~ l0 & l1 ~ *;
rule Loop(#n0, #n1, l0, l1, o0) ~ Cons(#x0, #x1, t0, t1) if x1 + x1 >= n1 => o0 ~ Cons(#n1, #n0, r0, t0) & Loop(#x0, #n0, t1, l0, r0) ~ l1;
rule Loop(#n0, #n1, l0, l1, o0) ~ Cons(#x0, #x1, t0, t1) => o0 ~ Cons(#x0, #x0, r0, t0) & Loop(#n0, #x0, l0, t1, r0) ~ l1;
@main = o0 & Loop(0, 0, l0, l1, o0) ~ l & Make(608730541, l) ~ 5 & Make(2900321257, l0) ~ 5 & Make(2678330808, l1) ~ 5
},
book! {
agent +Nil, +Cons(#x0: f32, #x1: f32, +t0, +t1),
-Make(#s: u32, -out), -Loop(#n0: f32, #n1: u32, +l0, +l1, -o0);
rule Make(#s, out) ~ #n if n == 0 => out ~ Nil;
rule Make(#s, out) ~ #n => out ~ Cons(#((s >> 29) as f32), #((s >> 26) as f32), r, Nil) & Make(#(s * 1664525 + 1013904223), r) ~ #(n - 1);
rule Loop(#n0, #n1, l0, l1, o0) ~ Nil => o0 ~ l0 & l1 ~ *;
rule Loop(#n0, #n1, l0, l1, o0) ~ Cons(#x0, #x1, t0, t1) if x0 <= x1 => o0 ~ Cons(#x0, #x0, r0, l0) & Loop(#x1, #n1, l1, t0, r0) ~ t1;
rule Loop(#n0, #n1, l0, l1, o0) ~ Cons(#x0, #x1, t0, t1) => o0 ~ Cons(#n0, #n0, r0, l1) & Loop(#x0, #n1, l0, t0, r0) ~ t1;
@main = o0 & Loop(-0.0, 3, l0, l1, o0) ~ l & Make(2706574859, l) ~ 8 & Make(384098661, l0) ~ 7 & Make(1833305133, l1) ~ 5
},
book! {
agent +Nil, +Cons(#x0: f32, +t0),
-Make(#s: u32, -out), -Loop(#n0: u32, #n1: f32, +l0, +l1, -o0);
rule Make(#s, out) ~ #n if n == 0 => out ~ Nil;
rule Make(#s, out) ~ #n => out ~ Cons(#((s >> 29) as f32), r) & Make(#(s * 1664525 + 1013904223), r) ~ #(n - 1);
rule Loop(#n0, #n1, l0, l1, o0) ~ Nil => o0 ~ l0 & l1 ~ *;
rule Loop(#n0, #n1, l0, l1, o0) ~ Cons(#x0, t0) if n1 < n1 => o0 ~ Cons(#x0, r0) & Loop(#n0, #x0, t0, l0, r0) ~ l1;
rule Loop(#n0, #n1, l0, l1, o0) ~ Cons(#x0, t0) => o0 ~ Cons(#n1, r0) & Loop(#n0, #x0, l1, l0, r0) ~ t0;
@main = o0 & Loop(3, 2.5, l0, l1, o0) ~ l & Make(648644443, l) ~ 8 & Make(3225120068, l0) ~ 2 & Make(1489265967, l1) ~ 3
},
book! {
agent +Nil, +Cons(#x0: u32, #x1: u32, +t0, +t1),
-Make(#s: u32, -out), -Loop(#n0: f32, #n1: i32, #n2: u32, +l0, -o0);
rule Make(#s, out) ~ #n if n == 0 => out ~ Nil;
rule Make(#s, out) ~ #n => out ~ Cons(#((s >> 29) as u32), #((s >> 26) as u32), r, Nil) & Make(#(s * 1664525 + 1013904223), r) ~ #(n - 1);
rule Loop(#n0, #n1, #n2, l0, o0) ~ Nil => o0 ~ l0;
rule Loop(#n0, #n1, #n2, l0, o0) ~ Cons(#x0, #x1, t0, t1) if n2 == x1 => o0 ~ Cons(#x0, #x0, r0, t0) & Loop(#n0, #n1, #n2, t1, r0) ~ l0;
rule Loop(#n0, #n1, #n2, l0, o0) ~ Cons(#x0, #x1, t0, t1) => o0 ~ Cons(#x1, #x0, r0, t1) & Loop(#n0, #n1, #x0, t0, r0) ~ l0;
@main = o0 & Loop(-0.0, -2, 3, l0, o0) ~ l & Make(560425048, l) ~ 7 & Make(3879381478, l0) ~ 7
},
book! {
agent +Nil, +Cons(#x0: f32, +t0, +t1),
-Make(#s: u32, -out), -Loop(#n0: i32, +l0, +l1, -o0);
rule Make(#s, out) ~ #n if n == 0 => out ~ Nil;
rule Make(#s, out) ~ #n => out ~ Cons(#((s >> 29) as f32), r, Nil) & Make(#(s * 1664525 + 1013904223), r) ~ #(n - 1);
rule Loop(#n0, l0, l1, o0) ~ Nil => o0 ~ l0 & l1 ~ *;
rule Loop(#n0, l0, l1, o0) ~ Cons(#x0, t0, t1) if x0 + x0 > x0 => o0 ~ Cons(#x0, r0, t1) & Loop(#n0, t0, l0, r0) ~ l1;
rule Loop(#n0, l0, l1, o0) ~ Cons(#x0, t0, t1) => o0 ~ Cons(#x0, r0, t1) & Loop(#n0, l1, l0, r0) ~ t0;
@main = o0 & Loop(+5, l0, l1, o0) ~ l & Make(3321995333, l) ~ 8 & Make(1382735810, l0) ~ 6 & Make(3118231257, l1) ~ 6
},
book! {
agent +Nil, +Cons(#x0: f32, +t0),
-Make(#s: u32, -out), -Loop(#n0: i32, #n1: f32, +l0, +l1, -o0, -o1);
rule Make(#s, out) ~ #n if n == 0 => out ~ Nil;
rule Make(#s, out) ~ #n => out ~ Cons(#((s >> 29) as f32), r) & Make(#(s * 1664525 + 1013904223), r) ~ #(n - 1);
rule Loop(#n0, #n1, l0, l1, o0, o1) ~ Nil => o0 ~ l0 & o1 ~ l1;
rule Loop(#n0, #n1, l0, l1, o0, o1) ~ Cons(#x0, t0) if n1 <= x0 => o0 ~ Cons(#n1, r0) & o1 ~ r1 & Loop(#n0, #x0, l0, l1, r0, r1) ~ t0;
rule Loop(#n0, #n1, l0, l1, o0, o1) ~ Cons(#x0, t0) => o0 ~ Cons(#n1, r0) & o1 ~ r1 & Loop(#n0, #x0, l1, l0, r0, r1) ~ t0;
@main = (o0 o1) & Loop(-2, 2.5, l0, l1, o0, o1) ~ l & Make(3267549330, l) ~ 8 & Make(2118261602, l0) ~ 3 & Make(2994182717, l1) ~ 3
},
book! {
agent +Nil, +Cons(#x0: u32, #x1: u32, +t0, +t1),
-Make(#s: u32, -out), -Loop(#n0: i32, #n1: i32, #n2: i32, +l0, +l1, -o0, -o1);
rule Make(#s, out) ~ #n if n == 0 => out ~ Nil;
rule Make(#s, out) ~ #n => out ~ Cons(#((s >> 29) as u32), #((s >> 26) as u32), r, Nil) & Make(#(s * 1664525 + 1013904223), r) ~ #(n - 1);
rule Loop(#n0, #n1, #n2, l0, l1, o0, o1) ~ Nil => o0 ~ l0 & o1 ~ l1;
rule Loop(#n0, #n1, #n2, l0, l1, o0, o1) ~ Cons(#x0, #x1, t0, t1) if x1 < x0 => o0 ~ Cons(#x0, #x1, r0, t1) & o1 ~ r1 & Loop(#n1, #n2, #n0, l0, t0, r0, r1) ~ l1;
rule Loop(#n0, #n1, #n2, l0, l1, o0, o1) ~ Cons(#x0, #x1, t0, t1) => o0 ~ Cons(#x1, #x1, r0, l0) & o1 ~ r1 & Loop(#n0, #n2, #n1, l1, t1, r0, r1) ~ t0;
@main = (o0 o1) & Loop(-2, +5, +5, l0, l1, o0, o1) ~ l & Make(3374130278, l) ~ 10 & Make(3279698748, l0) ~ 3 & Make(881188102, l1) ~ 6
},
book! {
agent +Nil, +Cons(#x0: i32, +t0),
-Make(#s: u32, -out), -Loop(#n0: i32, +l0, +l1, -o0, -o1);
rule Make(#s, out) ~ #n if n == 0 => out ~ Nil;
rule Make(#s, out) ~ #n => out ~ Cons(#((s >> 29) as i32), r) & Make(#(s * 1664525 + 1013904223), r) ~ #(n - 1);
rule Loop(#n0, l0, l1, o0, o1) ~ Nil => o0 ~ l0 & o1 ~ l1;
rule Loop(#n0, l0, l1, o0, o1) ~ Cons(#x0, t0) if x0 != x0 => o0 ~ Cons(#n0, r0) & o1 ~ r1 & Loop(#n0, t0, l1, r0, r1) ~ l0;
rule Loop(#n0, l0, l1, o0, o1) ~ Cons(#x0, t0) => o0 ~ Cons(#x0, r0) & o1 ~ r1 & Loop(#n0, l1, l0, r0, r1) ~ t0;
@main = (o0 o1) & Loop(-2, l0, l1, o0, o1) ~ l & Make(1477445246, l) ~ 9 & Make(3068109043, l0) ~ 8 & Make(2538748295, l1) ~ 1
},
book! {
agent +Nil, +Cons(#x0: f32, +t0),
-Make(#s: u32, -out), -Loop(#n0: f32, -o0, -o1);
rule Make(#s, out) ~ #n if n == 0 => out ~ Nil;
rule Make(#s, out) ~ #n => out ~ Cons(#((s >> 29) as f32), r) & Make(#(s * 1664525 + 1013904223), r) ~ #(n - 1);
rule Loop(#n0, o0, o1) ~ Nil => o0 ~ #n0 & o1 ~ Nil;
rule Loop(#n0, o0, o1) ~ Cons(#x0, t0) if x0 >= x0 => o0 ~ Cons(#n0, r0) & o1 ~ Cons(#x0, r1) & Loop(#x0, r0, r1) ~ t0;
rule Loop(#n0, o0, o1) ~ Cons(#x0, t0) => o0 ~ Cons(#x0, r0) & o1 ~ Cons(#n0, r1) & Loop(#x0, r0, r1) ~ t0;
@main = (o0 o1) & Loop(2.5, o0, o1) ~ l & Make(3336146655, l) ~ 10
},
book! {
agent +Nil, +Cons(#x0: u32, #x1: u32, +t0),
-Make(#s: u32, -out), -Loop(#n0: u32, +l0, +l1, -o0);
rule Make(#s, out) ~ #n if n == 0 => out ~ Nil;
rule Make(#s, out) ~ #n => out ~ Cons(#((s >> 29) as u32), #((s >> 26) as u32), r) & Make(#(s * 1664525 + 1013904223), r) ~ #(n - 1);
rule Loop(#n0, l0, l1, o0) ~ Nil => o0 ~ l0 & l1 ~ *;
rule Loop(#n0, l0, l1, o0) ~ Cons(#x0, #x1, t0) if n0 + x0 <= x1 => o0 ~ Cons(#n0, #n0, r0) & Loop(#x0, t0, l0, r0) ~ l1;
rule Loop(#n0, l0, l1, o0) ~ Cons(#x0, #x1, t0) => o0 ~ Cons(#x1, #n0, r0) & Loop(#n0, l1, t0, r0) ~ l0;
@main = o0 & Loop(0, l0, l1, o0) ~ l & Make(3719469695, l) ~ 10 & Make(1039932868, l0) ~ 1 & Make(4036428726, l1) ~ 6
},
book! {
agent +Nil, +Cons(#x0: i32, #x1: i32, +t0),
-Make(#s: u32, -out), -Loop(#n0: i32, #n1: i32, #n2: i32, +l0, -o0, -o1);
rule Make(#s, out) ~ #n if n == 0 => out ~ Nil;
rule Make(#s, out) ~ #n => out ~ Cons(#((s >> 29) as i32), #((s >> 26) as i32), r) & Make(#(s * 1664525 + 1013904223), r) ~ #(n - 1);
rule Loop(#n0, #n1, #n2, l0, o0, o1) ~ Nil => o0 ~ l0 & o1 ~ Nil;
rule Loop(#n0, #n1, #n2, l0, o0, o1) ~ Cons(#x0, #x1, t0) if x1 < n2 => o0 ~ Cons(#n1, #x1, r0) & o1 ~ r1 & Loop(#x1, #n2, #n2, t0, r0, r1) ~ l0;
rule Loop(#n0, #n1, #n2, l0, o0, o1) ~ Cons(#x0, #x1, t0) => o0 ~ Cons(#x1, #x0, r0) & o1 ~ r1 & Loop(#n2, #x0, #x0, t0, r0, r1) ~ l0;
@main = (o0 o1) & Loop(+5, +5, -2, l0, o0, o1) ~ l & Make(80663718, l) ~ 10 & Make(164824150, l0) ~ 3
},
book! {
agent +Nil, +Cons(#x0: f32, +t0),
-Make(#s: u32, -out), -Loop(#n0: i32, #n1: i32, -o0, -o1);
rule Make(#s, out) ~ #n if n == 0 => out ~ Nil;
rule Make(#s, out) ~ #n => out ~ Cons(#((s >> 29) as f32), r) & Make(#(s * 1664525 + 1013904223), r) ~ #(n - 1);
rule Loop(#n0, #n1, o0, o1) ~ Nil => o0 ~ #n0 & o1 ~ Nil;
rule Loop(#n0, #n1, o0, o1) ~ Cons(#x0, t0) if x0 != x0 => o0 ~ Cons(#x0, r0) & o1 ~ r1 & Loop(#n1, #n0, r0, r1) ~ t0;
rule Loop(#n0, #n1, o0, o1) ~ Cons(#x0, t0) => o0 ~ Cons(#x0, r0) & o1 ~ r1 & Loop(#n0, #n1, r0, r1) ~ t0;
@main = (o0 o1) & Loop(+5, +5, o0, o1) ~ l & Make(3684447336, l) ~ 11
},
book! {
agent +Nil, +Cons(#x0: u32, #x1: u32, +t0, +t1),
-Make(#s: u32, -out), -Loop(#n0: i32, #n1: i32, #n2: u32, +l0, +l1, -o0);
rule Make(#s, out) ~ #n if n == 0 => out ~ Nil;
rule Make(#s, out) ~ #n => out ~ Cons(#((s >> 29) as u32), #((s >> 26) as u32), r, Nil) & Make(#(s * 1664525 + 1013904223), r) ~ #(n - 1);
rule Loop(#n0, #n1, #n2, l0, l1, o0) ~ Nil => o0 ~ l0 & l1 ~ *;
rule Loop(#n0, #n1, #n2, l0, l1, o0) ~ Cons(#x0, #x1, t0, t1) if x0 >= x1 => o0 ~ Cons(#x0, #x0, r0, l1) & Loop(#n1, #n1, #n2, t0, t1, r0) ~ l0;
rule Loop(#n0, #n1, #n2, l0, l1, o0) ~ Cons(#x0, #x1, t0, t1) => o0 ~ Cons(#x1, #n2, r0, l1) & Loop(#n0, #n1, #n2, l0, t0, r0) ~ t1;
@main = o0 & Loop(+5, -2, 3, l0, l1, o0) ~ l & Make(840130778, l) ~ 7 & Make(2399686933, l0) ~ 6 & Make(3181960225, l1) ~ 0
},
book! {
agent +Nil, +Cons(#x0: i32, +t0),
-Make(#s: u32, -out), -Loop(#n0: f32, #n1: i32, +l0, +l1, -o0);
rule Make(#s, out) ~ #n if n == 0 => out ~ Nil;
rule Make(#s, out) ~ #n => out ~ Cons(#((s >> 29) as i32), r) & Make(#(s * 1664525 + 1013904223), r) ~ #(n - 1);
rule Loop(#n0, #n1, l0, l1, o0) ~ Nil => o0 ~ l0 & l1 ~ *;
rule Loop(#n0, #n1, l0, l1, o0) ~ Cons(#x0, t0) if x0 > x0 => o0 ~ Cons(#x0, r0) & Loop(#n0, #n1, l1, t0, r0) ~ l0;
rule Loop(#n0, #n1, l0, l1, o0) ~ Cons(#x0, t0) => o0 ~ Cons(#n1, r0) & Loop(#n0, #x0, l0, t0, r0) ~ l1;
@main = o0 & Loop(-0.0, -2, l0, l1, o0) ~ l & Make(3556106334, l) ~ 6 & Make(3746716813, l0) ~ 1 & Make(1364082486, l1) ~ 3
},
book! {
agent +Nil, +Cons(#x0: i32, +t0, +t1),
-Make(#s: u32, -out), -Loop(#n0: i32, +l0, +l1, -o0);
rule Make(#s, out) ~ #n if n == 0 => out ~ Nil;
rule Make(#s, out) ~ #n => out ~ Cons(#((s >> 29) as i32), r, Nil) & Make(#(s * 1664525 + 1013904223), r) ~ #(n - 1);
rule Loop(#n0, l0, l1, o0) ~ Nil => o0 ~ l0 & l1 ~ *;
rule Loop(#n0, l0, l1, o0) ~ Cons(#x0, t0, t1) if n0 != x0 => o0 ~ Cons(#x0, r0, t0) & Loop(#n0, t1, l0, r0) ~ l1;
rule Loop(#n0, l0, l1, o0) ~ Cons(#x0, t0, t1) => o0 ~ Cons(#n0, r0, l1) & Loop(#x0, t1, l0, r0) ~ t0;
@main = o0 & Loop(+5, l0, l1, o0) ~ l & Make(56303232, l) ~ 11 & Make(180021772, l0) ~ 5 & Make(3509762125, l1) ~ 2
},
book! {
agent +Nil, +Cons(#x0: f32, +t0),
-Make(#s: u32, -out), -Loop(#n0: f32, #n1: u32, -o0, -o1);
rule Make(#s, out) ~ #n if n == 0 => out ~ Nil;
rule Make(#s, out) ~ #n => out ~ Cons(#((s >> 29) as f32), r) & Make(#(s * 1664525 + 1013904223), r) ~ #(n - 1);
rule Loop(#n0, #n1, o0, o1) ~ Nil => o0 ~ #n0 & o1 ~ Nil;
rule Loop(#n0, #n1, o0, o1) ~ Cons(#x0, t0) if x0 >= n0 => o0 ~ Cons(#x0, r0) & o1 ~ Cons(#x0, r1) & Loop(#n0, #n1, r0, r1) ~ t0;
rule Loop(#n0, #n1, o0, o1) ~ Cons(#x0, t0) => o0 ~ Cons(#x0, r0) & o1 ~ Cons(#n0, r1) & Loop(#x0, #n1, r0, r1) ~ t0;
@main = (o0 o1) & Loop(2.5, 0, o0, o1) ~ l & Make(1392565179, l) ~ 11
},
book! {
agent +Nil, +Cons(#x0: f32, +t0),
-Make(#s: u32, -out), -Loop(#n0: f32, +l0, +l1, -o0, -o1);
rule Make(#s, out) ~ #n if n == 0 => out ~ Nil;
rule Make(#s, out) ~ #n => out ~ Cons(#((s >> 29) as f32), r) & Make(#(s * 1664525 + 1013904223), r) ~ #(n - 1);
rule Loop(#n0, l0, l1, o0, o1) ~ Nil => o0 ~ l0 & o1 ~ l1;
rule Loop(#n0, l0, l1, o0, o1) ~ Cons(#x0, t0) if x0 != x0 => o0 ~ Cons(#x0, r0) & o1 ~ r1 & Loop(#x0, l0, t0, r0, r1) ~ l1;
rule Loop(#n0, l0, l1, o0, o1) ~ Cons(#x0, t0) => o0 ~ Cons(#x0, r0) & o1 ~ r1 & Loop(#x0, l0, l1, r0, r1) ~ t0;
@main = (o0 o1) & Loop(-0.0, l0, l1, o0, o1) ~ l & Make(481568570, l) ~ 7 & Make(1031649170, l0) ~ 7 & Make(4102096950, l1) ~ 7
},
book! {
agent +Nil, +Cons(#x0: f32, #x1: f32, +t0, +t1),
-Make(#s: u32, -out), -Loop(#n0: f32, #n1: i32, +l0, +l1, -o0);
rule Make(#s, out) ~ #n if n == 0 => out ~ Nil;
rule Make(#s, out) ~ #n => out ~ Cons(#((s >> 29) as f32), #((s >> 26) as f32), r, Nil) & Make(#(s * 1664525 + 1013904223), r) ~ #(n - 1);
rule Loop(#n0, #n1, l0, l1, o0) ~ Nil => o0 ~ l0 & l1 ~ *;
rule Loop(#n0, #n1, l0, l1, o0) ~ Cons(#x0, #x1, t0, t1) if x1 == x1 => o0 ~ Cons(#n0, #x1, r0, t0) & Loop(#x1, #n1, l0, t1, r0) ~ l1;
rule Loop(#n0, #n1, l0, l1, o0) ~ Cons(#x0, #x1, t0, t1) => o0 ~ Cons(#x1, #x0, r0, t0) & Loop(#n0, #n1, l1, t1, r0) ~ l0;
@main = o0 & Loop(2.5, -2, l0, l1, o0) ~ l & Make(2555709838, l) ~ 6 & Make(1421100383, l0) ~ 3 & Make(1422674830, l1) ~ 5
},
book! {
agent +Nil, +Cons(#x0: i32, +t0),
-Make(#s: u32, -out), -Loop(#n0: f32, +l0, -o0, -o1);
rule Make(#s, out) ~ #n if n == 0 => out ~ Nil;
rule Make(#s, out) ~ #n => out ~ Cons(#((s >> 29) as i32), r) & Make(#(s * 1664525 + 1013904223), r) ~ #(n - 1);
rule Loop(#n0, l0, o0, o1) ~ Nil => o0 ~ l0 & o1 ~ Nil;
rule Loop(#n0, l0, o0, o1) ~ Cons(#x0, t0) if x0 + x0 >= x0 => o0 ~ Cons(#x0, r0) & o1 ~ Cons(#x0, r1) & Loop(#n0, t0, r0, r1) ~ l0;
rule Loop(#n0, l0, o0, o1) ~ Cons(#x0, t0) => o0 ~ Cons(#x0, r0) & o1 ~ Cons(#x0, r1) & Loop(#n0, t0, r0, r1) ~ l0;
@main = (o0 o1) & Loop(2.5, l0, o0, o1) ~ l & Make(2647970293, l) ~ 6 & Make(4104667024, l0) ~ 4
},
book! {
agent +Nil, +Cons(#x0: f32, #x1: f32, +t0, +t1),
-Make(#s: u32, -out), -Loop(#n0: i32, #n1: f32, +l0, +l1, -o0);
rule Make(#s, out) ~ #n if n == 0 => out ~ Nil;
rule Make(#s, out) ~ #n => out ~ Cons(#((s >> 29) as f32), #((s >> 26) as f32), r, Nil) & Make(#(s * 1664525 + 1013904223), r) ~ #(n - 1);
rule Loop(#n0, #n1, l0, l1, o0) ~ Nil => o0 ~ l0 & l1 ~ *;
rule Loop(#n0, #n1, l0, l1, o0) ~ Cons(#x0, #x1, t0, t1) if x1 < n1 => o0 ~ Cons(#x0, #n1, r0, l0) & Loop(#n0, #x0, t1, l1, r0) ~ t0;
rule Loop(#n0, #n1, l0, l1, o0) ~ Cons(#x0, #x1, t0, t1) => o0 ~ Cons(#x1, #x1, r0, t1) & Loop(#n0, #x1, l1, t0, r0) ~ l0;
@main = o0 & Loop(-2, 2.5, l0, l1, o0) ~ l & Make(3746210156, l) ~ 7 & Make(3070231477, l0) ~ 0 & Make(4194478009, l1) ~ 5
},
book! {
agent +Nil, +Cons(#x0: i32, #x1: f32, +t0),
-Make(#s: u32, -out), -Loop(#n0: u32, #n1: i32, +l0, +l1, -o0);
rule Make(#s, out) ~ #n if n == 0 => out ~ Nil;
rule Make(#s, out) ~ #n => out ~ Cons(#((s >> 29) as i32), #((s >> 26) as f32), r) & Make(#(s * 1664525 + 1013904223), r) ~ #(n - 1);
rule Loop(#n0, #n1, l0, l1, o0) ~ Nil => o0 ~ l0 & l1 ~ *;
rule Loop(#n0, #n1, l0, l1, o0) ~ Cons(#x0, #x1, t0) if x0 != n1 => o0 ~ Cons(#n1, #x1, r0) & Loop(#n0, #n1, t0, l0, r0) ~ l1;
rule Loop(#n0, #n1, l0, l1, o0) ~ Cons(#x0, #x1, t0) => o0 ~ Cons(#n1, #x1, r0) & Loop(#n0, #x0, l0, t0, r0) ~ l1;
@main = o0 & Loop(0, +5, l0, l1, o0) ~ l & Make(178584856, l) ~ 8 & Make(434265278, l0) ~ 1 & Make(400019639, l1) ~ 7
},
book! {
agent +Nil, +Cons(#x0: u32, #x1: i32, +t0),
-Make(#s: u32, -out), -Loop(#n0: i32, #n1: i32, +l0, +l1, -o0, -o1);
rule Make(#s, out) ~ #n if n == 0 => out ~ Nil;
rule Make(#s, out) ~ #n => out ~ Cons(#((s >> 29) as u32), #((s >> 26) as i32), r) & Make(#(s * 1664525 + 1013904223), r) ~ #(n - 1);
rule Loop(#n0, #n1, l0, l1, o0, o1) ~ Nil => o0 ~ l0 & o1 ~ l1;
rule Loop(#n0, #n1, l0, l1, o0, o1) ~ Cons(#x0, #x1, t0) if x0 == x0 => o0 ~ Cons(#x0, #x1, r0) & o1 ~ Cons(#x0, #x1, r1) & Loop(#x1, #x1, l0, l1, r0, r1) ~ t0;
rule Loop(#n0, #n1, l0, l1, o0, o1) ~ Cons(#x0, #x1, t0) => o0 ~ Cons(#x0, #x1, r0) & o1 ~ Cons(#x0, #n1, r1) & Loop(#n0, #n0, l0, t0, r0, r1) ~ l1;
@main = (o0 o1) & Loop(-2, +5, l0, l1, o0, o1) ~ l & Make(2410403624, l) ~ 10 & Make(1961066000, l0) ~ 4 & Make(1424277465, l1) ~ 8
},
book! {
agent +Nil, +Cons(#x0: f32, #x1: f32, +t0),
-Make(#s: u32, -out), -Loop(#n0: f32, #n1: f32, #n2: f32, -o0);
rule Make(#s, out) ~ #n if n == 0 => out ~ Nil;
rule Make(#s, out) ~ #n => out ~ Cons(#((s >> 29) as f32), #((s >> 26) as f32), r) & Make(#(s * 1664525 + 1013904223), r) ~ #(n - 1);
rule Loop(#n0, #n1, #n2, o0) ~ Nil => o0 ~ #n0;
rule Loop(#n0, #n1, #n2, o0) ~ Cons(#x0, #x1, t0) if n2 / n0 < x1 => o0 ~ Cons(#x0, #n0, r0) & Loop(#n1, #n2, #n2, r0) ~ t0;
rule Loop(#n0, #n1, #n2, o0) ~ Cons(#x0, #x1, t0) => o0 ~ Cons(#x0, #n2, r0) & Loop(#x0, #n2, #n1, r0) ~ t0;
@main = o0 & Loop(-0.0, 2.5, -0.0, o0) ~ l & Make(3789059073, l) ~ 11
},
book! {
agent +Nil, +Cons(#x0: i32, #x1: u32, +t0),
-Make(#s: u32, -out), -Loop(#n0: u32, #n1: i32, +l0, +l1, -o0, -o1);
rule Make(#s, out) ~ #n if n == 0 => out ~ Nil;
rule Make(#s, out) ~ #n => out ~ Cons(#((s >> 29) as i32), #((s >> 26) as u32), r) & Make(#(s * 1664525 + 1013904223), r) ~ #(n - 1);
rule Loop(#n0, #n1, l0, l1, o0, o1) ~ Nil => o0 ~ l0 & o1 ~ l1;
rule Loop(#n0, #n1, l0, l1, o0, o1) ~ Cons(#x0, #x1, t0) if n1 <= x0 => o0 ~ Cons(#n1, #x1, r0) & o1 ~ Cons(#x0, #n0, r1) & Loop(#n0, #x0, t0, l1, r0, r1) ~ l0;
rule Loop(#n0, #n1, l0, l1, o0, o1) ~ Cons(#x0, #x1, t0) => o0 ~ Cons(#x0, #n0, r0) & o1 ~ Cons(#n1, #x1, r1) & Loop(#n0, #x0, t0, l1, r0, r1) ~ l0;
@main = (o0 o1) & Loop(3, +5, l0, l1, o0, o1) ~ l & Make(3010582003, l) ~ 10 & Make(826928261, l0) ~ 1 & Make(3667120657, l1) ~ 4
},
book! {
agent +Nil, +Cons(#x0: f32, +t0),
-Make(#s: u32, -out), -Loop(#n0: i32, -o0, -o1);
rule Make(#s, out) ~ #n if n == 0 => out ~ Nil;
rule Make(#s, out) ~ #n => out ~ Cons(#((s >> 29) as f32), r) & Make(#(s * 1664525 + 1013904223), r) ~ #(n - 1);
rule Loop(#n0, o0, o1) ~ Nil => o0 ~ #n0 & o1 ~ Nil;
rule Loop(#n0, o0, o1) ~ Cons(#x0, t0) if x0 <= x0 => o0 ~ Cons(#x0, r0) & o1 ~ Cons(#x0, r1) & Loop(#n0, r0, r1) ~ t0;
rule Loop(#n0, o0, o1) ~ Cons(#x0, t0) => o0 ~ Cons(#x0, r0) & o1 ~ Cons(#x0, r1) & Loop(#n0, r0, r1) ~ t0;
@main = (o0 o1) & Loop(+5, o0, o1) ~ l & Make(1209957144, l) ~ 10
},
book! {
agent +Nil, +Cons(#x0: u32, +t0, +t1),
-Make(#s: u32, -out), -Loop(#n0: u32, +l0, +l1, -o0, -o1);
rule Make(#s, out) ~ #n if n == 0 => out ~ Nil;
rule Make(#s, out) ~ #n => out ~ Cons(#((s >> 29) as u32), r, Nil) & Make(#(s * 1664525 + 1013904223), r) ~ #(n - 1);
rule Loop(#n0, l0, l1, o0, o1) ~ Nil => o0 ~ l0 & o1 ~ l1;
rule Loop(#n0, l0, l1, o0, o1) ~ Cons(#x0, t0, t1) if x0 > x0 => o0 ~ Cons(#n0, r0, l0) & o1 ~ r1 & Loop(#x0, l1, t1, r0, r1) ~ t0;
rule Loop(#n0, l0, l1, o0, o1) ~ Cons(#x0, t0, t1) => o0 ~ Cons(#x0, r0, t0) & o1 ~ r1 & Loop(#x0, l1, l0, r0, r1) ~ t1;
@main = (o0 o1) & Loop(0, l0, l1, o0, o1) ~ l & Make(3505076473, l) ~ 9 & Make(3760688623, l0) ~ 5 & Make(189973852, l1) ~ 3
},
book! {
agent +Nil, +Cons(#x0: u32, #x1: f32, +t0, +t1),
-Make(#s: u32, -out), -Loop(#n0: u32, #n1: u32, #n2: u32, +l0, +l1, -o0);
rule Make(#s, out) ~ #n if n == 0 => out ~ Nil;
rule Make(#s, out) ~ #n => out ~ Cons(#((s >> 29) as u32), #((s >> 26) as f32), r, Nil) & Make(#(s * 1664525 + 1013904223), r) ~ #(n - 1);
rule Loop(#n0, #n1, #n2, l0, l1, o0) ~ Nil => o0 ~ l0 & l1 ~ *;
rule Loop(#n0, #n1, #n2, l0, l1, o0) ~ Cons(#x0, #x1, t0, t1) if n1 <= n2 => o0 ~ Cons(#x0, #x1, r0, t0) & Loop(#n0, #n2, #n0, l1, t1, r0) ~ l0;
rule Loop(#n0, #n1, #n2, l0, l1, o0) ~ Cons(#x0, #x1, t0, t1) => o0 ~ Cons(#n2, #x1, r0, t1) & Loop(#n2, #n2, #x0, l0, l1, r0) ~ t0;
@main = o0 & Loop(3, 3, 3, l0, l1, o0) ~ l & Make(4229430831, l) ~ 10 & Make(4248097206, l0) ~ 6 & Make(3582675457, l1) ~ 4
},
book! {
agent +Nil, +Cons(#x0: i32, +t0),
-Make(#s: u32, -out), -Loop(#n0: i32, #n1: i32, #n2: i32, +l0, -o0);
rule Make(#s, out) ~ #n if n == 0 => out ~ Nil;
rule Make(#s, out) ~ #n => out ~ Cons(#((s >> 29) as i32), r) & Make(#(s * 1664525 + 1013904223), r) ~ #(n - 1);
rule Loop(#n0, #n1, #n2, l0, o0) ~ Nil => o0 ~ l0;
rule Loop(#n0, #n1, #n2, l0, o0) ~ Cons(#x0, t0) if x0 <= n2 => o0 ~ Cons(#n0, r0) & Loop(#n2, #n1, #n0, t0, r0) ~ l0;
rule Loop(#n0, #n1, #n2, l0, o0) ~ Cons(#x0, t0) => o0 ~ Cons(#n0, r0) & Loop(#n2, #n2, #n2, t0, r0) ~ l0;
@main = o0 & Loop(+5, +5, -2, l0, o0) ~ l & Make(1174442446, l) ~ 4 & Make(1778708893, l0) ~ 7
},
book! {
agent +Nil, +Cons(#x0: u32, #x1: u32, +t0),
-Make(#s: u32, -out), -Loop(#n0: u32, #n1: u32, +l0, -o0);
rule Make(#s, out) ~ #n if n == 0 => out ~ Nil;
rule Make(#s, out) ~ #n => out ~ Cons(#((s >> 29) as u32), #((s >> 26) as u32), r) & Make(#(s * 1664525 + 1013904223), r) ~ #(n - 1);
rule Loop(#n0, #n1, l0, o0) ~ Nil => o0 ~ l0;
rule Loop(#n0, #n1, l0, o0) ~ Cons(#x0, #x1, t0) if x1 == n0 => o0 ~ Cons(#n1, #n1, r0) & Loop(#x0, #x1, t0, r0) ~ l0;
rule Loop(#n0, #n1, l0, o0) ~ Cons(#x0, #x1, t0) => o0 ~ Cons(#n0, #x0, r0) & Loop(#x0, #n0, t0, r0) ~ l0;
@main = o0 & Loop(0, 3, l0, o0) ~ l & Make(3351228767, l) ~ 5 & Make(1096015537, l0) ~ 6
},
book! {
agent +Nil, +Cons(#x0: u32, +t0, +t1),
-Make(#s: u32, -out), -Loop(#n0: u32, +l0, +l1, -o0);
rule Make(#s, out) ~ #n if n == 0 => out ~ Nil;
rule Make(#s, out) ~ #n => out ~ Cons(#((s >> 29) as u32), r, Nil) & Make(#(s * 1664525 + 1013904223), r) ~ #(n - 1);
rule Loop(#n0, l0, l1, o0) ~ Nil => o0 ~ l0 & l1 ~ *;
rule Loop(#n0, l0, l1, o0) ~ Cons(#x0, t0, t1) if n0 + n0 >= x0 => o0 ~ Cons(#n0, r0, t1) & Loop(#n0, l0, t0, r0) ~ l1;
rule Loop(#n0, l0, l1, o0) ~ Cons(#x0, t0, t1) => o0 ~ Cons(#x0, r0, l1) & Loop(#n0, t0, l0, r0) ~ t1;
@main = o0 & Loop(3, l0, l1, o0) ~ l & Make(1184868176, l) ~ 8 & Make(2250066681, l0) ~ 6 & Make(2073942693, l1) ~ 3
},
book! {
agent +Nil, +Cons(#x0: u32, #x1: u32, +t0),
-Make(#s: u32, -out), -Loop(#n0: u32, +l0, +l1, -o0);
rule Make(#s, out) ~ #n if n == 0 => out ~ Nil;
rule Make(#s, out) ~ #n => out ~ Cons(#((s >> 29) as u32), #((s >> 26) as u32), r) & Make(#(s * 1664525 + 1013904223), r) ~ #(n - 1);
rule Loop(#n0, l0, l1, o0) ~ Nil => o0 ~ l0 & l1 ~ *;
rule Loop(#n0, l0, l1, o0) ~ Cons(#x0, #x1, t0) if n0 > x1 => o0 ~ Cons(#n0, #x0, r0) & Loop(#n0, t0, l1, r0) ~ l0;
rule Loop(#n0, l0, l1, o0) ~ Cons(#x0, #x1, t0) => o0 ~ Cons(#x1, #n0, r0) & Loop(#x1, l1, l0, r0) ~ t0;
@main = o0 & Loop(0, l0, l1, o0) ~ l & Make(870260797, l) ~ 5 & Make(1837922988, l0) ~ 3 & Make(3003853925, l1) ~ 7
},
book! {
agent +Nil, +Cons(#x0: f32, +t0),
-Make(#s: u32, -out), -Loop(#n0: f32, +l0, -o0);
rule Make(#s, out) ~ #n if n == 0 => out ~ Nil;
rule Make(#s, out) ~ #n => out ~ Cons(#((s >> 29) as f32), r) & Make(#(s * 1664525 + 1013904223), r) ~ #(n - 1);
rule Loop(#n0, l0, o0) ~ Nil => o0 ~ l0;
rule Loop(#n0, l0, o0) ~ Cons(#x0, t0) if n0 == n0 => o0 ~ Cons(#x0, r0) & Loop(#x0, t0, r0) ~ l0;
rule Loop(#n0, l0, o0) ~ Cons(#x0, t0) => o0 ~ Cons(#x0, r0) & Loop(#x0, t0, r0) ~ l0;
@main = o0 & Loop(2.5, l0, o0) ~ l & Make(3214842289, l) ~ 9 & Make(3298439135, l0) ~ 6
},
book! {
agent +Nil, +Cons(#x0: i32, #x1: i32, +t0),
-Make(#s: u32, -out), -Loop(#n0: i32, #n1: i32, #n2: i32, +l0, +l1, -o0);
rule Make(#s, out) ~ #n if n == 0 => out ~ Nil;
rule Make(#s, out) ~ #n => out ~ Cons(#((s >> 29) as i32), #((s >> 26) as i32), r) & Make(#(s * 1664525 + 1013904223), r) ~ #(n - 1);
rule Loop(#n0, #n1, #n2, l0, l1, o0) ~ Nil => o0 ~ l0 & l1 ~ *;
rule Loop(#n0, #n1, #n2, l0, l1, o0) ~ Cons(#x0, #x1, t0) if n2 > n1 => o0 ~ Cons(#n2, #x0, r0) & Loop(#n1, #n0, #x1, l0, l1, r0) ~ t0;
rule Loop(#n0, #n1, #n2, l0, l1, o0) ~ Cons(#x0, #x1, t0) => o0 ~ Cons(#n2, #n2, r0) & Loop(#n1, #n0, #x1, t0, l1, r0) ~ l0;
@main = o0 & Loop(+5, +5, +5, l0, l1, o0) ~ l & Make(3238477150, l) ~ 4 & Make(768972899, l0) ~ 4 & Make(1384372058, l1) ~ 8
},
book! {
agent +Nil, +Cons(#x0: f32, #x1: f32, +t0),
-Make(#s: u32, -out), -Loop(#n0: u32, #n1: f32, +l0, +l1, -o0);
rule Make(#s, out) ~ #n if n == 0 => out ~ Nil;
rule Make(#s, out) ~ #n => out ~ Cons(#((s >> 29) as f32), #((s >> 26) as f32), r) & Make(#(s * 1664525 + 1013904223), r) ~ #(n - 1);
rule Loop(#n0, #n1, l0, l1, o0) ~ Nil => o0 ~ l0 & l1 ~ *;
rule Loop(#n0, #n1, l0, l1, o0) ~ Cons(#x0, #x1, t0) if x0 >= x0 => o0 ~ Cons(#n1, #n1, r0) & Loop(#n0, #x0, l0, l1, r0) ~ t0;
rule Loop(#n0, #n1, l0, l1, o0) ~ Cons(#x0, #x1, t0) => o0 ~ Cons(#x0, #x1, r0) & Loop(#n0, #x1, l0, l1, r0) ~ t0;
@main = o0 & Loop(3, -0.0, l0, l1, o0) ~ l & Make(3536172044, l) ~ 6 & Make(1439221775, l0) ~ 7 & Make(2146350168, l1) ~ 2
},
book! {
agent +Nil, +Cons(#x0: i32, +t0),
-Make(#s: u32, -out), -Loop(#n0: u32, +l0, +l1, -o0);
rule Make(#s, out) ~ #n if n == 0 => out ~ Nil;
rule Make(#s, out) ~ #n => out ~ Cons(#((s >> 29) as i32), r) & Make(#(s * 1664525 + 1013904223), r) ~ #(n - 1);
rule Loop(#n0, l0, l1, o0) ~ Nil => o0 ~ l0 & l1 ~ *;
rule Loop(#n0, l0, l1, o0) ~ Cons(#x0, t0) if x0 / x0 != x0 => o0 ~ Cons(#x0, r0) & Loop(#n0, l1, l0, r0) ~ t0;
rule Loop(#n0, l0, l1, o0) ~ Cons(#x0, t0) => o0 ~ Cons(#x0, r0) & Loop(#n0, t0, l1, r0) ~ l0;
@main = o0 & Loop(0, l0, l1, o0) ~ l & Make(1061009243, l) ~ 3 & Make(3310254978, l0) ~ 8 & Make(3996712074, l1) ~ 3
},
book! {
agent +Nil, +Cons(#x0: i32, #x1: i32, +t0, +t1),
-Make(#s: u32, -out), -Loop(#n0: i32, +l0, -o0, -o1);
rule Make(#s, out) ~ #n if n == 0 => out ~ Nil;
rule Make(#s, out) ~ #n => out ~ Cons(#((s >> 29) as i32), #((s >> 26) as i32), r, Nil) & Make(#(s * 1664525 + 1013904223), r) ~ #(n - 1);
rule Loop(#n0, l0, o0, o1) ~ Nil => o0 ~ l0 & o1 ~ Nil;
rule Loop(#n0, l0, o0, o1) ~ Cons(#x0, #x1, t0, t1) if x1 == x0 => o0 ~ Cons(#n0, #x1, r0, t1) & o1 ~ r1 & Loop(#x0, l0, r0, r1) ~ t0;
rule Loop(#n0, l0, o0, o1) ~ Cons(#x0, #x1, t0, t1) => o0 ~ Cons(#n0, #x0, r0, t1) & o1 ~ r1 & Loop(#n0, t0, r0, r1) ~ l0;
@main = (o0 o1) & Loop(+5, l0, o0, o1) ~ l & Make(3914762550, l) ~ 6 & Make(457230998, l0) ~ 4
},
book! {
agent +Nil, +Cons(#x0: i32, #x1: i32, +t0),
-Make(#s: u32, -out), -Loop(#n0: i32, -o0, -o1);
rule Make(#s, out) ~ #n if n == 0 => out ~ Nil;
rule Make(#s, out) ~ #n => out ~ Cons(#((s >> 29) as i32), #((s >> 26) as i32), r) & Make(#(s * 1664525 + 1013904223), r) ~ #(n - 1);
rule Loop(#n0, o0, o1) ~ Nil => o0 ~ #n0 & o1 ~ Nil;
rule Loop(#n0, o0, o1) ~ Cons(#x0, #x1, t0) if x0 <= n0 => o0 ~ Cons(#x1, #x1, r0) & o1 ~ r1 & Loop(#x0, r0, r1) ~ t0;
rule Loop(#n0, o0, o1) ~ Cons(#x0, #x1, t0) => o0 ~ Cons(#x0, #x0, r0) & o1 ~ r1 & Loop(#n0, r0, r1) ~ t0;
@main = (o0 o1) & Loop(-2, o0, o1) ~ l & Make(3523566730, l) ~ 11
},
    ]
}
