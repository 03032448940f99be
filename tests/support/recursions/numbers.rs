//! Writes what is made of numbers, and results.

use super::{
    BY, Shape,
    body::{from, spine},
    writer::Writer,
};

const OPERATORS: [&str; 9] = ["-", "+", ":-", "^", "*", "&", "|", "<", "="];
/// Of two numbers they make one.
const HELPERS: [&str; 3] = ["@pick", "@work", "@ack"];

impl Writer<'_, '_, '_> {
    /// A use of a number: of one at hand, of a new one, or a literal.
    pub(super) fn number(&mut self) -> String {
        let made = match self.c.weighted(&[4, 1, 2, 1]) {
            0 => return self.any(),
            1 => return self.c.below(9).to_string(),
            2 => {
                let (a, by) = (self.any(), self.c.one(&BY));
                self.operate_by(a, by)
            }
            _ => {
                let (a, b) = (self.any(), self.any());
                self.operate(a, &b)
            }
        };
        self.body.take(&made)
    }

    pub(super) fn any(&mut self) -> String {
        match self.body.numbers.len() {
            0 => self.c.below(9).to_string(),
            count => {
                // The last one may be of no other use.
                let at = if self.c.chance(90) { count - 1 } else { self.c.below(count) };
                let number = self.body.numbers[at].clone();
                self.body.take(&number)
            }
        }
    }

    pub(super) fn operate(&mut self, a: String, b: &str) -> String {
        let (operator, out) = (self.c.one(&OPERATORS), self.body.number());
        self.body.meet(a, format!("$([{operator}] $({b} {}))", from(&out)));
        out
    }

    pub(super) fn operate_by(&mut self, a: String, by: &str) -> String {
        let out = self.body.number();
        self.body.meet(a, format!("$([{by}] {})", from(&out)));
        out
    }

    pub(super) fn helper(&mut self, args: &[String; 2]) -> String {
        let helper = self.c.one(&HELPERS);
        self.apply(helper, args, Shape::Number).remove(0)
    }

    /// What it gives.
    pub(super) fn apply(&mut self, function: &str, args: &[String], shape: Shape) -> Vec<String> {
        let (given, pattern) = self.given(shape);
        self.body.meet(function, spine(args, &pattern));
        given
    }

    /// New values, and where they come from.
    pub(super) fn given(&mut self, shape: Shape) -> (Vec<String>, String) {
        let given = match shape {
            Shape::Number => vec![self.body.number()],
            Shape::Pair => vec![self.body.number(), self.body.number()],
            Shape::List => vec![self.body.name("l")],
        };
        let mut sites: Vec<_> = given.iter().map(|value| from(value)).collect();
        let last = sites.pop().unwrap();
        (given, spine(&sites, &last))
    }

    /// A number that is made of this one and of others, by some operations.
    pub(super) fn mixed(&mut self, number: &str) -> String {
        let mut number = number.to_owned();
        for _ in 0..self.c.one(&[1, 1, 0, 2, 3]) {
            number = match self.c.weighted(&[4, 2, 2, 1, 1]) {
                0 => {
                    let (a, b) = (self.body.take(&number), self.number());
                    let (a, b) = if self.c.chance(128) { (b, a) } else { (a, b) };
                    self.operate(a, &b)
                }
                1 => {
                    let (a, by) = (self.body.take(&number), self.c.one(&BY));
                    self.operate_by(a, by)
                }
                2 => {
                    let args = [self.body.take(&number), self.number()];
                    self.helper(&args)
                }
                3 => {
                    let (number, other, out) = (self.body.take(&number), self.number(), self.body.number());
                    self.body.meet(number, format!("?((@pick_0 @pick_n) ({other} {}))", from(&out)));
                    out
                }
                // It is not needed, after all.
                _ => {
                    let (a, b) = (self.body.take(&number), self.number());
                    self.body.meet(a, "*");
                    self.operate_by(b, "+0")
                }
            }
        }
        number
    }

    /// These numbers or this list, as a result.
    pub(super) fn result(&mut self, values: &[String]) -> String {
        let mut wires: Vec<_> = values.iter().map(|value| self.body.take(value)).collect();
        let last = wires.pop().unwrap();
        spine(&wires, &last)
    }

    pub(super) fn cons(&mut self, rest: String) -> String {
        let (head, out) = (self.number(), self.body.name("c"));
        self.body.meet("@cons", format!("({head} ({rest} {out}))"));
        out
    }
}
