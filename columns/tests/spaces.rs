//! Where spaces may be declared, and what may be done with them: all of this compiles.

use polarnet_columns::{
    Batch, Brand, Builder, Child, Data, Exists, Family, Follower, Guard, Idx, List, Lt, Mapping, Node, Payload, Row,
    Rows, Space, open, space,
};
use std::cell::RefCell;

#[derive(Node, Clone, Copy, PartialEq, Debug)]
enum Math<I> {
    Num(i32),
    Add(I, I),
}

fn evaluate<S: Space>(batch: &Batch<S, MathLang>) -> Data<S, i32> {
    batch.fold(|node: Math<&i32>| match node {
        Math::Num(n) => n,
        Math::Add(x, y) => x + y,
    })
}

/// A pass from any space to any other.
fn double<S: Space, T: Space>(from: &Batch<S, MathLang>, to: &mut Builder<T, MathLang>) -> Mapping<S, T> {
    from.fill_up(|row: Row<'_, '_, S, MathLang, Idx<T>>| match row.node() {
        Math::Num(n) => to.add(Math::Num(2 * n)),
        Math::Add(x, y) => to.add(Math::Add(row[x], row[y])),
    })
}

#[test]
fn generic_functions() {
    space!(Sums, guard);
    let mut sums = Builder::<Sums, _>::new(guard);
    let two = sums.add(Math::Num(2));
    let four = sums.add(Math::Add(two, two));
    let sums = sums.freeze();
    space!(Doubled, guard);
    let mut doubled = Builder::<Doubled, _>::new(guard);
    let to = double(&sums, &mut doubled);
    let values = evaluate(&doubled.freeze());
    assert_eq!((to.gather(&values)[four], values[to.apply(two)]), (8, 4));
}

#[test]
fn in_closures_and_in_loops() {
    let count = |n: usize| {
        space!(Rows, guard);
        let rows = guard.rows(n);
        rows.indices().map(|row| rows.data(|_| 1)[row]).sum::<usize>()
    };
    let mut sum = 0;
    for n in 0..5 {
        space!(Rows, guard);
        // Once around is once a space.
        sum += guard.rows(n).data(|row| row.raw()).into_vec().len() + count(n);
    }
    assert_eq!(sum, 20);
    let mut left = 3;
    while left > 0 {
        space!(Outer, guard);
        let outer = guard.column(vec![left]);
        space!(Inner, guard);
        let inner = guard.column(vec![outer.check(0).unwrap(); 2]);
        left -= inner.gather(&outer).iter().count();
        if left == 1 {
            break;
        }
    }
    assert_eq!(left, 1);
}

#[test]
fn in_recursion() {
    /// Copies a batch as often as it is told: each copy has a space of its own.
    fn again<S: Space>(batch: &Batch<S, MathLang>, root: Idx<S>, times: u32) -> i32 {
        if times == 0 {
            return evaluate(batch)[root];
        }
        space!(Next, guard);
        let mut next = Builder::<Next, _>::new(guard);
        let to = double(batch, &mut next);
        again(&next.freeze(), to[root], times - 1)
    }
    space!(Sums, guard);
    let mut sums = Builder::<Sums, _>::new(guard);
    let one = sums.add(Math::Num(1));
    assert_eq!(again(&sums.freeze(), one, 10), 1024);
}

#[test]
fn anonymous_and_nested() {
    let sum = Brand::with(|left| {
        let left = left.column(vec![1, 2]);
        Brand::with(|right| {
            let right = right.column(vec![10, 20]);
            let across = left.map(|_| right.check(1).unwrap());
            left.zip_map(&across.gather(&right), |a, b| a + b).into_vec()
        })
    });
    assert_eq!(sum, [21, 22]);
}

