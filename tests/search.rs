//! Search: the branches of superpositions are what enumeration finds, after fewer interactions, and come to an end.

#[path = "../examples/search/nets.rs"]
mod nets;
#[allow(dead_code, reason = "others use the rest")]
mod support;

use nets::Candidate;
use polarnet::{EngineKind, Error, ErrorKind, lazy::Lazy, reader::Source};
use std::{
    cell::Cell,
    collections::HashMap,
    sync::mpsc::{RecvTimeoutError, channel},
    thread,
    time::Duration,
};
use support::{
    agents::{self, Kind},
    agree,
    choices::Choices,
    functions, programs, soup,
    tries::{cases, try_texts},
};

/// A book of text, looked at lazily.
fn lazily<R>(text: &str, look: impl FnOnce(&mut Lazy<'_>) -> Result<R, Error>) -> Result<R, Error> {
    let source = Source::new("the book", text);
    let parsed = source.parse();
    let book = parsed.book.unwrap_or_else(|| panic!("{}", source.render(&parsed.diagnostics, false)));
    let runtime = agree::runtime(EngineKind::Lazy, 1).max_interactions(1_000_000);
    book.with(|book| runtime.lazily(book, look))?
}

/// The branches of `@main`, as text.
fn branches(text: &str, count: usize) -> Result<Vec<String>, Error> {
    lazily(text, |net| net.collapse().take(count).map(|branch| Ok(branch?.to_string())).collect())
}

#[test]
fn what_leaves_its_lambda_comes_to_an_end() {
    // Both parts are lambdas of both variables: a part of the one is chosen in the scope of the other.
    assert_eq!(branches("@main = (a (&1{b a} b))", 9).unwrap(), ["(* (x0 x0))", "(x0 (x0 *))"]);
}

/// Nor are there duplications of what is in another branch only.
#[test]
fn what_another_branch_uses_is_not_used_here() {
    let text = "
        #![numbers(hvm24)]
        @main = (((* 0) w3) ({w6 w2} (w2 [+])))
          & w4 ~ w7
          & 0.0 ~ $(0 w4)
          & {(&1{w7 (0 0)} ((0 w5) w3)) 0} ~ w1
          & 0 ~ (0 ((w0 (1 -inf)) (2 (2 (1 (0 (+0 (((w5 w0) (1 1)) $(w1 w6)))))))))";
    let found = lazily(text, |net| {
        net.collapse().map(|branch| Ok(format!("{:#}", branch?))).collect::<Result<Vec<_>, Error>>()
    });
    assert_eq!(found.unwrap()[0], "+(-(+(-* 0) -$(0 -*)) +(+x0 +(-x0 [+])))");
}

/// What is found among all candidates at once, and one by one, in the order of its text; and the interactions of both.
fn search(size: usize, net: impl Fn(Candidate) -> String) -> (Vec<String>, Vec<String>, [u64; 2]) {
    let all = |text: &str| {
        lazily(text, |net| {
            let found = net.collapse().map(|branch| Ok(branch?.to_string())).collect::<Result<Vec<_>, Error>>()?;
            Ok((found, net.stats().interactions()))
        })
        .unwrap()
    };
    let (mut found, superposed) = all(&net(None));
    let (mut expected, mut enumerated) = (Vec::new(), 0);
    for candidate in 0..1 << size {
        let (one, interactions) = all(&net(Some(candidate)));
        assert_eq!(one.len(), 1);
        expected.extend(one);
        enumerated += interactions;
    }
    for list in [&mut found, &mut expected] {
        list.retain(|branch| branch != "0");
        list.sort();
    }
    (found, expected, [superposed, enumerated])
}

/// The bits of candidates, as answers have them.
fn list(bits: impl Fn(usize) -> bool, size: usize) -> String {
    let open: String = (0..size).map(|at| format!("({} ", u32::from(bits(at)))).collect();
    format!("{open}*{}", ")".repeat(size))
}

/// Collapse finds what enumeration does, and that is right, after fewer interactions: by a factor that grows.
fn finds(sizes: &[usize], net: impl Fn(usize, Candidate) -> String, is_answer: impl Fn(usize, u32) -> bool) {
    let mut last = 0.0;
    for &size in sizes {
        let (found, enumerated, [superposed, one_by_one]) = search(size, |candidate| net(size, candidate));
        let answers = (0..1_u32 << size).filter(|&bits| is_answer(size, bits));
        let mut expected: Vec<String> = answers.map(|bits| list(|at| bits >> at & 1 == 1, size)).collect();
        expected.sort();
        assert!(!expected.is_empty(), "{size}");
        assert_eq!(enumerated, expected, "{size}");
        assert_eq!(found, expected, "{size}");
        let factor = one_by_one as f64 / superposed as f64;
        println!("{size}: {superposed} interactions, not {one_by_one}: {factor:.2}");
        assert!(factor > last, "{size}: {factor}, after {last}");
        last = factor;
    }
    assert!(last > 2.0, "{last}");
}

#[test]
fn subset_sum_by_superposition() {
    let weights = |size: usize| (0..size as u32).map(|at| 3 + at * at).collect::<Vec<_>>();
    let sum = |size: usize| weights(size).iter().step_by(2).sum::<u32>();
    finds(
        &[3, 5, 7, 9],
        |size, candidate| nets::subset_sum(&weights(size), sum(size), candidate),
        |size, bits| (0..size).map(|at| (bits >> at & 1) * weights(size)[at]).sum::<u32>() == sum(size),
    );
}

#[test]
fn clauses_are_satisfied_by_superposition() {
    let clauses = |size: usize| nets::clauses(size, 3 * size);
    finds(
        &[4, 6, 8, 10],
        |size, candidate| nets::satisfy(size, &clauses(size), candidate),
        |size, bits| {
            let holds = |literal: i32| (bits >> (literal.unsigned_abs() - 1) & 1 == 1) == (literal > 0);
            clauses(size).iter().all(|clause| clause.iter().any(|&literal| holds(literal)))
        },
    );
}

/// A branch without end does not keep the others from coming.
#[test]
fn branches_come_in_fair_order() {
    // The first part of x is x again, without end: of the label 1 it was chosen before.
    let text = "
        #![numbers(native)]
        @main = &2{s 42} & @x ~ (7 s)
        @x = ({a b} &1{t a}) & @x ~ (b t)";
    assert_eq!(branches(text, 2).unwrap(), ["42", "7"]);
}

/// Nor one that is reduced without end, and has no superposition.
#[test]
fn a_branch_that_diverges_waits() {
    let found = branches("@main = &1{l (&2{m 1} 2)} & @loop ~ (0 l) & @loop ~ (0 m)  @loop = (a b) & @loop ~ (a b)", 1);
    assert_eq!(found.unwrap(), ["(1 2)"]);
}

/// The same label on the way to a result is the same choice, wherever it comes to light.
#[test]
fn a_label_is_one_choice() {
    for (text, expected) in [
        ("@main = (&1{1 2} &1{3 4})", &["(1 3)", "(2 4)"][..]),
        ("@main = (&1{1 2} &2{3 4})", &["(1 3)", "(1 4)", "(2 3)", "(2 4)"]),
        ("@main = &1{&1{1 2} &2{3 &1{4 5}}}", &["1", "3", "5"]),
        ("@main = @f  @f = (&5{0 1} @g)  @g = &5{2 3}", &["(0 2)", "(1 3)"]),
    ] {
        let found = branches(&format!("#![numbers(native)] {text}"), usize::MAX).unwrap();
        assert_eq!(found, expected, "{text}");
    }
}

/// The branches of a random book, with signs, or why there are none; an error where it does not come to an end in a minute.
fn end(text: &str, interactions: u64) -> Result<Result<Vec<String>, ErrorKind>, String> {
    let (sender, receiver) = channel();
    let owned = text.to_owned();
    let thread = thread::spawn(move || {
        // Some random books have no signs that fit what their agents declare.
        let Some(book) = Source::new("the book", &*owned).parse().book else { return };
        let runtime = agree::runtime(EngineKind::Lazy, 1).max_interactions(interactions);
        let found = book.with(|book| {
            runtime.lazily(book, |net| net.collapse().take(200).map(|branch| Ok(format!("{:#}", branch?))).collect())
        });
        let found: Result<Vec<String>, Error> = found.and_then(|found| found);
        let _ = sender.send(found.map_err(|error| error.kind));
    });
    match receiver.recv_timeout(Duration::from_secs(60)) {
        Ok(found) => Ok(found),
        Err(RecvTimeoutError::Timeout) => Err("it has no end".into()),
        Err(RecvTimeoutError::Disconnected) => match thread.join() {
            Ok(()) => Ok(Err(ErrorKind::NoMain)),
            Err(_) => Err("it panics".into()),
        },
    }
}

#[test]
fn the_branches_of_random_books_come_to_an_end() {
    let kinds: [fn(&mut Choices) -> String; 5] = [
        |c| soup::book(c).to_string(),
        |c| programs::book(c).to_string(),
        |c| agents::book(c, Kind::Whole),
        |c| agents::book(c, Kind::Unpolarized),
        functions::book,
    ];
    let ended = Cell::new(0);
    for generate in kinds {
        try_texts(cases(100), generate, |text| {
            ended.set(ended.get() + u32::from(end(text, 5_000)?.is_ok()));
            Ok(())
        });
    }
    assert!(ended.get() > cases(100), "{ended:?} ended");
}

/// A normal form, as text with signs has it.
#[derive(Clone)]
enum Tree {
    Leaf(String),
    Wire(String),
    Node(String, Vec<Tree>),
    Superposition(String, Box<[Tree; 2]>),
}

impl Tree {
    fn read(text: &mut &str) -> Tree {
        let head = text.find(['(', '{', ')', '}', ',', ' ']).unwrap_or(text.len());
        let (name, rest) = text.split_at(head);
        *text = rest;
        let close = match rest.chars().next() {
            Some('(') => ")",
            Some('{') => "}",
            _ if name[1..].starts_with('x') => return Tree::Wire(name.into()),
            _ => return Tree::Leaf(name.into()),
        };
        let open = format!("{name}{}", &rest[..1]);
        let mut children = Vec::new();
        while !text.starts_with(close) {
            *text = text[1..].trim_start();
            children.push(Tree::read(text));
        }
        *text = &text[1..];
        match <[Tree; 2]>::try_from(children) {
            Ok(parts) if close == "}" && !name.starts_with('-') => Tree::Superposition(name.into(), Box::new(parts)),
            Ok(parts) => Tree::Node(open, parts.into()),
            Err(children) => Tree::Node(open, children),
        }
    }

    /// With the chosen parts; or the first label of which none is chosen.
    fn choose(&self, choices: &HashMap<String, usize>) -> Result<Tree, String> {
        match self {
            Tree::Superposition(label, parts) => match choices.get(label) {
                Some(&part) => parts[part].choose(choices),
                None => Err(label.clone()),
            },
            Tree::Node(open, children) => {
                let children = children.iter().map(|child| child.choose(choices)).collect::<Result<_, _>>()?;
                Ok(Tree::Node(open.clone(), children))
            }
            leaf => Ok(leaf.clone()),
        }
    }

    fn branches(&self, choices: &HashMap<String, usize>, found: &mut Vec<Tree>) {
        match self.choose(choices) {
            Ok(tree) => found.push(tree),
            Err(label) => {
                for part in [0, 1] {
                    let mut choices = choices.clone();
                    choices.insert(label.clone(), part);
                    self.branches(&choices, found);
                }
            }
        }
    }

    /// The ends of wires, and how often each is there.
    fn count(&self, ends: &mut HashMap<String, usize>) {
        match self {
            Tree::Wire(name) => *ends.entry(name.clone()).or_default() += 1,
            Tree::Leaf(_) => {}
            Tree::Node(_, children) => children.iter().for_each(|child| child.count(ends)),
            Tree::Superposition(_, parts) => parts.iter().for_each(|part| part.count(ends)),
        }
    }

    fn has_part_to_come(&self) -> bool {
        match self {
            Tree::Wire(_) | Tree::Leaf(_) => false,
            Tree::Node(_, children) => children.iter().any(Tree::has_part_to_come),
            Tree::Superposition(_, parts) => parts.iter().any(|part| part.is_negative() || part.has_part_to_come()),
        }
    }

    fn is_negative(&self) -> bool {
        match self {
            Tree::Leaf(text) => text == "-*",
            Tree::Wire(text) | Tree::Node(text, _) | Tree::Superposition(text, _) => text.starts_with('-'),
        }
    }

    /// Does a lambda in a part of a superposition have its variable elsewhere? Then the parts are no branches of their own.
    fn is_tangled(&self) -> bool {
        match self {
            Tree::Wire(_) | Tree::Leaf(_) => false,
            Tree::Node(_, children) => children.iter().any(Tree::is_tangled),
            Tree::Superposition(_, parts) => parts.iter().any(|part| {
                let mut ends = HashMap::new();
                part.count(&mut ends);
                let leaves = |wire: &String| wire.starts_with('-') && !ends.contains_key(&format!("+{}", &wire[1..]));
                part.is_negative() || part.is_tangled() || ends.keys().any(leaves)
            }),
        }
    }

    /// Is it the branch `found`? An argument that is not used, or taken for nothing, is `*` there. In nets that are no terms, copies
    /// may have other signs.
    fn is(&self, found: &Tree, names: &mut HashMap<String, String>) -> bool {
        match (self, found) {
            (_, Tree::Leaf(leaf)) if leaf == "-*" => true,
            (Tree::Leaf(leaf), Tree::Leaf(found)) => found == leaf || [&**leaf, &**found] == ["-*", "+*"],
            (Tree::Wire(name), Tree::Wire(found)) => {
                *names.entry(found[1..].into()).or_insert(name[1..].into()) == name[1..]
            }
            (Tree::Node(open, children), Tree::Node(found, others)) => {
                found[1..] == open[1..]
                    && children.len() == others.len()
                    && children.iter().zip(others).all(|(child, other)| child.is(other, names))
            }
            _ => false,
        }
    }
}

/// The branches are those of the normal form of eager reduction, where one part or the other is taken of each superposition.
#[test]
fn branches_are_choices_in_the_normal_form() {
    let (with, without) = (Cell::new(0), Cell::new(0));
    try_texts(
        cases(600),
        |c| soup::book(c).to_string(),
        |text| {
            let Some(book) = Source::new("the book", text).parse().book else { return Ok(()) };
            let eager =
                book.with(|book| agree::runtime(EngineKind::Bag, 1).expand(true).max_interactions(2_000).run(book));
            let Ok(eager) = eager else { return Ok(()) };
            // A duplication that waits for what is bound is of the same labels, and no choice.
            let signed = format!("{:#}", eager.normal);
            if signed.contains("-{") || signed.contains("-&") {
                return Ok(());
            }
            let tree = Tree::read(&mut &*signed);
            let mut ends = HashMap::new();
            tree.count(&mut ends);
            let loose = |wire: &String| {
                !ends.contains_key(&format!("{}{}", if &wire[..1] == "+" { "-" } else { "+" }, &wire[1..]))
            };
            if tree.is_tangled() || ends.iter().any(|(wire, &ends)| ends > 1 || loose(wire)) {
                return Ok(());
            }
            let mut expected = Vec::new();
            tree.branches(&HashMap::new(), &mut expected);
            if expected.len() > 200 {
                return Ok(());
            }
            let found = match end(text, 200_000)? {
                Ok(found) => found,
                Err(ErrorKind::Unpolarized | ErrorKind::Dropped) => return Ok(()),
                Err(error) => return Err(error.to_string()),
            };
            let shown = format!("{found:?}");
            // Nor is a superposition whose parts are to come from elsewhere, as nets that are no terms have them.
            let found: Vec<_> = found.iter().map(|branch| Tree::read(&mut &**branch)).collect();
            if found.iter().any(Tree::has_part_to_come) {
                return Ok(());
            }
            let counter = if expected.len() > 1 { &with } else { &without };
            counter.set(counter.get() + 1);
            // There are fewer where superpositions are in arguments that are taken for nothing.
            let fits = |found: &Tree, tree: &Tree| tree.is(found, &mut HashMap::new());
            let is_right = found.len() <= expected.len()
                && found.iter().all(|branch| expected.iter().any(|tree| fits(branch, tree)))
                && expected.iter().all(|tree| found.iter().any(|branch| fits(branch, tree)));
            if is_right { Ok(()) } else { Err(format!("of {signed}: found {shown}")) }
        },
    );
    let (with, without) = (with.get(), without.get());
    println!("{with} with superpositions, {without} without");
    assert!(with > cases(600) / 30 && without > cases(600) / 30, "{with} with superpositions, {without} without");
}
