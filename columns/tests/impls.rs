//! What the traits of the standard library mean for columns: what is equal, how it is shown, how much is left of it.

#![expect(
    clippy::clone_on_copy,
    clippy::nonminimal_bool,
    clippy::double_ended_iterator_last,
    clippy::needless_borrows_for_generic_args,
    reason = "the impls of traits are what is tested"
)]

use polarnet_columns::{
    Action, Batch, Brand, Builder, Child, Cycle, Data, Idx, List, Monoid, Node, Payload, Rows, check_laws, ops::By,
    scatter, space,
};
use std::{
    collections::HashSet,
    hash::{BuildHasher, BuildHasherDefault, DefaultHasher},
};

#[derive(Node, Clone, Copy, PartialEq, Debug)]
enum Sum<'b, I: Child> {
    Num(i32),
    Neg(I),
    Of(List<'b, I>),
}

fn hash(value: &impl std::hash::Hash) -> u64 {
    BuildHasherDefault::<DefaultHasher>::default().hash_one(value)
}

#[test]
fn lists() {
    space!(Sums, guard);
    let mut sums = Builder::<Sums, SumLang>::new(guard);
    let [one, two, three] = [1, 2, 3].map(|n| sums.add(Sum::Num(n)));
    let (rows, others) = ([one, two, three], [one, three, two]);
    let (list, other, short) = (List::new(&rows), List::new(&others), List::new(&rows[..2]));
    assert!(list == List::new(&rows.clone()) && list != other && list != short && short != list);
    assert_eq!(format!("{list:?}"), "[%0, %1, %2]");
    assert_eq!(format!("{:?}", List::new(&rows[..0])), "[]");

    let mut left = list.iter();
    assert_eq!((left.size_hint(), left.len()), ((3, Some(3)), 3));
    assert_eq!((left.next(), left.size_hint()), (Some(one), (2, Some(2))));
    assert_eq!((left.next_back(), left.size_hint()), (Some(three), (1, Some(1))));
    assert_eq!((left.clone().last(), left.next(), left.next(), left.next_back()), (Some(two), Some(two), None, None));
    assert_eq!(left.size_hint(), (0, Some(0)));
    assert_eq!((list.get(2), list.get(3), list.len(), list.is_empty()), (Some(three), None, 3, false));
    assert!(list.into_iter().rev().eq([three, two, one]));

    // A node with a list is the same node if its list is.
    let [all, again, mixed] = [list, list.clone(), other].map(|list| sums.add(Sum::Of(list)));
    assert_eq!((all == again, all == mixed), (true, false));
    let sums = sums.freeze();
    assert!(matches!(sums.node(mixed), Sum::Of(read) if read == other && read != list));
}

#[test]
fn columns() {
    space!(Days, guard);
    let rows = guard.rows(3);
    let column = |values: [i32; 3]| rows.collect(values).unwrap();
    let (one, same, other) = (column([1, 2, 3]), column([1, 2, 3]), column([1, 2, 4]));
    assert!(one == same && one != other && one.clone() == same);
    assert_eq!((hash(&one), hash(&one) == hash(&other)), (hash(&same), false));
    assert_eq!(HashSet::from([one.clone(), same, other.clone()]).len(), 2);
    assert_eq!(format!("{one:?} {:?}", column([0; 3])), "[1, 2, 3] [0, 0, 0]");
    assert_eq!(format!("{rows:?}"), "3 rows");
    assert!(rows == rows.clone() && one.rows() == rows);
    assert!((&one).into_iter().eq(&[1, 2, 3]) && one.into_iter().eq([1, 2, 3]));
    let row = rows.check(2).unwrap();
    let mut other = other;
    other[row] += 10;
    assert_eq!((other[row], other.as_slice()), (14, &[1, 2, 14][..]));
}

