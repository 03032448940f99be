//! Wires joined to wires. Whatever thread closes a chain, its ends meet once, and each of its cells is freed once.
//!
//! The rights of a chain's cells are used by *links*: link 0 brings the leaf of one end to the first cell, link `i`
//! joins cell `i - 1` to cell `i`, and the last one brings the other end's leaf.

use super::*;

/// Runs the links of a chain of `threads.concat().len() - 1` cells, those of one list in one thread, in its order.
/// Where `flip` has a bit of a link set, its two sides change places.
pub(super) fn chain(threads: &'static [&'static [usize]], flip: usize) -> impl Fn() + Send + Sync + 'static {
    let links: usize = threads.iter().map(|links| links.len()).sum();
    move || {
        let end = run::<Real>(|worker| {
            let cells: Vec<u32> = (1..links).map(|n| fresh_wire(worker, n as u32)).collect();
            let side = |i: usize, at: Option<&u32>| at.map_or(leaf(i as u32 + 100), |&cell| wire(cell));
            let sides: Vec<(Word, Word)> = (0..links)
                .map(|i| {
                    let left = side(i, i.checked_sub(1).map(|before| &cells[before]));
                    let right = side(i, cells.get(i));
                    if flip >> i & 1 == 1 { (right, left) } else { (left, right) }
                })
                .collect();
            let part = |links: &&'static [usize]| {
                let sides: Vec<_> = links.iter().map(|&i| sides[i]).collect();
                Box::new(move |worker: &mut W<Real>| sides.into_iter().for_each(|(a, b)| worker.link(a, b))) as Part<_>
            };
            threads.iter().map(part).collect()
        });
        assert_eq!(end.redexes(), [(leaf(100), leaf(99 + links as u32))]);
        assert_eq!((end.freed(2).len(), end.live()), (links - 1, 0));
    }
}

#[test]
fn chain_of_two() {
    for flip in 0..8 {
        model(chain(&[&[0], &[1], &[2]], flip));
        model(chain(&[&[0, 1], &[2]], flip));
        model(chain(&[&[0, 2], &[1]], flip));
    }
}

#[test]
fn chain_of_three() {
    for flip in [0b0000, 0b0100, 0b1010, 0b1111] {
        model(chain(&[&[0, 1], &[3, 2]], flip));
        model(chain(&[&[2, 0], &[1, 3]], flip));
    }
}

#[test]
fn chain_of_four() {
    bounded(2, chain(&[&[0, 3], &[1, 4], &[2]], 0b00000));
    bounded(2, chain(&[&[2, 4], &[0], &[3, 1]], 0b01010));
}

/// Two wires that are crossed by one thread while two others bring their ends.
#[test]
fn two_wires_at_once() {
    model(|| {
        let end = run::<Real>(|worker| {
            let (one, two) = (fresh_wire(worker, 7), fresh_wire(worker, 8));
            parts![
                move |worker: &mut W<Real>| worker.link(leaf(1), wire(one)),
                move |worker: &mut W<Real>| worker.link(leaf(2), wire(two)),
                move |worker: &mut W<Real>| {
                    for cell in [one, two] {
                        take(worker, cell + 1);
                    }
                    worker.link(leaf(11), wire(one));
                    worker.link(leaf(12), wire(two));
                },
            ]
        });
        assert_eq!(end.redexes(), [(leaf(1), leaf(11)), (leaf(2), leaf(12))]);
        assert_eq!((end.freed(2).len(), end.live()), (2, 0));
    });
}

/// Runs links between cells that make circles; says how many words are left of them. No circle hangs, each keeps at
/// least one cell, and how many it keeps depends on the order.
fn circle(cells: usize, threads: Vec<Vec<(usize, usize)>>) {
    model(move || {
        let end = run::<Real>(|worker| {
            let cells: Vec<u32> = (0..cells).map(|n| fresh_wire(worker, n as u32)).collect();
            let part = |links: &Vec<(usize, usize)>| {
                let links: Vec<_> = links.iter().map(|&(a, b)| (wire(cells[a]), wire(cells[b]))).collect();
                Box::new(move |worker: &mut W<Real>| links.into_iter().for_each(|(a, b)| worker.link(a, b))) as Part<_>
            };
            threads.iter().map(part).collect()
        });
        assert_eq!(end.redexes(), []);
        let freed = end.freed(2).len();
        assert!(freed < cells && end.live() == 2 * (cells - freed));
    });
}

#[test]
fn vicious_circles() {
    circle(2, vec![vec![(0, 1)], vec![(0, 1)]]);
    circle(2, vec![vec![(0, 1)], vec![(1, 0)]]);
    circle(3, vec![vec![(0, 1)], vec![(1, 2)], vec![(2, 0)]]);
    circle(3, vec![vec![(0, 1)], vec![(1, 2)], vec![(0, 2)]]);
    circle(4, vec![vec![(0, 1), (2, 3)], vec![(1, 2), (3, 0)]]);
    circle(2, vec![vec![(0, 0)], vec![(1, 1)]]);
}

/// A wire into itself, closed by two threads: one joins the two wires' near ends, the other their far ends. A third
/// thread's wire beside it is not disturbed.
#[test]
fn circle_beside_a_wire() {
    model(|| {
        let end = run::<Real>(|worker| {
            let [one, two, three] = [7, 8, 9].map(|n| fresh_wire(worker, n));
            parts![
                move |worker: &mut W<Real>| {
                    worker.link(wire(one), wire(two));
                    worker.link(leaf(1), wire(three));
                },
                move |worker: &mut W<Real>| worker.link(wire(two), wire(one)),
                move |worker: &mut W<Real>| worker.link(leaf(2), wire(three)),
            ]
        });
        assert_eq!(end.redexes(), [(leaf(1), leaf(2))]);
    });
}
