//! `polarnet run --trace`: a line of JSON for each interaction. `docs/book/src/cli.md` has the format.

use polarnet::{
    Book, Interaction, Polarity,
    columns::Space,
    reducer::{Graph, Kind},
};
use serde::Serialize;
use std::{
    fs::File,
    io::{self, BufWriter, Write},
    ops::ControlFlow,
    path::Path,
};

/// Writes interactions to a file.
pub struct Trace {
    file: BufWriter<File>,
    failed: Option<io::Error>,
}

#[derive(Serialize)]
struct Line<'a> {
    step: u64,
    rule: &'a str,
    agents: Vec<Agent<'a>>,
}

#[derive(Serialize)]
struct Agent<'a> {
    node: usize,
    agent: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sign: Option<char>,
    #[serde(skip_serializing_if = "Option::is_none")]
    place: Option<String>,
    ports: Vec<(usize, usize)>,
}

impl Trace {
    /// A file, which is made, or made empty.
    pub fn create(path: &Path) -> io::Result<Trace> {
        Ok(Trace { file: BufWriter::new(File::create(path)?), failed: None })
    }

    /// Writes the line of an interaction. Where that fails the run need not go on; `finish` says why.
    pub fn write<S: Space>(&mut self, interaction: &Interaction<'_, S>) -> ControlFlow<()> {
        let agents = interaction.nodes.iter().map(|&node| agent(interaction.graph, node)).collect();
        let line = Line { step: interaction.before + 1, rule: interaction.rule.name(), agents };
        let written = serde_json::to_writer(&mut self.file, &line).map_err(io::Error::from);
        match written.and_then(|()| self.file.write_all(b"\n")) {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                self.failed = Some(error);
                ControlFlow::Break(())
            }
        }
    }

    /// Writes what has not reached the file yet.
    pub fn finish(mut self) -> io::Result<()> {
        match self.failed.take() {
            Some(error) => Err(error),
            None => self.file.flush(),
        }
    }
}

fn agent<'a, S: Space>(graph: &Graph<'_, S>, node: usize) -> Agent<'a> {
    let book: &Book<S> = graph.book();
    let (agent, value) = match graph.kind(node) {
        Kind::Era => ("era", None),
        Kind::Num(number) => ("num", Some(number.display(book.numbers()).to_string())),
        Kind::Ref(def) => ("ref", book.def(def).map(|def| book.names()[def].clone())),
        Kind::Con => ("con", None),
        Kind::Dup(label) => ("dup", Some(label.to_string())),
        Kind::Opr(_) => ("opr", None),
        Kind::Swi => ("swi", None),
        Kind::User(symbol) => ("user", Some(book.agent(symbol).name.to_string())),
        _ => ("root", None),
    };
    let origin = graph.origin(node);
    let sign = origin.map(|row| if book.polarity()[row] == Polarity::Positive { '+' } else { '-' });
    let place = origin
        .map(|row| book.places()[row])
        .filter(|place| place.line > 0)
        .map(|place| format!("{}:{}", place.line, place.column));
    Agent {
        node,
        agent,
        value,
        sign,
        place,
        ports: (1..=graph.arity(node)).map(|port| graph.peer((node, port))).collect(),
    }
}
