use polarnet::schedule;

fn double(x: i32) -> i32 {
    2 * x
}

schedule! {
    extern(gpu) twice(x: i32) -> out: i32 { dimensions: 1, cpu: double }
    tmln two_trips(e: Event) -> Event {
        here1, there1 :- encode_event(e)
        fence1 :- submit_event(there1)
        back :- sync_event(here1, fence1)
        here2, there2 :- encode_event(back)
        fence2 :- submit_event(there2)
        returns sync_event(here2, fence2)
    }
    val chained(x: i32) -> i32 {
        a :- twice::<1>(x)
        returns twice::<1>(a + 1)
    }
    fn whole(x: i32) -> i32 impls chained, two_trips { ??? }
    fn begun(x: i32) -> i32 impls chained, two_trips {
        let e = encode_begin(gpu);
        ???;
        let f = ???;
        let a = (await ???).a;
        let e2 = ???;
        encode e2.copy[next <- ???];
        encode e2.call[b <- twice::<1>(next)];
        let f2 = submit ???;
        (???).b
    }
    fn nothing(x: i32) -> i32 impls chained, two_trips {
        ???;
        let b = ???;
        ???;
        b
    }
}

fn main() {
    assert_eq!((whole(3), begun(3), nothing(3)), (14, 14, 14));
}
