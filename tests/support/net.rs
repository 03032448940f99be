//! Books that can be taken apart, and printed.

use std::{collections::HashMap, fmt};

/// A book.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Book {
    /// Rust's numbers, not HVM2's.
    pub native: bool,
    /// `#![unpolarized]` is written.
    pub unpolarized: bool,
    pub defs: Vec<Def>,
}

/// A definition. Definitions go by their numbers; number 0 is `@main`.
#[derive(Clone, PartialEq, Debug)]
pub struct Def {
    pub number: u32,
    pub root: Term,
    pub redexes: Vec<[Term; 2]>,
}

#[derive(Clone, PartialEq, Debug)]
pub enum Term {
    Wire(u32),
    Era,
    /// The text of a number.
    Num(String),
    Ref(u32),
    Node(Kind, Box<[Term; 2]>),
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Kind {
    Con,
    Dup(u32),
    Opr,
    Swi,
}

pub fn node(kind: Kind, a: Term, b: Term) -> Term {
    Term::Node(kind, Box::new([a, b]))
}

/// `(a b)`
pub fn con(a: Term, b: Term) -> Term {
    node(Kind::Con, a, b)
}

/// `(a (b (… last)))`
pub fn spine(args: Vec<Term>, last: Term) -> Term {
    args.into_iter().rev().fold(last, |last, arg| con(arg, last))
}

impl Def {
    /// Every term on the outside, to be changed.
    pub fn tops(&mut self) -> impl Iterator<Item = &mut Term> {
        std::iter::once(&mut self.root).chain(self.redexes.iter_mut().flatten())
    }

    /// Makes wires linear again after parts have been taken away: an end without the other becomes `*`.
    pub fn mend(&mut self) {
        let mut ends = HashMap::new();
        for top in self.tops() {
            top.each(&mut |term| {
                if let Term::Wire(wire) = term {
                    *ends.entry(*wire).or_insert(0) += 1;
                }
            });
        }
        for top in self.tops() {
            top.each(&mut |term| match term {
                Term::Wire(wire) if ends[wire] != 2 => *term = Term::Era,
                _ => {}
            });
        }
    }
}

impl Book {
    /// The same with so many copies of `@main` side by side, for several threads to have something to do.
    pub fn crowd(&self, copies: u32) -> Book {
        let mut crowd = self.clone();
        let Some(main) = crowd.defs.iter_mut().find(|def| def.number == 0) else { return crowd };
        let mut one = main.clone();
        let mut wires = 0;
        one.tops().for_each(|top| {
            top.each(&mut |term| {
                if let Term::Wire(wire) = term {
                    wires = wires.max(*wire + 1);
                }
            })
        });
        for _ in 1..copies {
            one.tops().for_each(|top| {
                top.each(&mut |term| {
                    if let Term::Wire(wire) = term {
                        *wire += wires;
                    }
                })
            });
            let root = std::mem::replace(&mut main.root, Term::Era);
            main.root = con(one.root.clone(), root);
            main.redexes.extend(one.redexes.iter().cloned());
        }
        crowd
    }
}

impl Term {
    /// Calls `f` for each term of the tree, from left to right, parents first.
    pub fn each(&mut self, f: &mut dyn FnMut(&mut Term)) {
        f(self);
        if let Term::Node(_, children) = self {
            for child in children.iter_mut() {
                child.each(f);
            }
        }
    }
}

/// The name of a definition.
pub fn name(number: u32) -> String {
    if number == 0 { "main".to_owned() } else { format!("d{number}") }
}

impl fmt::Display for Book {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "#![numbers({})]", if self.native { "native" } else { "hvm24" })?;
        if self.unpolarized {
            writeln!(f, "#![unpolarized]")?;
        }
        for def in &self.defs {
            write!(f, "@{} = {}", name(def.number), def.root)?;
            for [a, b] in &def.redexes {
                write!(f, "\n  & {a} ~ {b}")?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Term::Wire(wire) => write!(f, "w{wire}"),
            Term::Era => f.write_str("*"),
            Term::Num(text) => f.write_str(text),
            Term::Ref(def) => write!(f, "@{}", name(*def)),
            Term::Node(kind, children) => {
                let [a, b] = &**children;
                match kind {
                    Kind::Con => write!(f, "({a} {b})"),
                    Kind::Dup(0) => write!(f, "{{{a} {b}}}"),
                    Kind::Dup(label) => write!(f, "&{label}{{{a} {b}}}"),
                    Kind::Opr => write!(f, "$({a} {b})"),
                    Kind::Swi => write!(f, "?({a} {b})"),
                }
            }
        }
    }
}
