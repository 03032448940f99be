//! Rust in rules: without warnings, whatever the names in the module mean, and in macros.

#![deny(warnings, unused)]
#![forbid(unsafe_code)]

use polarnet::{Runtime, net};
use std::sync::Mutex;

/// Names that the expansion has too.
mod shadowed {
    use super::{Mutex, net};

    #[allow(non_camel_case_types, dead_code)]
    pub struct u32;
    #[allow(dead_code)]
    pub enum Option {
        Some,
        None,
    }
    pub struct Number(pub ::core::primitive::u32);
    pub fn code(n: ::core::primitive::u32) -> Number {
        Number(n + 1)
    }
    pub fn native() -> ::core::primitive::u32 {
        1
    }
    pub static LOG: Mutex<Vec<::core::primitive::u32>> = Mutex::new(Vec::new());

    net! {
        /// With effects.
        pub book Effects {
            /// Notes a number.
            extern -Note(#n: u32) {
                LOG.lock().unwrap().push(code(n).0 + native());
            }
            extern -Unit { }
            extern -One(-n) -> (u32) { 1 };
            agent -Twice(-out);
            rule Twice(out) ~ #n where #known = {
                let mut results = n;
                results *= 2;
                results
            } => out ~ #known;
            rule Twice(out) ~ #_n: f32 where (#_a, #b: f32,) = { (0, 0.5_f32) } => out ~ #b;

            @main = (n (m t)) & Note(6, a) ~ Token & Unit(b) ~ a & One(n, t) ~ b & Twice(m) ~ 21
        }
    }
}

macro_rules! apply {
    ($name:ident, $x:ident => $body:block, $of:literal) => {
        net! {
            agent -$name(-out);
            rule $name(out) ~ #$x where #y = $body => out ~ #y;
            @main = r & $name(r) ~ $of
        }
    };
}

fn main() {
    type List = Mutex<Vec<u32>>;
    let runtime = Runtime::new();
    assert_eq!(shadowed::Effects::run(&runtime).unwrap().to_string(), "(1 (42 Token))");
    let log: &List = &shadowed::LOG;
    assert_eq!(*log.lock().unwrap(), [8]);

    let where_it_is = 7_u32;
    let book = apply!(Square, x => { x * x }, 12);
    assert_eq!(runtime.run(&book).unwrap().value::<u32>().unwrap(), 144);
    // Rust values and Rust blocks.
    let book = net! {
        agent -Add(#a: u32, -out);
        rule Add(#a, out) ~ #b where #sum = { a.saturating_add(b) } => out ~ #sum;
        @main = r & Add(#where_it_is, r) ~ #(u32::MAX - 3)
    };
    assert_eq!(runtime.run(&book).unwrap().value::<u32>().unwrap(), u32::MAX);
}
