//! What nodes have by number: names of variables, and numbers.

use crate::{
    lang::{Number, Real, RealLang, Symbol},
    number,
};
use indexmap::IndexSet;
use num_bigint::BigInt;
use num_rational::BigRational;
use polarnet_columns::{Batch, Builder, Data, Idx, Lang, Row, Space};
use std::collections::HashMap;

/// Operands with more nodes have a name of their own in [`Names::program`].
const LONG: usize = 40;

/// The names of variables, and the numbers, that nodes refer to. Equal ones have equal numbers, so that batches which
/// share their names can be compared and merged.
#[derive(Clone, Default)]
pub struct Names {
    symbols: IndexSet<String>,
    numbers: IndexSet<BigRational>,
    /// What has been read: most numbers occur often, and exact arithmetic is dear.
    literals: HashMap<String, Number>,
}

impl Names {
    /// The symbol of a name.
    pub fn symbol(&mut self, name: &str) -> Symbol {
        let index = self.symbols.get_index_of(name).unwrap_or_else(|| self.symbols.insert_full(name.to_owned()).0);
        Symbol(index as u32)
    }

    /// The number of a value.
    pub fn number(&mut self, value: BigRational) -> Number {
        Number(self.numbers.insert_full(value).0 as u32)
    }

    /// The number that a word means: `-12`, `1/3`, `0.25`, `1e-9`, `0x1.8p3`, exactly. None if it is no number; an error if it is
    /// one that cannot be had, as `1/0`.
    ///
    /// # Errors
    ///
    /// Why it cannot be had.
    pub fn literal(&mut self, word: &str) -> Option<Result<Number, &'static str>> {
        if let Some(&known) = self.literals.get(word) {
            return Some(Ok(known));
        }
        let number = number::parse(word)?.map(|value| self.number(value));
        if let Ok(number) = number {
            self.literals.insert(word.to_owned(), number);
        }
        Some(number)
    }

    /// The row of a value.
    pub fn add<S: Space>(&mut self, batch: &mut Builder<S, RealLang>, value: impl Into<BigInt>) -> Idx<S> {
        let value = self.number(value.into().into());
        batch.add(Real::Number(value))
    }

    /// The name of a symbol of these names.
    ///
    /// # Panics
    ///
    /// When the symbol is not of these names.
    #[must_use]
    pub fn name(&self, symbol: Symbol) -> &str {
        &self.symbols[symbol.0 as usize]
    }

    /// The value of a number of these names.
    ///
    /// # Panics
    ///
    /// When the number is not of these names.
    #[must_use]
    pub fn value(&self, number: Number) -> &BigRational {
        &self.numbers[number.0 as usize]
    }

    /// The names of all variables, in the order of their symbols.
    pub fn symbols(&self) -> impl ExactSizeIterator<Item = (Symbol, &str)> {
        self.symbols.iter().enumerate().map(|(at, name)| (Symbol(at as u32), name.as_str()))
    }

    /// The expression at `row`, as FPCore writes it. Where it would have more than `most` nodes, rows are named by number
    /// instead: `(+ %3 1)`.
    #[must_use]
    pub fn show<S: Space>(&self, batch: &Batch<S, RealLang>, row: Idx<S>, most: u64) -> String {
        let nodes = tree_nodes(batch);
        let reached = batch.reachable(&[row]);
        // What each row is, and what it is called elsewhere.
        let texts = batch.fill_up(|row: Row<'_, '_, S, RealLang, (String, String)>| {
            if !reached[row.idx()] {
                return Default::default();
            }
            let text = self.node(row.values(), |(_, called)| called);
            let called = if nodes[row.idx()] > most { format!("{:?}", row.idx()) } else { text.clone() };
            (text, called)
        });
        texts[row].0.clone()
    }

    /// The expression at `row`, which has no loops, as FPCore writes it: what is used several times, and what is long, has a name,
    /// `(let* ([t1 …]) …)`.
    ///
    /// ```
    /// # use polarnet_columns::{Builder, space};
    /// # use polarnet_fpcore::{Names, read};
    /// let cores = read("(FPCore (x) (let ([s (sqrt (+ x 1))]) (/ s (+ 1 s))))")?;
    /// let mut names = Names::default();
    /// space!(Exprs, guard);
    /// let mut exprs = Builder::new(guard);
    /// let root = cores[0].build(&mut exprs, &mut names)?;
    /// assert_eq!(names.program(&exprs.freeze(), root), "(let* ([t1 (sqrt (+ x 1))]) (/ t1 (+ 1 t1)))");
    /// # Ok::<(), polarnet_fpcore::Error>(())
    /// ```
    #[must_use]
    pub fn program<S: Space>(&self, batch: &Batch<S, RealLang>, row: Idx<S>) -> String {
        let root = row;
        let reached = batch.reachable(&[root]);
        let mut uses = batch.rows().fill(0_u32);
        for row in batch.indices().filter(|&row| reached[row]) {
            RealLang::each_child(batch.node(row), |child| uses.update(child, |uses| *uses += 1));
        }
        let (mut bindings, mut count) = (String::new(), 0);
        // What each row is called elsewhere, and how many nodes that has.
        let called = batch.fill_up(|row: Row<'_, '_, S, RealLang, (String, usize)>| {
            if !reached[row.idx()] {
                return Default::default();
            }
            let mut nodes = 1;
            RealLang::each_child(row.values(), |(_, inside)| nodes += inside);
            let text = self.node(row.values(), |(text, _)| text);
            let shared = uses[row.idx()] > 1 && nodes > 1;
            if row.idx() == root || !shared && nodes <= LONG {
                return (text, nodes);
            }
            let name = loop {
                count += 1;
                let name = format!("t{count}");
                if !self.symbols.contains(&name) {
                    break name;
                }
            };
            bindings.push_str(&format!("{}[{name} {text}]", if bindings.is_empty() { "" } else { " " }));
            (name, 1)
        });
        match bindings.is_empty() {
            true => called[root].0.clone(),
            false => format!("(let* ({bindings}) {})", called[root].0),
        }
    }

    fn node<T>(&self, node: Real<'_, &T>, called: impl Fn(&T) -> &str) -> String {
        let mut text = match node {
            Real::Number(n) => return number::show(self.value(n)),
            Real::Constant(constant) => return constant.name().to_owned(),
            Real::Variable(symbol) => return self.name(symbol).to_owned(),
            Real::Local(level) => return format!("local{level}"),
            Real::In(format, _) => format!("(! :precision {}", format.name()),
            _ => format!("({}", node.operation()),
        };
        RealLang::each_child(node, |child| {
            text.push(' ');
            text.push_str(called(child));
        });
        text.push(')');
        text
    }
}

/// How many nodes the expression of each row has as a tree, shared parts counted each time.
#[must_use]
pub fn tree_nodes<S: Space>(batch: &Batch<S, RealLang>) -> Data<S, u64> {
    batch.fold(|node: Real<'_, &u64>| {
        let mut nodes = 1_u64;
        RealLang::each_child(node, |&child| nodes = nodes.saturating_add(child));
        nodes
    })
}
