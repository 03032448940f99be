//! The nets: those that HVM2 is measured by, Church numerals, Ackermann's function, queens, deep recursions, and a search by superpositions.

use super::{
    Kind, Workload, search,
    sorts::{Bitonic, Radix},
};
use polarnet::{Number, Numbers, net};

macro_rules! workload {
    ($name:literal, $small:literal, $usual:literal, $interactions:literal, $book:ident, $about:literal, $expected:expr) => {
        Workload {
            name: $name,
            about: $about,
            kind: Kind::Net,
            small: $small,
            usual: $usual,
            interactions: $interactions,
            run: |runtime, size| {
                let book = $book::book();
                let go = book.find("go").expect("each book has it");
                runtime.call(book, go, &[Number::u(size, Numbers::Native)])
            },
            expected: $expected,
        }
    };
}

/// All of them.
pub const NETS: [Workload; 12] = [
    workload!("net/sum_rec", 16, 22, 1_572_848, SumRec, "the sum of 0 .. 2^n, by halves", sum),
    workload!("net/stress", 2, 9, 1_572_943, Stress, "2^n loops of 65536 turns", |_| 0),
    workload!("net/sum_tree", 15, 21, 1_376_230, SumTree, "a tree of 2^n leaves is built, they are counted", power),
    workload!("net/sort_bitonic", 9, 15, 722_662, Bitonic, "bitonic sort of a tree of 2^n numbers", sum),
    workload!("net/sort_radix", 9, 16, 903_337, Radix, "radix sort of a tree of 2^n numbers, by maps", sum),
    workload!("net/church", 17, 20, 524_679, Church, "2^n, of Church numerals", power),
    workload!("net/ackermann", 5, 9, 551_939, Ackermann, "Ackermann's function of 3 and n", |n| (8 << n) - 3),
    workload!("net/queens", 9, 11, 729_185, Queens, "how many ways n queens do not threaten each other", queens),
    workload!("net/deep", 200, 4000, 2_400_008, Deep, "1 + … + 1000 n, by a recursion that is a loop", triangle),
    workload!("net/deeper", 200, 4000, 2_400_008, Deeper, "1000 n - (… - (2 - 1)), by a recursion as deep", halves),
    workload!("net/shallow", 200, 4000, 2_403_007, Shallow, "n times 1000 - (… - (2 - 1)), by that recursion", halves),
    search::SUBSET_SUM,
];

fn sum(depth: u32) -> u32 {
    (0..1_u32 << depth).fold(0, u32::wrapping_add)
}

fn triangle(thousands: u32) -> u32 {
    (1..=1000 * thousands).fold(0, u32::wrapping_add)
}

fn halves(thousands: u32) -> u32 {
    500 * thousands
}

fn power(n: u32) -> u32 {
    1 << n
}

/// How many ways there are.
pub fn queens(n: u32) -> u32 {
    /// Squares of a row are bits; threatened are those below, to the left, and to the right.
    fn ways(all: u32, below: u32, left: u32, right: u32) -> u32 {
        if below == all {
            return 1;
        }
        let squares = (0..32).map(|at| 1 << at).filter(|square| all & !(below | left | right) & square != 0);
        squares.map(|square| ways(all, below | square, (left | square) << 1, (right | square) >> 1)).sum()
    }
    ways((1 << n) - 1, 0, 0, 0)
}

net! {
    pub book SumRec {
        @go(n: u32) -> u32 = (n r) & @sum ~ (n (0 r))
        @sum = (?(((x x) @both) r) r)
        @both = ({m n} ({$([*2] $([+1] y)) $([*2] $([+0] x))} r))
            & @sum ~ (n (x $([+] $(s r))))
            & @sum ~ (m (y s))
    }
}

net! {
    pub book Stress {
        @go(n: u32) -> u32 = (n r) & @fork ~ (n r)
        @fork = (?((@leaf @both) r) r)
        @leaf = r & @loop ~ (65536 r)
        @both = ({m n} r) & @fork ~ (m $([+] $(s r))) & @fork ~ (n s)
        @loop = (?((0 @turn) r) r)
        @turn = r & @loop ~ r
    }
}

