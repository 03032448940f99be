//! What walks through data in λ-encodings: for each constructor there is a definition that takes its fields.

use super::{
    Kind::{self, Data, Number, Pair},
    Walk, Writer, applied,
};
use std::fmt::Write;

/// A wire that is to be used. `less`: it is a field of what the walk was given.
#[derive(Clone)]
struct Wire {
    name: String,
    kind: Kind,
    less: bool,
}

/// What is inside of a definition so far.
struct Body {
    wires: Vec<Wire>,
    redexes: Vec<String>,
}

impl Writer<'_, '_> {
    fn name(&mut self, of: char) -> String {
        self.names += 1;
        format!("{of}{}", self.names)
    }

    fn wires(&mut self, kinds: &[Kind], less: bool) -> Vec<Wire> {
        kinds.iter().map(|&kind| Wire { name: self.name('x'), kind, less }).collect()
    }

    /// `@walkN = ((arm0 (arm1 … r)) r)`
    pub(super) fn walk(&mut self, walk: Walk) {
        let takes = walk.takes.clone();
        self.walks.push(walk);
        let name = format!("@walk{}", self.walks.len() - 1);
        let arms = self.arms(&name, true, &takes.iter().map(|&kind| (kind, false)).collect::<Vec<_>>(), 0);
        writeln!(self.text, "{name} = ({} r)", applied(&arms, "r")).unwrap();
    }

    /// Definitions that take the fields of each constructor, and what else there is. `less`: of the walk's own argument.
    fn arms(&mut self, name: &str, less: bool, others: &[(Kind, bool)], depth: usize) -> Vec<String> {
        let mut arms = Vec::new();
        for of in 0..self.constructors.len() {
            let fields = self.constructors[of].clone();
            let gives = self.walks.last().unwrap().gives;
            let is_alone = others.is_empty() && gives == Data;
            if is_alone && self.c.chance(if of == 0 { 150 } else { 40 }) {
                arms.push(format!("@K{of}"));
                continue;
            }
            let mut args = self.wires(&fields, less);
            args.extend(others.iter().map(|&(kind, less)| Wire { name: self.name('x'), kind, less }));
            arms.push(format!("{name}_{of}"));
            self.define(&format!("{name}_{of}"), None, args, &mut |it, body| it.result(body, Some(of), depth));
        }
        arms
    }

    /// `first`: an argument before the others, which is erased.
    fn define(
        &mut self,
        name: &str,
        first: Option<&str>,
        args: Vec<Wire>,
        result: &mut dyn FnMut(&mut Self, &mut Body) -> String,
    ) {
        let names: Vec<_> =
            first.into_iter().map(str::to_owned).chain(args.iter().map(|arg| arg.name.clone())).collect();
        let mut body = Body { wires: args, redexes: Vec::new() };
        let result = result(self, &mut body);
        let erased = body.wires.iter().map(|wire| format!("{} ~ *", wire.name));
        let redexes: String = body.redexes.iter().cloned().chain(erased).map(|redex| format!(" & {redex}")).collect();
        writeln!(self.text, "{name} = {}{redexes}", applied(&names, &result)).unwrap();
    }

    /// What a definition gives. `of`: the constructor that was matched.
    fn result(&mut self, body: &mut Body, of: Option<usize>, depth: usize) -> String {
        let gives = self.walks.last().unwrap().gives;
        let of = of.unwrap_or(0);
        // The first is what all results go through.
        if self.walks.len() == 1 {
            return self.digest(body);
        }
        match self.c.weighted(if depth > 1 { &[2, 2, 3, 1, 0, 0, 0] } else { &[2, 2, 4, 1, 5, 2, 3] }) {
            4 => self.switch(body, of, depth),
            // Handed on to who is called only here.
            5 => {
                let name = format!("@on{}", self.name('_'));
                let (given, args) = self.hand_on(body, 6);
                self.define(&name, None, args, &mut |it, body| it.result(body, Some(of), depth + 1));
                call(body, self.name('r'), &name, &given)
            }
            // Another value is matched.
            6 if let Some(value) = self.take(body, Data) => {
                let name = format!("@and{}", self.name('_'));
                let (given, args) = self.hand_on(body, 5);
                let others: Vec<_> = args.iter().map(|arg| (arg.kind, arg.less)).collect();
                let arms = self.arms(&name, false, &others, depth + 1);
                let r = self.name('r');
                body.redexes.push(format!("{} ~ {}", value.name, applied(&arms, &applied(&given, &r))));
                r
            }
            _ if gives == Number => self.digest(body),
            // The same, or with its fields in another order.
            0 => {
                let fields = self.constructors[of].clone();
                let there = body.wires.iter().take(fields.len()).map(|wire| wire.kind).collect::<Vec<_>>() == fields;
                let given =
                    if there { body.wires.drain(..fields.len()).map(|wire| wire.name).collect() } else { vec![] };
                if there { self.build(body, of, given) } else { self.plain(body, of) }
            }
            1 => self.plain(body, of),
            2 => {
                let of = if self.c.chance(190) { of } else { self.c.below(self.constructors.len()) };
                let fields = self.constructors[of].clone();
                let given = fields.iter().map(|&kind| self.term(body, kind, false)).collect();
                self.build(body, of, given)
            }
            _ => self.term(body, Data, false),
        }
    }

