//! What a batch is a batch of.

use core::hash::Hash;

/// A node type with holes for its children: `Node<I>` is one node whose children are `I`s.
///
/// The trait is safe to implement wrongly: `map` is parametric in `I`, so it can only hand out children that it was
/// given, and `Node: Copy` rules out children that change later.
pub trait Lang {
    /// One node. Payloads stand beside the children, and may hold indices of *another* space.
    type Node<I: Copy>: Copy;

    /// Replaces every child by what `f` makes of it, left to right.
    fn map<I: Copy, J: Copy>(node: Self::Node<I>, f: impl FnMut(I) -> J) -> Self::Node<J>;
}

/// A [`Lang`] whose equal nodes may be shared, for [`Builder::add`](crate::Builder::add).
pub trait KeyedLang: Lang<Node<u32>: Eq + Hash> {}

impl<L: Lang<Node<u32>: Eq + Hash>> KeyedLang for L {}
