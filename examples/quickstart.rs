//! A net written inline, a typed call, and what it took.
//!
//! `cargo run --release --example quickstart`

use polarnet::{Error, Runtime, net};

net! {
    /// Sums of ranges, by divide and conquer.
    pub book Sums {
        // The sum of all numbers below 2^depth, from * 2^depth on.
        // A switch on the depth: 0 gives the second argument, n gives @both(n - 1).
        @sum(depth: u32, from: u32) -> u32 = (?(((a a) @both) b) b)

        // Two halves. {c a} copies the depth, the inner { } copies `from`; [*2], [+1], [+] are operators.
        @both = ({c a} ({$([*2] $([+1] d)) $([*2] $([+0] b))} f))
            & @sum ~ (a (b $([+] $(e f))))
            & @sum ~ (c (d e))
    }
}

fn main() -> Result<(), Error> {
    let runtime = Runtime::new();

    // A typed call: numbers in, a number out.
    println!("0 + 1 + … + 1023 = {}", Sums::sum(&runtime, 10, 0)?);

    // A net as an expression; Rust values enter by #name or #(expression).
    let (fst, snd) = (20u32, 22u32);
    let book = net! {
        @main = r & @add ~ (#fst (#snd r))
        @add = ($([+] $(b c)) (b c))
    };
    println!("{fst} + {snd} = {}", runtime.run(&book)?);

    // The same sum, larger, with statistics.
    let book = net! {
        @main = r & @sum ~ (20 (0 r))
        @sum = (?(((a a) @both) b) b)
        @both = ({c a} ({$([*2] $([+1] d)) $([*2] $([+0] b))} f))
            & @sum ~ (a (b $([+] $(e f))))
            & @sum ~ (c (d e))
    };
    let done = runtime.run(&book)?;
    println!("0 + 1 + … + 1048575 = {done} (modulo 2^32)");
    println!("{} interactions", done.stats.interactions());
    eprintln!("{}", done.stats);
    Ok(())
}