    /// A bit of a number chooses which fields are where, or which constructor or number it is.
    fn switch(&mut self, body: &mut Body, of: usize, depth: usize) -> String {
        let (name, r, bit) = (format!("@on{}", self.name('_')), self.name('r'), self.name('b'));
        let value = self.number(body, true);
        let by = self.c.one(&["&1", "&2", "%3", "<40"]);
        body.redexes.push(format!("{value} ~ $([{by}] {bit})"));
        let fields = self.constructors[of].clone();
        // Recursion is done before, or in the arms.
        let (given, args) = if self.c.chance(150) && self.walks.last().unwrap().gives == Data {
            let given: Vec<_> = fields.iter().map(|&kind| self.term(body, kind, false)).collect();
            (given, self.wires(&fields, false))
        } else {
            self.hand_on(body, 5)
        };
        let is_same = args.iter().map(|arg| arg.kind).eq(fields.iter().copied());
        let direct = is_same && self.walks.last().unwrap().gives == Data && self.c.chance(128);
        let mut arms = Vec::new();
        for arm in 0..2 {
            if arm == 0 && direct {
                arms.push(format!("@K{of}"));
                continue;
            }
            let args: Vec<_> = args.iter().map(|arg| Wire { name: self.name('x'), ..arg.clone() }).collect();
            let nearly = self.c.chance(70);
            arms.push(format!("{name}_{arm}"));
            self.define(&format!("{name}_{arm}"), (arm == 1).then_some("*"), args, &mut |it, body| match it
                .walks
                .last()
                .unwrap()
                .gives
            {
                _ if nearly => it.result(body, Some(of), depth + 2),
                Number => it.number(body, true),
                _ => it.plain(body, of),
            });
        }
        writeln!(self.text, "{name} = (?(({} {}) r) r)", arms[0], arms[1]).unwrap();
        body.redexes.push(format!("{name} ~ ({bit} {})", applied(&given, &r)));
        r
    }

    /// Wires that become arguments of another definition.
    fn hand_on(&mut self, body: &mut Body, most: usize) -> (Vec<String>, Vec<Wire>) {
        let keep = body.wires.len().saturating_sub(most);
        let mut wires = body.wires.split_off(keep);
        if wires.len() > 1 && self.c.chance(100) {
            let by = self.c.below(wires.len());
            wires.rotate_left(by);
        }
        let given = wires.iter().map(|wire| wire.name.clone()).collect();
        (given, wires.into_iter().map(|wire| Wire { name: self.name('x'), ..wire }).collect())
    }

    fn build(&mut self, body: &mut Body, of: usize, given: Vec<String>) -> String {
        if given.is_empty() { format!("@K{of}") } else { call(body, self.name('r'), &format!("@K{of}"), &given) }
    }

    /// A constructor of what is there.
    fn plain(&mut self, body: &mut Body, of: usize) -> String {
        let fields = self.constructors[of].clone();
        let given = fields.iter().map(|&kind| self.term(body, kind, true)).collect();
        self.build(body, of, given)
    }

    fn take(&mut self, body: &mut Body, kind: Kind) -> Option<Wire> {
        let all: Vec<_> = (0..body.wires.len()).filter(|&at| body.wires[at].kind == kind).collect();
        (!all.is_empty()).then(|| body.wires.remove(self.c.one(&all)))
    }

