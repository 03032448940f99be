//! Batches, data and mappings as one uses them.

use polarnet_columns::{Brand, Builder, Idx, Lang, Mapping, Node, Space, space};

#[derive(Node, Clone, Copy, PartialEq, Debug)]
enum Math<I> {
    Num(i32),
    Add(I, I),
    Neg(I),
}

#[test]
fn push_appends_and_add_merges() {
    space!(Sums, guard);
    let mut sums = Builder::<Sums, MathLang>::new(guard);
    assert!(sums.is_empty());
    let (one, also_one) = (sums.push(Math::Num(1)), sums.push(Math::Num(1)));
    assert_ne!(one, also_one);
    let (two, also_two) = (sums.add(Math::Num(2)), sums.add(Math::Num(2)));
    assert_eq!(two, also_two);
    assert_eq!(sums.add(Math::Add(two, one)), sums.add(Math::Add(two, one)));
    assert_ne!(sums.add(Math::Add(two, one)), sums.add(Math::Add(one, two)));
    assert_eq!(sums.len(), 5);
    assert_eq!(sums.node(two), Math::Num(2));
}

/// Enough for the table to grow several times.
const COUNT: i32 = if cfg!(miri) { 100 } else { 1000 };

#[test]
fn many_rows_stay_distinct() {
    Brand::with(|guard| {
        let mut batch = Builder::<_, MathLang>::new(guard);
        let rows: Vec<_> = (0..COUNT).map(|n| batch.add(Math::Num(n))).collect();
        for (n, &row) in (0..COUNT).zip(&rows) {
            assert_eq!(batch.add(Math::Num(n)), row);
            assert_eq!(batch.node(row), Math::Num(n));
        }
        assert_eq!(batch.len(), COUNT as usize);
    });
}

#[test]
fn children_stand_before_parents() {
    space!(Sums, guard);
    let mut sums = Builder::<Sums, MathLang>::new(guard);
    let one = sums.push(Math::Num(1));
    let minus = sums.push(Math::Neg(one));
    sums.push(Math::Add(one, minus));
    let sums = sums.freeze();
    for row in sums.indices() {
        MathLang::each_child::<Idx<Sums>>(sums.node(row), |child| assert!(child < row));
    }
}

#[test]
fn columns_of_one_space_go_together() {
    space!(Sums, guard);
    let mut sums = Builder::<Sums, MathLang>::new(guard);
    let one = sums.push(Math::Num(1));
    let two = sums.push(Math::Add(one, one));
    let sums = sums.freeze();
    let row = sums.data(Idx::raw);
    let double = row.map(|row| 2 * row);
    assert_eq!(row.zip_map(&double, |a, b| a + b).iter().collect::<Vec<_>>(), [&0, &3]);
    assert_eq!(double[two], 2);
    assert_eq!((&double).into_iter().count(), sums.len());
}

#[test]
fn a_mapping_leads_to_another_space() {
    fn negate<A: Space, B: Space>(
        from: &polarnet_columns::Batch<A, MathLang>,
        to: &mut Builder<B, MathLang>,
    ) -> Mapping<A, B> {
        from.data(|row| match from.node(row) {
            Math::Num(n) => to.add(Math::Num(-n)),
            // Children come first, but a column cannot be read while it is made; this test has none.
            _ => unreachable!(),
        })
    }
    space!(From, from);
    space!(To, to);
    let mut numbers = Builder::<From, MathLang>::new(from);
    let three = numbers.push(Math::Num(3));
    let numbers = numbers.freeze();
    let mut negated = Builder::<To, MathLang>::new(to);
    let mapping = negate(&numbers, &mut negated);
    let values = negated.freeze().data(|row| row.raw() + 10);
    assert_eq!(mapping.gather(&values)[three], 10);
}

#[test]
fn raw_rows_are_checked_on_the_way_back() {
    space!(Sums, guard);
    let mut sums = Builder::<Sums, MathLang>::new(guard);
    let one = sums.push(Math::Num(1));
    let sums = sums.freeze();
    assert_eq!(sums.check(0), Some(one));
    assert_eq!(sums.check(1), None);
    assert_eq!(sums.data(|_| ()).check(1), None);
}
