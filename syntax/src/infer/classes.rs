//! Union-find over ports and their duals.

use super::port::Port;

/// Classes of equal ports. If `a` equals `b` then the dual of `a` equals the dual of `b`.
///
/// Classes are linked by size and finding does not shorten paths, so that the latest links can be undone.
#[derive(Default)]
pub(super) struct Classes {
    parent: Vec<Port>,
    size: Vec<u32>,
}

impl Classes {
    /// How many ports there are.
    pub fn len(&self) -> u32 {
        self.parent.len() as u32
    }

    /// A new port, equal to nothing.
    pub fn push(&mut self) -> Port {
        let port = Port::new(self.len());
        self.parent.push(port);
        self.size.push(1);
        port
    }

    /// The representative of the class, or its dual: whichever equals `port`.
    pub fn find(&self, port: Port) -> Port {
        let mut port = port;
        loop {
            let parent = self.parent[port.index()].dual_if(port.is_dual());
            if parent == port {
                return port;
            }
            port = parent;
        }
    }

    /// Orders two representatives for a link: the one to keep comes second. The constants are always kept.
    pub fn smaller_first(&self, a: Port, b: Port) -> (Port, Port) {
        let weight = |port: Port| if port.number() == 0 { u32::MAX } else { self.size[port.index()] };
        if weight(a) > weight(b) { (b, a) } else { (a, b) }
    }

    /// Makes two representatives of different classes equal. `keep` stays a representative.
    pub fn link(&mut self, child: Port, keep: Port) {
        debug_assert!(self.find(child) == child && self.find(keep) == keep && child.number() != keep.number());
        self.parent[child.index()] = keep.dual_if(child.is_dual());
        self.size[keep.index()] += self.size[child.index()];
    }

    /// Undoes the latest link that is still in force; `child` was the one that was not kept. Says which one was.
    pub fn unlink(&mut self, child: Port) -> Port {
        let keep = self.parent[child.index()];
        self.size[keep.index()] -= self.size[child.index()];
        self.parent[child.index()] = Port::new(child.number());
        keep
    }

    /// Shortens all paths of the ports from `from` on, whose classes are final.
    pub fn flatten(&mut self, from: u32) {
        for number in from..self.len() {
            self.parent[number as usize] = self.find(Port::new(number));
        }
    }
}
