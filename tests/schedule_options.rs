//! `schedule!`: `Some(x)` and `None`, which every block has from Rust's prelude.

use polarnet::{
    columns::{Builder, Mapping, Node, space},
    schedule,
};

#[derive(Node, Clone, Copy, Debug, PartialEq)]
enum Optional<I> {
    None,
    Leaf(u64),
    Twice(I),
}

fn smaller(n: u64) -> Option<u64> {
    n.checked_sub(1)
}

fn or_zero(n: Option<u64>) -> u64 {
    n.unwrap_or(0)
}

schedule! {
    extern(cpu) pure smaller(u64) -> Option<u64>;
    extern(cpu) pure or_zero(Option<u64>) -> u64;
    val before(n: u64) -> Option<u64> { returns None if n > 9 else smaller(n) }
    fn before_of(n: u64) -> Option<u64> impls before { eval(n) }
    fn before_by_hand(n: u64) -> Option<u64> impls before { if n > 9 { None } else { smaller(n) } }

    space old: Batch<Optional>;
    space new: Batch<Optional>;
    // Where nodes are made, `None` is this language's.
    val emptied(n: old) -> Idx<new> {
        returns match n {
            Leaf(k) => match smaller(k) { Some(m) => Leaf(or_zero(Some(m))), None => None },
            _ => n,
        }
    }
    fn empty(b: &Batch<old>, guard: Guard<new>) -> (Batch<new>, Mapping<old, new>) impls emptied { bottom_up(b) }
    val depth(n: old) -> Option<u64> {
        returns match n { None => None, Leaf(k) => Some(k), Twice(x) => match depth[x] { Some(d) => Some(d + 1), None => None } }
    }
    fn depths(b: &Batch<old>) -> Data<old, Option<u64>> impls depth { bottom_up(b) }
}

#[test]
fn a_value_may_be_none() {
    for n in [0, 1, 9, 10] {
        let wanted = if n > 9 { None } else { smaller(n) };
        assert_eq!((before_of(n), before_by_hand(n)), (wanted, wanted));
    }
}

#[test]
fn a_language_may_have_its_own_none() {
    space!(Old, guard);
    let mut b = Builder::<Old, OptionalLang>::new(guard);
    let (none, leaf, zero) = (b.add(Optional::None), b.add(Optional::Leaf(3)), b.add(Optional::Leaf(0)));
    let (twice, nothing) = (b.add(Optional::Twice(leaf)), b.add(Optional::Twice(none)));
    let b = b.freeze();
    let depth = depths(&b);
    assert_eq!([none, leaf, twice, nothing].map(|row| depth[row]), [None, Some(3), Some(4), None]);
    space!(New, guard);
    let (new, to): (_, Mapping<Old, New>) = empty(&b, guard);
    assert_eq!([leaf, zero].map(|row| new.node(to[row])), [Optional::Leaf(2), Optional::None]);
}
