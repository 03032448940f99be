//! The rules, read off their diagrams.

use crate::{
    graph::{Graph, Kind},
    rule::Rule,
};
use polarnet_columns::Space;
use polarnet_syntax::{
    native::Panicked,
    net::{Partner, Polarity},
    number::Number,
};

impl<S: Space> Graph<'_, S> {
    /// Which rule reduces two nodes whose principal ports meet.
    ///
    /// # Panics
    ///
    /// There are no such nodes.
    #[must_use]
    pub fn rule(&self, a: usize, b: usize) -> Rule {
        use Kind::{Con, Dup, Era, Num, Opr, Ref, Swi, User};
        match (self.nodes[a].kind, self.nodes[b].kind) {
            (Era | Num(_) | Ref(_), Era | Num(_) | Ref(_)) => Rule::Void,
            (Con | Dup(_) | Opr(_) | Swi | User(_), Era | Num(_) | Ref(_)) => self.rule(b, a),
            (Era, User(_)) if self.rule_for(a, b).is_some() => Rule::User,
            (Era, _) => Rule::Erase,
            (Num(_), Opr(_)) => Rule::Operate,
            (Num(_), Swi) => Rule::Switch,
            (Num(_), Con | Dup(_)) => Rule::Copy,
            (Num(_), User(_)) => {
                if self.rule_for(a, b).is_some() {
                    Rule::User
                } else {
                    Rule::Stuck
                }
            }
            (Ref(def), Dup(_)) if self.copyable[def as usize] => Rule::Copy,
            (Ref(_), _) => Rule::Call,
            (User(_), User(_) | Dup(_)) | (Dup(_), User(_)) if self.rule_for(a, b).is_some() => Rule::User,
            (User(symbol), Dup(_)) | (Dup(_), User(symbol)) if self.book.agent(symbol).linear => Rule::Stuck,
            (User(_), Dup(_)) | (Dup(_), User(_)) => Rule::Commute,
            (User(_), _) | (_, User(_)) => Rule::Stuck,
            (Con, Con) | (Swi, Swi) | (Opr(_), Opr(_)) => Rule::Annihilate,
            (Dup(l), Dup(m)) if l == m => Rule::Annihilate,
            _ => Rule::Commute,
        }
    }

    /// Reduces a redex, which has been taken from the list.
    pub(crate) fn interact(&mut self, a: usize, b: usize) -> Rule {
        let rule = self.rule(a, b);
        let is_leaf = |at: usize| matches!(self.nodes[at].kind, Kind::Era | Kind::Num(_) | Kind::Ref(_));
        let (a, b) = if !is_leaf(a) && is_leaf(b) { (b, a) } else { (a, b) };
        match (rule, self.nodes[a].kind) {
            (Rule::Void, _) => {}
            (Rule::Operate, Kind::Num(number)) => self.operate(number, b),
            (Rule::Switch, Kind::Num(number)) => self.switch(number, b),
            (Rule::Call, Kind::Ref(def)) => {
                let def = self.book.def(def).expect("a definition of the book");
                self.instantiate(def, (b, 0));
                self.free.push(a);
                return rule;
            }
            (Rule::User, _) => {
                if let Err(panicked) = self.replace(a, b) {
                    self.panicked.get_or_insert(panicked);
                    return Rule::Stuck;
                }
            }
            (Rule::Stuck, _) => {
                let acts = |node: usize| match self.nodes[node].kind {
                    Kind::User(symbol) => 1 + u8::from(self.book.agent(symbol).sign == Polarity::Negative),
                    _ => 0,
                };
                let pair = if acts(a) < acts(b) { [b, a] } else { [a, b] };
                self.stuck.get_or_insert(pair);
                return rule;
            }
            (Rule::Annihilate, _) => self.annihilate(a, b),
            (Rule::Commute, _) => self.commute(a, b),
            (_, leaf) => self.leaf(leaf, b),
        }
        self.free.extend([a, b]);
        rule
    }

    /// `* ~ (x y)`  =>  `* ~ x`, `* ~ y`. If `x` and `y` are one wire, the first `join` moves its end, and the second
    /// finds it.
    fn leaf(&mut self, leaf: Kind, node: usize) {
        self.drop_numbers(node);
        for port in self.wired(node) {
            let copy = self.add(leaf);
            let end = self.peer((node, port));
            self.join((copy, 0), end);
        }
    }

    /// `(a b) ~ (c d)`  =>  `a ~ c`, `b ~ d`
    fn annihilate(&mut self, a: usize, b: usize) {
        self.splice((a, 1), (b, 1));
        self.splice((a, 2), (b, 2));
    }

    /// `(a b) ~ {c d}`  =>  `a ~ {1 2}`, `b ~ {3 4}`, `c ~ (1 3)`, `d ~ (2 4)`. So for nodes of other arities. Numbers that
    /// ports hold are copied with the node.
    fn commute(&mut self, a: usize, b: usize) {
        let fresh = |kind| if matches!(kind, Kind::Opr(_)) { Kind::Opr(false) } else { kind };
        let (ka, kb) = (fresh(self.nodes[a].kind), fresh(self.nodes[b].kind));
        let [ports_a, ports_b] = [a, b].map(|node| self.wired(node));
        let for_b: Vec<_> = ports_b.iter().map(|_| self.add(ka)).collect();
        let for_a: Vec<_> = ports_a.iter().map(|_| self.add(kb)).collect();
        for (&b, &b_port) in for_b.iter().zip(&ports_b) {
            for (&a, &a_port) in for_a.iter().zip(&ports_a) {
                self.join((b, a_port), (a, b_port));
            }
        }
        self.copy_numbers(a, &for_b);
        self.copy_numbers(b, &for_a);
        let old_b = for_b.into_iter().zip(ports_b).map(|(copy, port)| (copy, (b, port)));
        let old_a = for_a.into_iter().zip(ports_a).map(|(copy, port)| (copy, (a, port)));
        let (mut old_a, mut old_b) = (old_a.into_iter(), old_b.into_iter());
        loop {
            let next = [old_b.next(), old_a.next()];
            if next == [None; 2] {
                return;
            }
            for (copy, port) in next.into_iter().flatten() {
                let end = self.peer(port);
                self.join((copy, 0), end);
            }
        }
    }

    /// Gives copies of a node the numbers that its ports hold.
    fn copy_numbers(&mut self, node: usize, copies: &[usize]) {
        for port in self.numbers(node) {
            let number = self.nodes[self.peer((node, port)).0].kind;
            for &copy in copies {
                let number = self.add(number);
                self.join((number, 0), (copy, port));
            }
        }
        self.drop_numbers(node);
    }

    /// The first rule for these two whose guard is true, by its place among the book's, and the agent first that acts.
    fn rule_for(&self, a: usize, b: usize) -> Option<(usize, [usize; 2])> {
        let sign = |symbol| self.book.agent(symbol).sign;
        let (actor, value) = match (self.nodes[a].kind, self.nodes[b].kind) {
            (Kind::User(symbol), Kind::User(_)) if sign(symbol) == Polarity::Positive => (b, a),
            (Kind::User(_), _) => (a, b),
            _ => (b, a),
        };
        let Kind::User(symbol) = self.nodes[actor].kind else { return None };
        let partner = match self.nodes[value].kind {
            Kind::User(symbol) => Partner::Agent(symbol),
            Kind::Num(number) => Partner::Number(number.ty()?),
            Kind::Era => Partner::Era,
            // A rule for this label, else one for all.
            Kind::Dup(label) if self.rules.contains_key(&(symbol, Partner::Dup(Some(label)))) => {
                Partner::Dup(Some(label))
            }
            Kind::Dup(_) => Partner::Dup(None),
            _ => return None,
        };
        let known = self.known([actor, value]);
        let holds = |&&rule: &&usize| {
            let guard = self.book.rules()[rule].0.guard.as_ref();
            guard.is_none_or(|guard| guard.run(&known, self.book.numbers()).0.raw(self.book.numbers()) != 0)
        };
        self.rules.get(&(symbol, partner))?.iter().find(holds).map(|&rule| (rule, [actor, value]))
    }

    /// The numbers that rules for these two know: those that their ports hold, and a number itself.
    fn known(&self, pair: [usize; 2]) -> Vec<Number> {
        let number = |node: usize| match self.nodes[node].kind {
            Kind::Num(number) => Some(number),
            _ => None,
        };
        let held =
            |node: usize| self.numbers(node).into_iter().filter_map(move |port| number(self.peer((node, port)).0));
        pair.into_iter().flat_map(|node| number(node).into_iter().chain(held(node))).collect()
    }

    /// The ports of a node that hold numbers.
    fn numbers(&self, node: usize) -> Vec<usize> {
        match self.nodes[node].kind {
            Kind::User(symbol) => self.book.agent(symbol).numbers.iter().map(|&(port, _)| port as usize + 1).collect(),
            _ => Vec::new(),
        }
    }

    /// The ports of a node that are joined to wires.
    fn wired(&self, node: usize) -> Vec<usize> {
        let numbers = self.numbers(node);
        (1..=self.arity(node)).filter(|port| !numbers.contains(port)).collect()
    }

    /// Forgets the numbers that a node's ports hold.
    fn drop_numbers(&mut self, node: usize) {
        for port in self.numbers(node) {
            let number = self.peer((node, port)).0;
            self.free.push(number);
        }
    }

    /// A rule of the book: what stood at the ports of both agents is joined to a fresh copy of its net. If two of the
    /// ports are one wire, the first `join` moves its end, and the second finds it.
    ///
    /// # Errors
    ///
    /// A panic of the rule's Rust. Nothing has changed then.
    fn replace(&mut self, a: usize, b: usize) -> Result<(), Panicked> {
        let Some((rule, agents)) = self.rule_for(a, b) else { return Ok(()) };
        let (rule, def) = &self.book.rules()[rule];
        let mut known = self.known(agents);
        if let Some(native) = &rule.native {
            native.run(&mut known, self.book.numbers())?;
        }
        let mut names = self.book.agents().node(self.book.root(*def)).children();
        let ports: Vec<_> =
            agents.into_iter().flat_map(|node| self.wired(node).into_iter().map(move |port| (node, port))).collect();
        let joins: Vec<_> = ports.into_iter().map(|port| (names.next().expect("a name for each port"), port)).collect();
        let values: Vec<_> = names.zip(rule.values.iter()).collect();
        let copy = self.copy(*def);
        for (name, port) in joins {
            let end = self.peer(port);
            self.join(copy.ends[&name], end);
        }
        for (name, code) in values {
            let (number, fault) = code.run(&known, self.book.numbers());
            self.fault = self.fault.or(fault);
            let number = self.add(Kind::Num(number));
            self.join(copy.ends[&name], (number, 0));
        }
        self.finish(copy);
        agents.into_iter().for_each(|node| self.drop_numbers(node));
        Ok(())
    }

    /// Would these two call Rust, or compute with a number that is not known yet?
    ///
    /// # Panics
    ///
    /// There are no such nodes.
    #[must_use]
    pub fn waits_for_run(&self, (a, b): (usize, usize)) -> bool {
        let unknown = |pair: [usize; 2]| self.known(pair).iter().any(|number| number.as_unknown().is_some());
        match [a, b].map(|node| self.nodes[node].kind) {
            [Kind::User(_), Kind::User(_) | Kind::Num(_)] | [Kind::Num(_), Kind::User(_)] => {
                let native = |(rule, _): (usize, _)| self.book.rules()[rule].0.native.is_some();
                unknown([a, b]) || self.rule_for(a, b).is_some_and(native)
            }
            _ => false,
        }
    }

    /// `$(7 ret) ~ 35`  =>  `ret ~ 42`; if the operand is not in the slot, `$(rhs ret) ~ 35`  =>  `$(35 ret) ~ rhs`
    fn operate(&mut self, number: Number, opr: usize) {
        let (rhs, ret) = ((opr, 1), (opr, 2));
        let literal = self.nodes[opr].kind == Kind::Opr(true);
        let known = match self.nodes[self.peer(rhs).0].kind {
            Kind::Num(known) if literal => Some(known),
            _ => None,
        };
        if let Some(known) = known {
            self.free.push(self.peer(rhs).0);
            let (result, fault) = Number::operate(number, known, self.book.numbers());
            self.fault = self.fault.or(fault);
            let num = self.add(Kind::Num(result));
            let end = self.peer(ret);
            self.join((num, 0), end);
        } else {
            let (num, next) = (self.add(Kind::Num(number)), self.add(Kind::Opr(true)));
            self.join((num, 0), (next, 1));
            // `rhs` and `ret` may be the two ends of one wire.
            let back = self.peer(ret);
            self.join((next, 2), back);
            let end = self.peer(rhs);
            self.join((next, 0), end);
        }
    }

    /// `?(arms out) ~ 0`  =>  `arms ~ (out *)`, and `?(arms out) ~ n`  =>  `arms ~ (* (n-1 out))`
    fn switch(&mut self, number: Number, swi: usize) {
        let numbers = self.book.numbers();
        let (outer, era) = (self.add(Kind::Con), self.add(Kind::Era));
        let (arms, out) = ((swi, 1), (swi, 2));
        let n = number.raw(numbers);
        let result = if n == 0 {
            self.join((era, 0), (outer, 2));
            (outer, 1)
        } else {
            let (inner, less) = (self.add(Kind::Con), self.add(Kind::Num(Number::u(n - 1, numbers))));
            self.join((era, 0), (outer, 1));
            self.join((inner, 0), (outer, 2));
            self.join((less, 0), (inner, 1));
            (inner, 2)
        };
        let back = self.peer(out);
        self.join(result, back);
        let end = self.peer(arms);
        self.join((outer, 0), end);
    }
}
