//! Rules whose Rust panics, on whichever thread.

use crate::{Outcome, chance::Chance};
use polarnet::{ErrorKind, Number, Numbers, Runtime, net};
use std::sync::atomic::{AtomicI64, AtomicU32, Ordering::Relaxed};

/// The number that is unlucky; one that no leaf has is lucky for all.
static UNLUCKY: AtomicU32 = AtomicU32::new(0);

/// How many [`Held`] there are.
static HELD: AtomicI64 = AtomicI64::new(0);

/// What a rule holds while it panics.
struct Held;

impl Held {
    fn new() -> Self {
        HELD.fetch_add(1, Relaxed);
        Held
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        HELD.fetch_sub(1, Relaxed);
    }
}

const DEPTH: u32 = 10;

net! {
    book Tree {
        agent +Leaf(#value: u32), +Node(+left, +right), -Visit(-out) ~ Tree, -Grow(#value: u32, -out), -Add(+b, -out), -AddTo(#a: u32, -out);
        group Tree = Leaf Node;
        rule Grow(#value, out) ~ #depth if depth == 0 => out ~ Leaf(#value);
        rule Grow(#value, out) ~ #depth => out ~ Node(l, r) & Grow(#(2 * value), l) ~ #(depth - 1) & Grow(#(2 * value + 1), r) ~ #(depth - 1);
        rule Visit(out) ~ Leaf(#n) where #seen = {
            let _held = Held::new();
            assert!(n != UNLUCKY.load(Relaxed), "unlucky");
            n
        } => out ~ #seen;
        rule Visit(out) ~ Node(l, r) => Visit(a) ~ l & Visit(b) ~ r & Add(b, out) ~ a;
        rule Add(b, out) ~ #a => AddTo(#a, out) ~ b;
        rule AddTo(#a, out) ~ #b => out ~ #(a + b);
        @visit = (depth r) & Grow(0, t) ~ depth & Visit(r) ~ t
    }
}

/// Panics that are wanted say nothing.
pub fn quiet() {
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        if panic.payload_as_str() != Some("unlucky") {
            hook(panic);
        }
    }));
}

/// A tree, of whose leaves one panics, or none does.
pub fn round(chance: &mut Chance, threads: usize) -> Outcome {
    let runtime = Runtime::new().threads(threads);
    let leaves = 1 << DEPTH;
    let unlucky = chance.below(leaves * 4 / 3) as u32;
    UNLUCKY.store(unlucky, Relaxed);
    let book = Tree::book();
    let visit = book.find("visit").ok_or("`@visit` is gone")?;
    let result = runtime.call(book, visit, &[Number::u(DEPTH, Numbers::Native)]);
    let held = HELD.load(Relaxed);
    if held != 0 {
        return Err(format!("{held} values of the rule were not dropped"));
    }
    let lucky = u64::from(unlucky) >= leaves;
    match result {
        Ok(done) if lucky => match done.value::<u32>() {
            Ok(sum) if u64::from(sum) == leaves * (leaves - 1) / 2 => Ok("done"),
            other => Err(format!("the sum is {other:?}")),
        },
        Ok(done) => Err(format!("no panic, but {done}")),
        Err(error) => match error.kind {
            ErrorKind::Panic { message, .. } if !lucky && message == "unlucky" => Ok("panic"),
            other => Err(other.to_string()),
        },
    }
}
