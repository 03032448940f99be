//! What `net!` expands to needs no prelude, and does not mind what the user's names are.
#![no_implicit_prelude]
#![allow(non_upper_case_globals, dead_code)]

mod core {}
mod std {}
struct Vec;
enum Option {
    Some,
}
const values: u32 = 5;
const arguments: u32 = 6;

::polarnet::net! {
    pub book Five {
        @main = #values
        @add(a: u32) -> u32 = ($([+] $(#arguments r)) r)
        agent -Half(-out);
        rule Half(out) ~ #n where (#half, #rest: i32) = { (n / 2, -1) } => out ~ (#half #rest);
        extern -Nothing(-n, -m) -> (u32, f32) { (values, 0.5) }
        @halves = (n out) & Half(out) ~ n
    }
}

fn main() {
    let runtime = ::polarnet::Runtime::new();
    let local = ::polarnet::net! { @main = #values };
    ::std::assert_eq!(runtime.run(&local).unwrap().value::<u32>().unwrap(), 5);
    ::std::assert_eq!(Five::run(&runtime).unwrap().value::<u32>().unwrap(), 5);
    ::std::assert_eq!(Five::add(&runtime, 36).unwrap(), 42);
}
