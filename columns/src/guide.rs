#![doc = include_str!("../GUIDE.md")]

// For the links of the page.
#[allow(unused_imports)]
use crate::{Batch, Builder, Data, Exists, Follower, Guard, Idx, Lt, Mapping, Memo, Partial, Rows, Space, memoised};
