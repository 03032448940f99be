#![doc = include_str!("../GUIDE.md")]

// For the links of the page.
#[allow(unused_imports)]
use crate::{
    Acc, Batch, Builder, Data, Exists, First, Follower, Guard, Idx, Lt, Mapping, Memo, Partial, PartialMapping, Plan,
    Rows, Run, Space, Wide, memoised, with_acc,
};
