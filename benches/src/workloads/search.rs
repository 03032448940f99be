//! A search by superpositions: all choices at once, which share what they have in common.

use super::{Kind, Workload};
use polarnet::{Number, Numbers, net};

/// The largest size that the book has definitions for: labels are written, not computed.
const MOST: u32 = 16;

pub const SUBSET_SUM: Workload = Workload {
    name: "net/subset_sum",
    about: "how many subsets of 1 ..= n have half the sum: superpositions of all, collapsed",
    kind: Kind::Net,
    small: 14,
    usual: 16,
    interactions: 507_826,
    run: |runtime, size| {
        let book = SubsetSum::book();
        let go = book.find(&format!("go{size}")).unwrap_or_else(|| panic!("net/subset_sum has sizes 1 to {MOST}"));
        runtime.call(book, go, &[Number::u(half(size), Numbers::Native)])
    },
    expected: subsets,
};

fn half(n: u32) -> u32 {
    n * (n + 1) / 4
}

fn subsets(n: u32) -> u32 {
    // Of the numbers up to one: how many subsets have each sum.
    let mut ways = vec![0; half(n) as usize + 1];
    ways[0] = 1;
    for number in 1..=n as usize {
        for sum in (number..ways.len()).rev() {
            ways[sum] += ways[sum - number];
        }
    }
    ways.pop().expect("0 is a sum")
}

net! {
    pub book SubsetSum {
        // Each number is in the sum, or is not: a superposition with a label of its own.
        @add0 = (s s)
        @add1 = ($([+] $(&1{0 1} s)) r) & @add0 ~ (s r)
        @add2 = ($([+] $(&2{0 2} s)) r) & @add1 ~ (s r)
        @add3 = ($([+] $(&3{0 3} s)) r) & @add2 ~ (s r)
        @add4 = ($([+] $(&4{0 4} s)) r) & @add3 ~ (s r)
        @add5 = ($([+] $(&5{0 5} s)) r) & @add4 ~ (s r)
        @add6 = ($([+] $(&6{0 6} s)) r) & @add5 ~ (s r)
        @add7 = ($([+] $(&7{0 7} s)) r) & @add6 ~ (s r)
        @add8 = ($([+] $(&8{0 8} s)) r) & @add7 ~ (s r)
        @add9 = ($([+] $(&9{0 9} s)) r) & @add8 ~ (s r)
        @add10 = ($([+] $(&10{0 10} s)) r) & @add9 ~ (s r)
        @add11 = ($([+] $(&11{0 11} s)) r) & @add10 ~ (s r)
        @add12 = ($([+] $(&12{0 12} s)) r) & @add11 ~ (s r)
        @add13 = ($([+] $(&13{0 13} s)) r) & @add12 ~ (s r)
        @add14 = ($([+] $(&14{0 14} s)) r) & @add13 ~ (s r)
        @add15 = ($([+] $(&15{0 15} s)) r) & @add14 ~ (s r)
        @add16 = ($([+] $(&16{0 16} s)) r) & @add15 ~ (s r)

        // The collapse: a duplication with that label takes its sides apart. They are 0 or 1, and are added.
        @count0 = (x x)
        @count1 = (&1{x y} r) & @count0 ~ (x $([+] $(s r))) & @count0 ~ (y s)
        @count2 = (&2{x y} r) & @count1 ~ (x $([+] $(s r))) & @count1 ~ (y s)
        @count3 = (&3{x y} r) & @count2 ~ (x $([+] $(s r))) & @count2 ~ (y s)
        @count4 = (&4{x y} r) & @count3 ~ (x $([+] $(s r))) & @count3 ~ (y s)
        @count5 = (&5{x y} r) & @count4 ~ (x $([+] $(s r))) & @count4 ~ (y s)
        @count6 = (&6{x y} r) & @count5 ~ (x $([+] $(s r))) & @count5 ~ (y s)
        @count7 = (&7{x y} r) & @count6 ~ (x $([+] $(s r))) & @count6 ~ (y s)
        @count8 = (&8{x y} r) & @count7 ~ (x $([+] $(s r))) & @count7 ~ (y s)
        @count9 = (&9{x y} r) & @count8 ~ (x $([+] $(s r))) & @count8 ~ (y s)
        @count10 = (&10{x y} r) & @count9 ~ (x $([+] $(s r))) & @count9 ~ (y s)
        @count11 = (&11{x y} r) & @count10 ~ (x $([+] $(s r))) & @count10 ~ (y s)
        @count12 = (&12{x y} r) & @count11 ~ (x $([+] $(s r))) & @count11 ~ (y s)
        @count13 = (&13{x y} r) & @count12 ~ (x $([+] $(s r))) & @count12 ~ (y s)
        @count14 = (&14{x y} r) & @count13 ~ (x $([+] $(s r))) & @count13 ~ (y s)
        @count15 = (&15{x y} r) & @count14 ~ (x $([+] $(s r))) & @count14 ~ (y s)
        @count16 = (&16{x y} r) & @count15 ~ (x $([+] $(s r))) & @count15 ~ (y s)

        @go1 = (half r) & @add1 ~ (0 $([=] $(half found))) & @count1 ~ (found r)
        @go2 = (half r) & @add2 ~ (0 $([=] $(half found))) & @count2 ~ (found r)
        @go3 = (half r) & @add3 ~ (0 $([=] $(half found))) & @count3 ~ (found r)
        @go4 = (half r) & @add4 ~ (0 $([=] $(half found))) & @count4 ~ (found r)
        @go5 = (half r) & @add5 ~ (0 $([=] $(half found))) & @count5 ~ (found r)
        @go6 = (half r) & @add6 ~ (0 $([=] $(half found))) & @count6 ~ (found r)
        @go7 = (half r) & @add7 ~ (0 $([=] $(half found))) & @count7 ~ (found r)
        @go8 = (half r) & @add8 ~ (0 $([=] $(half found))) & @count8 ~ (found r)
        @go9 = (half r) & @add9 ~ (0 $([=] $(half found))) & @count9 ~ (found r)
        @go10 = (half r) & @add10 ~ (0 $([=] $(half found))) & @count10 ~ (found r)
        @go11 = (half r) & @add11 ~ (0 $([=] $(half found))) & @count11 ~ (found r)
        @go12 = (half r) & @add12 ~ (0 $([=] $(half found))) & @count12 ~ (found r)
        @go13 = (half r) & @add13 ~ (0 $([=] $(half found))) & @count13 ~ (found r)
        @go14 = (half r) & @add14 ~ (0 $([=] $(half found))) & @count14 ~ (found r)
        @go15 = (half r) & @add15 ~ (0 $([=] $(half found))) & @count15 ~ (found r)
        @go16 = (half r) & @add16 ~ (0 $([=] $(half found))) & @count16 ~ (found r)
    }
}
