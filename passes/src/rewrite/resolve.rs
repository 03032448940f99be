//! Equations, with the agents of a book.

use super::{Clause, Equation, Term};
use polarnet_columns::Space;
use polarnet_syntax::{
    book::Book,
    check::nearest,
    net::{Polarity, Symbol},
    number::{Number, Type},
    table::TableAgent,
};
use std::collections::HashMap;

/// Why equations say nothing of a book.
///
/// ```
/// let book = polarnet::net! { agent +Zero; @main = Zero };
/// let error = polarnet::rewrite! { (Add x Zero) => x }.run(&book).unwrap_err();
/// assert_eq!(error.equation, "(Add x Zero) => x");
/// println!("{error}"); // with what to do
/// ```
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{message}, in `{equation}`\nhelp: {help}")]
pub struct RewriteError {
    /// What is wrong.
    pub message: String,
    /// The equation.
    pub equation: String,
    /// What to do.
    pub help: String,
}

/// A term whose agents are known.
pub(super) enum Pattern {
    Variable(usize),
    Number(Number),
    Agent(Node),
}

/// An agent that takes values and gives one.
pub(super) struct Node {
    pub symbol: Symbol,
    /// The port of the result.
    pub result: usize,
    /// The other ports, and what is there.
    pub terms: Vec<(usize, Pattern)>,
}

pub(super) struct Resolved {
    pub left: Node,
    pub right: Pattern,
    /// Of a variable: what its copies are called, or that it is erased.
    pub clauses: Vec<(usize, Option<[usize; 2]>)>,
    /// How many variables there are.
    pub variables: usize,
}

/// The ports of an agent that takes values and gives one: that of the result, and the others in the order of a term.
pub(super) fn ports(agent: &TableAgent) -> Option<(usize, Vec<usize>)> {
    let negative: Vec<usize> =
        (1..).zip(agent.ports.iter()).filter(|(_, sign)| **sign == Polarity::Negative).map(|(port, _)| port).collect();
    let result = match (agent.sign, &negative[..]) {
        (Polarity::Positive, []) => 0,
        (Polarity::Negative, &[result]) => result,
        _ => return None,
    };
    Some((result, (0..=agent.ports.len()).filter(|&port| port != result).collect()))
}

/// Looks up the agents of equations.
pub(super) fn resolve<S: Space>(equations: &[Equation], book: &Book<S>) -> Result<Vec<Resolved>, RewriteError> {
    let symbols = book.declared().map(|symbol| (&*book.agent(symbol).name, symbol)).collect();
    let one = |equation| {
        let mut resolver = Resolver { book, symbols: &symbols, variables: HashMap::new(), acts: false };
        resolver.equation(equation).map_err(|(message, help)| RewriteError {
            message,
            equation: equation.to_string(),
            help,
        })
    };
    equations.iter().map(one).collect()
}

struct Resolver<'e, 'b, S: Space> {
    book: &'b Book<S>,
    symbols: &'b HashMap<&'b str, Symbol>,
    /// Their numbers, and the type of those that are at a port that holds a number.
    variables: HashMap<&'e str, (usize, Option<Type>)>,
    /// There is a negative agent.
    acts: bool,
}

/// What is wrong, and what to do.
type Wrong = (String, String);

