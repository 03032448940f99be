//! Functions that call themselves under one operator are loops; results and interactions are those of the net, and no node waits.

#[allow(dead_code, reason = "tests/random.rs uses the rest")]
mod support;

use polarnet::{AnyBook, Done, EngineKind, net, reader::Source};
use support::agree::{runtime, same_result};

const THREADS: [usize; 4] = [1, 2, 3, 4];

/// What the oracle gives is what direct style gives, and compiled functions if there are any.
#[track_caller]
fn same_everywhere(book: &AnyBook, compiled: bool) -> Done {
    let engines = [EngineKind::Direct, EngineKind::Compiled].into_iter().take(1 + usize::from(compiled));
    let engines: Vec<_> = engines.flat_map(|engine| THREADS.map(|threads| (engine, threads))).collect();
    book.with(|book| same_result(book, &engines, 1_000_000, false))
        .unwrap_or_else(|why| panic!("{why}"))
        .expect("it ends")
}

fn parse(text: &str) -> AnyBook {
    let source = Source::new("the book", text);
    let parsed = source.parse();
    parsed.book.unwrap_or_else(|| panic!("{}\n{text}", source.render(&parsed.diagnostics, false)))
}

/// All operators, those too that may not be taken in any order, in all the ways to write them, down to bases of all types.
#[test]
fn operators_bases_and_types() {
    let shapes = [
        // Beside a wire, on either side.
        "@f ~ (m s) & n ~ $([OP] $(s r))",
        "@f ~ (m s) & s ~ $([OP] $(n r))",
        // Beside a literal, both ways.
        "@f ~ (m s) & s ~ $([OP 3] r) & n ~ *",
        "@f ~ (m s) & s ~ $([OP] $(3 r)) & n ~ *",
        // Two operators, the second of which may be another.
        "@f ~ (m s) & s ~ $([OP 3] t) & n ~ $([OP] $(t r))",
        "@f ~ (m s) & s ~ $([^] $(7 t)) & n ~ $([OP] $(t r))",
        // Two calls.
        "m ~ {m1 m2} & @f ~ (m1 s) & m2 ~ ?((0 @f) t) & s ~ $([OP] $(t r)) & n ~ *",
        // The result is used twice.
        "@f ~ (m s) & s ~ {t u} & t ~ $([OP] $(u r)) & n ~ *",
    ];
    for shape in shapes {
        for op in ["+", "*", "&", "|", "^", "-", "<"] {
            for base in ["1", "+2", "2.5", "@g", "(1 2)"] {
                for start in ["9", "+9"] {
                    let body = shape.replace("OP", op);
                    let f = format!("@f = (?(({base} @h) r) r)  @h = ({{m n}} r) & {body}  @g = r & 4 ~ $([+1] r)");
                    for numbers in ["native", "hvm24"] {
                        let main = format!("#![numbers({numbers})] @main = r & @f ~ ({start} r)");
                        same_everywhere(&parse(&format!("{main}  {f}")), false);
                    }
                }
            }
        }
    }
}

/// A list whose end is not there is not added up: that would change the normal form.
#[test]
fn what_may_wait_is_no_loop() {
    let done = same_everywhere(
        &net! {
            @main = (end r) & @sum ~ ((1 (1 (1 (2 (1 (3 end)))))) r)
            @sum = ((?((@nil @cons) (list r)) list) r)
            @nil = (* 0)
            @cons = (* ((x xs) r)) & @sum ~ (xs s) & x ~ $([+] $(s r))
        }
        .into(),
        true,
    );
    assert!(done.to_string().contains("[+3]"), "{done}");
}

#[test]
fn compiled() {
    same_everywhere(
        &net! {
            @main = (a (b (c (d (e (f (g (h (i (j (k (l m))))))))))))
                & @wire ~ (90 a) & @wire ~ (+90 b) & @left ~ (90 c) & @literal ~ (90 d) & @two ~ (90 e) & @tree ~ (9 f)
                & @more ~ (90 (1 g)) & @more ~ (90 (0.5 h))
            & @and ~ (90 i) & @or ~ (90 j) & @symbol ~ (90 k) & @three ~ (90 (1 (2 l))) & @changes ~ (90 (3 (4 m)))
            @wire = (?((7 @wires) r) r)
            @wires = ({m n} r) & @wire ~ (m s) & n ~ $([*] $(s r))
            @left = (?((7 @lefts) r) r)
            @lefts = ({m n} r) & @left ~ (m s) & s ~ $([^] $(n r))
            @literal = (?((7 @literals) r) r)
            @literals = (m r) & @literal ~ (m s) & s ~ $([+3] r)
            @two = (?((7 @twos) r) r)
            @twos = ({m n} r) & @two ~ (m s) & s ~ $([+3] t) & n ~ $([+] $(t r))
            @tree = (?((1 @trees) r) r)
            @trees = ({m n} r) & @tree ~ (m s) & @tree ~ (n t) & s ~ $([+] $(t r))
            @and = (?((255 @ands) r) r)
            @ands = ({m n} r) & @and ~ (m s) & n ~ $([|252] k) & s ~ $([&] $(k r))
            @or = (?((256 @ors) r) r)
            @ors = ({m n} r) & @or ~ (m s) & n ~ $([|] $(s r))
            @symbol = (?((7 @symbols) r) r)
            @symbols = (m r) & @symbol ~ (m s) & s ~ $([*] $(3 r))
            // Three numbers that are looked at, and two that change places.
            @three = (?(((x (y z)) @threes) r) r) & x ~ $([+] $(y z))
            @threes = ({m n} ({x x1} ({y y1} r))) & @three ~ (m (x1 (y1 s))) & x ~ $([*] $(y k)) & k ~ $([+] $(n l)) & l ~ $([+] $(s r))
            @changes = (?(((x (y z)) @changed) r) r) & x ~ $([-] $(y z))
            @changed = (m ({x x1} ({y y1} r))) & @changes ~ (m (y1 (x1 s))) & x ~ $([-] $(y k)) & k ~ $([^] $(s r))
            // An argument that may be of another type.
            @more = (?(((x x) @mores) r) r)
            @mores = ({m n} ({x y} r)) & @more ~ (m (x s)) & y ~ $([+] $(s t)) & n ~ $([+] $(t r))
        }
        .into(),
        true,
    );
}

