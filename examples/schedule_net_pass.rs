//! Passes about nets: over a book's agents, and with a net that is reduced where a value needs it.
//!
//! `cargo run --release --example schedule_net_pass`
//!
//! A book's agents are rows of a batch, each after those at its auxiliary ports. So what a pass wants to know of a term before
//! it moves it is a val from the leaves up, and the same three words say in which order, or that several are computed in one
//! traversal. The language of agents has a parameter, for how definitions are named: here rows of the book's own space of
//! definitions, `Idx<Defs<agent>>`.
//!
//! The other way round, `reduce(Sums::sum(n, 0))` in a val is what a function of the book gives. Here a compiler meets calls of
//! it in a program, and computes those whose arguments are constants. A net may fail, so who asks for the pass gets a `Result`.

use polarnet::{
    Agent, AgentLang, Book, Defs, Error, Runtime,
    columns::{Builder, Idx, Mapping, Node, Space, space},
    net, schedule,
};

schedule! {
    space agent: Batch<Agent<Idx<Defs<agent>>>>;

    // Agents of a term; wires are none.
    val size(n: agent) -> u32 {
        returns match n {
            Wire => 0,
            Era | Num | Ref => 1,
            _(ports..) => 1 + sum(size[ports]),
        }
    }
    val depth(n: agent) -> u32 {
        returns match n {
            Wire | Era | Num | Ref => 0,
            _(ports..) => 1 + max(depth[ports]),
        }
    }
    // Terms that hold no wire do not depend on anything: they can be copied as they are.
    val closed(n: agent) -> bool { returns match n { Wire => false, _(ports..) => all(closed[ports]) } }
    // The largest label of a duplicator.
    val label(n: agent) -> u32 {
        returns match n {
            Dup(own, a, b) => max(own as u32, label[a], label[b]),
            Wire | Era | Num | Ref => 0,
            _(ports..) => max(label[ports]),
        }
    }

    fn measures(b: &Batch<agent>) -> (Data<agent, u32>, Data<agent, u32>) impls size, depth { bottom_up(b).fuse() }
    fn sizes(b: &Batch<agent>) -> Data<agent, u32> impls size { bottom_up(b) }
    fn sizes_in_parallel(b: &Batch<agent>) -> Data<agent, u32> impls size { bottom_up(b).wavefront().parallel() }
    fn closed_ones(b: &Batch<agent>) -> Data<agent, bool> impls closed { bottom_up(b) }
    fn labels(b: &Batch<agent>) -> Data<agent, u32> impls label { bottom_up(b) }
}

/// A line for each definition: its name, and the size, the depth, the largest label of its root's term, and if it is closed.
fn lines<S: Space>(book: &Book<S>) -> Vec<(String, u32, u32, u32, bool)> {
    let agents = book.agents();
    let (sizes, depths) = measures(agents);
    let (labels, closed) = (labels(agents), closed_ones(agents));
    let line = |def| {
        let root = book.root(def);
        (book.names()[def].clone(), sizes[root], depths[root], labels[root], closed[root])
    };
    book.defs().map(line).collect()
}

net! {
    book Sums {
        // The sum of 2^depth numbers, from `from` * 2^depth on.
        @sum(depth: u32, from: u32) -> u32 = (?(((a a) @both) b) b)
        @both = ({c a} ({$([*2] $([+1] d)) $([*2] $([+0] b))} f))
            & @sum ~ (a (b $([+] $(e f))))
            & @sum ~ (c (d e))
        @main = r & @sum ~ (20 (0 r))
        @pair = (1 (2 (3 *)))
    }
}

/// A program, in which the book's function is called.
#[derive(Node, Clone, Copy, Debug, PartialEq)]
enum Term<I> {
    Num(u32),
    Var(u32),
    Add(I, I),
    Sum(I, I),
}

schedule! {
    space program: Batch<Term>;
    space folded: Batch<Term>;

    val fold(n: program) -> Idx<folded> {
        returns match n {
            Add(a, b) => match (fold[a], fold[b]) { (Num(x), Num(y)) => Num(x + y), _ => n },
            Sum(depth, from) => match (fold[depth], fold[from]) {
                (Num(depth), Num(from)) => Num(reduce(Sums::sum(depth, from))),
                _ => n,
            },
            _ => n,
        }
    }
    fn constants_computed(
        b: &Batch<program>, guard: Guard<folded>, runtime: &Runtime
    ) -> Result<(Batch<folded>, Mapping<program, folded>), Error> impls fold { bottom_up(b).dedup() }
}

/// `sum(x, sum(2, 1) + 3)`, and with its constants computed.
fn fold_example(runtime: &Runtime) -> Result<[String; 2], Error> {
    space!(Program, guard);
    let mut b = Builder::<Program, TermLang>::new(guard);
    let [one, two, three] = [1, 2, 3].map(|n| b.add(Term::Num(n)));
    let x = b.add(Term::Var(0));
    let inner = b.add(Term::Sum(two, one));
    let plus = b.add(Term::Add(inner, three));
    let root = b.add(Term::Sum(x, plus));
    let b = b.freeze();
    space!(Folded, guard);
    let (after, to): (_, Mapping<Program, Folded>) = constants_computed(&b, guard, runtime)?;
    Ok([b.show(&[root]).to_string(), after.show(&[to[root]]).to_string()])
}

fn main() -> Result<(), Error> {
    println!("{:8} {:>5} {:>5} {:>5}  closed", "term", "size", "depth", "label");
    for (name, size, depth, label, closed) in lines(Sums::book()) {
        println!("@{name:7} {size:5} {depth:5} {label:5}  {}", if closed { "yes" } else { "no" });
    }
    let [before, after] = fold_example(&Runtime::new())?;
    println!("\n{before}\nwith its constants computed: {after}");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_are_measured() {
        let lines = lines(Sums::book());
        let of = |name: &str| lines.iter().find(|line| line.0 == name).cloned();
        // (1 (2 (3 *))): three pairs, three numbers, and an eraser
        assert_eq!(of("pair"), Some(("pair".into(), 7, 3, 0, true)));
        // (?(((a a) @both) b) b): two pairs outside of the switch's, and (a a)
        assert_eq!(of("sum"), Some(("sum".into(), 5, 4, 0, false)));
    }

    #[test]
    fn orders_agree_with_a_walk() {
        fn walk<S: Space>(book: &Book<S>, row: Idx<S>) -> u32 {
            match book.agents().node(row) {
                Agent::Wire => 0,
                agent => 1 + agent.children().map(|child| walk(book, child)).sum::<u32>(),
            }
        }
        let book = Sums::book();
        let agents = book.agents();
        let (sizes, parallel, (fused, _)) = (sizes(agents), sizes_in_parallel(agents), measures(agents));
        assert!(sizes == parallel && sizes == fused);
        for def in book.defs() {
            assert_eq!(sizes[book.root(def)], walk(book, book.root(def)));
        }
    }

    #[test]
    fn constants_are_computed_by_the_net() -> Result<(), Error> {
        let [before, after] = fold_example(&Runtime::new().threads(1))?;
        assert!(before.contains("Sum (Num 2) (Num 1)"), "{before}");
        // 4 + 5 + 6 + 7, and 3
        assert_eq!(after, "Sum (Var 0) (Num 25)");
        Ok(())
    }

    #[test]
    fn a_limit_of_the_runtime_ends_the_pass() {
        let error = fold_example(&Runtime::new().max_interactions(3)).expect_err("the sum takes more");
        assert_eq!(error.to_string(), "the limit of 3 interactions is reached");
    }
}
