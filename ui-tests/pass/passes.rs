use polarnet::{Runtime, net};

net! {
    pub book Sums {
        #![passes(default)]

        @sum(depth: u32, from: u32) -> u32 = (?(((a a) @both) b) b)
        @both = ({c a} ({$([*2] $([+1] d)) $([*2] $([+0] b))} f))
            & @sum ~ (a (b $([+] $(e f))))
            & @sum ~ (c (d e))
        @unused = (x x)
        @pair(x: f32) -> (f32, i32) = (x (x +7))
    }
}

net! {
    pub book Plain {
        @sum(depth: u32, from: u32) -> u32 = (?(((a a) @both) b) b)
        @both = ({c a} ({$([*2] $([+1] d)) $([*2] $([+0] b))} f))
            & @sum ~ (a (b $([+] $(e f))))
            & @sum ~ (c (d e))
    }
}

fn main() -> Result<(), polarnet::Error> {
    let runtime = Runtime::new().threads(1);
    // Typed functions are there, and called as before, with fewer interactions.
    assert_eq!(Sums::sum(&runtime, 10, 0)?, 523_776);
    assert_eq!(Plain::sum(&runtime, 10, 0)?, 523_776);
    assert_eq!(Sums::pair(&runtime, 2.5)?, (2.5, 7));
    assert!(Sums::book().find("unused").is_none());

    // The book has been reduced when the program starts.
    let book = net! {
        #![passes(pre_reduce, prune)]
        @main = r & @twice ~ (21 r)
        @twice = ($([*2] x) x)
    };
    assert_eq!(book.to_string(), "#![numbers(native)]\n@main = 42\n");

    // Values from Rust are not known then: what needs them waits, and they may be copied and erased.
    for n in [0, 5] {
        let float = 1.5_f32;
        let book = net! {
            #![passes(inline, pre_reduce, eta, prune)]
            @main = (r (s (t (u v))))
                & @twice ~ (#n r) & @pick ~ (#(n + 1) s) & @copy ~ (#float t) & @drop ~ (#(n * 3) u) & 4 ~ $(#n v)
            @twice = ($([*2] x) x)
            @pick = (?((10 (* 20)) x) x)
            @copy = ({x y} (x y))
            @drop = (* 1)
        };
        let done = runtime.run(&book)?;
        let copied = 2 * n;
        assert_eq!(done.to_string(), format!("(+{copied} (20 ((1.5 1.5) (1 0))))"));
        // Two operations, and a switch with what follows from it.
        assert_eq!(done.stats.interactions(), 7);
    }
    Ok(())
}
