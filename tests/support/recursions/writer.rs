//! Writes a recursion: where it ends, a step, and the arms of a switch in that.

use super::{
    Arm, Choices, Def, Next, Shape, Way,
    body::{Body, from, spine},
};

pub struct Writer<'c, 'b, 'd> {
    pub(super) c: &'c mut Choices<'b>,
    defs: &'d [Def],
    at: usize,
    /// What is being written.
    pub(super) body: Body,
    /// And what was.
    done: String,
}

impl<'c, 'b, 'd> Writer<'c, 'b, 'd> {
    pub fn new(c: &'c mut Choices<'b>, defs: &'d [Def], at: usize) -> Self {
        Writer { c, defs, at, body: Body::default(), done: String::new() }
    }

    /// `@f = (?((@z @s) (x … r)) (x … r))`, or of a list `@f = ((@z (@s (x … r))) (x … r))`; and the others.
    pub fn definition(mut self) -> String {
        let at = self.at;
        let rest = spine(&self.others(), "r");
        self.done = match self.def().way {
            Way::List => format!("@f{at} = ((@z{at} (@s{at} {rest})) {rest})\n"),
            _ => format!("@f{at} = (?((@z{at} @s{at}) {rest}) {rest})\n"),
        };
        self.separate(&format!("z{at}"), Self::others, Self::end);
        self.separate(&format!("s{at}"), Self::parameters, Self::step);
        self.done
    }

