//! Makes a book that fails as small as it gets: parts are taken away as long as it goes on failing.

use super::net::{Book, Def, Term};

/// The smallest book found for which `fails` still holds.
pub fn shrink(book: &Book, fails: impl Fn(&Book) -> bool) -> Book {
    let mut best = book.clone();
    'again: loop {
        for smaller in candidates(&best) {
            if smaller != best && fails(&smaller) {
                best = smaller;
                continue 'again;
            }
        }
        return best;
    }
}

/// Books that are a little smaller, the smallest first.
fn candidates(book: &Book) -> Vec<Book> {
    let mut found = Vec::new();
    for flag in [|book: &mut Book| book.unpolarized = false, |book: &mut Book| book.native = false] {
        let mut smaller = book.clone();
        flag(&mut smaller);
        found.push(smaller);
    }
    for (at, def) in book.defs.iter().enumerate() {
        if at > 0 {
            found.push(without(book, at));
        }
        for redex in 0..def.redexes.len() {
            found.push(with(book, at, |def| drop(def.redexes.remove(redex))));
        }
        let mut counted = def.clone();
        let terms = counted.tops().map(count).sum();
        for term in 0..terms {
            for change in CHANGES {
                found.push(with(book, at, |def| at_term(def, term, &mut |term| change(term))));
            }
        }
    }
    found
}

/// What a term may become.
const CHANGES: [fn(&mut Term); 6] = [
    |term| *term = Term::Era,
    |term| *term = Term::Num("1".to_owned()),
    |term| child(term, 0),
    |term| child(term, 1),
    |term| {
        if let Term::Num(text) = term {
            *text = "0".to_owned();
        }
    },
    |term| {
        if let Term::Node(super::net::Kind::Dup(label), _) = term {
            *label = 0;
        }
    },
];

fn child(term: &mut Term, which: usize) {
    if let Term::Node(_, children) = term {
        *term = children[which].clone();
    }
}

fn count(term: &mut Term) -> usize {
    let mut count = 0;
    term.each(&mut |_| count += 1);
    count
}

fn at_term(def: &mut Def, number: usize, change: &mut dyn FnMut(&mut Term)) {
    let mut left = Some(number);
    for top in def.tops() {
        top.each(&mut |term| match left {
            Some(0) => {
                left = None;
                change(term);
            }
            _ => left = left.map(|left| left - 1),
        });
    }
}

fn with(book: &Book, at: usize, change: impl FnOnce(&mut Def)) -> Book {
    let mut smaller = book.clone();
    change(&mut smaller.defs[at]);
    smaller.defs[at].mend();
    // A change may only take something away: else shrinking would not end.
    if size(&smaller) < size(book) { smaller } else { book.clone() }
}

/// Without a definition; `*` stands where it was referred to.
fn without(book: &Book, at: usize) -> Book {
    let mut smaller = book.clone();
    let gone = smaller.defs.remove(at).number;
    for def in &mut smaller.defs {
        for top in def.tops() {
            top.each(&mut |term| {
                if *term == Term::Ref(gone) {
                    *term = Term::Era;
                }
            });
        }
    }
    smaller
}

/// Everything that can be taken away, weighed.
fn size(book: &Book) -> usize {
    let mut size = 0;
    for def in &mut book.defs.clone() {
        size += 10 * def.redexes.len();
        for top in def.tops() {
            top.each(&mut |term| {
                size += match term {
                    Term::Era => 1,
                    Term::Num(text) if text == "0" => 2,
                    Term::Num(text) if text == "1" => 3,
                    Term::Num(_) | Term::Wire(_) => 4,
                    Term::Ref(_) => 5,
                    Term::Node(super::net::Kind::Dup(label), _) => 10 + (*label).min(1) as usize,
                    Term::Node(..) => 10,
                }
            });
        }
    }
    size
}
