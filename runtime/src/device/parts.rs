//! Several values that one kernel makes: each is on the device by itself.

use super::{Remote, Transfer, submission::Submission};
use crate::passes::backend::Fresh;
use std::sync::Arc;

/// A tuple of results.
pub trait Parts: Sized {
    /// A [`Remote`] for each.
    type Remotes: Clone + Send;

    /// Those that a command of the submission will make.
    fn remotes(submission: &Arc<Submission>) -> Self::Remotes;

    /// The command has run.
    fn set(self, to: &Self::Remotes);
}

/// Results whose columns may stay on the device.
pub trait KeptParts: Parts {
    /// What was made of them there stays as long as they do.
    fn keep(&self, to: &Self::Remotes, submission: &Submission, fresh: &mut Vec<Fresh>);
}

macro_rules! parts {
    ($($name:ident $nth:tt)*) => {
        impl<$($name: Send + Sync),*> Parts for ($($name,)*) {
            type Remotes = ($(Remote<$name>,)*);

            fn remotes(submission: &Arc<Submission>) -> Self::Remotes {
                ($(Remote::<$name>::of(submission),)*)
            }

            fn set(self, to: &Self::Remotes) {
                $(to.$nth.set(self.$nth);)*
            }
        }

        impl<$($name: Transfer + Send + Sync),*> KeptParts for ($($name,)*) {
            fn keep(&self, to: &Self::Remotes, submission: &Submission, fresh: &mut Vec<Fresh>) {
                $(to.$nth.hold(submission.device.keep(&self.$nth, fresh, &submission.residents));)*
            }
        }
    };
}

parts!(A 0);
parts!(A 0 B 1);
parts!(A 0 B 1 C 2);
parts!(A 0 B 1 C 2 D 3);
parts!(A 0 B 1 C 2 D 3 E 4);
parts!(A 0 B 1 C 2 D 3 E 4 F 5);
parts!(A 0 B 1 C 2 D 3 E 4 F 5 G 6);
parts!(A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7);
parts!(A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8);
parts!(A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8 J 9);
parts!(A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8 J 9 K 10);
parts!(A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8 J 9 K 10 L 11);
