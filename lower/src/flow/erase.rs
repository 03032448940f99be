//! What is erased before it is built.

use super::Flow;
use crate::step::{Operand, Step};
use polarnet_columns::{Idx, Space};
use polarnet_syntax::net::Agent;
use rustc_hash::FxHashSet;

impl<S: Space> Flow<'_, S> {
    /// `* ~ value`
    pub(super) fn erase_value(&mut self, value: Operand) {
        self.count += 1;
        match value {
            Operand::Era | Operand::Num(_) | Operand::Ref(_) => {}
            _ if self.is_number(value) => {}
            _ => self.body.steps.push(Step::Erase(value)),
        }
    }

    /// `* ~ row`, of an arm that nobody needs: it is not built, and the interactions are counted. One for each node and each leaf;
    /// one for each wire inside, whose two ends meet as `* ~ *`; what comes from outside is erased where it is.
    pub(super) fn erase(&mut self, row: Idx<S>, arm: &FxHashSet<Idx<S>>) {
        let mut todo = vec![row];
        while let Some(row) = todo.pop() {
            let agent = self.book.agents().node(row);
            match agent {
                // A number that an agent holds goes with it.
                Agent::User(symbol, ports) => {
                    let declared = self.book.agent(symbol);
                    todo.extend(
                        ports.iter().enumerate().filter(|&(port, _)| !declared.holds_number(port)).map(|(_, row)| row),
                    );
                }
                agent => todo.extend(agent.children()),
            }
            if self.is_negative(row) {
                self.begun.insert(row);
            }
            match agent {
                Agent::Wire if self.is_negative(row) => self.count += 1,
                Agent::Wire => {
                    let other = self.book.wires()[row];
                    // Of a wire inside, the other end counts.
                    if !arm.contains(&other) {
                        let value = self.arrival(other);
                        self.erase_value(value);
                    }
                }
                _ => self.count += 1,
            }
        }
    }
}
