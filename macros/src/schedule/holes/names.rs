//! Names for what holes make.

use super::{open::Open, steps::Timeline, work::Work};
use crate::schedule::tree::{Block, Kind, StmtKind};
use quote::ToTokens;
use std::collections::{HashMap, HashSet};
use syn::Member;

/// Names that nothing else in the block has.
pub struct Names {
    pub device: String,
    pub encoders: Vec<String>,
    pub fences: Vec<String>,
    pub ready: Vec<String>,
    pub results: Vec<Vec<String>>,
    pub arguments: Vec<Vec<String>>,
    /// For what is written on a device, and read by a hole.
    pub read: HashMap<String, String>,
}

impl Names {
    pub fn new(block: &Block<'_>, open: &Open<'_>, time: &Timeline, work: &Work) -> Self {
        let it = &block.fns[open.at];
        let mut known: HashSet<String> = it.params.iter().map(|param| param.name.to_string()).collect();
        let consts = block.consts.iter().map(|it| &it.name).chain(block.externs.iter().map(|it| &it.name));
        let others = block.fns.iter().map(|it| &it.name).chain(block.classes.iter().map(|it| &it.name));
        known.extend(consts.chain(others).chain(block.vals.iter().map(|it| &it.name)).map(ToString::to_string));
        known.extend(["gpu".to_owned(), "encode_begin".to_owned()]);
        open.visit(&mut |expr| match &expr.kind {
            Kind::Name(name) | Kind::Field(_, Member::Named(name)) => drop(known.insert(name.to_string())),
            _ => {}
        });
        open.stmts(&mut |_, stmt| match &stmt.kind {
            StmtKind::Let(into, _) | StmtKind::Copy { into, .. } | StmtKind::Call { into, .. } => {
                known.extend(into.iter().map(|it| it.name.to_string()));
            }
            StmtKind::Var(name, _) => drop(known.insert(name.name.to_string())),
            _ => {}
        });
        let mut fresh = |base: &str| {
            let mut name = base.to_owned();
            let mut nth = 1;
            while !known.insert(name.clone()) {
                nth += 1;
                name = format!("{base}{nth}");
            }
            name
        };
        let mut each = |base: &str| -> Vec<String> {
            match time.trips.len() {
                1 => vec![fresh(base)],
                count => (1..=count).map(|nth| fresh(&format!("{base}{nth}"))).collect(),
            }
        };
        let (encoders, fences, ready) = (each("encoder"), each("fence"), each("ready"));
        let results = work.calls.iter().map(|call| {
            let names = call.outputs.iter().map(|output| fresh(output.name.as_deref().unwrap_or("result")));
            names.collect()
        });
        let results = results.collect();
        let arguments = work.calls.iter().map(|call| call.args.iter().map(|_| fresh("argument")).collect()).collect();
        let mut read = HashMap::new();
        for name in open.commands().iter().filter(|it| it.kernel.is_some()).flat_map(|it| &it.into) {
            let name = name.to_string();
            read.entry(name).or_insert_with_key(|name| fresh(name));
        }
        let device = it.params.iter().find(|param| param.ty.to_token_stream().to_string() == "& Device");
        let device = device.map_or_else(|| "gpu".to_owned(), |param| param.name.to_string());
        Names { device, encoders, fences, ready, results, arguments, read }
    }

    /// All that were made.
    pub fn all(&self) -> Vec<String> {
        let lists = self.results.iter().chain(&self.arguments).flatten();
        lists.chain(self.read.values()).chain(&self.encoders).chain(&self.fences).chain(&self.ready).cloned().collect()
    }
}
