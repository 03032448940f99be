//! Random nets of all agents, linear by construction, polarized and not.
//!
//! Terms are made with a sign in mind; how strictly that is kept differs from book to book. Definitions refer to later
//! ones, so that most nets end; a recursive one counts a number down.

use super::{
    choices::Choices,
    net::{Book, Def, Kind, Term, con, node, spine},
    numbers,
};

/// How much signs matter.
#[derive(Clone, Copy, PartialEq)]
enum Signs {
    /// A wire has a positive end and a negative one; agents have the signs they are made for.
    Kept,
    /// Now and then a term of the other sign stands somewhere.
    Mostly,
    /// Anything goes.
    Ignored,
}

/// A random book.
pub fn book(c: &mut Choices) -> Book {
    let signs = c.one(&[Signs::Kept, Signs::Kept, Signs::Mostly, Signs::Ignored]);
    let mut book = Book { native: c.chance(90), unpolarized: c.chance(30), defs: Vec::new() };
    let count = 1 + c.below(6) as u32;
    // The last two definitions may be a recursion and its step.
    let recursion = c.chance(100);
    let defs = count + 2 * u32::from(recursion);
    for number in 0..count {
        let mut soup = Soup { c, signs, native: book.native, number, defs, recursion, left: 40, ends: Vec::new() };
        book.defs.push(soup.def());
    }
    if recursion {
        let parameters = c.below(4);
        for number in [count, count + 1] {
            let mut soup = Soup { c, signs, native: book.native, number, defs, recursion, left: 25, ends: Vec::new() };
            book.defs.push(if number == count { soup.recursion(parameters) } else { soup.step(parameters) });
        }
    }
    book
}

/// Wires from here on have both their ends; the others are open until [`Soup::close`].
const CLOSED: u32 = 1000;

/// A definition in the making.
struct Soup<'c, 'b> {
    c: &'c mut Choices<'b>,
    signs: Signs,
    native: bool,
    number: u32,
    defs: u32,
    recursion: bool,
    /// Nodes that may still be made.
    left: usize,
    /// The sign of each open wire's end, and what decides where it leads.
    ends: Vec<(bool, usize)>,
}

impl Soup<'_, '_> {
    fn def(&mut self) -> Def {
        let root = match self.number {
            0 => self.term(true, 3),
            _ => self.lambdas(),
        };
        let redexes = (0..self.c.below(if self.number == 0 { 6 } else { 4 })).map(|_| self.redex()).collect();
        self.close(root, redexes)
    }

    /// `@r = (?((zero @s) (a … r)) (a … r))`, in several ways to write it.
    fn recursion(&mut self, parameters: usize) -> Def {
        let wires = |from: u32| (0..parameters as u32).map(|at| Term::Wire(CLOSED + from + at)).collect::<Vec<_>>();
        let result = || Term::Wire(CLOSED + 10);
        let zero = (0..parameters).map(|_| self.term(false, 1)).collect();
        let zero = spine(zero, self.term(true, 2));
        let mut arms = con(zero, Term::Ref(self.number + 1));
        let mut redexes = Vec::new();
        if self.c.chance(50) {
            redexes.push([arms, Term::Wire(CLOSED + 11)]);
            arms = Term::Wire(CLOSED + 11);
        }
        let switch = node(Kind::Swi, arms, spine(wires(0), result()));
        let mut args = vec![switch];
        args.extend(wires(0));
        self.close(spine(args, result()), redexes)
    }

    /// `@s = (n (a … body)) & @r ~ (n (b … c))`
    fn step(&mut self, parameters: usize) -> Def {
        let calls = self.c.one(&[1, 1, 2, 0]);
        let n = (0..calls).map(|at| Term::Wire(CLOSED + at)).chain(self.c.chance(60).then(|| self.end(false)));
        let binder = n.reduce(|a, b| node(Kind::Dup(0), a, b)).unwrap_or(Term::Era);
        let mut args = vec![binder];
        args.extend((0..parameters).map(|_| self.term(false, 2)));
        let root = spine(args, self.term(true, 2));
        let redexes = (0..calls).map(|at| {
            let mut args = vec![Term::Wire(CLOSED + at)];
            args.extend((0..parameters).map(|_| self.term(true, 2)));
            [Term::Ref(self.number - 1), spine(args, self.term(false, 2))]
        });
        let redexes = redexes.collect();
        self.close(root, redexes)
    }

    /// `(binder (binder … body))`: what calls take at once.
    fn lambdas(&mut self) -> Term {
        let binders = (0..self.c.one(&[1, 2, 3, 0, 4, 6, 7, 9])).map(|at| match self.c.weighted(&[6, 1, 4, 3, 2]) {
            0 => self.end(false),
            1 => Term::Era,
            2 => self.copies(),
            3 if at == 0 => self.switch(2),
            _ => self.term(false, 2),
        });
        let binders = binders.collect();
        spine(binders, self.term(true, 2))
    }

    /// A tree of duplications, for a number or something else.
    fn copies(&mut self) -> Term {
        let label = self.label();
        let [a, b] = [(); 2].map(|()| match self.c.weighted(&[8, 2, 1, 1]) {
            0 => self.end(false),
            1 if self.left > 0 => {
                self.left -= 1;
                self.copies()
            }
            2 => Term::Era,
            _ => self.term(false, 1),
        });
        node(Kind::Dup(label), a, b)
    }

    fn label(&mut self) -> u32 {
        self.c.one(&[0, 0, 0, 1, 2, 3, 2_097_151])
    }

