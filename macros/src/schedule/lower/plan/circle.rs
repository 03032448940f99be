//! Vals that need each other.

use super::Planner;
use crate::schedule::typed::{Kindred, ValId};

impl Planner<'_, '_, '_> {
    /// A val that is to be there before itself.
    pub fn circle<T>(&mut self, val: ValId) -> Option<T> {
        let circle = self.way_back(val);
        let names: Vec<String> = circle.iter().map(|&it| self.name(it).to_string()).collect();
        let name = &names[0];
        let rest: Vec<String> = names[1..].iter().map(|it| format!("`{it}`, which needs ")).collect();
        let text = format!("`{name}` needs {}`{name}`", rest.concat());
        let up = |it: &ValId| matches!(self.program.vals[*it].sort.is, Kindred::Up(_));
        let help = match circle.iter().all(up) {
            true => {
                let batch = self.words.args.first().map_or("b".to_owned(), |(name, _)| name.to_string());
                format!("compute them in one pass: `impls {}`, and `bottom_up({batch}).fuse()`", names.join(", "))
            }
            // Each of the passes would have to be the first.
            false => {
                let other = &self.program.vals[circle.get(1).copied().unwrap_or(val)];
                let space = other.sort.is.of().map_or("…".to_owned(), |at| self.program.spaces[at].name.to_string());
                let value = self.program.types.show(other.value);
                format!(
                    "make two functions of it, the second of which takes what the first one made: give `{name}` a parameter `before: &Data<{space}, {value}>`, and read that in place of `{}`",
                    other.name
                )
            }
        };
        let at = self.name(val).span();
        self.error(at, text, help)
    }

    /// The vals on a shortest way from this one back to it, this one first.
    fn way_back(&self, val: ValId) -> Vec<ValId> {
        let mut ways = vec![vec![val]];
        let mut at = 0;
        while at < ways.len() {
            for read in self.program.reads(ways[at][ways[at].len() - 1]) {
                if read == val && ways[at].len() > 1 {
                    return ways.swap_remove(at);
                }
                if !ways.iter().any(|way| way.last() == Some(&read)) {
                    let mut way = ways[at].clone();
                    way.push(read);
                    ways.push(way);
                }
            }
            at += 1;
        }
        vec![val]
    }
}
