//! Books in modules, by path, without any import of theirs.

mod inner {
    polarnet::net! {
        /// Seen from outside.
        pub book Public { @id(n: u32) -> u32 = (n n) }
    }

    pub mod deeper {
        polarnet::net! {
            pub(in crate::inner) book Private { @main = 1 }
        }
    }

    pub fn private(runtime: &polarnet::Runtime) -> u32 {
        deeper::Private::run(runtime).unwrap().value().unwrap()
    }

    // Two books in one module.
    polarnet::net! { pub(super) book Second { @id(n: i32) -> i32 = (n n) } }
}

mod without_names {
    #![allow(non_camel_case_types, dead_code)]
    // What the expansion might mean, but must not.
    struct Vec;
    struct Result;
    struct Option;
    struct Some;
    struct Book;
    struct Agent;
    struct u32;
    struct bool;
    struct str;
    mod std {}
    mod core {}
    fn row() {}
    fn number() {}
    fn call() {}
    fn user() {}
    fn agent() {}
    fn rule() {}
    fn replaced() {}

    polarnet::net! {
        pub book Own { agent +A, -B(-x); rule B(x) ~ A => x ~ A; @main = (#(true) @f) @f = r & 1 ~ ?((2 (* 3)) $(4 r)) @g() -> (f32, f32) = (1.5 2.5) }
    }
}

fn main() {
    let runtime = polarnet::Runtime::new();
    assert_eq!(inner::Public::id(&runtime, 5).unwrap(), 5);
    assert_eq!(inner::Second::id(&runtime, -5).unwrap(), -5);
    assert_eq!(inner::private(&runtime), 1);
    assert_eq!(without_names::Own::g(&runtime).unwrap(), (1.5, 2.5));
}