impl<'e, S: Space> Resolver<'e, '_, S> {
    fn equation(&mut self, equation: &'e Equation) -> Result<Resolved, Wrong> {
        let Pattern::Agent(left) = self.term(&equation.left, None, true)? else {
            return Err(("the left side has no agent".to_owned(), "an equation is `(Add x Zero) => x`".to_owned()));
        };
        if !self.acts {
            let message = "the left side is a value, which is part of results".to_owned();
            return Err((message, "write what an agent makes of it: `(Add x Zero) => x`".to_owned()));
        }
        let mut clauses = Vec::new();
        for clause in &equation.clauses {
            clauses.push(match clause {
                Clause::Erase(name) => (self.variable(name, None, false)?, None),
                Clause::Copy(name, [a, b]) => {
                    let whole = self.variable(name, None, false)?;
                    (whole, Some([self.variable(a, None, true)?, self.variable(b, None, true)?]))
                }
            });
        }
        let right = self.term(&equation.right, None, false)?;
        Ok(Resolved { left, right, clauses, variables: self.variables.len() })
    }

    /// A term at a port that holds a number of type `held`, or any value; on the left, it binds its variables.
    fn term(&mut self, term: &'e Term, held: Option<Type>, left: bool) -> Result<Pattern, Wrong> {
        let numbers = self.book.numbers();
        match term {
            Term::Variable(name) => self.variable(name, held, left).map(Pattern::Variable),
            Term::Number(text) => {
                let number = Number::parse_literal(text, numbers).map_err(|error| (error.to_string(), error.help()))?;
                match held.filter(|&ty| number.ty() != Some(ty)) {
                    None => Ok(Pattern::Number(number)),
                    Some(ty) => {
                        let help = format!("write one of type {}", ty.name(numbers));
                        Err((format!("`{text}` stands at a port for numbers of another type"), help))
                    }
                }
            }
            Term::Agent(name, _) if held.is_some() => {
                let help = "write a number, or a variable".to_owned();
                Err((format!("`{name}` stands at a port that holds a number"), help))
            }
            Term::Agent(name, terms) => self.agent(name, terms, left).map(Pattern::Agent),
        }
    }

    fn variable(&mut self, name: &'e str, held: Option<Type>, bind: bool) -> Result<usize, Wrong> {
        if self.symbols.contains_key(name) {
            return Err((
                format!("`{name}` is an agent of the book"),
                format!("write `({name})`, or rename the variable"),
            ));
        }
        let next = self.variables.len();
        match self.variables.get(name) {
            _ if bind => {
                self.variables.insert(name, (next, held));
                Ok(next)
            }
            Some(&(variable, from)) if held.is_none() || held == from => Ok(variable),
            Some(_) => {
                let help = "there may be a literal, or a variable from such a port".to_owned();
                Err((format!("`{name}` stands at a port that holds a number, and may be another value"), help))
            }
            None => Err((format!("unknown variable `{name}`"), "a variable comes from the left side".to_owned())),
        }
    }

    fn agent(&mut self, name: &'e str, terms: &'e [Term], left: bool) -> Result<Node, Wrong> {
        let Some(&symbol) = self.symbols.get(name) else {
            let near = nearest(name, self.book.declared().map(|symbol| &*self.book.agent(symbol).name));
            let help = match near {
                Some(near) => format!("there is `{near}`"),
                None => "declare it in the book; a variable starts with a small letter".to_owned(),
            };
            return Err((format!("the book has no agent `{name}`"), help));
        };
        let agent = self.book.agent(symbol);
        self.acts |= left && agent.sign == Polarity::Negative;
        let Some((result, ports)) = ports(agent) else {
            let help = "it takes values at all ports but one: rewrite nets of others in a pass of your own".to_owned();
            return Err((format!("`{name}` is no agent that takes values and gives one"), help));
        };
        if !agent.pairs.is_empty() {
            let help = "rewrite nets of others in a pass of your own".to_owned();
            return Err((format!("`{name}` holds wide numbers, and equations have none"), help));
        }
        if terms.len() != ports.len() {
            let blanks = " _".repeat(ports.len());
            let what =
                if result == 0 { "what is at its ports" } else { "what it meets, then what is at its other ports" };
            let help = format!("write `({name}{blanks})`: {what}");
            return Err((format!("`{name}` has {} terms here, and takes {}", terms.len(), ports.len()), help));
        }
        let holds = |port: usize| agent.numbers.iter().find(|&&(at, _)| at as usize + 1 == port).map(|&(_, ty)| ty);
        let terms = ports.into_iter().zip(terms).map(|(port, term)| Ok((port, self.term(term, holds(port), left)?)));
        Ok(Node { symbol, result, terms: terms.collect::<Result<_, Wrong>>()? })
    }
}
