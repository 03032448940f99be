//! Commands, as they are written.

use super::{open::Open, visit::visit};
use crate::schedule::tree::{Act, Expr, Kind, StmtKind};
use proc_macro2::Ident;

/// A command that is written.
pub struct Command<'s> {
    pub item: usize,
    pub encoder: &'s Ident,
    pub into: Vec<&'s Ident>,
    pub kernel: Option<&'s Ident>,
    /// What is copied, if that has a name.
    pub value: Option<&'s Ident>,
    /// What the kernel takes.
    pub args: Vec<&'s Ident>,
}

impl<'a> Open<'a> {
    /// The commands that are written.
    pub fn commands(&self) -> Vec<Command<'a>> {
        let mut found = Vec::new();
        self.stmts(&mut |item, stmt| match &stmt.kind {
            StmtKind::Copy { encoder, into, value } => {
                let value = match &value.kind {
                    Kind::Name(name) | Kind::Act(Act::Borrow(Expr { kind: Kind::Name(name), .. })) => Some(name),
                    _ => None,
                };
                let into = into.iter().map(|it| &it.name).collect();
                found.push(Command { item, encoder, into, kernel: None, value, args: Vec::new() });
            }
            StmtKind::Call { encoder, into, call } => {
                let (mut kernel, mut args) = (None, Vec::new());
                visit(call, &mut |it| {
                    if let Kind::Call(path, list) = &it.kind {
                        kernel = path.get_ident();
                        args.extend(list.iter().filter_map(|arg| match &arg.kind {
                            Kind::Name(name) => Some(name),
                            _ => None,
                        }));
                    }
                });
                let into = into.iter().map(|it| &it.name).collect();
                found.push(Command { item, encoder, into, kernel, value: None, args });
            }
            _ => {}
        });
        found
    }
}
