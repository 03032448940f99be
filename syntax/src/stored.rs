//! Agents as rows of plain data: fixed in size, with the lists of children beside them.

use crate::net::{Agent, Symbol};
use polarnet_columns::List;
use std::borrow::Cow;

/// An agent of a row. Where it has a list of children, the list stands in [`Lists`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stored {
    head: Agent<'static, u32, u32>,
    /// Where the list begins: with its length.
    list: u32,
}

impl Stored {
    /// An agent without a list.
    ///
    /// # Panics
    ///
    /// When it has one.
    #[must_use]
    pub const fn plain(agent: Agent<'static, u32, u32>) -> Stored {
        assert!(!matches!(agent, Agent::User(..) | Agent::Replaced(_)), "lists of children are kept in `Lists`");
        Stored { head: agent, list: 0 }
    }

    /// The agent `symbol` of the user's, whose list of children begins there.
    #[must_use]
    pub const fn user(symbol: Symbol, list: u32) -> Stored {
        Stored { head: Agent::User(symbol, List::bare(&[])), list }
    }

    /// What a rule replaces; the list of ports begins there.
    #[must_use]
    pub const fn replaced(list: u32) -> Stored {
        Stored { head: Agent::Replaced(List::bare(&[])), list }
    }

    /// Where the list begins, of an agent that has one.
    #[must_use]
    pub const fn list(self) -> u32 {
        self.list
    }

    /// What it is. Lists of children are empty here.
    #[must_use]
    pub const fn head(self) -> Agent<'static, u32, u32> {
        self.head
    }
}

/// The lists of children of the rows of one definition, or of one table. Each begins with its length.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Lists(pub Cow<'static, [u32]>);

impl Lists {
    /// The whole agent of a row.
    ///
    /// # Panics
    ///
    /// When the row is one of other lists.
    #[must_use]
    pub fn agent(&self, row: Stored) -> Agent<'_, u32, u32> {
        match row.head {
            Agent::User(symbol, _) => Agent::User(symbol, self.list(row)),
            Agent::Replaced(_) => Agent::Replaced(self.list(row)),
            agent => agent,
        }
    }

    /// The terms at the auxiliary ports.
    ///
    /// # Panics
    ///
    /// When the row is one of other lists.
    pub fn children(&self, row: Stored) -> impl DoubleEndedIterator<Item = u32> + use<'_> {
        self.agent(row).children()
    }

    /// Keeps an agent.
    pub fn store(&mut self, agent: Agent<'_, u32, u32>) -> Stored {
        let (head, list) = match agent {
            Agent::User(symbol, list) => (Agent::User(symbol, List::bare(&[])), list),
            Agent::Replaced(list) => (Agent::Replaced(List::bare(&[])), list),
            Agent::Wire => return Stored::plain(Agent::Wire),
            Agent::Era => return Stored::plain(Agent::Era),
            Agent::Num(number) => return Stored::plain(Agent::Num(number)),
            Agent::Ref(def) => return Stored::plain(Agent::Ref(def)),
            Agent::Con(a, b) => return Stored::plain(Agent::Con(a, b)),
            Agent::Dup(label, a, b) => return Stored::plain(Agent::Dup(label, a, b)),
            Agent::Opr(a, b) => return Stored::plain(Agent::Opr(a, b)),
            Agent::Swi(a, b) => return Stored::plain(Agent::Swi(a, b)),
        };
        let lists = self.0.to_mut();
        let at = lists.len() as u32;
        lists.push(list.len() as u32);
        lists.extend(list);
        Stored { head, list: at }
    }

    fn list(&self, row: Stored) -> List<'_, u32> {
        let (len, rows) = self.0[row.list as usize..].split_first().expect("a list begins with its length");
        List::bare(&rows[..*len as usize])
    }
}
