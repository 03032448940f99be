//! The rules by name.

macro_rules! rules {
    ($($(#[$doc:meta])* $rule:ident = $name:literal,)*) => {
        /// The rules of the calculus, as they are counted.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[repr(u8)]
        #[non_exhaustive]
pub enum Rule { $($(#[$doc])* $rule,)* }

        impl Rule {
            /// All rules.
            pub const ALL: &'static [Rule] = &[$(Rule::$rule),*];

            /// The rule's name, as the field has it.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Rule::$rule => $name,)* }
            }
        }

        /// The rule's [name](Self::name).
        ///
        /// ```
        /// # use polarnet_reducer::Rule;
        /// assert_eq!(format!("[{:>8}]", Rule::Operate), "[ operate]");
        /// ```
        impl core::fmt::Display for Rule {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.pad(self.name())
            }
        }
    };
}

rules! {
    /// Two of `*`, numbers and references meet, and are gone.
    Void = "void",
    /// `*` meets a node.
    Erase = "erase",
    /// A number, or a reference without duplications, is copied by a node.
    Copy = "copy",
    /// `APP ~ LAM`: beta reduction.
    AppLam = "app_lam",
    /// `SPLIT ~ PAIR`
    SplitPair = "split_pair",
    /// `DUP ~ SUP` with equal labels.
    DupSup = "dup_sup",
    /// `DUP ~ LAM`
    DupLam = "dup_lam",
    /// `DUP ~ PAIR`
    DupPair = "dup_pair",
    /// Equal agents of other signatures annihilate.
    Annihilate = "annihilate",
    /// Different agents of other signatures commute, `DUP ~ SUP` with different labels among them.
    Commute = "commute",
    /// A number meets an operator: one of its two operands is known.
    Operate = "operate",
    /// A number meets a switch.
    Switch = "switch",
    /// A rule of the book: two agents that it declares meet.
    User = "user",
    /// Two meet for which there is no rule: the run ends.
    Stuck = "stuck",
    /// A reference is expanded.
    Call = "call",
    /// Of any rule, done together by a function in direct style.
    Fused = "fused",
}