    /// Now and then there is a copy left.
    fn copy(&mut self, body: &mut Body, wire: Wire, part: u8) -> Wire {
        if !self.c.chance(part) {
            return wire;
        }
        let [a, b] = [(); 2].map(|()| Wire { name: self.name('x'), ..wire.clone() });
        body.redexes.push(format!("{} ~ {{{} {}}}", wire.name, a.name, b.name));
        body.wires.push(b);
        a
    }

    /// A term of what is there; `plain`: which is not changed.
    fn term(&mut self, body: &mut Body, kind: Kind, plain: bool) -> String {
        match kind {
            Number => self.number(body, plain),
            Pair => {
                let Some(pair) = self.take(body, Pair) else {
                    return format!("({} {})", self.number(body, plain), self.number(body, plain));
                };
                if self.c.chance(if plain { 200 } else { 100 }) {
                    return pair.name;
                }
                self.split(body, pair);
                format!("({} {})", self.number(body, plain), self.number(body, plain))
            }
            Data => {
                let Some(wire) = self.take(body, Data) else { return "@K0".into() };
                let wire = self.copy(body, wire, if plain { 4 } else { 12 });
                let own = self.walks.len() - 1;
                let which = if wire.less && self.walks[own].gives == Data { own } else { self.c.below(own.max(1)) };
                if plain || self.walks[which].gives != Data || self.c.chance(60) {
                    return wire.name;
                }
                self.walked(body, which, wire)
            }
        }
    }

    fn walked(&mut self, body: &mut Body, which: usize, wire: Wire) -> String {
        let mut given = vec![wire.name];
        for kind in self.walks[which].takes.clone() {
            given.push(if kind == Number {
                self.number(body, false)
            } else {
                self.take(body, Data).map_or("@K0".into(), |it| it.name)
            });
        }
        call(body, self.name('r'), &format!("@walk{which}"), &given)
    }

    fn split(&mut self, body: &mut Body, pair: Wire) {
        let [a, b] = [(); 2].map(|()| Wire { name: self.name('x'), kind: Number, less: false });
        body.redexes.push(format!("{} ~ ({} {})", pair.name, a.name, b.name));
        body.wires.extend([a, b]);
    }

    fn number(&mut self, body: &mut Body, plain: bool) -> String {
        if !body.wires.iter().any(|wire| wire.kind == Number)
            && let Some(pair) = self.take(body, Pair)
        {
            self.split(body, pair);
        }
        let wire = match self.take(body, Number) {
            Some(wire) => self.copy(body, wire, if plain { 12 } else { 90 }),
            None => return self.c.one(&["0", "1", "5", "77"]).into(),
        };
        if plain || self.c.chance(150) {
            return wire.name;
        }
        let (r, op) = (self.name('r'), self.c.one(&["+1", "*3", "^5", "&31", ">9"]));
        body.redexes.push(format!("{} ~ $([{op}] {r})", wire.name));
        r
    }

    /// One number of all that is there.
    fn digest(&mut self, body: &mut Body) -> String {
        let mut sum = self.c.one(&["1", "2"]).to_owned();
        while let Some(wire) = (!body.wires.is_empty()).then(|| body.wires.remove(0)) {
            let own = self.walks.len() - 1;
            let which = if wire.less && self.walks[own].gives == Number { own } else { 0 };
            let number = match wire.kind {
                Number => wire.name,
                Pair => {
                    self.split(body, wire);
                    continue;
                }
                // The first walk has nobody to call but itself.
                Data if own == 0 && !wire.less => {
                    body.redexes.push(format!("{} ~ *", wire.name));
                    continue;
                }
                Data => self.walked(body, which, wire),
            };
            let (by, r) = (self.name('b'), self.name('r'));
            body.redexes.push(format!("{sum} ~ $([*31] {by}) & {by} ~ $([+] $({number} {r}))"));
            sum = r;
        }
        sum
    }
}

/// `@name ~ (a (b r))`
fn call(body: &mut Body, r: String, name: &str, given: &[String]) -> String {
    body.redexes.push(format!("{name} ~ {}", applied(given, &r)));
    r
}
