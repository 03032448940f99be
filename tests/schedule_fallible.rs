//! Functions of a block that may fail, and what calls them.

use polarnet::{
    device::{Device, Error},
    schedule,
};

fn double(x: i32) -> i32 {
    2 * x
}

fn parsed(x: i32) -> Result<i32, String> {
    u8::try_from(x).map(i32::from).map_err(|error| error.to_string())
}

schedule! {
    tmln one_trip(e: Event) -> Event {
        l, r :- encode_event(e)
        returns sync_event(l, submit_event(r))
    }
    // A val that is a `Result` is a value like others.
    extern(cpu) pure parsed(i32) -> Result<i32, String>;
    val small(x: i32) -> Result<i32, String> { returns parsed(x) }
    fn small_impl(x: i32) -> Result<i32, String> impls small { parsed(x) }

    // Functions that may fail, and what calls them: with `???`, and in themselves.
    extern(gpu) twice(x: i32) -> o: i32 { dimensions: 1, cpu: double }
    val doubled(x: i32) -> i32 { returns twice::<1>(x) }
    fn doubled_there(gpu: &Device, x: i32) -> Result<i32, Error> impls doubled, one_trip {
        let e = encode_begin(gpu);
        encode e.copy[x <- x];
        encode e.call[y <- twice::<1>(x)];
        (await submit e).y
    }
    fn filled(gpu: &Device, x: i32) -> Result<i32, Box<dyn std::error::Error>> impls doubled, one_trip { ??? }
    val quarter(x: i32) -> (i32, i32) { returns (x / 4, x % 4) }
    fn quarter_here(x: i32) -> Result<(i32, i32), Error> impls quarter { (x / 4, x % 4) }
    val to_zero(x: i32) -> i32 { returns x if x <= 0 else to_zero(x - 1) }
    fn to_zero_here(x: i32) -> Result<i32, Error> impls to_zero { if x <= 0 { x } else { to_zero_here(x - 1) } }
}

#[test]
fn functions_that_may_fail() {
    assert_eq!((small_impl(7), small_impl(300).is_err()), (Ok(7), true));
    let gpu = Device::threads();
    assert_eq!(doubled_there(&gpu, 7), Ok(14));
    assert_eq!(filled(&gpu, 7).unwrap(), 14);
    assert_eq!(quarter_here(7), Ok((1, 3)));
    // Deeper than the native stack is.
    assert_eq!(to_zero_here(200_000), Ok(0));
}

fn sum(x: i32, y: i32) -> i32 {
    x + y
}

schedule! {
    tmln one_trip(e: Event) -> Event {
        l, r :- encode_event(e)
        returns sync_event(l, submit_event(r))
    }
    // Of one value a kernel may get both its arguments.
    extern(gpu) added(x: i32, y: i32) -> o: i32 { dimensions: 1, cpu: sum }
    val twofold(x: i32) -> i32 { returns added::<1>(x, x) }
    fn twofold_there(gpu: &Device, x: i32) -> Result<i32, Error> impls twofold, one_trip {
        let e = encode_begin(gpu);
        encode e.copy[x <- x];
        encode e.call[y <- added::<1>(x, x)];
        (await submit e).y
    }

    // What is chosen gets what may fail: its error is that of the function, not of the choice.
    val negated(x: i32) -> i32 { returns -x }
    fn negated_1(x: i32) -> i32 impls negated { -x }
    fn negated_2(x: i32) -> i32 impls negated { let y = -x; y }
    val same(x: i32) -> i32 { returns x }
    fn checked(x: i32) -> Result<i32, Error> impls same { x }
    val of_checked(x: i32) -> i32 { returns negated(same(x)) }
    fn of_checked_any(x: i32) -> Result<i32, Error> impls of_checked { negated(checked(x)) }
    val of_twofold(x: i32) -> i32 { returns negated(added::<1>(x, x)) }
    fn of_twofold_any(gpu: &Device, x: i32) -> Result<i32, Error> impls of_twofold, one_trip {
        let e = encode_begin(gpu);
        encode e.copy[x <- x];
        encode e.call[y <- added::<1>(x, x)];
        let f = submit e;
        negated((await f).y)
    }
    val twice_negated(x: i32) -> i32 { returns negated(negated(x)) }
    fn twice_negated_any(x: i32) -> i32 impls twice_negated { negated(negated(x)) }
    val of_list(v: Vec<i32>) -> i32 { returns negated(7) }
    fn of_list_any(v: Vec<i32>) -> i32 impls of_list { negated(7) }
    val list(v: Vec<i32>) -> Vec<i32> { returns v }
    fn checked_list(v: Vec<i32>) -> Result<Vec<i32>, Error> impls list { v }
    val of_checked_list(v: Vec<i32>) -> i32 { returns of_list(list(v)) }
    fn of_checked_list_one(v: Vec<i32>) -> Result<i32, Error> impls of_checked_list { of_list_any(checked_list(v)) }
}

#[test]
fn what_may_fail_is_an_argument_of_a_choice() {
    let gpu = Device::threads();
    assert_eq!(twofold_there(&gpu, 4), Ok(8));
    assert_eq!(of_checked_any(4), Ok(-4));
    assert_eq!(of_twofold_any(&gpu, 4), Ok(-8));
    assert_eq!(twice_negated_any(4), 4);
    assert_eq!(of_checked_list_one(vec![1, 2]), Ok(-7));
}