/// A guard can be handed on, and a batch come back.
fn numbers<S: Space>(guard: Guard<S>, upto: i32) -> (Batch<S, MathLang>, Vec<Idx<S>>) {
    let mut batch = Builder::with_capacity(guard, upto as usize);
    let rows = (0..upto).map(|n| batch.push(Math::Num(n))).collect();
    (batch.freeze(), rows)
}

#[test]
fn guards_go_in_and_batches_come_out() {
    space!(Left, left);
    space!(Right, right);
    let ((a, rows), (b, _)) = (numbers::<Left>(left, 3), numbers::<Right>(right, 4));
    assert_eq!((a.len(), b.len(), a.node(rows[2])), (3, 4, Math::Num(2)));
}

struct Table<S: Space> {
    batch: Batch<S, MathLang>,
    root: Idx<S>,
    notes: RefCell<Vec<Idx<S>>>,
}

struct AnyTable;

impl Family for AnyTable {
    type At<S: Space> = Table<S>;
}

fn table(n: i32) -> Exists<AnyTable> {
    Exists::new(|guard| {
        let mut batch = Builder::new(guard);
        let one = batch.push(Math::Num(n));
        let root = batch.push(Math::Add(one, one));
        Table { batch: batch.freeze(), root, notes: RefCell::new(Vec::new()) }
    })
}

#[test]
fn tables_are_stored_returned_and_opened_side_by_side() {
    let tables: Vec<_> = (1..4).map(table).collect();
    let sum: i32 = tables.iter().map(|table| table.with(|table| evaluate(&table.batch)[table.root])).sum();
    assert_eq!(sum, 12);
    open!(one = &tables[0]);
    open!(other = &tables[1]);
    // What is noted under one name is there under the next.
    one.notes.borrow_mut().push(one.root);
    assert_eq!(evaluate(&one.batch)[one.root] + evaluate(&other.batch)[other.root], 6);
    {
        open!(again = &tables[0]);
        let noted = again.notes.borrow()[0];
        assert_eq!(again.batch.node(noted), again.batch.node(again.root));
    }
    for table in &tables {
        open!(table = table);
        table.notes.borrow_mut().clear();
        assert!(table.batch.check(2).is_none());
    }
    assert!(one.notes.borrow().is_empty());
}

/// A table may own its guard, and use it later.
#[test]
fn a_table_that_keeps_its_guard() {
    struct Unbuilt;
    impl Family for Unbuilt {
        type At<S: Space> = RefCell<(Option<Guard<S>>, Option<Data<S, u32>>)>;
    }
    let table = Exists::<Unbuilt>::new(|guard| RefCell::new((Some(guard), None)));
    table.with(|table| {
        let guard = table.borrow_mut().0.take().unwrap();
        table.borrow_mut().1 = Some(guard.column(vec![5, 6]));
    });
    open!(built = &table);
    let built = built.borrow();
    let column = built.1.as_ref().unwrap();
    assert_eq!(column[column.check(1).unwrap()], 6);
    assert!(built.0.is_none());
}

#[test]
fn threads_share_what_is_frozen() {
    space!(Sums, guard);
    let (batch, rows) = numbers::<Sums>(guard, 8);
    let (batch, rows) = (&batch, &rows);
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..2).map(|at| scope.spawn(move || evaluate(batch)[rows[at * 3]])).collect();
        let values: Vec<_> = workers.into_iter().map(|worker| worker.join().unwrap()).collect();
        assert_eq!(values, [0, 3]);
    });
    let table = table(7);
    let value = std::thread::spawn(move || table.with(|table| evaluate(&table.batch)[table.root])).join().unwrap();
    assert_eq!(value, 14);
}

