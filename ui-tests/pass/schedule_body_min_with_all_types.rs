use polarnet::schedule;

schedule! {
    tmln time(e: Event) -> Event { returns e }
    sptl space_of(s: BufferSpace) -> BufferSpace { returns s }
    val min(a: i64, b: i64) -> out: i64 {
        c: bool :- a < b
        ret: i64 :- a if c else b
        returns ret
    }
    fn min_impl(
        a: i64 @ [input(val.a)-usable, none(tmln)-usable, none(sptl)-usable],
        b: i64 @ [input(val.b)-usable, none(tmln)-usable, none(sptl)-usable],
    ) -> i64 @ [node(val.out), none(tmln)-usable, none(sptl)-usable] impls min, time, space_of {
        var v: i64 @ [none(val)-dead, none(tmln)-usable, none(sptl)-saved];
        let c: bool @ [node(val.c)-usable, none(tmln)-usable, none(sptl)-usable] = a < b;
        if @ [node(val.ret), none(sptl), none(tmln)] c {
            v = a;
            @out { v: [node(val.a)-usable, none(tmln)-usable, none(sptl)-saved] };
        } else {
            v = b;
            @out { v: [node(val.b)-usable, none(tmln)-usable, none(sptl)-saved] };
        }
        @in { v: [node(val.ret)-usable, none(tmln)-usable, none(sptl)-saved] };
        v
    }
}

fn main() {
    assert_eq!((min_impl(3, 4), min_impl(4, 3)), (3, 3));
}
