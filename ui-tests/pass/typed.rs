//! Parameters and results of all types.

use polarnet::{Error, Runtime, net};

type Count = u32;

net! {
    book Typed {
        @unsigned(a: u32, b: u32) -> u32 = ($([-] $(b c)) (b c))
        @signed(a: i32, b: i32) -> i32 = ($([-] $(b c)) (b c))
        @float(a: f32) -> f32 = ($([*0.5] a) a)
        @swap(a: u32, b: f32) -> (f32, u32) = (a (b (b a)))
        @nested() -> ((u32, i32), (f32, u32),) = ((1 -2) (3.5 4))
        @small(byte: u8, yes: bool, letter: char, short: i16) -> (u32, (u32, (u32, i32))) =
            (a (b (c (d (a (b (c d)))))))
        @alias(n: Count) -> Count = (n n)
        @constant() -> u32 = 7
        // Names that the expansion uses itself.
        @names(runtime: u32, arguments: u32, values: u32) -> u32 = ($([+] $(b a)) (b ($([+] $(a r)) r)))
        @r#loop(r#type: u32) -> u32 = (n n)
        @main(n: u32) -> u32 = ($([+1] n) n)
    }
}

fn main() -> Result<(), Error> {
    let runtime = Runtime::new();
    assert_eq!(Typed::unsigned(&runtime, 5, 3)?, 2);
    assert_eq!(Typed::signed(&runtime, 3, 5)?, -2);
    assert_eq!(Typed::float(&runtime, 3.0)?, 1.5);
    assert_eq!(Typed::swap(&runtime, 1, 2.0)?, (2.0, 1));
    assert_eq!(Typed::nested(&runtime)?, ((1, -2), (3.5, 4)));
    assert_eq!(Typed::small(&runtime, 255, true, 'a', -1)?, (255, (1, (97, -1))));
    assert_eq!(Typed::alias(&runtime, 9)?, 9);
    assert_eq!(Typed::constant(&runtime)?, 7);
    assert_eq!(Typed::names(&runtime, 1, 2, 3)?, 6);
    assert_eq!(Typed::r#loop(&runtime, 9)?, 9);
    assert_eq!(Typed::main(&runtime, 9)?, 10);
    Ok(())
}
