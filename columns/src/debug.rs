//! How the types that have nothing to show are shown, whatever their parameters.

use crate::{
    batch::Embedding,
    brand::{Guard, Space},
    builder::Builder,
    child::{Child, ListIter},
    down::Down,
    exists::{Exists, Family},
    fill::{Hole, Row, Written},
    follower::{Follower, View},
    lang::{Decoder, Encoder, Lang, Stored},
    memo::Memo,
    partial::Partial,
};
use core::fmt;

macro_rules! debug {
    ($([$($generics:tt)*] $Type:ty, $value:ident => $($text:expr),+;)*) => { $(
        impl<$($generics)*> fmt::Debug for $Type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                let $value = self;
                write!(f, $($text),+)
            }
        }
    )* };
}

debug! {
    [S: Space] Guard<S>, _it => "Guard";
    [S: Space, T: Space] Embedding<S, T>, _it => "Embedding";
    [S: Space, L: Lang] Builder<S, L>, it => "Builder of {} rows", it.len();
    ['r, 'i, S: Space, L: Lang, T] Row<'r, 'i, S, L, T>, it => "Row({:?})", it.idx();
    ['r, 'i, S: Space, L: Lang, T, J: Fn(&mut T, T)] Down<'r, 'i, S, L, T, J>, it => "Down({:?})", it.idx();
    ['i, T] Hole<'_, 'i, T>, _it => "Hole";
    ['i] Written<'i>, _it => "Written";
    [S: Space, T] Follower<S, T>, _it => "Follower";
    [S: Space, T] View<'_, S, T>, _it => "View";
    [S: Space, T] Memo<S, T>, _it => "Memo";
    [S: Space, T] Partial<S, T>, it => "Partial with {} rows missing", it.missing();
    [F: Family] Exists<F>, _it => "Exists";
    [I: Child] ListIter<'_, I>, it => "ListIter of {} rows", it.len();
    [] Encoder<'_>, _it => "Encoder";
    [] Decoder<'_>, _it => "Decoder";
    [] Stored<'_>, it => "Stored({})", it.operator();
}