    fn def(&self) -> &'d Def {
        &self.defs[self.at]
    }

    fn others(&self) -> Vec<String> {
        (0..self.def().others.len()).map(|at| format!("x{at}")).collect()
    }

    /// Of a step: what is one less than the first argument or the head of a list, `m`, its tail, and the others.
    fn parameters(&self) -> Vec<String> {
        let tail = if self.def().way == Way::List { &["m", "t"][..] } else { &["m"] };
        tail.iter().map(|&name| name.to_owned()).chain(self.others()).collect()
    }

    /// A definition of its own.
    fn separate(
        &mut self,
        name: &str,
        parameters: impl Fn(&Self) -> Vec<String>,
        make: impl FnOnce(&mut Self) -> String,
    ) {
        let outer = std::mem::take(&mut self.body);
        let parameters = parameters(self);
        self.body.numbers = parameters.iter().filter(|&name| name != "t").cloned().collect();
        let result = make(self);
        let parameters: Vec<_> = parameters.iter().map(|name| from(name)).collect();
        let body = std::mem::replace(&mut self.body, outer);
        self.done += &body.finish(name, &spine(&parameters, &result));
    }

    fn step(&mut self) -> String {
        for _ in 0..self.c.one(&[0, 0, 1]) {
            self.more();
        }
        let other = self.c.one(&[Arm::Call, Arm::Ends]);
        let swapped = self.c.chance(128);
        let arms = |arm| if swapped { [other, arm] } else { [arm, other] };
        match self.c.weighted(&[3, 3, 2]) {
            0 => {
                let given = self.call_itself("m");
                self.behind(given)
            }
            1 => {
                let given = self.switch(arms(Arm::Call));
                self.behind(given)
            }
            _ => {
                let given = self.switch(arms(Arm::Waits));
                self.result(&given)
            }
        }
    }

    /// A result without a call of itself.
    fn end(&mut self) -> String {
        match self.def().result {
            Shape::Number => self.number(),
            Shape::Pair => format!("({} {})", self.number(), self.number()),
            Shape::List if self.c.chance(128) => "@nil".to_owned(),
            Shape::List => self.cons("@nil".to_owned()),
        }
    }

    /// A result that is made of what was given, and perhaps of other things.
    fn behind(&mut self, given: Vec<String>) -> String {
        for _ in 0..self.c.one(&[0, 1, 0, 2, 4]) {
            self.more();
        }
        match self.def().result {
            Shape::List if self.c.chance(40) => self.result(&given),
            Shape::List => {
                let rest = self.body.take(&given[0]);
                self.cons(rest)
            }
            _ => {
                let mut mixed: Vec<_> = given.iter().map(|number| self.mixed(number)).collect();
                let last = mixed.len() - 1;
                mixed.swap(0, if self.c.chance(60) { last } else { 0 });
                self.result(&mixed)
            }
        }
    }

    /// One number more that is at hand.
    fn more(&mut self) {
        match self.c.weighted(&[3, 1, 2]) {
            0 => {
                let (a, b) = (self.any(), self.number());
                self.operate(a, &b);
            }
            1 => {
                let args = [self.any(), self.number()];
                self.helper(&args);
            }
            _ => self.call_another(),
        }
    }

    /// The call of itself, with what goes on; or of one that calls it in turn. `less` is what `m` is, or less.
    fn call_itself(&mut self, less: &str) -> Vec<String> {
        let (defs, own) = (self.defs, self.def());
        let fits = |def: &Def| own.way.falls() && def.way.falls() && def.result == own.result;
        let target = if self.c.chance(30) { self.c.below(defs.len()) } else { self.at };
        if target != self.at && fits(&defs[target]) {
            let first = self.body.take(less);
            let args = self.arguments(target, first);
            return self.apply(&format!("@f{target}"), &args, own.result);
        }
        let first = match own.way {
            Way::Down => self.body.take(less),
            Way::List => self.body.take("t"),
            way => {
                let m = self.body.take("m");
                let next = self.operate_by(m, if way == Way::Up { "+2" } else { "-1" });
                self.body.take(&next)
            }
        };
        let others = own.others.iter().enumerate().map(|(at, next)| match next {
            Next::Same => self.body.take(&format!("x{at}")),
            Next::Other(other) => self.body.take(&format!("x{other}")),
            Next::By(by) => {
                let before = self.body.take(&format!("x{at}"));
                let after = self.operate_by(before, by);
                self.body.take(&after)
            }
            Next::Any => self.number(),
        });
        let args: Vec<_> = std::iter::once(first).chain(others).collect();
        self.apply(&format!("@f{}", self.at), &args, own.result)
    }

    /// A short call of a recursion, of which a number becomes of use.
    fn call_another(&mut self) {
        let backwards = self.def().way.falls();
        let fits = |at: usize| at > self.at || backwards && self.defs[at].way.falls();
        let all: Vec<_> = (0..self.defs.len()).filter(|&at| fits(at)).collect();
        if all.is_empty() {
            return;
        }
        let target = self.c.one(&all);
        let (m, mask) = (self.body.take("m"), self.c.one(&["&1", "&1", "&3"]));
        let few = self.operate_by(m, mask);
        let few = self.body.take(&few);
        let args = self.arguments(target, few);
        let result = self.defs[target].result;
        let given = self.apply(&format!("@f{target}"), &args, result);
        if result == Shape::List {
            let list = self.body.take(&given[0]);
            self.apply("@sum", &[list], Shape::Number);
        }
    }

    /// Arguments of a recursion with so many turns.
    fn arguments(&mut self, target: usize, turns: String) -> Vec<String> {
        let defs = self.defs;
        let Def { way, others, .. } = &defs[target];
        let first = match way {
            Way::Down => turns,
            Way::List => {
                let list = self.apply("@range", &[turns], Shape::List).remove(0);
                self.body.take(&list)
            }
            way => {
                let first = self.operate_by(turns, if *way == Way::Up { ":-0" } else { "*2" });
                self.body.take(&first)
            }
        };
        std::iter::once(first).chain(others.iter().map(|_| self.number())).collect()
    }

    /// A switch on something, or on `m`, whose arms are definitions of their own.
    fn switch(&mut self, arms: [Arm; 2]) -> Vec<String> {
        let (at, direct) = (self.at, self.def().way == Way::Down && self.c.chance(90));
        let test = match direct {
            true => self.body.take("m"),
            false => {
                // It does not end at once.
                let tests = match arms {
                    [Arm::Ends, _] => ["|1", "%31", "&60"],
                    [_, Arm::Ends] => ["*0", "=5", "=70"],
                    _ => ["%3", "&1", "<5"],
                };
                let (number, by) = (self.any(), self.c.one(&tests));
                let test = self.operate_by(number, by);
                self.body.take(&test)
            }
        };
        let args: Vec<_> = self.parameters().iter().map(|name| self.body.take(name)).collect();
        let (given, pattern) = self.given(self.def().result);
        self.body.meet(test, format!("?((@p{at} @q{at}) {})", spine(&args, &pattern)));
        self.separate(&format!("p{at}"), Self::parameters, |writer| writer.arm(arms[0], "m"));
        let more = |writer: &Self| [vec!["k".to_owned()], writer.parameters()].concat();
        self.separate(&format!("q{at}"), more, |writer| writer.arm(arms[1], if direct { "k" } else { "m" }));
        given
    }

    fn arm(&mut self, arm: Arm, less: &str) -> String {
        match arm {
            Arm::Call => {
                let given = self.call_itself(less);
                self.result(&given)
            }
            Arm::Waits => {
                let given = self.call_itself(less);
                self.behind(given)
            }
            Arm::Ends if self.c.chance(100) => {
                let others: Vec<_> = self.others().iter().map(|name| self.body.take(name)).collect();
                let given = self.apply(&format!("@z{}", self.at), &others, self.def().result);
                self.result(&given)
            }
            Arm::Ends => self.end(),
        }
    }
}
