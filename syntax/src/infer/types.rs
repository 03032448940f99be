//! The types of wires: what is known of the tree at a port, beyond its sign.
//!
//! A type is either unknown or that of a `CON` over two types. Types may be cyclic, as those of lists are. A class of
//! equal types is always part of one sign class.

use super::{classes::Classes, port::Port};

/// Type classes, some with structure.
pub(super) struct Types {
    classes: Classes,
    /// Of the representative: the types of a `CON`'s auxiliary ports.
    structure: Vec<Option<[Port; 2]>>,
    /// Of the representative: someone wrote the sign of one of these ports.
    written: Vec<bool>,
}

/// What it takes to undo a link of type classes.
pub(super) struct TypeLink {
    child: Port,
    inherited: bool,
    written: bool,
}

impl Types {
    /// A type for the constants, which nothing uses.
    pub fn new() -> Self {
        let mut types = Types { classes: Classes::default(), structure: Vec::new(), written: Vec::new() };
        types.push();
        types
    }

    /// The unknown type of a new port.
    pub fn push(&mut self) -> Port {
        self.structure.push(None);
        self.written.push(false);
        self.classes.push()
    }

    /// The port that stands for all of the same type.
    pub fn find(&self, port: Port) -> Port {
        self.classes.find(port)
    }

    /// The types of the auxiliary ports, if this is known to be a `CON`. The dual of a `CON` has the duals there.
    pub fn structure(&self, port: Port) -> Option<[Port; 2]> {
        let root = self.find(port);
        self.structure[root.index()].map(|children| children.map(|child| child.dual_if(root.is_dual())))
    }

    /// Makes a type that was unknown and equal to no other that of a `CON`.
    pub fn set_structure(&mut self, port: Port, children: [Port; 2]) {
        debug_assert!(self.find(port) == port && self.structure[port.index()].is_none());
        self.structure[port.index()] = Some(children.map(|child| child.dual_if(port.is_dual())));
    }

    /// Did someone write the sign of such a port?
    pub fn is_written(&self, port: Port) -> bool {
        self.written[self.find(port).index()]
    }

    /// Someone wrote the sign of this port.
    pub fn set_written(&mut self, port: Port) {
        let root = self.find(port);
        self.written[root.index()] = true;
    }

    /// Makes two representatives of different classes equal, without regard to what they contain.
    pub fn link(&mut self, a: Port, b: Port) -> TypeLink {
        let (child, keep) = self.classes.smaller_first(a, b);
        let (from, to) = (child.index(), keep.index());
        let link = TypeLink {
            child,
            inherited: self.structure[to].is_none() && self.structure[from].is_some(),
            written: self.written[to],
        };
        if link.inherited {
            let flip = child.is_dual() != keep.is_dual();
            self.structure[to] = self.structure[from].map(|children| children.map(|port| port.dual_if(flip)));
        }
        self.written[to] |= self.written[from];
        self.classes.link(child, keep);
        link
    }

    /// Undoes the latest link that is still in force.
    pub fn undo(&mut self, link: &TypeLink) {
        let keep = self.classes.unlink(link.child);
        self.written[keep.index()] = link.written;
        if link.inherited {
            self.structure[keep.index()] = None;
        }
    }

    /// Makes finding fast for the ports from `from` on, whose classes are final.
    pub fn flatten(&mut self, from: u32) {
        self.classes.flatten(from);
    }
}
