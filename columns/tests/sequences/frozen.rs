//! What can be asked of a frozen batch, compared with the model.

use super::model::{ExprLang, Model, Plain, value};
use polarnet_columns::{Batch, Down, Hole, Idx, Lang, Lt, Partial, Row, Space, Written, space};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

pub fn check<S: Space, M: Space>(batch: &Batch<S, ExprLang<M>>, model: &Model, indices: &[Idx<S>]) {
    assert_eq!((batch.len(), indices.len()), (model.rows.len(), model.rows.len()));
    assert!(batch.indices().eq(indices.iter().copied()));
    for (&index, plain) in indices.iter().zip(&model.rows) {
        assert_eq!(&Plain::of(batch.node(index)), plain);
    }
    assert_eq!(batch.to_string().lines().count(), model.rows.len());
    assert_eq!(batch.check(batch.len() as u32), None);
    up(batch, model);
    down(batch, model, indices);
    columns(batch, indices);
}

fn up<S: Space, M: Space>(batch: &Batch<S, ExprLang<M>>, model: &Model) {
    let values = model.values();
    assert_eq!(batch.fold(|node| value(node, |&child| child)).as_slice(), values);
    // Values that own something, written in place.
    let boxed = batch.fill_up_in_place(|row: Row<'_, '_, S, _, Box<u64>>, hole: Hole<'_, '_, _>| -> Written<'_> {
        hole.write(Box::new(value(row.node(), |child| *row[child])))
    });
    assert!(boxed.iter().map(|value| **value).eq(values.iter().copied()));
    // The children's children are below, too.
    let grandchildren = batch.fill_up(|row: Row<'_, '_, S, ExprLang<M>, u32>| {
        let mut count = 0;
        ExprLang::each_child(row.node(), |child| {
            ExprLang::<M>::each_child(row.node_at(child), |_: Lt<'_, S>| count += 1)
        });
        count
    });
    for (plain, &count) in model.rows.iter().zip(&grandchildren) {
        let mut expected = 0;
        plain.clone().each_child(|&mut child| model.rows[child as usize].clone().each_child(|_| expected += 1));
        assert_eq!(count, expected);
    }
    // A function that unwinds half-way leaks nothing, and leaves the batch as it was.
    let half = batch.len() as u32 / 2;
    let unwound = catch_unwind(AssertUnwindSafe(|| {
        batch.fill_up(|row: Row<'_, '_, S, ExprLang<M>, Box<u64>>| match row.idx().raw() == half {
            true => resume_unwind(Box::new(())),
            false => Box::new(u64::from(row.idx().raw())),
        })
    }));
    assert_eq!(unwound.is_ok(), batch.is_empty());
}

fn down<S: Space, M: Space>(batch: &Batch<S, ExprLang<M>>, model: &Model, indices: &[Idx<S>]) {
    let joined = batch.fill_down(
        0_u64,
        |sum, more| *sum = sum.wrapping_add(more),
        |mut row: Down<'_, '_, S, _, _, _>| {
            let own = row.value().wrapping_mul(3).wrapping_add(u64::from(row.idx().raw()));
            ExprLang::<M>::each_child(row.node(), |child| row.join(child, own));
        },
    );
    assert_eq!(joined.as_slice(), model.down());
    assert_eq!(batch.uses(&[]).as_slice(), model.uses());
    let roots: Vec<_> = indices.iter().copied().step_by(7).collect();
    let numbers: Vec<_> = roots.iter().map(|root| root.raw()).collect();
    assert_eq!(batch.reachable(&roots).as_slice(), model.reachable(&numbers));
}

/// Columns over the space, and to spaces made of it and back.
fn columns<S: Space, M: Space>(batch: &Batch<S, ExprLang<M>>, indices: &[Idx<S>]) {
    let numbers = batch.data(|row| row.raw().wrapping_mul(0x9E37_79B9) >> 24);
    let plain = numbers.as_slice();
    // Sorting is a permutation: it has a way back.
    space!(Sorted, guard);
    let sorted = numbers.sort_by_key(guard, |&n| n);
    let mut expected = plain.to_vec();
    expected.sort_unstable();
    assert_eq!(sorted.gather(&numbers).as_slice(), expected);
    let rank = sorted.invert(batch.rows()).expect("a permutation");
    assert!(indices.iter().all(|&row| sorted[rank[row]] == row));
    assert_eq!(rank.compose(&sorted), batch.data(|row| row));
    // Filtering is not onto, unless it keeps all.
    space!(Even, guard);
    let even = numbers.filter(guard, |n| n % 2 == 0);
    let kept = plain.iter().filter(|&n| n % 2 == 0).count();
    assert_eq!((even.len(), even.invert(batch.rows()).is_ok()), (kept, kept == plain.len()));
    let sums = even.gather(&numbers).scatter(&even, numbers.rows().fill(1), |old, new| *old += new);
    assert!(sums.iter().zip(plain).all(|(&sum, &n)| sum == if n % 2 == 0 { n + 1 } else { 1 }));
    // Groups.
    space!(Groups, guard);
    let groups = guard.rows(4);
    let group = numbers.map(|n| groups.check(n % 4).expect("below 4"));
    let by_group = numbers.reduce_by(&group, groups, 0, |sum, n| sum + n);
    for row in groups.indices() {
        let expected: u32 = plain.iter().filter(|&n| n % 4 == row.raw()).sum();
        assert_eq!(by_group[row], expected);
    }
    assert_eq!(numbers.scan(|a, b| a + b).iter().last().copied().unwrap_or(0), plain.iter().sum());
    // In any order, each once.
    let mut partial = Partial::new(batch.rows());
    for &row in sorted.iter().skip(1) {
        partial.set(row, Box::new(row.raw())).expect("each row once");
    }
    match sorted.iter().next() {
        Some(&first) => assert_eq!(partial.freeze().err(), Some(first)),
        None => assert!(partial.freeze().is_ok()),
    }
}