#[test]
fn lengths_that_are_wrong() {
    space!(Days, guard);
    let rows = guard.rows(3);
    let wrong = |count: usize| rows.collect(0..count).map(|_: Data<Days, usize>| ()).unwrap_err().to_string();
    assert_eq!([0, 1, 2].map(wrong), ["0 values for 3 rows", "1 value for 3 rows", "2 values for 3 rows"]);
    assert_eq!([4, 9].map(wrong), ["more values than the 3 rows"; 2]);
}

#[test]
fn circles() {
    space!(Days, guard);
    let rows = guard.rows(3);
    let [first, second] = [0, 1].map(|row| Cycle(rows.check(row).unwrap()));
    assert!(first == first.clone() && first != second);
    assert_eq!(format!("{first:?} {second:?}"), "Cycle(%0) Cycle(%1)");
    assert!(second.to_string().starts_with("the result of row %1 is needed for itself"), "{second}");
}

#[test]
fn pictures_and_texts() {
    space!(Sums, guard);
    let mut sums = Builder::<Sums, SumLang>::new(guard);
    let one = sums.add(Sum::Num(1));
    let neg = sums.add(Sum::Neg(one));
    let sums: Batch<Sums, SumLang> = sums.freeze();
    assert_eq!(sums.to_string(), "%0 = Num 1\n%1 = Neg %0\n");
    let (dot, shown) = (sums.dot(&[neg]), sums.show(&[neg]));
    assert!(dot.to_string().starts_with("digraph"), "{dot}");
    assert_eq!((format!("{dot:?}"), format!("{shown:?}")), (dot.to_string(), shown.to_string()));
    assert!(!shown.to_string().is_empty());
    assert_eq!(format!("{:?}", polarnet_columns::Wide([1.5, 2.0])), "[1.5, 2.0]");
}

#[derive(Debug, PartialEq)]
struct Words;
impl Monoid<Vec<u8>> for Words {
    fn identity(&self) -> Vec<u8> {
        Vec::new()
    }
    fn combine(&self, into: &mut Vec<u8>, more: Vec<u8>) {
        into.extend(more);
    }
}
impl Action<Vec<u8>, &str> for Words {
    fn apply(&self, into: &mut Vec<u8>, word: &str) {
        into.extend(word.bytes());
    }
}

#[test]
fn operators() {
    // A reference to an operator is the operator.
    fn of<M: Action<Vec<u8>, &'static str>>(op: M) -> Vec<u8> {
        let mut word = op.identity();
        op.apply(&mut word, "a net");
        op.combine(&mut word, b"work".to_vec());
        word
    }
    assert_eq!(
        (of(Words), of(&Words), of(&&Words)),
        (b"a network".to_vec(), b"a network".to_vec(), b"a network".to_vec())
    );
    assert_eq!(check_laws(&&Words, &[b"a".to_vec(), b"b".to_vec()]), Ok(()));

    let most = By::<u32, _, _>::new(|| 5, |into: &mut u32, more| *into = more.max(*into));
    assert_eq!((most.identity(), format!("{most:?}")), (5, "By".to_owned()));
    let mut greatest = 3;
    most.combine(&mut greatest, 8);
    assert_eq!(greatest, 8);
    // 5 changes 4, so it is no identity.
    let broken = check_laws(&most, &[7, 4]).unwrap_err();
    assert_eq!(broken.to_string(), "the identity changes 4");
    let minus = By::<i32, _, _>::new(|| 0, |into: &mut i32, more| *into -= more);
    assert!(check_laws(&minus, &[1, 2]).is_err());
}

#[test]
fn shares() {
    space!(Days, guard);
    let rain = guard.column(vec![3, 0]);
    let rain = scatter(rain, |acc| {
        assert_eq!((acc.len(), acc.is_empty()), (2, false));
        acc
    });
    assert_eq!(rain.as_slice(), [3, 0]);
    Brand::with(|guard| {
        let none = scatter(guard.column(Vec::<i32>::new()), |acc| {
            assert_eq!((acc.len(), acc.is_empty()), (0, true));
            acc
        });
        assert!(none.as_slice().is_empty());
    });
}

