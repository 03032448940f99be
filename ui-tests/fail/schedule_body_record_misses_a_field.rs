use polarnet::schedule;

fn double(x: i32) -> i32 {
    2 * x
}

schedule! {
    extern(gpu) simple(x: i32) -> i32 { dimensions: 1, cpu: double }
    val foo(x: i32) -> i32 { returns simple::<1>(x) }
    val combine(x: i32, y: i32) -> i32 { returns x + y }
    tmln one_trip(e: Event) -> Event {
        loc, rem :- encode_event(e)
        sub :- submit_event(rem)
        returns sync_event(loc, sub)
    }
    type Both = { left: i32, right: i32 };
    type One = { left: i32 };
    fn combine_impl(r: Both) -> i32 impls combine { r.left + r.right }
    fn left_impl(r: One) -> i32 impls combine {
        combine_impl(r)
    }
}

fn main() {}