#[test]
fn growing_freezing_thawing() {
    space!(Small, guard);
    let mut small = Builder::<Small, MathLang>::new(guard);
    let one = small.add(Math::Num(1));
    let mut follower = Follower::<Small, u32>::new();
    let depth = |row: Row<'_, '_, Small, MathLang, u32>| match row.node() {
        Math::Num(_) => 0,
        Math::Add(x, y) => 1 + row[x].max(row[y]),
    };
    assert_eq!(follower.catch_up(&small, depth)[one], 0);
    let two = small.add(Math::Add(one, one));
    assert_eq!(follower.catch_up(&small, depth)[two], 1);
    let small = small.freeze();
    let depths = follower.finish(&small, depth);
    space!(Large, guard);
    let (mut large, embedding) = small.thaw::<Large>(guard);
    let four = large.add(Math::Add(embedding.apply(two), embedding.apply(two)));
    assert_eq!(large.add(Math::Num(1)), embedding.apply(one));
    assert_eq!((large.freeze().node(four), depths[two]), (Math::Add(embedding.apply(two), embedding.apply(two)), 1));
}

/// What stands below may be kept in the values of a column, as `Idx`.
#[test]
fn rows_below_erase_to_rows() {
    space!(Sums, guard);
    let mut sums = Builder::<Sums, MathLang>::new(guard);
    let one = sums.add(Math::Num(1));
    let two = sums.add(Math::Add(one, one));
    let four = sums.add(Math::Add(two, one));
    let sums = sums.freeze();
    let leftmost = sums.fill_up(|row: Row<'_, '_, Sums, MathLang, Idx<Sums>>| match row.node() {
        Math::Num(_) => row.idx(),
        Math::Add(x, _) => row[x],
    });
    let first = sums.fill_up(|row: Row<'_, '_, _, _, Option<Idx<Sums>>>| match row.node() {
        Math::Num(_) => None,
        Math::Add(x, _) => match row.node_at(x) {
            Math::Num(_) => Some(x.into()),
            Math::Add(x, _) => Some(Lt::idx(x)),
        },
    });
    assert_eq!((leftmost[four], first[four], first[two]), (one, Some(one), Some(one)));
}

#[derive(Payload, Clone, Copy, PartialEq, Debug)]
struct Span {
    from: u32,
    to: u32,
}

/// Lists, arrays of a constant length and of one that is a parameter, payloads that are parameters.
#[derive(Node, Clone, Copy, Debug)]
#[node(lang = Language, child = E)]
enum Generic<'b, T, const N: usize, Other: Space, E: Child> {
    Leaf(T, Span),
    Many(List<'b, E>, Idx<Other>, [E; N], List<'b, E>),
    Some([E; 1 << 2 & 7], bool),
}

#[test]
fn nodes_with_parameters() {
    space!(Others, guard);
    let others: Rows<Others> = guard.rows(3);
    let other = others.check(2).unwrap();
    space!(Nodes, guard);
    let mut nodes = Builder::<Nodes, Language<[f64; 2], 3, Others>>::new(guard);
    let leaf = nodes.add(Generic::Leaf([1.0, -0.0], Span { from: 1, to: 2 }));
    let some = nodes.add(Generic::Some([leaf; 4], true));
    let many = nodes.add(Generic::Many(List::new(&[leaf, some]), other, [some, leaf, some], List::new(&[])));
    assert_ne!(leaf, nodes.add(Generic::Leaf([1.0, 0.0], Span { from: 1, to: 2 })));
    let nodes = nodes.freeze();
    let Generic::Many(list, mark, three, none) = nodes.node(many) else { panic!() };
    assert_eq!((list.len(), mark, three, none.is_empty()), (2, other, [some, leaf, some], true));
    assert_eq!((list.get(1), list.get(2), list.iter().next_back()), (Some(some), None, Some(some)));
    let count = nodes.fold(|node: Generic<_, 3, Others, &u32>| match node {
        Generic::Leaf([x, _], span) => x as u32 + span.to,
        Generic::Many(list, _, three, none) => list.iter().chain(three).chain(none).sum(),
        Generic::Some(children, more) => children.iter().copied().sum::<u32>() + u32::from(more),
    });
    assert_eq!((count[leaf], count[some], count[many]), (3, 13, 3 + 13 + 13 + 3 + 13));
}
