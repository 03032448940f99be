//! Bitonic sort of 2^depth numbers held in a tree of tuples; prints their sum, from the sorted tree.
//!
//! The net is HVM2's example, written for `net!`.

use polarnet::{Error, Runtime, net};

net! {
    /// Sorting, and the sum that shows it.
    pub book Sort {
        @gen = (?(((a a) @gen_n) b) b)
        @gen_n = ({a d} ({$([*2] $([+1] b)) $([*2] e)} (c f)))
            & @gen ~ (a (b c))
            & @gen ~ (d (e f))

        @sum = (?(((a a) @sum_n) b) b)
        @sum_n = ({a c} ((b d) f))
            & @sum ~ (a (b $([+] $(e f))))
            & @sum ~ (c (d e))

        // Sorts the halves up and down, then lets them flow into each other.
        @sort = (?(((a (* a)) @sort_n) (b (c d))) (c (b d)))
        @sort_n = ({$([+1] a) {c f}} ((d g) (b i)))
            & @flow ~ (a (b ((e h) i)))
            & @sort ~ (c (0 (d e)))
            & @sort ~ (f (1 (g h)))
        @flow = (?(((a (* a)) @flow_n) (b (c d))) (c (b d)))
        @flow_n = ({$([+1] a) c} ((e f) ({b d} h)))
            & @down ~ (a (b (g h)))
            & @warp ~ (c (d (e (f g))))
        @down = (?(((a (* a)) @down_n) (b (c d))) (c (b d)))
        @down_n = ({a e} ((c g) ({b f} (d h))))
            & @flow ~ (a (b (c d)))
            & @flow ~ (e (f (g h)))
        @warp = (?((@warp_z @warp_n) (a (b (c d)))) (c (b (a d))))
        @warp_z = ({a e} ({$([>] $(a b)) d} ($([^] $(b c)) f)))
            & @swap ~ (c (d (e f)))
        @warp_n = ({a f} ((d i) ((c h) ({b g} ((e j) (k l))))))
            & @warp ~ (f (g (h (i (j l)))))
            & @warp ~ (a (b (c (d (e k)))))
        @swap = (?((@swap_z @swap_n) (a (b c))) (b (a c)))
        @swap_z = (b (a (a b)))
        @swap_n = (* (a (b (a b))))

        @sorted(depth: u32) -> u32 = ({a {b c}} r)
            & @gen ~ (a (0 t))
            & @sort ~ (b (0 (t s)))
            & @sum ~ (c (s r))
    }
}

fn main() -> Result<(), Error> {
    let runtime = Runtime::new();
    for depth in [4, 8, 10] {
        println!("the {} numbers, sorted, add up to {}", 1 << depth, Sort::sorted(&runtime, depth)?);
    }
    Ok(())
}