    fn redex(&mut self) -> [Term; 2] {
        let (mut a, mut b) = match self.c.weighted(&[8, 4, 3, 3, 2, 2, 1]) {
            0 => self.call(),
            1 => (self.term(true, 4), self.term(false, 4)),
            2 => (self.end(true), self.term(false, 3)),
            3 => (self.term(true, 3), self.end(false)),
            4 => (self.number(), self.switch(3)),
            5 => (self.number(), self.operator(3)),
            _ => (self.end(true), self.end(false)),
        };
        if self.c.chance(60) {
            std::mem::swap(&mut a, &mut b);
        }
        [a, b]
    }

    /// `@f ~ (a (b … r))`
    fn call(&mut self) -> (Term, Term) {
        let args = (0..self.c.one(&[1, 2, 3, 0, 2, 4, 6, 8])).map(|_| match self.c.weighted(&[3, 4, 1]) {
            0 => Term::Num(numbers::small(self.c)),
            1 => self.term(true, 2),
            _ => self.reference(),
        });
        let args = args.collect();
        (self.reference(), spine(args, self.term(false, 2)))
    }

    fn reference(&mut self) -> Term {
        let first = self.number + 1;
        // The step of a recursion is for the recursion.
        let last = self.defs - u32::from(self.recursion);
        match last.checked_sub(first) {
            None | Some(0) => self.number(),
            Some(count) => Term::Ref(first + self.c.below(count as usize) as u32),
        }
    }

    fn number(&mut self) -> Term {
        Term::Num(numbers::any(self.c, self.native))
    }

    /// The open end of a wire.
    fn end(&mut self, positive: bool) -> Term {
        self.ends.push((positive, self.c.below(256)));
        Term::Wire(self.ends.len() as u32 - 1)
    }

    /// A term of at most that depth.
    fn term(&mut self, positive: bool, depth: usize) -> Term {
        let positive = match self.signs {
            Signs::Kept => positive,
            Signs::Mostly => positive ^ self.c.chance(12),
            Signs::Ignored => self.c.chance(128),
        };
        if depth == 0 || self.left == 0 || self.c.chance(90) {
            return match (positive, self.c.weighted(&[8, 5, 3, 1])) {
                (true, 1) => self.number(),
                (true, 2) => self.reference(),
                (_, 3) => Term::Era,
                _ => self.end(positive),
            };
        }
        self.left -= 1;
        let con = |a, b| (Kind::Con, a, b);
        let (kind, a, b) = match (positive, self.c.weighted(&[4, 3, 3, 3, 3])) {
            (true, 0 | 3) => con(false, true),
            (true, 1 | 4) => con(true, true),
            (true, _) => (Kind::Dup(self.label()), true, true),
            (false, 0) => con(true, false),
            (false, 1) => con(false, false),
            (false, 2) => (Kind::Dup(self.label()), false, false),
            (false, 3) => return self.operator(depth),
            (false, _) => return self.switch(depth),
        };
        let a = self.term(a, depth - 1);
        node(kind, a, self.term(b, depth - 1))
    }

    /// `$(rhs ret)`
    fn operator(&mut self, depth: usize) -> Term {
        let rhs = match self.c.weighted(&[4, 4, 2]) {
            0 => self.number(),
            1 => self.end(true),
            _ => self.term(true, depth - 1),
        };
        node(Kind::Opr, rhs, self.term(false, depth - 1))
    }

    /// `?((zero succ) out)`, or with something else for the arms.
    fn switch(&mut self, depth: usize) -> Term {
        let arms = match self.c.weighted(&[6, 2, 2]) {
            0 => {
                let zero = self.term(true, depth - 1);
                let succ = match self.c.weighted(&[3, 2, 1]) {
                    0 => {
                        let n = if self.c.chance(60) { self.copies() } else { self.term(false, 0) };
                        con(n, self.term(true, depth - 1))
                    }
                    1 => self.reference(),
                    _ => self.term(true, depth - 1),
                };
                con(zero, succ)
            }
            1 => self.reference(),
            _ => self.term(true, depth - 1),
        };
        node(Kind::Swi, arms, self.term(false, depth - 1))
    }

    /// Joins the open ends.
    fn close(&self, root: Term, redexes: Vec<[Term; 2]>) -> Def {
        let mut ends: Vec<_> = self.ends.iter().zip(0..).map(|(&(sign, key), end)| (key, end, sign)).collect();
        ends.sort_unstable();
        let pairs: Vec<[u32; 2]> = if self.signs == Signs::Ignored {
            ends.chunks_exact(2).map(|pair| [pair[0].1, pair[1].1]).collect()
        } else {
            let of = |sign| ends.iter().filter(move |end| end.2 == sign).map(|end| end.1);
            of(true).zip(of(false)).map(|(a, b)| [a, b]).collect()
        };
        let mut names: Vec<Option<u32>> = vec![None; ends.len()];
        for (name, pair) in pairs.iter().enumerate() {
            for &end in pair {
                names[end as usize] = Some(name as u32);
            }
        }
        let mut def = Def { number: self.number, root, redexes };
        for top in def.tops() {
            top.each(&mut |term| match *term {
                Term::Wire(end) if end < CLOSED => {
                    *term = match names[end as usize] {
                        Some(name) => Term::Wire(name),
                        None if self.ends[end as usize].0 => Term::Num((end % 3).to_string()),
                        None => Term::Era,
                    }
                }
                _ => {}
            });
        }
        def.mend();
        def
    }
}
