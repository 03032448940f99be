use polarnet::schedule;

schedule! {
    space expr = Math;
    space other: Rows<Math>;
    space more: Batch;
    space last: Batch<Math>
}

fn main() {}
