//! Nets that are changed by hand.

use crate::graph::{Graph, Kind, Port};
use polarnet_columns::Space;

impl<S: Space> Graph<'_, S> {
    /// Adds a node. All of its ports are to be [linked](Self::link).
    pub fn put(&mut self, kind: Kind) -> usize {
        self.add(kind)
    }

    /// Makes a wire from one port to the other. Two principal ports make a redex.
    ///
    /// # Panics
    ///
    /// There are no such ports.
    pub fn link(&mut self, a: Port, b: Port) {
        self.join(a, b);
    }

    /// Removes a node, and the redex that it is part of. What was at its ports is to be linked to something else.
    ///
    /// # Panics
    ///
    /// There is no such node.
    pub fn remove(&mut self, node: usize) {
        if self.peer((node, 0)).1 == 0 {
            self.active.retain(|&(a, b)| a != node && b != node);
        }
        self.free.push(node);
    }
}
