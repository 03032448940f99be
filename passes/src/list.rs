//! The built-in passes by name, one after the other.

use crate::{Budget, Entries, eta, inline, pre_reduce, prune, share, simplify_rules};
use polarnet_columns::Space;
use polarnet_syntax::book::{AnyBook, Book};
use std::{fmt, str::FromStr};

/// The largest definitions, in rows, that [`Pass::Inline`] puts where they are called.
const LARGEST_INLINED: usize = 32;

/// A built-in pass, with its usual bounds.
///
/// ```
/// use polarnet_passes::{Entries, Pass};
///
/// let book = polarnet::net! { @main = r & @twice ~ (21 r)  @twice = ($([*2] x) x)  @other = 1 };
/// let left = |pass: Pass| pass.run(&book, &Entries::default()).with(|book| book.defs().len());
/// assert_eq!((left(Pass::Eta), left(Pass::Prune)), (3, 2));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pass {
    /// [`prune`]
    Prune,
    /// [`inline()`]
    Inline,
    /// [`eta`]
    Eta,
    /// [`pre_reduce`]
    PreReduce,
    /// [`share`]
    Share,
    /// [`simplify_rules`]
    SimplifyRules,
}

impl Pass {
    /// All of them.
    ///
    /// ```
    /// # use polarnet_passes::Pass;
    /// for pass in Pass::ALL {
    ///     assert_eq!(Pass::find(pass.name()), Some(pass));
    /// }
    /// ```
    pub const ALL: [Pass; 6] =
        [Pass::Prune, Pass::Inline, Pass::Eta, Pass::PreReduce, Pass::Share, Pass::SimplifyRules];

    /// Its name.
    ///
    /// ```
    /// # use polarnet_passes::Pass;
    /// assert_eq!(Pass::ALL.map(Pass::name)[..3], ["prune", "inline", "eta"]);
    /// ```
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Pass::Prune => "prune",
            Pass::Inline => "inline",
            Pass::Eta => "eta",
            Pass::PreReduce => "pre_reduce",
            Pass::Share => "share",
            Pass::SimplifyRules => "simplify_rules",
        }
    }

    /// The pass of that name.
    ///
    /// ```
    /// # use polarnet_passes::Pass;
    /// assert_eq!((Pass::find("eta"), Pass::find("ETA")), (Some(Pass::Eta), None));
    /// ```
    #[must_use]
    pub fn find(name: &str) -> Option<Pass> {
        Pass::ALL.into_iter().find(|pass| pass.name() == name)
    }

    /// What it makes of a book.
    ///
    /// ```
    /// # use polarnet_passes::{Entries, Pass};
    /// let book = polarnet::net! { @main = r & @twice ~ (21 r)  @twice = ($([*2] x) x) };
    /// let new = Pass::PreReduce.run(&book, &Entries::default());
    /// assert!(new.to_string().contains("@main = 42\n"));
    /// ```
    #[must_use]
    pub fn run<S: Space>(self, book: &Book<S>, entries: &Entries) -> AnyBook {
        match self {
            Pass::Prune => prune(book, entries),
            Pass::Inline => inline(book, entries, LARGEST_INLINED),
            Pass::Eta => eta(book, entries),
            Pass::PreReduce => pre_reduce(book, entries, Budget::default()),
            Pass::Share => share(book),
            Pass::SimplifyRules => simplify_rules(book),
        }
    }
}

/// Built-in passes in the order in which they are run.
///
/// ```
/// use polarnet_passes::{Pass, Passes};
/// let passes: Passes = "inline,prune".parse()?;
/// assert_eq!(passes.as_slice(), [Pass::Inline, Pass::Prune]);
/// assert_eq!("default".parse(), Ok(Passes::default()));
/// let error = "inline,prone".parse::<Passes>().unwrap_err();
/// let names = "`prune`, `inline`, `eta`, `pre_reduce`, `share` and `simplify_rules`";
/// assert_eq!(error.to_string(), format!("unknown pass `prone`\nhelp: there are {names}, and `default`"));
/// # Ok::<(), polarnet_passes::UnknownPass>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Passes(Vec<Pass>);

/// What pays off: `prune`, `share`, `pre_reduce`, `eta`, `simplify_rules`, and `prune` again. (What `inline` does, `pre_reduce` does too.)
impl Default for Passes {
    fn default() -> Self {
        Passes(vec![Pass::Prune, Pass::Share, Pass::PreReduce, Pass::Eta, Pass::SimplifyRules, Pass::Prune])
    }
}

impl From<Vec<Pass>> for Passes {
    fn from(passes: Vec<Pass>) -> Self {
        Passes(passes)
    }
}

impl Passes {
    /// The passes.
    ///
    /// ```
    /// # use polarnet_passes::{Pass, Passes};
    /// assert_eq!(Passes::default().as_slice().first(), Some(&Pass::Prune));
    /// assert!("none".parse::<Passes>().unwrap().as_slice().is_empty());
    /// ```
    #[must_use]
    pub fn as_slice(&self) -> &[Pass] {
        &self.0
    }

    /// What they make of a book, one after the other.
    ///
    /// ```
    /// # use polarnet_passes::{Entries, Pass, Passes};
    /// let book = polarnet::net! { @main = r & @twice ~ (21 r)  @twice = ($([*2] x) x) };
    /// let new = Passes::from(vec![Pass::PreReduce, Pass::Prune]).run(&book, &Entries::default());
    /// assert_eq!(new.to_string(), "#![numbers(native)]\n@main = 42\n");
    /// ```
    #[must_use]
    pub fn run<S: Space>(&self, book: &Book<S>, entries: &Entries) -> AnyBook {
        let mut passes = self.0.iter();
        let Some(first) = passes.next() else { return book.into() };
        passes.fold(first.run(book, entries), |book, pass| book.with(|book| pass.run(book, entries)))
    }
}

/// A name that is no pass's.
///
/// ```
/// # use polarnet_passes::Passes;
/// assert_eq!("prune,inlien".parse::<Passes>().unwrap_err().name, "inlien");
/// ```
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("unknown pass `{name}`\nhelp: {}", self.help())]
pub struct UnknownPass {
    /// The name.
    pub name: String,
}

impl UnknownPass {
    fn help(&self) -> String {
        match self.name == "default" {
            true => format!("`default` stands alone; those to choose from are {}", Self::names()),
            false => format!("there are {}, and `default`", Self::names()),
        }
    }

    /// The names of all passes, for messages.
    ///
    /// ```
    /// # use polarnet_passes::UnknownPass;
    /// assert!(UnknownPass::names().starts_with("`prune`, `inline`, ") && UnknownPass::names().ends_with(" and `simplify_rules`"));
    /// ```
    #[must_use]
    pub fn names() -> String {
        let [rest @ .., last] = Pass::ALL.map(|pass| format!("`{}`", pass.name()));
        format!("{} and {last}", rest.join(", "))
    }
}

/// `default`, `none`, or names with commas between.
impl FromStr for Passes {
    type Err = UnknownPass;

    fn from_str(text: &str) -> Result<Self, UnknownPass> {
        match text.trim() {
            "default" => Ok(Passes::default()),
            "none" => Ok(Passes(Vec::new())),
            list => {
                let pass = |name: &str| Pass::find(name).ok_or_else(|| UnknownPass { name: name.to_owned() });
                list.split(',').map(str::trim).map(pass).collect::<Result<_, _>>().map(Passes)
            }
        }
    }
}

impl fmt::Display for Pass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
