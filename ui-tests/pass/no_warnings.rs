//! The expansion has no warnings of its own, whatever lints there are.

#![deny(warnings, missing_docs, missing_debug_implementations, unused, unreachable_pub, unused_qualifications)]
#![deny(trivial_casts, trivial_numeric_casts, unused_results, unsafe_code, single_use_lifetimes, let_underscore)]
#![deny(missing_copy_implementations, unused_import_braces, unused_lifetimes, elided_lifetimes_in_paths)]
#![deny(explicit_outlives_requirements, non_ascii_idents, variant_size_differences, non_snake_case)]

use polarnet::{Runtime, net};

net! {
    /// Documented, as the lint wants it.
    pub book Documented {
        @main = #(1_u32)
        /// So are its functions.
        @id(n: u32) -> u32 = (n n)
    }
}

net! {
    // `run` and `book` are not used, nor is what Rust computes.
    book Private {
        @main = 1
        @id(n: u32) -> u32 = (n n)
        agent -Half(#of: u32, -out);
        rule Half(#_of, out) ~ #n where (#_n, #half) = { (n, n / 2) } => out ~ #half;
        extern -Nothing() {}
        extern -One(#a: u32, -n) -> f32 { a as f32 }
    }
}

/// A module.
pub mod module {
    polarnet::net! {
        /// Nothing of it is used.
        pub book Public { @main = 1 }
    }
}

fn main() -> Result<(), polarnet::Error> {
    let runtime = Runtime::new();
    let n = 3_u32;
    let book = net! { @main = (#n (#(n) (#(n + 1) @f))) @f = (* *) };
    assert_eq!(runtime.run(&book)?.to_string(), "(3 (3 (4 @f)))");
    assert_eq!(Documented::id(&runtime, 3)?, 3);
    assert_eq!(Private::id(&runtime, 3)?, 3);
    Ok(())
}
