//! What the definitions of a book are made of: vals of its agents.
//!
//! `cargo run --release --example schedule_net_pass`
//!
//! A book's agents are rows of a batch, each after those at its auxiliary ports. So what a pass wants to know of a term before
//! it moves it is a val from the leaves up, and the same three words say in which order, or that several are computed in one
//! traversal. The language of agents has a parameter, for how definitions are named: here rows of the book's own space of
//! definitions, `Idx<Defs<agent>>`.

use polarnet::{
    Agent, AgentLang, Book, Defs,
    columns::{Idx, Space},
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

fn example() -> Book<impl Space> {
    net! {
        @main = r & @sum ~ (20 (0 r))
        @sum = (?(((a a) @both) b) b)
        @both = ({c a} ({$([*2] $([+1] d)) $([*2] $([+0] b))} f))
            & @sum ~ (a (b $([+] $(e f))))
            & @sum ~ (c (d e))
        @pair = (1 (2 (3 *)))
    }
}

fn main() {
    println!("{:8} {:>5} {:>5} {:>5}  closed", "term", "size", "depth", "label");
    for (name, size, depth, label, closed) in lines(&example()) {
        println!("@{name:7} {size:5} {depth:5} {label:5}  {}", if closed { "yes" } else { "no" });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_are_measured() {
        let lines = lines(&example());
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
        let book = example();
        let agents = book.agents();
        let (sizes, parallel, (fused, _)) = (sizes(agents), sizes_in_parallel(agents), measures(agents));
        assert!(sizes == parallel && sizes == fused);
        for def in book.defs() {
            assert_eq!(sizes[book.root(def)], walk(&book, book.root(def)));
        }
    }
}
