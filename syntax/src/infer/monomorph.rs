//! Instances: definitions under the signs that their uses choose, from `@main` down.

use super::{Instance, Typing, port::Port, prefer::Assignment};
use crate::net::{Agent, Polarity};

/// Instances of one definition. Uses that want yet another one get the first: a wrong sign costs speed only.
pub(super) const INSTANCES: usize = 8;

/// The instances of a component: its definitions share their free signs, so they are instantiated together.
struct Group {
    assignment: Assignment,
    /// The instance of each member of the component, once it is needed.
    members: Vec<Option<u32>>,
}

/// The instances so far.
struct Instances<'t, 'n> {
    typing: &'t Typing<'n>,
    /// The groups of each component.
    groups: Vec<Vec<Group>>,
    /// In the order in which they were asked for.
    found: Vec<Instance>,
    /// The group of each.
    group_of: Vec<u32>,
    /// How many of them are done: they know their signs, and what they refer to exists.
    done: usize,
}

/// Instances of `@main` and of what it uses, then of the definitions that it does not reach, in their order.
pub(super) fn instances(typing: &Typing) -> Vec<Instance> {
    let groups = typing.order.components.iter().map(|_| Vec::new()).collect();
    let mut instances = Instances { typing, groups, found: Vec::new(), group_of: Vec::new(), done: 0 };
    let main = typing.net.defs.iter().position(|def| def.name == "main");
    for def in main.into_iter().chain(0..typing.net.defs.len()) {
        if !instances.exists(def as u32) {
            instances.instance(def as u32, &[]);
            instances.finish();
        }
    }
    instances.found
}

impl Instances<'_, '_> {
    /// Does the definition have an instance?
    fn exists(&self, def: u32) -> bool {
        let (component, member) = self.place(def);
        self.groups[component].iter().any(|group| group.members[member].is_some())
    }

    /// The component of a definition, and its place there.
    fn place(&self, def: u32) -> (usize, usize) {
        let component = self.typing.order.component_of[def as usize] as usize;
        let members = &self.typing.order.components[component];
        (component, members.binary_search(&def).expect("a definition is a member of its component"))
    }

    /// The instance of a definition whose free classes have these signs.
    fn instance(&mut self, def: u32, signs: &[(Port, Polarity)]) -> u32 {
        let (component, _) = self.place(def);
        let groups = &self.groups[component];
        let solved = &self.typing.solver.signs;
        let fits = |group: &Group| signs.iter().all(|&(class, sign)| group.assignment.get(solved, class) == Some(sign));
        let group = match groups.iter().position(fits) {
            Some(group) => group,
            None if groups.len() == INSTANCES => 0,
            None => self.make_group(component, def, signs),
        };
        self.member(def, group)
    }

    fn make_group(&mut self, component: usize, def: u32, signs: &[(Port, Polarity)]) -> usize {
        let mut assignment = Assignment::new(self.typing.ports(component));
        for &(class, sign) in signs {
            assignment.choose(&self.typing.solver.signs, class, sign);
        }
        self.typing.complete(&mut assignment, def);
        let members = vec![None; self.typing.order.components[component].len()];
        self.groups[component].push(Group { assignment, members });
        self.groups[component].len() - 1
    }

    /// The instance of a definition in a group of its component.
    fn member(&mut self, def: u32, group: usize) -> u32 {
        let (component, member) = self.place(def);
        let next = self.found.len() as u32;
        let instance = *self.groups[component][group].members[member].get_or_insert(next);
        if instance == next {
            self.found.push(Instance { def, signs: Vec::new(), refs: Vec::new() });
            self.group_of.push(group as u32);
        }
        instance
    }

    /// Finishes all instances, and those that they refer to.
    fn finish(&mut self) {
        while self.done < self.found.len() {
            let def = self.found[self.done].def;
            let group = self.group_of[self.done] as usize;
            self.found[self.done].signs = self.signs(def, group);
            self.found[self.done].refs = self.refs(def, group);
            self.done += 1;
        }
    }

    /// The signs of the rows of a definition in a group.
    fn signs(&self, def: u32, group: usize) -> Vec<Polarity> {
        let assignment = &self.groups[self.place(def).0][group].assignment;
        let rows = 0..self.typing.net.defs[def as usize].nodes.len() as u32;
        let sign = |row| assignment.get(&self.typing.solver.signs, self.typing.port(def, row));
        rows.map(|row| sign(row).unwrap_or(Polarity::Positive)).collect()
    }

    /// The references of a definition in a group, and the instances that they are of.
    fn refs(&mut self, def: u32, group: usize) -> Vec<(u32, u32)> {
        let typing = self.typing;
        let (component, _) = self.place(def);
        let mut uses = typing.uses[def as usize].iter();
        let mut refs = Vec::new();
        for (row, node) in (0..).zip(&typing.net.defs[def as usize].nodes) {
            let Agent::Ref(callee) = node.agent.head() else { continue };
            if typing.order.component_of[callee as usize] as usize == component {
                refs.push((row, self.member(callee, group)));
                continue;
            }
            let used = uses.next().expect("every reference out of the component is a use");
            let scheme = typing.schemes[callee as usize].as_ref().expect("a use has a scheme");
            let assignment = &self.groups[component][group].assignment;
            let chosen = |(class, here)| Some((class, assignment.get(&typing.solver.signs, here)?));
            let signs: Vec<(Port, Polarity)> = used.copy.choices(scheme).filter_map(chosen).collect();
            refs.push((row, self.instance(callee, &signs)));
        }
        refs
    }
}
