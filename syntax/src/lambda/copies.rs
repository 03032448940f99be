//! Which definitions have labels of their own wherever they are referred to.

use super::{Form, Terms};
use rustc_hash::FxHashMap;

/// The most definitions that are written out anew where they are referred to.
pub(super) const COPIES: usize = 1 << 12;

/// What is known of each definition by a term.
pub(super) struct Copies {
    /// It has duplications, also those that it refers to, and leads to no recursion: each reference has one of its own, with
    /// other labels, since what it is copied with must not meet its like.
    pub own: Vec<bool>,
    /// It leads to no recursion.
    pub ends: Vec<bool>,
}

impl Copies {
    pub fn new(terms: &Terms<'_>, by_name: &FxHashMap<&str, usize>) -> Self {
        let count = terms.definitions.len();
        let mut uses = vec![0_u8; terms.vars.len()];
        let mut copies = vec![false; count];
        let mut waits = vec![0_usize; count];
        let mut users: Vec<Vec<usize>> = vec![Vec::new(); count];
        for (at, definition) in terms.definitions.iter().enumerate() {
            for (form, _) in &terms.forms[definition.start as usize..=definition.body as usize] {
                match form {
                    Form::Var(var) => {
                        uses[*var as usize] = uses[*var as usize].saturating_add(1);
                        copies[at] |= uses[*var as usize] > 1;
                    }
                    Form::Copy(..) | Form::Sup(..) => copies[at] = true,
                    Form::Ref(name) => {
                        if let Some(&to) = by_name.get(name) {
                            users[to].push(at);
                            waits[at] += 1;
                        }
                    }
                    _ => {}
                }
            }
        }
        let mut known: Vec<usize> = (0..count).filter(|&at| waits[at] == 0).collect();
        let mut ends = vec![false; count];
        while let Some(at) = known.pop() {
            ends[at] = true;
            for &user in &users[at] {
                copies[user] |= copies[at];
                waits[user] -= 1;
                if waits[user] == 0 {
                    known.push(user);
                }
            }
        }
        let own = copies.into_iter().zip(&ends).map(|(copies, &ends)| copies && ends).collect();
        Copies { own, ends }
    }
}
