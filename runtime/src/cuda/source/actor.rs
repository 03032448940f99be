//! Negative agents of a book: functions of the value that they meet, and of what stands at their positive ports.
//!
//! ```text
//! choice_A(value, …)   which rule is it? It only looks
//! a_A(value, …)        does what the rule says, if it may begin; else the agent becomes a node that waits
//! act_function         the same for a node: what stands at its ports, and where its results go
//! ```

use super::{super::layout::Need, code::statements, function::Emit, steps::Writer};
use core::fmt::Write;
use polarnet_columns::Space;
use polarnet_lower::{Actor, Arm, Block, Choice, Function, Operand, Step};
use polarnet_syntax::net::{Partner, Polarity, Symbol};

/// A definition that there is not: the functions of agents call none in their place.
const NO_DEFINITION: u32 = u32::MAX;

/// The right side of a rule as a function.
pub fn function(choice: &Choice) -> Function {
    let body = &choice.body;
    let block = Block { count: body.count, steps: body.steps.clone(), result: Operand::Era };
    let (nodes, registers) = (body.nodes.clone(), body.registers);
    Function {
        def: NO_DEFINITION,
        args: 0,
        tests: Vec::new(),
        nodes,
        registers,
        body: block,
        accumulates: None,
        apart: None,
    }
}

/// All its rules.
pub fn choices(actor: &Actor) -> impl Iterator<Item = (&Arm, &Choice)> {
    actor.arms.iter().flat_map(|arm| arm.choices.iter().map(move |choice| (arm, choice)))
}

