//! What the public types can do, whatever their spaces are: the tests are that this compiles.

use polarnet_columns::{
    Batch, Brand, Builder, Cycle, Data, Embedding, Exists, Family, Follower, Guard, Idx, Lt, Mapping, Memo, Node,
    Operator, Partial, PartialMapping, Rows, Space, View, WrongLength, record::Leaf,
};
use std::{fmt::Debug, hash::Hash};

#[derive(Node, Clone, Copy, Debug, PartialEq)]
enum Math<I> {
    Num(i32),
    Neg(I),
}

struct AnyRows;
impl Family for AnyRows {
    type At<S: Space> = Rows<S>;
}

fn threads<T: Send + Sync>() {}
fn shown<T: Debug>() {}
fn number<T: Copy + Ord + Hash + Debug + Send + Sync + Unpin>() {}
fn value<T: Clone + Eq + Debug + Send + Sync>() {}

#[test]
fn in_every_space() {
    fn all<S: Space>() {
        number::<Idx<S>>();
        number::<Lt<'static, S>>();
        number::<Option<Idx<S>>>();
        value::<Data<S, String>>();
        value::<Mapping<S, S>>();
        value::<PartialMapping<S, S>>();
        value::<Rows<S>>();
        value::<Cycle<S>>();
        threads::<(Guard<S>, Batch<S, MathLang>, Builder<S, MathLang>, Embedding<S, S>)>();
        threads::<(Follower<S, String>, View<'static, S, String>, Memo<S, String>, Partial<S, String>)>();
        shown::<(Guard<S>, Batch<S, MathLang>, Builder<S, MathLang>, Embedding<S, S>)>();
        shown::<(Follower<S, fn()>, View<'static, S, fn()>, Memo<S, fn()>, Partial<S, fn()>)>();
    }
    Brand::with(|guard| {
        fn of<S: Space>(_: Guard<S>) {
            all::<S>();
        }
        of(guard);
    });
    value::<WrongLength>();
    value::<Operator>();
    shown::<Leaf>();
    shown::<Exists<AnyRows>>();
    threads::<Exists<AnyRows>>();
    number::<Brand<'static>>();
}

#[test]
fn an_option_of_a_column_and_its_default() {
    fn defaults<S: Space>() -> (Follower<S, u8>, Memo<S, u8>) {
        Default::default()
    }
    Brand::with(|guard| {
        fn of<S: Space>(_: Guard<S>) -> String {
            format!("{:?}", defaults::<S>())
        }
        assert_eq!(of(guard), "(Follower, Memo)");
    });
}

#[test]
fn shown_shortly() {
    Brand::with(|guard| {
        let mut batch = Builder::<_, MathLang>::new(guard);
        let one = batch.add(Math::Num(1));
        batch.add(Math::Neg(one));
        assert_eq!(format!("{batch:?}"), "Builder of 2 rows");
        assert_eq!(format!("{:?}", batch.freeze()), "Batch of 2 rows");
    });
}

/// A clone is the same batch: of the same space, with nodes of its own, which stay when the other one grows or is gone.
#[test]
fn a_batch_and_its_clone() {
    fn of<S: Space, T: Space, U: Space>(guard: Guard<S>, t: Guard<T>, u: Guard<U>) {
        let mut nodes = Builder::<S, MathLang>::new(guard);
        let one = nodes.add(Math::Num(1));
        let neg = nodes.add(Math::Neg(one));
        let nodes = nodes.freeze();
        let clone = nodes.clone();
        let value = nodes.fold(|node: Math<&i32>| match node {
            Math::Num(n) => n,
            Math::Neg(a) => -a,
        });
        let (mut grown, kept) = nodes.thaw(t);
        grown.add(Math::Neg(kept.apply(neg)));
        let (other, kept_too) = clone.clone().thaw(u);
        assert_eq!((grown.len(), other.len(), clone.len()), (3, 2, 2));
        assert_eq!((clone.node(neg), value[neg]), (Math::Neg(one), -1));
        assert_eq!(other.node(kept_too.apply(one)), Math::Num(1));
    }
    Brand::with(|s| Brand::with(|t| Brand::with(|u| of(s, t, u))));
}

#[test]
fn rows_are_iterated_over() {
    fn of<S: Space>(guard: Guard<S>) {
        let rows = guard.rows(3);
        let twice: Vec<(u32, u32)> =
            rows.into_iter().zip(rows.into_iter().rev()).map(|(a, b)| (a.raw(), b.raw())).collect();
        assert_eq!(twice, [(0, 2), (1, 1), (2, 0)]);
        assert!(rows.into_iter().eq(rows.indices()));
    }
    #[expect(clippy::redundant_closure, reason = "a function's name is of one lifetime, a closure of all")]
    Brand::with(|guard| of(guard));
}