/// Payloads of several words, whose parts have other numbers of words.
#[derive(Payload, Clone, Copy, PartialEq, Debug)]
struct Parts {
    pair: (f64, u8),
    more: ((u8, f64), [(u16, i64); 3]),
    none: (),
}

#[derive(Node, Clone, Copy, PartialEq, Debug)]
enum Wide<I> {
    Of(Parts, u32),
    Two(I, (i64, (u8, u64)), I),
    // Three words, which are one too many for a short node.
    Pair((f64, u8)),
    // Two words, the most that fit there, and four.
    Short([u8; 2]),
    Long([u64; 2]),
    Longer([u16; 4]),
}

#[test]
fn payloads_of_several_words() {
    space!(Rows_, guard);
    let mut nodes = Builder::<Rows_, WideLang>::new(guard);
    let parts = |n: u8| Parts {
        pair: (f64::from(n) + 0.5, n),
        more: ((n + 1, -0.25), [(n.into(), i64::MIN), (300, i64::MAX - i64::from(n)), (7, -1)]),
        none: (),
    };
    let all: Vec<Wide<Idx<Rows_>>> = (0..20).map(|n| Wide::Of(parts(n), u32::MAX - u32::from(n))).collect();
    let rows: Vec<Idx<Rows_>> = all.iter().map(|&node| nodes.add(node)).collect();
    let two = Wide::Two(rows[3], (i64::MIN + 5, (200, u64::MAX - 1)), rows[7]);
    let last = nodes.add(two);
    assert_eq!(nodes.add(all[9]), rows[9]);
    let pairs = [(0.5, 1), (0.5, 2), (-0.5, 1)].map(|pair| (pair, nodes.add(Wide::Pair(pair))));
    let arrays = [Wide::Short([1, 2]), Wide::Long([u64::MAX, 1 << 40]), Wide::Longer([1, 2, 3, 4]), Wide::Long([1, 2])];
    let arrays = arrays.map(|array| (array, nodes.add(array)));
    let nodes = nodes.freeze();
    assert!(pairs.iter().all(|&(pair, row)| nodes.node(row) == Wide::Pair(pair)));
    assert!(arrays.iter().all(|&(array, row)| nodes.node(row) == array));
    assert!(rows.iter().zip(&all).all(|(&row, &node)| nodes.node(row) == node));
    assert_eq!(nodes.node(last), two);
}

/// A row below another, within a pass, is the row.
#[test]
fn rows_below() {
    space!(Sums, guard);
    let mut sums = Builder::<Sums, SumLang>::new(guard);
    let [one, two] = [1, 2].map(|n| sums.add(Sum::Num(n)));
    let neg = sums.add(Sum::Neg(two));
    let more = [sums.add(Sum::Neg(one)), sums.add(Sum::Neg(neg))];
    let sums = sums.freeze();
    let below = sums.fill_up(|row| match row.node() {
        Sum::Neg(of) => Some((of.raw(), Idx::from(of), of == of.clone(), format!("{of:?}"))),
        _ => None,
    });
    assert_eq!(below[neg], Some((1, two, true, "%1".to_owned())));
    assert_eq!(more.map(|row| below[row].clone().map(|below| below.0)), [Some(0), Some(2)]);
}

/// Rows are so many, and no more.
#[test]
fn rows() {
    fn lengths<S: polarnet_columns::Space>(rows: Rows<S>) -> (usize, bool, usize, Option<u32>) {
        (rows.len(), rows.is_empty(), rows.indices().len(), rows.indices().next_back().map(Idx::raw))
    }
    let of = |count: usize| Brand::with(|guard| lengths(guard.rows(count)));
    assert_eq!([of(0), of(1), of(7)], [(0, true, 0, None), (1, false, 1, Some(0)), (7, false, 7, Some(6))]);
}
