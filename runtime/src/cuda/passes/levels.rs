//! Which launches the levels of a batch take.

use crate::passes::NARROW;
use core::ops::Range;

/// One launch.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Wave {
    /// Places in the order of rows: one level.
    Wide(Range<u32>),
    /// Levels, one after the other in one block.
    Narrow(Range<u32>),
    /// Places in the list of rows that many use: those of one level.
    Many(Range<u32>),
}

/// The launches for levels that begin so, from the first level up; `many` is where in the list of rows that many use those of each
/// level begin, if rows ask. A level by itself is not worth a block that waits for nobody; one with such rows has a launch for them.
pub fn waves(starts: &[u32], many: &[u32]) -> Vec<Wave> {
    let many = |level: usize| match many.get(level..level + 2) {
        Some(ends) => ends[0]..ends[1],
        None => 0..0,
    };
    let mut waves = Vec::new();
    let mut level = 0;
    while level + 1 < starts.len() {
        let narrow = |level: usize| {
            starts.get(level + 1).is_some_and(|end| end - starts[level] <= NARROW) && many(level).is_empty()
        };
        let from = level;
        while narrow(level) {
            level += 1;
        }
        if level > from + 1 {
            // There are fewer levels than rows.
            waves.push(Wave::Narrow(from as u32..level as u32));
            continue;
        }
        let (places, many) = (starts[from]..starts[from + 1], many(from));
        if many.len() < places.len() {
            waves.push(Wave::Wide(places));
        }
        if !many.is_empty() {
            waves.push(Wave::Many(many));
        }
        level = from + 1;
    }
    waves
}

#[cfg(test)]
mod tests {
    use super::{Wave::*, *};

    #[test]
    fn narrow_levels_go_together() {
        assert_eq!(waves(&[0], &[]), []);
        assert_eq!(waves(&[0, 5], &[]), [Wide(0..5)]);
        assert_eq!(waves(&[0, 5, 6, 7], &[]), [Narrow(0..3)]);
        let wide = NARROW + 1;
        assert_eq!(waves(&[0, wide, wide + 1, wide + 2], &[]), [Wide(0..wide), Narrow(1..3)]);
        assert_eq!(
            waves(&[0, 2, 2 + wide, 2 + wide + NARROW], &[]),
            [Wide(0..2), Wide(2..2 + wide), Wide(2 + wide..2 + wide + NARROW)]
        );
    }

    #[test]
    fn rows_that_many_use_have_launches_of_their_own() {
        // The second level has one, and the last has no other.
        assert_eq!(
            waves(&[0, 5, 7, 8, 9, 10], &[0, 0, 1, 1, 1, 2]),
            [Wide(0..5), Wide(5..7), Many(0..1), Narrow(2..4), Many(1..2)]
        );
        assert_eq!(waves(&[0, 5, 7, 8], &[0, 0, 0, 0]), [Narrow(0..3)]);
    }

    /// Each place is in one wave, and in the order of levels.
    #[test]
    fn every_level_is_in_one_wave() {
        let sizes: Vec<u32> = (0..2000_u32).map(|n| n.wrapping_mul(2_654_435_761) % 1500 + 1).collect();
        let mut starts = vec![0];
        for size in sizes {
            starts.push(starts.last().unwrap() + size);
        }
        let mut place = 0;
        for wave in waves(&starts, &[]) {
            let places = match wave {
                Wide(places) => places,
                Narrow(levels) => starts[levels.start as usize]..starts[levels.end as usize],
                Many(_) => unreachable!("nobody has many users"),
            };
            assert_eq!(places.start, place);
            place = places.end;
        }
        assert_eq!(Some(&place), starts.last());
    }
}
