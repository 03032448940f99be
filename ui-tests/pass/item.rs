//! A net as an item: a type.

use polarnet::{Done, Error, Runtime, net};

net! {
    /// A book of nets.
    #[derive(PartialEq, Eq)]
    pub book Sums {
        @main = r & @sum ~ (3 (0 r))
        @sum(depth: u32, from: u32) -> u32 = (?(((a a) @both) b) b)
        @both = ({c a} ({$([*2] $([+1] d)) $([*2] $([+0] b))} f))
            & @sum ~ (a (b $([+] $(e f))))
            & @sum ~ (c (d e))
    }
}

net!(book Empty { @f = * });
net! { pub(crate) book Crate { @main = 1 } }

fn main() -> Result<(), Error> {
    let runtime = Runtime::new();
    assert_eq!(Sums::sum(&runtime, 3, 0)?, 28);
    let done: Done = Sums::run(&runtime)?;
    assert_eq!(done.value::<u32>()?, 28);
    assert_eq!(Sums::book().defs().len(), 3);
    assert!(Sums == Sums.clone());
    assert_eq!(format!("{Sums:?}"), "Sums");
    assert_eq!(Empty::book().agents().len(), 1);
    assert_eq!(Crate::run(&runtime)?.value::<u32>()?, 1);

    // Items stand in functions too.
    net! {
        book Local { @half(of: f32) -> f32 = ($([:/2.0] x) x) }
    }
    assert_eq!(Local::half(&runtime, 5.0)?, 2.5);
    Ok(())
}
