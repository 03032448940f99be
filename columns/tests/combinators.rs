//! Combinators against the same on vectors.

use polarnet_columns::{Data, Idx, Rows, space};
use proptest::prelude::*;

fn numbers() -> impl Strategy<Value = Vec<u8>> {
    prop::collection::vec(0..4_u8, 0..40)
}

proptest! {
    #[test]
    fn scans(values in numbers()) {
        space!(Each, guard);
        let column = guard.column(values.clone()).map(|&n| u32::from(n));
        let inclusive = column.scan(|a, b| a + b);
        let (exclusive, total) = column.scan_exclusive(0, |a, b| a + b);
        prop_assert_eq!(total, values.iter().map(|&n| u32::from(n)).sum::<u32>());
        for (row, value) in column.entries() {
            prop_assert_eq!(exclusive[row] + value, inclusive[row]);
            prop_assert_eq!(exclusive[row], column.as_slice()[..row.raw() as usize].iter().sum::<u32>());
        }
    }

    #[test]
    fn orders(values in numbers()) {
        space!(Each, guard);
        let column = guard.column(values.clone());
        space!(Sorted, guard);
        let sorted = column.sort_by(guard, |a, b| b.cmp(a));
        // Stable.
        let mut expected: Vec<_> = (0_u32..).zip(&values).collect();
        expected.sort_by_key(|&(_, &n)| std::cmp::Reverse(n));
        prop_assert!(sorted.iter().map(|row| row.raw()).eq(expected.into_iter().map(|(row, _)| row)));
        let back = sorted.invert(column.rows()).unwrap();
        prop_assert_eq!(back.compose(&sorted), column.rows().data(|row| row));
        prop_assert_eq!(back.invert(sorted.rows()).unwrap(), sorted.clone());

        space!(Kept, guard);
        let kept = column.filter(guard, |&n| n > 1);
        prop_assert_eq!(kept.gather(&column).into_vec(), values.into_iter().filter(|&n| n > 1).collect::<Vec<_>>());
    }

    #[test]
    fn groups(values in numbers()) {
        space!(Each, guard);
        let column = guard.column(values.clone());
        let expected: Vec<Vec<u8>> = values.chunk_by(|a, b| a == b).map(<[_]>::to_vec).collect();
        space!(Runs, guard);
        let (run, first) = column.runs(guard, |a, b| a == b);
        let gathered = column.reduce_by(&run, first.rows(), Vec::new(), |list, &n| [&list[..], &[n]].concat());
        prop_assert_eq!(gathered.as_slice(), &expected[..]);
        for (row, &of) in run.entries() {
            prop_assert!(first[of] <= row);
        }
        space!(Again, guard);
        let lists = column.map(|&n| vec![n]);
        let (lists, again) = lists.reduce_runs(guard, |a, b| a == b, |a, b| [&a[..], &b[..]].concat());
        prop_assert_eq!(lists.as_slice(), &expected[..]);
        prop_assert!(again.iter().eq(first.iter()));

        // Scattered back: every value meets its run's.
        let onto = first.rows().fill(0_u32);
        let sums = column.map(|&n| u32::from(n)).scatter(&run, onto, |sum, n| *sum += n);
        let expected: Vec<u32> = expected.iter().map(|run| run.iter().map(|&n| u32::from(n)).sum()).collect();
        prop_assert_eq!(sums.into_vec(), expected);
    }

    #[test]
    fn permutations(to in prop::collection::vec(0..6_u32, 6..=6)) {
        space!(Six, guard);
        let six: Rows<Six> = guard.rows(6);
        let mapping: Data<Six, Idx<Six>> = six.data(|row| six.check(to[row.raw() as usize]).unwrap());
        let mut hit = to.clone();
        hit.sort_unstable();
        hit.dedup();
        match mapping.inverse() {
            Ok(inverse) => {
                prop_assert_eq!(hit.len(), 6);
                prop_assert_eq!(inverse.compose(&mapping), six.data(|row| row));
            }
            Err(twice) => prop_assert!(to.iter().filter(|&&row| row == twice.raw()).count() > 1),
        }
        let partial = six.data(|row| (row.raw() % 2 == 0).then_some(mapping[row]));
        prop_assert_eq!(partial.total(), Err(six.check(1).unwrap()));
        prop_assert_eq!(mapping.map(|&row| Some(row)).total(), Ok(mapping));
    }
}