#[test]
fn compiled_is_as_the_net_where_it_may_not_fold() {
    same_everywhere(&net! {
        @main = (a (b (c (d (e f)))))
            & @signed ~ (30 a) & @float ~ (30 b) & @minus ~ (30 c) & @named ~ (30 d) & @mixed ~ (30 e) & @twice ~ (9 f)
        @signed = (?((-7 @signeds) r) r)
        @signeds = ({m n} r) & @signed ~ (m s) & n ~ $([+] $(s r))
        @float = (?((0.5 @floats) r) r)
        @floats = (m r) & @float ~ (m s) & s ~ $([*3] r)
        @minus = (?((7 @minuses) r) r)
        @minuses = ({m n} r) & @minus ~ (m s) & n ~ $([-] $(s r))
        @seven = r & 7 ~ $([+0] r)
        @named = (?((@seven @nameds) r) r)
        @nameds = ({m n} r) & @named ~ (m s) & n ~ $([+] $(s r))
        @mixed = (?((7 @mixeds) r) r)
        @mixeds = ({m n} r) & @mixed ~ (m s) & s ~ $([+3] t) & n ~ $([*] $(t r))
        @twice = (?((7 @twices) r) r)
        @twices = (m r) & @twice ~ (m s) & s ~ {t u} & t ~ $([+] $(u r))
    }.into(), true);
}

/// However deep, nothing waits: a call would leave 16 bytes. Debug builds put calls off all the time, and leave a node each time.
#[test]
fn hardly_any_memory() {
    let book = net! {
        @main = r & @sum ~ (3000000 r)
        @sum = (?((0 @more) r) r)
        @more = ({n $([+1] $([+] $(s r)))} r) & @sum ~ (n s)
    };
    let sum = (1..=3_000_000).fold(0, u32::wrapping_add);
    for engine in [EngineKind::Direct, EngineKind::Compiled] {
        for threads in [1, 2] {
            let memory = if cfg!(debug_assertions) { 16 } else { 4 } << 20;
            let done = runtime(engine, threads).max_memory(memory).run(&book).unwrap();
            assert_eq!(done.value::<u32>().unwrap(), sum);
        }
    }
}

/// The same of each operator and each way to write it, as bytecode, also of one that may not be taken in any order, where what is needed behind the call
/// goes on by a constant; where it does not it is kept.
#[test]
fn which_take_no_memory() {
    const DEPTH: u64 = 200_000;
    let memory = DEPTH * if cfg!(debug_assertions) { 10 } else { 5 };
    let run = |text: &str, memory| parse(text).with(|book| runtime(EngineKind::Direct, 1).max_memory(memory).run(book));
    for op in ["+", "*", "&", "|", "^", "-"] {
        for body in
            ["n ~ $([OP] $(s r))", "s ~ $([OP] $(n r))", "s ~ $([OP 3] r) & n ~ *", "s ~ $([OP] $(3 r)) & n ~ *"]
        {
            let text = format!(
                "@main = r & @f ~ ({DEPTH} (@id r))  @id = (x x)
                @f = (?((@end @h) r) r)  @end = (* 7)  @h = ({{m n}} (c r)) & @f ~ (m (c s)) & {}",
                body.replace("OP", op)
            );
            // Debug builds put calls off all the time: then there are nodes for those that wait.
            let most = if cfg!(debug_assertions) && op == "-" { 4 * memory } else { memory };
            run(&text, most).unwrap_or_else(|error| panic!("{error}: {text}"));
        }
    }
    let kept = format!(
        "@main = r & @f ~ ({DEPTH} (7 r))
        @f = (?((@end @h) (x r)) (x r))  @end = (x x)  @h = (m ({{$([*5] y) a}} r)) & @f ~ (m (y s)) & a ~ $([-] $(s r))"
    );
    run(&kept, memory).unwrap_err();
    run(&kept, 1 << 26).unwrap();
}
