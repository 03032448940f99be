//! The same net at several depths: interactions and speed.
//!
//! `cargo run --release --example sum -- 22`: the largest depth.

use polarnet::{Error, Runtime, net};

net! {
    /// Sums of ranges.
    pub book Sums {
        @sum(depth: u32, from: u32) -> u32 = (?(((a a) @both) b) b)
        @both = ({c a} ({$([*2] $([+1] d)) $([*2] $([+0] b))} f))
            & @sum ~ (a (b $([+] $(e f))))
            & @sum ~ (c (d e))
    }
}

fn main() -> Result<(), Error> {
    let most: u32 = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(16);
    let runtime = Runtime::new();
    for depth in (0..=most).step_by(4) {
        let book = net! {
            @main = r & @sum ~ (#depth (0 r))
            @sum = (?(((a a) @both) b) b)
            @both = ({c a} ({$([*2] $([+1] d)) $([*2] $([+0] b))} f))
                & @sum ~ (a (b $([+] $(e f))))
                & @sum ~ (c (d e))
        };
        let done = runtime.run(&book)?;
        assert_eq!(done.value::<u32>()?, Sums::sum(&runtime, depth, 0)?);
        println!("depth {depth:2}: {done} after {} interactions", done.stats.interactions());
        eprintln!("          {:.1} MIPS", done.stats.mips());
    }
    Ok(())
}
