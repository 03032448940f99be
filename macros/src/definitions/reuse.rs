//! Nodes in the place of others.
//!
//! Who takes a pair or a closure apart, and makes one of the same size later, keeps its node: neither freed nor allocated, and its memory is at hand
//! (Reinking, Xie, de Moura, Leijen, "Perceus", 2021). Only within a block, whose steps are all done once it is entered.

use super::steps::Writer;
use polarnet_columns::Space;
use polarnet_lower::{Core, Operand, Step};
use proc_macro2::Ident;
use quote::format_ident;
use std::collections::HashMap;

/// Which steps of a block leave their node to which: by the number of the step, the name of the variable that has it.
#[derive(Default)]
pub struct Reuse {
    /// What the closure leaves that was taken apart before the block.
    pub closure: Option<Ident>,
    pub leaves: HashMap<usize, Ident>,
    pub takes: HashMap<usize, Ident>,
}

impl<S: Space> Writer<'_, S> {
    /// Of steps and their numbers. `words`: of the closure that was taken apart before the block; 0 if there is none.
    pub(super) fn reuse(&mut self, steps: &[(usize, &Step)], words: u32) -> Reuse {
        let mut reuse = Reuse::default();
        // Nodes that are free, the last one first: where it comes from, and its words.
        let mut free: Vec<(Option<usize>, u32)> = (words > 0).then_some((None, words)).into_iter().collect();
        for &(at, step) in steps {
            if let Step::Core { core: Core::Con, slots: [Err(_), Err(_)], .. } = step {
                free.push((Some(at), 2));
            }
            let Some(words) = self.makes(step) else { continue };
            let Some(found) = free.iter().rposition(|&(_, free)| free == words) else { continue };
            let name = format_ident!("__c{}", self.kept);
            self.kept += 1;
            match free.remove(found).0 {
                Some(from) => drop(reuse.leaves.insert(from, name.clone())),
                None => reuse.closure = Some(name.clone()),
            }
            reuse.takes.insert(at, name);
        }
        reuse
    }

    /// The words of the node that a step makes.
    fn makes(&self, step: &Step) -> Option<u32> {
        match step {
            Step::Build { node, .. } => Some(self.size(*node).0),
            Step::Apply { value: Operand::Ref(def), args, .. } => {
                let arity = self.emit.definitions[*def as usize].arity as usize;
                (args.len() < arity).then(|| closure_words(args.len() as u32))
            }
            _ => None,
        }
    }
}

/// How large a closure is that holds so many arguments.
pub fn closure_words(held: u32) -> u32 {
    held.max(2)
}
