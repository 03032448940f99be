//! What `schedule!` makes of `reduce(…)`.

/// What a net gives is of the type that is wanted. A trait, for the sake of the error.
#[diagnostic::on_unimplemented(
    message = "`{Wanted}` is wanted here, and this net gives `{Self}`",
    label = "this is `{Self}`",
    note = "a number becomes another one by `as`: `reduce(…) as {Wanted}`"
)]
pub trait Gives<Wanted> {
    fn give(self) -> Wanted;
}

impl<T> Gives<T> for T {
    fn give(self) -> T {
        self
    }
}

pub fn reduced<Wanted>(given: impl Gives<Wanted>) -> Wanted {
    given.give()
}

/// `f` of each element of an array, until it fails.
pub fn try_map<T, U, E, const N: usize>(array: [T; N], mut f: impl FnMut(T) -> Result<U, E>) -> Result<[U; N], E> {
    let mut failed = None;
    let all = array.map(|x| match &failed {
        None => f(x).map_err(|error| failed = Some(error)).ok(),
        Some(_) => None,
    });
    match failed {
        Some(error) => Err(error),
        // None failed, so all are there.
        None => Ok(all.map(|value| value.expect("a value for each element"))),
    }
}
