//! Every construct of a body that is written by hand, once.
//!
//! `cargo run --example schedule_tour`
//!
//! `values` computes here, `devices` on a device. Whatever is changed in a body, so that it computes something else than its `val`, does not
//! compile: try it. The chapter `docs/book/src/schedule.md` explains, and `docs/book/src/from-caiman.md` has it all in one table.

mod devices;
mod values;

use devices::{Math, MathLang};
use polarnet::{
    columns::{Builder, space},
    device::Device,
};

fn main() {
    println!("spread of 4, 19, 7: {:?}", values::spread_of(4, 19, 7));
    println!("least of 3 and 2: {} and {}", values::least_by_value(3, 2), values::least_by_variable(3, 2));
    println!("two on from 40: {}", values::two_on(40));
    println!("blend of 5: {} and {}", values::blend_of(5), values::blend_with_a_hole(5));
    println!("the ends of 3 are in {}", values::ends_of(3));
    println!("a quarter of 41: {}", values::quarter_of(41));
    println!("digits of 1234567: {}", values::digits_of(1_234_567, 0));
    let point = || values::Point { x: 3, y: 4 };
    println!("moved to {}, above {}", values::moved(point()), values::shadow(point()).x);

    let gpu = Device::threads();
    println!("7 squared: {} and {}", devices::squared_here(7), devices::squared_on(&gpu, &7));
    println!("for that, {}", gpu.counts());
    println!("8 squared there: {}", devices::squared_there(8));
    println!("3 and 4 squared: {}", devices::distance_at_once(3, 4));
    println!("by two functions: {}", devices::by_two_functions(9));
    println!("of 5 and of 1: {} and {}", devices::larger_there(5), devices::larger_there(1));

    space!(Exprs, guard);
    let mut b = Builder::<Exprs, MathLang>::new(guard);
    let two = b.add(Math::Num(2.0));
    let four = b.add(Math::Mul(two, two));
    let six = b.add(Math::Add(two, four));
    let b = b.freeze();
    println!("2 + 2 * 2: {} and {}", devices::values(&b)[six], devices::values_there(&b)[six]);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_those_of_the_vals() {
        for (a, b, c) in [(4, 19, 7), (5, 5, 5), (-1, 9, 3)] {
            let width = a.max(b).max(c) - a.min(b).min(c);
            assert_eq!(values::spread_of(a, b, c), (width, width > 10));
            assert_eq!((values::least_by_value(a, b), values::least_by_variable(a, b)), (a.min(b), a.min(b)));
            assert_eq!(values::two_on(a), a + 2);
            assert_eq!((values::blend_of(a), values::blend_with_a_hole(a)), (3 * (a + 10) / 2, 3 * (a + 10) / 2));
            assert_eq!((values::ends_of(b), values::quarter_of(b)), (b, b >> 2));
            let point = || values::Point { x: a, y: b };
            assert_eq!((values::moved(point()), values::shadow(point()).x), (a + b, a));
        }
        assert_eq!((values::digits_of(0, 0), values::digits_of(99, 0), values::digits_of(100, 0)), (0, 2, 3));
    }

    #[test]
    fn devices_do_the_same() {
        let gpu = Device::threads();
        for n in [-3, 0, 1, 7] {
            assert_eq!(
                (devices::squared_here(n), devices::squared_there(n), devices::squared_on(&gpu, &n)),
                (n * n, n * n, n * n)
            );
            assert_eq!((devices::distance_at_once(n, 4), devices::by_two_functions(n)), (n * n + 16, n * n));
            assert_eq!(devices::larger_there(n), if n > 1 { n * n } else { n });
        }
        let counts = gpu.counts();
        assert_eq!((counts.to_device_bytes, counts.from_device_bytes, counts.synchronisations), (16, 16, 4));
    }

    #[test]
    fn a_batch_has_its_values_there() {
        space!(Exprs, guard);
        let mut b = Builder::<Exprs, MathLang>::new(guard);
        let three = b.add(Math::Num(3.0));
        let nine = b.add(Math::Mul(three, three));
        b.add(Math::Add(nine, three));
        let b = b.freeze();
        let (here, there) = (devices::values(&b), devices::values_there(&b));
        assert_eq!(here.as_slice(), [3.0, 9.0, 12.0]);
        assert_eq!(here.as_slice(), there.as_slice());
    }
}