impl<S: Space> Emit<'_, S> {
    /// The slots of an agent of that sign.
    fn slots(&self, symbol: Symbol, sign: Polarity) -> Vec<u32> {
        let ports = self.book.agent(symbol).ports.iter().enumerate();
        ports.filter(|&(_, &port)| port == sign).map(|(slot, _)| slot as u32).collect()
    }

    pub fn results(&self, symbol: Symbol) -> usize {
        self.slots(symbol, Polarity::Negative).len()
    }

    fn inputs(&self, symbol: Symbol) -> String {
        self.slots(symbol, Polarity::Positive).iter().map(|slot| format!(", p{slot}")).collect()
    }

    fn parameters(&self, symbol: Symbol) -> String {
        self.slots(symbol, Polarity::Positive).iter().map(|slot| format!(", Word p{slot}")).collect()
    }

    fn signature(&self, Symbol(symbol): Symbol) -> String {
        let more = if self.results(Symbol(symbol)) > 1 { ", Word* more" } else { "" };
        format!("DEV_NOINLINE Word a{symbol}(Worker& w, Word v{}{more})", self.parameters(Symbol(symbol)))
    }

    pub fn declare_actor(&self, text: &mut String, actor: &Actor) {
        let _ = writeln!(text, "{};", self.signature(actor.symbol));
    }

    /// What a rule may need, its results given to where they are awaited.
    pub fn need_of_actor(&self, actor: &Actor) -> Need {
        let results = Need { words: 0, larges: 0, redexes: self.results(actor.symbol) as u32 };
        choices(actor).map(|(_, choice)| self.need(&function(choice)).and(results)).fold(results, Need::or)
    }

    /// The names of the numbers that a rule knows: those of the agent, and those of what it meets.
    fn numbers(&self, actor: Symbol, partner: Partner) -> Vec<String> {
        let of = |symbol, name: &'static str| {
            let agent = self.book.agent(symbol);
            let held = (0..agent.ports.len()).filter(|&slot| agent.holds_number(slot));
            held.map(move |slot| format!("as_number({name}{slot})")).collect::<Vec<_>>()
        };
        let mut known = of(actor, "p");
        match partner {
            Partner::Agent(partner) => known.extend(of(partner, "v")),
            _ => known.push("as_number(v)".into()),
        }
        known
    }

    /// Those fields of the value that are needed as variables: numbers, or all positive ones.
    fn fields(&self, text: &mut String, partner: Partner, only_numbers: bool) {
        let Partner::Agent(partner) = partner else { return };
        for slot in self.slots(partner, Polarity::Positive) {
            if !only_numbers || self.book.agent(partner).holds_number(slot as usize) {
                let _ = writeln!(text, "        Word v{slot} = take(&w.heap[loc(v) + {slot}]);");
            }
        }
    }

    pub fn actor(&self, text: &mut String, actor: &Actor) {
        self.choice(text, actor);
        let Symbol(symbol) = actor.symbol;
        let _ = writeln!(text, "{} {{", self.signature(actor.symbol));
        let inputs = self.inputs(actor.symbol);
        let _ = writeln!(text, "    v = known(w, v);\n    switch (choice{symbol}(w, v{inputs})) {{");
        for (at, (arm, choice)) in choices(actor).enumerate() {
            let _ = writeln!(text, "    case {at}: {{");
            self.rule(text, actor, arm, choice);
            let _ = writeln!(text, "    }}");
        }
        let (words, cells) = (self.words(actor.symbol), self.cells(actor.symbol));
        let _ = writeln!(text, "    }}");
        let ports = &self.book.agent(actor.symbol).ports;
        let node = if ports.is_empty() { "0" } else { "node" };
        if !ports.is_empty() {
            let _ = writeln!(text, "    u32 node = alloc(w, {words});");
            for slot in 0..words {
                let is_term = ports.get(slot as usize) == Some(&Polarity::Positive);
                let term = if is_term { format!("p{slot}") } else { "EMPTY".into() };
                let _ = writeln!(text, "    init(&w.heap[node + {slot}], {term});");
            }
        }
        let _ = writeln!(text, "    meets(w, v, word(TAG_ACTOR, {symbol}, {node}));");
        let mut result = "ERA".to_owned();
        for (at, slot) in self.slots(actor.symbol, Polarity::Negative).into_iter().enumerate() {
            let cell = format!("var(node, {slot}, {words}, {cells})");
            match at {
                0 => result = cell,
                _ => _ = writeln!(text, "    more[{}] = {cell};", at - 1),
            }
        }
        let _ = writeln!(text, "    return {result};\n}}\n");
    }

    /// The number of the rule, or -1: there is none, or the value is not there yet.
    fn choice(&self, text: &mut String, actor: &Actor) {
        let Symbol(symbol) = actor.symbol;
        let parameters = self.parameters(actor.symbol);
        let _ = writeln!(text, "DEV_NOINLINE i32 choice{symbol}(Worker& w, Word v{parameters}) {{");
        let _ = writeln!(text, "    if (is_var(v)) return -1;\n    u32 fault = 0;");
        let mut at = 0;
        for arm in &actor.arms {
            let (tag, label) = match arm.partner {
                Partner::Agent(Symbol(partner)) => ("TAG_VALUE", partner),
                Partner::Number(ty) => ("TAG_NUM", ty as u32),
                Partner::Era | Partner::Dup(_) => continue,
            };
            let _ = writeln!(text, "    if (tag(v) == {tag} && label(v) == {label}) {{");
            if arm.choices.iter().any(|choice| choice.guard.is_some()) {
                self.fields(text, arm.partner, true);
            }
            let known = self.numbers(actor.symbol, arm.partner);
            let mut is_open = true;
            for choice in &arm.choices {
                if let Some(guard) = &choice.guard {
                    let holds = statements(text, 2, guard, &known, &format!("g{at}"));
                    let _ = writeln!(text, "        if (guard_holds(w, {holds}, fault)) return {at};");
                } else if is_open {
                    let _ = writeln!(text, "        return {at};");
                    is_open = false;
                }
                at += 1;
            }
            let _ = writeln!(text, "    }}");
        }
        let _ = writeln!(text, "    return -1;\n}}\n");
    }

    fn rule(&self, text: &mut String, actor: &Actor, arm: &Arm, choice: &Choice) {
        let of = function(choice);
        let Need { words, redexes, .. } = self.need(&of);
        let _ = writeln!(text, "        if (!begins(w, {words}, {redexes}, {})) break;", choice.body.count);
        self.fields(text, arm.partner, false);
        let mut met = (0, 0);
        if let Partner::Agent(partner) = arm.partner {
            met = (self.words(partner), self.cells(partner));
            if met.1 == 0 && !self.book.agent(partner).ports.is_empty() {
                let _ = writeln!(text, "        release(w, loc(v), {});", met.0);
            }
        }
        if !choice.values.is_empty() {
            text.push_str("        u32 fault = 0;\n");
        }
        let known = self.numbers(actor.symbol, arm.partner);
        for (at, code) in choice.values.iter().enumerate() {
            let number = statements(text, 2, code, &known, &format!("k{at}"));
            let _ = writeln!(text, "        Word c{at} = as_word({number});");
            let _ = writeln!(text, "        note_value(w, fault);");
        }
        let ends = format!("ends(w, {words}, {redexes})");
        let mut writer = Writer { emit: self, of: &of, text, indent: 2, ends, met };
        writer.steps(&of.body.steps);
        let results: Vec<_> = choice.body.results.iter().map(|&result| self.operand(&of, result)).collect();
        for (at, result) in results.iter().enumerate().skip(1) {
            let _ = writeln!(text, "        more[{}] = {result};", at - 1);
        }
        let first = results.first().map_or("ERA", |result| result);
        let _ =
            writeln!(text, "        Word out = {first};\n        ends(w, {words}, {redexes});\n        return out;");
    }

    /// What nodes of these agents do when they meet a value.
    pub fn act_function(&self, text: &mut String, actors: &[Actor]) {
        let _ = writeln!(text, "DEV_NOINLINE bool act_function(Worker& w, Word actor, Word v) {{");
        let _ = writeln!(text, "    switch (label(actor)) {{");
        for Actor { symbol: Symbol(symbol), .. } in actors {
            let of = Symbol(*symbol);
            let (words, cells, inputs) = (self.words(of), self.cells(of), self.inputs(of));
            let _ = writeln!(text, "    case {symbol}: {{");
            for slot in self.slots(of, Polarity::Positive) {
                let _ = writeln!(text, "        Word p{slot} = take(&w.heap[loc(actor) + {slot}]);");
            }
            let _ = writeln!(text, "        if (choice{symbol}(w, v{inputs}) < 0) return false;");
            if cells == 0 && !self.book.agent(of).ports.is_empty() {
                let _ = writeln!(text, "        release(w, loc(actor), {words});");
            }
            let results = self.slots(of, Polarity::Negative);
            let more = if results.len() > 1 { ", more" } else { "" };
            if results.len() > 1 {
                let _ = writeln!(text, "        Word more[{}];", results.len() - 1);
            }
            let _ = writeln!(text, "        Word out = a{symbol}(w, v{inputs}{more});");
            for (at, slot) in results.into_iter().enumerate() {
                let result = if at == 0 { "out".to_owned() } else { format!("more[{}]", at - 1) };
                let _ = writeln!(text, "        give_value(w, {result}, var(loc(actor), {slot}, {words}, {cells}));");
            }
            let _ = writeln!(text, "        return true;\n    }}");
        }
        let _ = writeln!(text, "    }}\n    return false;\n}}\n");
    }

    /// A call of the function of an agent, if it has one. `results`: their registers.
    pub fn call_of_actor(
        &self,
        Symbol(symbol): Symbol,
        value: &str,
        args: &str,
        results: &[u32],
    ) -> Option<Vec<String>> {
        if !self.actors.iter().any(|actor| actor.symbol == Symbol(symbol)) {
            return None;
        }
        Some(match results {
            [] => vec![format!("a{symbol}(w, {value}{args});")],
            [first] => vec![format!("Word r{first} = a{symbol}(w, {value}{args});")],
            [first, rest @ ..] => {
                let more = format!("m{first}");
                let mut lines = vec![
                    format!("Word {more}[{}];", rest.len()),
                    format!("Word r{first} = a{symbol}(w, {value}{args}, {more});"),
                ];
                lines.extend(rest.iter().enumerate().map(|(at, reg)| format!("Word r{reg} = {more}[{at}];")));
                lines
            }
        })
    }
}

/// The actors that are compiled: all of their rules are, and none may be an elementary function, nor is Rust.
pub fn compiles(actor: &Actor) -> bool {
    let is_sound = |choice: &Choice| {
        let of = function(choice);
        choice.native.is_none() && !super::function::wants_integers(&of) && !of.body.steps.iter().any(is_guess)
    };
    !actor.arms.is_empty() && choices(actor).all(|(_, choice)| is_sound(choice))
}

fn is_guess(step: &Step) -> bool {
    matches!(step, Step::Case(_)) || step.blocks().into_iter().any(|block| block.steps.iter().any(is_guess))
}
