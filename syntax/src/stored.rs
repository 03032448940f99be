//! Agents as rows of plain data: fixed in size, with the lists of children beside them.
//!
//! ```
//! use polarnet_columns::List;
//! use polarnet_syntax::{net::{Agent, Symbol}, stored::{Lists, Stored}};
//!
//! let mut lists = Lists::default();
//! let pair = lists.store(Agent::Con(0, 1));
//! let three = lists.store(Agent::User(Symbol(4), List::bare(&[0, 1, 2])));
//! assert_eq!(pair, Stored::plain(Agent::Con(0, 1)));
//! assert_eq!((three.list(), &*lists.0), (0, &[3, 0, 1, 2][..])); // a list begins with its length
//! ```

use crate::net::{Agent, Symbol};
use polarnet_columns::List;
use std::borrow::Cow;

/// An agent of a row. Where it has a list of children, the list stands in [`Lists`].
///
/// ```
/// # use polarnet_syntax::{net::Agent, stored::Stored};
/// let row = Stored::plain(Agent::Dup(7, 0, 1));
/// assert!(row.head().children().eq([0, 1]));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stored {
    head: Agent<'static, u32, u32>,
    /// Where the list begins: with its length.
    list: u32,
}

impl Stored {
    /// An agent without a list.
    ///
    /// ```
    /// # use polarnet_syntax::{net::Agent, stored::Stored};
    /// assert_eq!(Stored::plain(Agent::Ref(3)).head(), Agent::Ref(3));
    /// ```
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
    ///
    /// ```
    /// # use polarnet_syntax::{net::Symbol, stored::{Lists, Stored}};
    /// let lists = Lists(vec![2, 5, 6].into());
    /// assert!(lists.children(Stored::user(Symbol(4), 0)).eq([5, 6]));
    /// ```
    #[must_use]
    pub const fn user(symbol: Symbol, list: u32) -> Stored {
        Stored { head: Agent::User(symbol, List::bare(&[])), list }
    }

    /// What a rule replaces; the list of ports begins there.
    ///
    /// ```
    /// # use polarnet_syntax::stored::{Lists, Stored};
    /// let lists = Lists(vec![1, 9, 2, 5, 6].into());
    /// assert!(lists.children(Stored::replaced(2)).eq([5, 6]));
    /// ```
    #[must_use]
    pub const fn replaced(list: u32) -> Stored {
        Stored { head: Agent::Replaced(List::bare(&[])), list }
    }

    /// Where the list begins, of an agent that has one.
    ///
    /// ```
    /// # use polarnet_syntax::{net::Symbol, stored::Stored};
    /// assert_eq!(Stored::user(Symbol(4), 12).list(), 12);
    /// ```
    #[must_use]
    pub const fn list(self) -> u32 {
        self.list
    }

    /// What it is. Lists of children are empty here.
    ///
    /// ```
    /// # use polarnet_syntax::{net::{Agent, Symbol}, stored::Stored};
    /// assert!(matches!(Stored::user(Symbol(4), 12).head(), Agent::User(Symbol(4), list) if list.is_empty()));
    /// ```
    #[must_use]
    pub const fn head(self) -> Agent<'static, u32, u32> {
        self.head
    }
}

/// The lists of children of the rows of one definition, or of one table. Each begins with its length.
///
/// ```
/// # use polarnet_columns::List;
/// # use polarnet_syntax::{net::{Agent, Symbol}, stored::Lists};
/// let mut lists = Lists::default();
/// let rows = [&[5, 6][..], &[7]].map(|list| lists.store(Agent::User(Symbol(0), List::bare(list))));
/// assert!(lists.children(rows[1]).eq([7]));
/// assert_eq!(&*lists.0, [2, 5, 6, 1, 7]);
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Lists(pub Cow<'static, [u32]>);

impl Lists {
    /// The whole agent of a row.
    ///
    /// ```
    /// # use polarnet_syntax::{net::{Agent, Symbol}, stored::{Lists, Stored}};
    /// let lists = Lists(vec![2, 5, 6].into());
    /// let agent = lists.agent(Stored::user(Symbol(4), 0));
    /// assert!(matches!(agent, Agent::User(Symbol(4), list) if list.len() == 2));
    /// ```
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
    /// ```
    /// # use polarnet_syntax::{net::Agent, stored::{Lists, Stored}};
    /// assert!(Lists::default().children(Stored::plain(Agent::Opr(3, 5))).eq([3, 5]));
    /// ```
    ///
    /// # Panics
    ///
    /// When the row is one of other lists.
    pub fn children(&self, row: Stored) -> impl DoubleEndedIterator<Item = u32> + use<'_> {
        self.agent(row).children()
    }

    /// Keeps an agent.
    ///
    /// ```
    /// # use polarnet_columns::List;
    /// # use polarnet_syntax::{net::Agent, stored::Lists};
    /// let mut lists = Lists::default();
    /// let ports = Agent::Replaced(List::bare(&[0, 1]));
    /// let row = lists.store(ports);
    /// assert_eq!(lists.agent(row), ports);
    /// ```
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
