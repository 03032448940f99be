//! Is the default of a join its unit? Looked at in debug builds, where the join is not one that `schedule!` knows.

/// A join, its default, and the val that has them.
pub struct Unit<T, J> {
    pub val: &'static str,
    pub default: T,
    pub join: J,
}

impl<T: Clone + PartialEq, J: Fn(&mut T, T)> Unit<T, J> {
    /// The join, which in debug builds panics when the default, joined with a value, is not that value.
    pub fn watched(self) -> impl Fn(&mut T, T) {
        let Unit { val, default, join } = self;
        move |into, more| {
            if !cfg!(debug_assertions) || *into != default {
                return join(into, more);
            }
            let value = more.clone();
            join(into, more);
            // What is not equal to itself (NaN) says nothing.
            #[allow(clippy::eq_op)]
            let same = *into == value || value != value;
            assert!(same, "the default of `{val}` is not the unit of its join: joined with a value, it changes it");
        }
    }
}

/// Of values that cannot be compared there is nothing to see.
pub trait Incomparable<T> {
    fn watched(self) -> impl Fn(&mut T, T);
}

impl<T, J: Fn(&mut T, T)> Incomparable<T> for Unit<T, J> {
    fn watched(self) -> impl Fn(&mut T, T) {
        self.join
    }
}
