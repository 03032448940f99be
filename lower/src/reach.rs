//! What leads where.

use std::collections::{BTreeMap, BTreeSet};

/// From what each leads to in one step, all that it leads to.
pub fn reach<K: Copy + Ord>(mut leads: BTreeMap<K, BTreeSet<K>>) -> BTreeMap<K, BTreeSet<K>> {
    loop {
        let further = |to: &BTreeSet<K>| to.iter().filter_map(|to| leads.get(to)).flatten().copied().collect();
        let next: BTreeMap<K, BTreeSet<K>> = leads.iter().map(|(&from, to)| (from, to | &further(to))).collect();
        if next == leads {
            return leads;
        }
        leads = next;
    }
}
