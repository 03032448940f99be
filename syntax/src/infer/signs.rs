//! The signs of ports: which are equal, which are known, which are preferred.

use super::{
    classes::Classes,
    port::{Port, flip_if},
};
use crate::net::Polarity;

/// Sign classes, each with the sign it would rather have as long as nothing forces one.
pub(super) struct Signs {
    classes: Classes,
    /// Of the representative; meaningless for other ports.
    preference: Vec<Option<Polarity>>,
}

/// What [`Signs::join`] found.
pub(super) enum Joined {
    /// They were equal already.
    Known,
    /// They are equal from now on.
    New(SignLink),
    /// They are each other's duals: nothing has changed.
    Contradiction,
}

/// What it takes to undo a link of sign classes.
pub(super) struct SignLink {
    child: Port,
    inherited: bool,
}

impl Signs {
    /// The constants alone.
    pub fn new() -> Self {
        let mut classes = Classes::default();
        classes.push();
        Signs { classes, preference: vec![None] }
    }

    /// How many ports there are.
    pub fn len(&self) -> u32 {
        self.classes.len()
    }

    /// A new port of unknown sign.
    pub fn push(&mut self) -> Port {
        self.preference.push(None);
        self.classes.push()
    }

    /// The port that stands for all of the same sign.
    pub fn find(&self, port: Port) -> Port {
        self.classes.find(port)
    }

    /// The sign, known or preferred.
    pub fn preferred(&self, port: Port) -> Option<Polarity> {
        let root = self.find(port);
        root.as_constant().or_else(|| self.preference[root.index()].map(|sign| flip_if(sign, root.is_dual())))
    }

    /// Prefers a sign unless one is known or preferred already.
    pub fn prefer(&mut self, port: Port, sign: Polarity) {
        let root = self.find(port);
        if root.as_constant().is_none() {
            self.preference[root.index()].get_or_insert(flip_if(sign, root.is_dual()));
        }
    }

    /// Makes two signs equal.
    pub fn join(&mut self, a: Port, b: Port) -> Joined {
        let (a, b) = (self.find(a), self.find(b));
        if a == b {
            return Joined::Known;
        }
        if a == b.dual() {
            return Joined::Contradiction;
        }
        let (child, keep) = self.classes.smaller_first(a, b);
        let inherited = match self.preference[child.index()] {
            Some(sign) if keep.as_constant().is_none() && self.preference[keep.index()].is_none() => {
                self.preference[keep.index()] = Some(flip_if(sign, child.is_dual() != keep.is_dual()));
                true
            }
            _ => false,
        };
        self.classes.link(child, keep);
        Joined::New(SignLink { child, inherited })
    }

    /// Undoes the latest link that is still in force.
    pub fn undo(&mut self, link: &SignLink) {
        let keep = self.classes.unlink(link.child);
        if link.inherited {
            self.preference[keep.index()] = None;
        }
    }

    /// Makes finding fast for the ports from `from` on, whose classes are final.
    pub fn flatten(&mut self, from: u32) {
        self.classes.flatten(from);
    }
}