net! {
    pub book SumTree {
        @go(n: u32) -> u32 = ({m n} r) & @tree ~ (m (0 t)) & @sum ~ (n (t r))
        @tree = (?(((x x) @node) t) t)
        @node = ({m n} ({$([*2] $([+1] y)) $([*2] x)} (a b))) & @tree ~ (m (y a)) & @tree ~ (n (x b))
        // A leaf counts 1.
        @sum = (?(((* 1) @both) r) r)
        @both = ({m n} ((a b) r)) & @sum ~ (m (a $([+] $(s r)))) & @sum ~ (n (b s))
    }
}

net! {
    pub book Church {
        @go(n: u32) -> u32 = (n r) & @numeral ~ (n (@two (@add_one (0 r))))
        @numeral = (?((@zero @succ) r) r)
        @zero = (* (x x))
        // What a numeral copies, and what `@two` does, have labels of their own.
        @succ = (n (&1{(s r) f} (x r))) & @numeral ~ (n (f (x s)))
        @two = (&2{(x y) (y z)} (x z))
        @add_one = ($([+1] r) r)
    }
}

net! {
    pub book Ackermann {
        @go(n: u32) -> u32 = (n r) & @ack ~ (3 (n r))
        @ack = (?((@none @some) (n r)) (n r))
        @none = ($([+1] r) r)
        @some = (m (?((@zero @both) (m r)) r))
        @zero = (m r) & @ack ~ (m (1 r))
        @both = (n ({$([+1] l) m} r)) & @ack ~ (l (n k)) & @ack ~ (m (k r))
    }
}

net! {
    /// Each call takes the place of the one before.
    pub book Deep {
        @go(n: u32) -> u32 = ($([*1000] n) r) & @sum ~ (n r)
        @sum = (?((0 @more) r) r)
        @more = ({n $([+1] $([+] $(s r)))} r) & @sum ~ (n s)
    }
}

net! {
    /// Each call waits for the next one, beyond all stacks: in which order numbers are taken from each other does matter.
    pub book Deeper {
        @go(n: u32) -> u32 = ($([*1000] n) r) & @less ~ (n r)
        @less = (?((0 @more) r) r)
        @more = ({n $([+1] $([-] $(s r)))} r) & @less ~ (n s)
    }
}

net! {
    /// The recursion of [`Deeper`], as often, on little of the stack.
    pub book Shallow {
        @go(n: u32) -> u32 = (n r) & @times ~ (n r)
        @times = (?((0 @once) r) r)
        @once = (n r) & @less ~ (1000 half) & @times ~ (n rest) & half ~ $([+] $(rest r))
        @less = (?((0 @more) r) r)
        @more = ({n $([+1] $([-] $(s r)))} r) & @less ~ (n s)
    }
}

net! {
    /// The squares of a row are bits: `all` of them, and those that are threatened from below, from the left, the right.
    pub book Queens {
        @go(n: u32) -> u32 = ($([<<1] $([:-1] all)) r) & @row ~ (all (0 (0 (0 r))))
        // all, below, left, right
        @row = ({$([^] $(b1 rows)) {a1 {a2 a}}} ({b1 {$([|] $(l1 $([|] $(r1 $([&] $(a1 $([^] $(a2 free)))))))) b}} ({l1 l} ({r1 r} ways))))
            & rows ~ ?((@done (* @some)) (free (a (b (l (r ways))))))
        @done = (* (* (* (* (* 1)))))
        // Squares that are free, and those above.
        @some = (?((@none @next) ways) ways)
        @none = (* (* (* (* 0))))
        @next = ({$([+1] {s1 s2}) p} ({a1 a2} ({b1 b2} ({l1 l2} ({r1 r2} ways)))))
            & s1 ~ $([&] $(p {rest1 rest}))
            & s2 ~ $([^] $(rest1 {q1 {q2 q3}}))
            & b1 ~ $([|] $(q1 b))
            & l1 ~ $([|] $(q2 $([:<<1] l)))
            & r1 ~ $([|] $(q3 $([:>>1] r)))
            & @row ~ (a1 (b (l (r $([+] $(others ways))))))
            & @some ~ (rest (a2 (b2 (l2 (r2 others)))))
    }
}
