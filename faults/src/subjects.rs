//! What allocates.

use polarnet::{
    AnyBook, EngineKind, Numbers, Runtime,
    columns::{Builder, Node, space},
    net,
    passes::{Entries, Passes},
    reader::Source,
};

/// It allocates, and checks its result.
pub type Subject = fn() -> Result<(), String>;

/// All of them, by name.
pub fn all() -> Vec<(&'static str, Subject)> {
    vec![
        ("read a book", read_book),
        ("passes", passes),
        ("run, oracle", || run(EngineKind::Oracle, 1)),
        ("run, bag", || run(EngineKind::Bag, 1)),
        ("run, shared", || run(EngineKind::Shared, 1)),
        ("run, direct", || run(EngineKind::Direct, 1)),
        ("run, bag, 2 threads", || run(EngineKind::Bag, 2)),
        ("run, direct, 2 threads", || run(EngineKind::Direct, 2)),
        ("run, compiled", || agents(1)),
        ("run, compiled, 2 threads", || agents(2)),
        ("stream", stream),
        ("search", || search(1)),
        ("search, 2 threads", || search(2)),
        ("columns", || columns(false)),
        ("columns, 2 threads", || columns(true)),
    ]
}

const BOOK: &str = "
    @main = r & @sum ~ (6 (0 r))
    @long = r & @sum ~ (13 (0 r))
    @sum = (?(((a a) @both) b) b)
    @both = ({c a} ({$([*2] $([+1] d)) $([*2] $([+0] b))} f))
      & @sum ~ (a (b $([+] $(e f)))) & @sum ~ (c (d e))
    @list = (a (b {c d})) & @sum ~ (a (b c)) & @main ~ d
";

fn book() -> Result<AnyBook, String> {
    let source = Source::new("faults", BOOK).numbers(Numbers::Native);
    let parsed = source.parse();
    parsed.book.ok_or_else(|| source.render(&parsed.diagnostics, false))
}

/// An equal value, or an error.
fn expect<T: PartialEq + core::fmt::Debug>(found: T, expected: T) -> Result<(), String> {
    if found == expected { Ok(()) } else { Err(format!("{found:?} instead of {expected:?}")) }
}

fn read_book() -> Result<(), String> {
    book()?;
    // With an error, which is rendered.
    let wrong = Source::new("wrong", "@main = (a b");
    expect(wrong.render(&wrong.parse().diagnostics, false).is_empty(), false)
}

fn passes() -> Result<(), String> {
    let new = book()?.with(|book| Passes::default().run(book, &Entries::default()));
    expect(new.with(|book| book.main().is_some()), true)
}

fn run(engine: EngineKind, threads: usize) -> Result<(), String> {
    let runtime = Runtime::new().engine(engine).threads(threads).max_memory(1 << 26);
    // A short run is over before a second thread has come.
    let (name, leaves) = if threads == 1 { ("main", 64) } else { ("long", 1 << 13) };
    let done = book()?.with(|book| {
        let def = book.find(name).expect("it is in the book");
        runtime.call(book, def, &[]).map_err(|error| error.to_string())
    })?;
    expect(done.value::<u32>().map_err(|error| error.to_string())?, leaves * (leaves - 1) / 2)
}

fn agents(threads: usize) -> Result<(), String> {
    net! {
        book Tree {
        agent +Leaf(#value: u32), +Node(+left, +right), -Visit(-out) ~ Tree, -Grow(#value: u32, -out), -Add(+b, -out), -AddTo(#a: u32, -out);
        group Tree = Leaf Node;
        rule Grow(#value, out) ~ #depth if depth == 0 => out ~ Leaf(#value);
        rule Grow(#value, out) ~ #depth => out ~ Node(l, r) & Grow(#(2 * value), l) ~ #(depth - 1) & Grow(#(2 * value + 1), r) ~ #(depth - 1);
        // Rust that allocates.
        rule Visit(out) ~ Leaf(#n) where #seen = { vec![n; 3].iter().sum::<u32>() / 3 } => out ~ #seen;
        rule Visit(out) ~ Node(l, r) => Visit(a) ~ l & Visit(b) ~ r & Add(b, out) ~ a;
        rule Add(b, out) ~ #a => AddTo(#a, out) ~ b;
        rule AddTo(#a, out) ~ #b => out ~ #(a + b);
        @tree(depth: u32) -> u32 = (depth r) & Grow(0, t) ~ depth & Visit(r) ~ t
        }
    }
    let runtime = Runtime::new().threads(threads).max_memory(1 << 26);
    let depth = if threads == 1 { 6 } else { 11 };
    let sum = Tree::tree(&runtime, depth).map_err(|error| error.to_string())?;
    expect(sum, (0..1 << depth).sum())
}

fn stream() -> Result<(), String> {
    let book = net! {
        @main = l & @from ~ (0 l)
        @from = ({a $([+1] b)} (a t)) & @from ~ (b t)
    };
    let runtime = Runtime::new().max_memory(1 << 22);
    let taken = runtime.lazily(&book, |net| net.items::<u32>().take(50).collect::<Result<Vec<_>, _>>());
    let taken = taken.and_then(|taken| taken).map_err(|error| error.to_string())?;
    expect(taken, (0..50).collect())
}

fn search(threads: usize) -> Result<(), String> {
    let book = net! { @main = (&1{0 1} (&2{0 1} (&3{0 1} (&4{0 1} &5{0 1})))) };
    let runtime = Runtime::new().threads(threads).max_memory(1 << 22);
    let found = runtime.search(&book, |branches| branches.map(|it| Ok(it?.to_string())).collect::<Result<Vec<_>, _>>());
    let mut found = found.and_then(|found| found).map_err(|error: polarnet::Error| error.to_string())?;
    found.sort();
    found.dedup();
    expect(found.len(), 32)
}

#[derive(Node, Clone, Copy)]
enum Sum<I> {
    Leaf(u64),
    Add(I, I),
}

fn columns(threads: bool) -> Result<(), String> {
    space!(Rows, guard);
    let mut rows = Builder::<Rows, SumLang>::new(guard);
    // Levels that several threads share.
    let width = if threads { 600 } else { 10 };
    let mut level: Vec<_> = (0..width).map(|leaf| rows.add(Sum::Leaf(leaf))).collect();
    for _ in 0..4 {
        let next: Vec<_> = level.iter().zip(level.iter().skip(1)).map(|(&a, &b)| rows.add(Sum::Add(a, b))).collect();
        level.extend(next);
    }
    let rows = rows.freeze();
    // Values that are on the heap.
    let value = |node: Sum<&Box<u64>>| match node {
        Sum::Leaf(leaf) => Box::new(leaf),
        Sum::Add(a, b) => Box::new(a.wrapping_add(**b)),
    };
    let values = if threads { rows.par_fold(&rows.levels(), value) } else { rows.fold(value) };
    let again = rows.plan().fold(value);
    expect(rows.indices().all(|row| values[row] == again[row]), true)
}
